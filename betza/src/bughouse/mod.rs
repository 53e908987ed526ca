//! Bughouse: a match on two boards, whose hands feed each other. docs/rules.md, R44.
//!
//! White of board A and Black of board B are one team, Black of A and White of B the other. What a player captures
//! comes to the hand of the partner, in the colour that it has, a promoted piece as what it was. Each board has its own
//! turn.

mod boards;
mod bpgn;
mod record;

pub use boards::{Match, MatchOutcome, Table};
pub use bpgn::Bpgn;
pub use record::{MatchMove, MatchRecord, Matches, is_bpgn};
