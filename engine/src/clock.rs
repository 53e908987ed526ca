//! When to stop: by time, depth, nodes, or because somebody says so.

use betza::{Move, Side};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use web_time::Instant;

/// What is asked of a search: what it may take, which moves it tries, how many it tells. Whatever is not given does not
/// limit it.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The time left to each side, White's first.
    pub left: [Option<Duration>; 2],
    /// What each side gets for each move.
    pub increment: [Duration; 2],
    /// What each side may take for each move once its time has run out.
    pub byoyomi: Duration,
    /// The moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
    /// The move is told only when it is asked for.
    pub infinite: bool,
    /// A win in so many moves is enough.
    pub mate: Option<u32>,
    /// Only these moves are tried; all if there are none.
    pub only: Vec<Move>,
    /// So many of the best moves are told, each with its line. One is, if this is 0.
    pub lines: usize,
}

/// The time from a move to the moment that the other side has it, which must be kept.
pub const OVERHEAD: Duration = Duration::from_millis(15);

/// Says when a search is to stop. All its threads look at it.
#[derive(Debug)]
pub struct Clock {
    /// The limits.
    pub limits: Limits,
    start: Instant,
    /// No new iteration is begun after this.
    soft: Option<Duration>,
    /// The search is given up after this.
    hard: Option<Duration>,
    stop: AtomicBool,
    nodes: AtomicU64,
}

impl Clock {
    /// A clock that runs from now, for a side. Where the move is told only when it is asked for, neither time nor nodes
    /// end the search.
    pub fn start(mut limits: Limits, side: Side) -> Clock {
        if limits.infinite {
            limits.nodes = None;
        }
        let (soft, hard) = match (limits.move_time, limits.left[side.index()]) {
            _ if limits.infinite => (None, None),
            (Some(time), _) => {
                let time = time.saturating_sub(OVERHEAD).max(time / 2);
                (Some(time), Some(time))
            }
            (None, Some(left)) => {
                let increment = limits.increment[side.index()];
                let usable = left.saturating_sub(3 * OVERHEAD);
                let moves = limits.moves_to_go.unwrap_or(30).clamp(1, 40);
                let share = usable / moves + increment * 3 / 4;
                let byoyomi = limits.byoyomi.saturating_sub(2 * OVERHEAD);
                // At most so much of what is left that the next moves still have some.
                let most = if moves == 1 { usable } else { usable / 4 };
                (Some(share.min(most) * 6 / 10 + byoyomi), Some((share * 3).min(most) + byoyomi))
            }
            (None, None) if limits.byoyomi > Duration::ZERO => {
                let time = limits.byoyomi.saturating_sub(2 * OVERHEAD);
                (Some(time), Some(time))
            }
            (None, None) => (None, None),
        };
        let (start, stop, nodes) = (Instant::now(), AtomicBool::new(false), AtomicU64::new(0));
        Clock { limits, start, soft, hard, stop, nodes }
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether the search is to end.
    pub fn has_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Adds to the positions searched, and stops if that or the time is over.
    pub fn count(&self, nodes: u64) {
        let total = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        let late = self.hard.is_some_and(|hard| self.elapsed() >= hard);
        if late || self.limits.nodes.is_some_and(|limit| total >= limit) {
            self.stop();
        }
    }

    /// Whether another iteration may begin.
    pub fn goes_on(&self) -> bool {
        !self.has_stopped() && self.soft.is_none_or(|soft| self.elapsed() < soft)
    }

    /// Whether the time is that of a game, so that a move without alternatives need not be thought about.
    pub fn is_of_game(&self) -> bool {
        self.soft.is_some() && self.limits.move_time.is_none()
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The positions searched by all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, Limits};
    use betza::Side;
    use std::time::Duration;

    fn hard(limits: Limits) -> Duration {
        Clock::start(limits, Side::White).hard.unwrap()
    }

    #[test]
    fn no_move_takes_more_than_there_is() {
        let second = Duration::from_secs(1);
        for left in [Duration::ZERO, Duration::from_millis(5), second, 300 * second] {
            for moves_to_go in [None, Some(1), Some(40)] {
                for increment in [Duration::ZERO, 10 * second] {
                    let limits =
                        Limits { left: [Some(left); 2], increment: [increment; 2], moves_to_go, ..Limits::default() };
                    assert!(hard(limits) <= left, "{left:?} {moves_to_go:?} {increment:?}");
                }
            }
        }
        assert!(hard(Limits { move_time: Some(second), ..Limits::default() }) < second);
        let byoyomi = Limits { left: [Some(Duration::ZERO); 2], byoyomi: 2 * second, ..Limits::default() };
        assert!(hard(byoyomi.clone()) > second && hard(byoyomi) < 2 * second);
    }
}
