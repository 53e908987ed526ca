//! The interface of a room: what it says about its rule when a game is compiled.

use crate::rules::asks::Asks;
use crate::variant::Variant;

/// A combination of rules that has no agreed meaning or that the generator does not support. The first part says
/// whether the game has it; the second names it for the user.
pub(crate) type Refusal = (bool, &'static str);

/// What a room says about its rule when a game is compiled.
pub(crate) struct Room {
    /// What the rule asks of the generator in this game; empty if the game does not have the rule.
    pub asks: fn(&Variant) -> Asks,
    /// The combinations of this rule with others that are refused.
    pub refusals: fn(&Variant) -> Vec<Refusal>,
    /// What is refused if some pieces move by chains, which is known only after the pieces are compiled. `None` if the
    /// game may have both.
    pub beside_chains: fn(&Variant) -> Option<&'static str>,
}

impl Room {
    /// A room that asks for nothing and refuses nothing, for the fields that a room does not set.
    pub const NONE: Room = Room { asks: |_| Asks::empty(), refusals: |_| Vec::new(), beside_chains: |_| None };
}
