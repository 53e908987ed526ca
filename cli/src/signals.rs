//! Stopping: SIGINT and SIGTERM ask the work to end where it is; a second one ends the program at once.

use crate::failure::Failure;
use signal_hook::consts::{SIGINT, SIGTERM, TERM_SIGNALS};
use signal_hook::flag;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};

/// The signal that ended the work.
static ENDED_BY: LazyLock<Arc<AtomicUsize>> = LazyLock::new(|| Arc::new(AtomicUsize::new(SIGINT as usize)));

/// The exit status of a program that was interrupted: 128 and the signal's number, as shells have it.
pub fn status() -> u8 {
    u8::try_from(128 + ENDED_BY.load(Relaxed)).unwrap_or(u8::MAX)
}

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
        // In this order: the second signal finds the flag set.
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(stop))?;
        flag::register_usize(signal, Arc::clone(&ENDED_BY), signal as usize)?;
        flag::register(signal, Arc::clone(stop))?;
    }
    // A file over the limit is an error that can be reported, not the end.
    #[cfg(unix)]
    flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
    Ok(())
}

/// Sets the flag, as SIGTERM would, once standard input ends: when whoever holds its other end has died, even by
/// SIGKILL.
pub fn stop_at_end_of_input(stop: &Arc<AtomicBool>) {
    let stop = Arc::clone(stop);
    std::thread::spawn(move || {
        let mut buffer = [0; 1024];
        // What is sent does not matter; an error is an end too.
        while io::stdin().lock().read(&mut buffer).is_ok_and(|n| n > 0) {}
        ENDED_BY.store(SIGTERM as usize, Relaxed);
        stop.store(true, Relaxed);
    });
}

/// What is said when a count was interrupted.
pub fn interrupted() -> Failure {
    Failure::Interrupted("interrupted: nothing was counted to the end".to_owned())
}
