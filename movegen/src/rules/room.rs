//! What a rule's room tells when a game is compiled.

use crate::rules::asks::Asks;
use crate::variant::Variant;

/// A combination of rules that has no meaning yet, or that the generator does not know: whether a game has it, and what it is in words.
pub(crate) type Refusal = (bool, &'static str);

/// What a rule's room tells when a game is compiled.
pub(crate) struct Room {
    /// What the rule asks of the generator in this game; nothing if the game does not have the rule.
    pub asks: fn(&Variant) -> Asks,
    /// What of the rule is refused, beside which other rules.
    pub refusals: fn(&Variant) -> Vec<Refusal>,
    /// What of the rule is refused beside pieces that move by chains.
    pub beside_chains: fn(&Variant) -> Option<&'static str>,
}

impl Room {
    /// Asks for nothing and refuses nothing.
    pub const NONE: Room = Room { asks: |_| Asks::empty(), refusals: |_| Vec::new(), beside_chains: |_| None };
}
