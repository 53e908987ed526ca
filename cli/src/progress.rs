//! A progress bar with the time that is left, on standard error, if that is a terminal.

use betza_perft::count::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The whole is this many parts; small enough that no share is rounded to nothing, large enough that their sum does not
/// overflow.
const WHOLE: u64 = 1 << 62;

/// A share is drawn in parts of this many.
const DRAWN: u64 = 1 << 42;

/// A bar that is told shares of the whole.
pub struct Bar {
    bar: ProgressBar,
    done: AtomicU64,
}

impl Bar {
    /// A bar; it is drawn only on a terminal, and not if `hidden`.
    pub fn new(hidden: bool) -> Bar {
        let target = if hidden || !std::io::stderr().is_terminal() {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let bar = ProgressBar::with_draw_target(Some(WHOLE / DRAWN), target);
        let style =
            ProgressStyle::with_template("{wide_bar} {percent_precise}%, {elapsed_precise}, {eta_precise} left")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style);
        Bar { bar, done: AtomicU64::new(0) }
    }

    /// Says something on standard error without disturbing the bar.
    pub fn say(&self, text: &str) {
        self.bar.suspend(|| say!("{text}"));
    }

    /// Takes the bar off the screen.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Bar {
    fn advance(&self, share: f64) {
        let share = (share * WHOLE as f64) as u64;
        let before = self.done.fetch_add(share, Relaxed);
        if before / DRAWN != (before + share) / DRAWN {
            self.bar.set_position((before + share) / DRAWN);
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.finish();
    }
}
