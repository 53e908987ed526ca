//! The rules that no notation says. `NAME.rs` has a rule as data. `NAME/needs.rs`, or the same file if it is short,
//! says what the rule needs of a generator and which other rules it refuses.
//!
//! A notation says how a piece moves. Everything else that a game consists of (check, castling, promotion, compulsory
//! captures, ...) is a rule, and a part of [`Variant`]. The head of each file says where its rule comes from. Where it
//! does not, the built-in games that have the rule name their sources. A combination of rules without an agreed meaning
//! is refused when a game is compiled, and never ignored when it is played.
//!
//! To add a rule, add its file here, its [`Rule`] to [`RULES`], and a field to [`Variant`].

pub mod alice;
pub mod annan;
pub mod castling;
pub mod compulsory;
pub mod connecting;
pub mod en_passant;
pub mod ends;
pub mod entering;
pub mod explosions;
pub mod facing;
pub mod forbidden_checks;
pub mod gating;
pub mod hands;
pub mod immunity;
pub mod pass;
pub mod promotion;
pub mod results;
pub mod royalty;
pub mod series;
pub mod trading;
pub mod transformation;
pub mod turning;
pub mod walls;

use crate::needs::{Needs, Rule};
use crate::variant::Variant;

/// All rules that need something of a generator or refuse other rules. Connections are a part of the ends, and results
/// do not change which moves are legal.
pub const RULES: [Rule; 21] = [
    alice::RULE,
    annan::RULE,
    castling::needs::RULE,
    compulsory::RULE,
    en_passant::needs::RULE,
    ends::needs::RULE,
    entering::needs::RULE,
    explosions::needs::RULE,
    facing::RULE,
    forbidden_checks::needs::RULE,
    gating::needs::RULE,
    hands::needs::RULE,
    immunity::RULE,
    pass::needs::RULE,
    promotion::needs::RULE,
    royalty::needs::RULE,
    series::needs::RULE,
    trading::needs::RULE,
    transformation::needs::RULE,
    turning::needs::RULE,
    walls::needs::RULE,
];

/// Returns the first combination of a game's rules that is refused, in words.
#[must_use]
pub fn refused(variant: &Variant) -> Option<&'static str> {
    RULES.iter().flat_map(|rule| (rule.refusals)(variant)).find(|refusal| refusal.0).map(|refusal| refusal.1)
}

/// Returns what the rules of a game refuse if some of its pieces move by chains.
#[must_use]
pub fn refused_beside_chains(variant: &Variant) -> Option<&'static str> {
    RULES.iter().find_map(|rule| (rule.beside_chains)(variant))
}

/// Returns what all rules of a game need of the generator, by its plain data.
#[must_use]
pub fn needs(variant: &Variant) -> Needs {
    RULES.iter().fold(Needs::empty(), |all, rule| all | (rule.needs)(variant))
}
