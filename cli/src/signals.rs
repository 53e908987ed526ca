//! Stopping: SIGINT and SIGTERM ask the work to end where it is; a second one ends the program at once.

use crate::failure::Failure;
use signal_hook::consts::TERM_SIGNALS;
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The exit status of a program that was interrupted, as shells have it (128 + SIGINT).
pub const INTERRUPTED: u8 = 130;

/// Set once a signal has come.
///
/// # Errors
/// [`Failure::Input`] if the system lets no handler be set.
pub fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    set_handlers(&stop).map_err(|e| Failure::Input(format!("signals cannot be caught: {e}")))?;
    Ok(stop)
}

fn set_handlers(stop: &Arc<AtomicBool>) -> io::Result<()> {
    for &signal in TERM_SIGNALS {
        // In this order: the first sets the flag, the second finds it set.
        flag::register_conditional_shutdown(signal, i32::from(INTERRUPTED), Arc::clone(stop))?;
        flag::register(signal, Arc::clone(stop))?;
    }
    // A file over the limit is an error that can be reported, not the end.
    #[cfg(unix)]
    flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
    Ok(())
}

/// What is said when a count was interrupted.
pub fn interrupted() -> Failure {
    Failure::Interrupted("interrupted: nothing was counted to the end".to_owned())
}
