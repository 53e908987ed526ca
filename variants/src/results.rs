//! `[results]`: who wins where nobody can move, and the rules about the moves played.

use crate::keys::{
    self,
    words::{COUNTING_LAWS, MATERIALS, REPETITION_WORTHS, WORTHS},
};
use crate::node::{Node, Value};
use crate::section::{Scope, Section};
use betza_game::variant::{ChaseRule, CountingRule, KindId, MaterialRule, ResultRules, ShakRule, Threshold};

/// `[results]`. What is not written is as in chess.
pub(crate) fn results(scope: Scope<'_>, node: Option<&Node>) -> Option<ResultRules> {
    let mut section = Section::new(scope, node, &keys::RESULTS);
    let (mate, stalemate) = (section.word("mate", &WORTHS), section.word("stalemate", &WORTHS));
    let stalemate_by_count = section.bool("stalemate_by_count");
    let move_rule = threshold(&mut section, "moves", "moves_end");
    let clock_kinds = section.get("clock").and_then(|n| scope.by_side(n, |n| scope.kinds(n)));
    let repetition = threshold(&mut section, "repetition", "repetition_end");
    let repetition_worth = section.word("repetition_value", &REPETITION_WORTHS);
    let perpetual_check = section.bool("perpetual_check");
    let move_repetition = section.bool("move_repetition");
    let chase = section.table("chase").and_then(|n| chase(scope, n));
    let material = section.table("material").and_then(|n| material(scope, n));
    let counting = section.table("counting").and_then(|n| counting(scope, n));
    let shak = section.table("shak").map(|n| shak(scope, n));
    section.finish();
    Some(ResultRules {
        mate: mate?,
        stalemate: stalemate?,
        stalemate_by_count,
        shak,
        move_rule,
        clock_kinds,
        repetition,
        repetition_worth: repetition_worth?,
        perpetual_check,
        move_repetition,
        chase,
        material,
        counting,
    })
}

/// From when on a result may be claimed (0: never, as if there were no such rule), and from when on it comes by itself.
fn threshold(section: &mut Section<'_>, key: &str, end: &str) -> Option<Threshold> {
    let scope = section.scope;
    let claim = section.number(key).map_or(0, u16::from);
    let automatic = section.get(end);
    let number = |n: &Node| scope.number(n, u8::MAX).map(u16::from);
    let ends = automatic.and_then(number).filter(|&n| n > 0);
    if let (Some(n), Some(at)) = (ends, automatic)
        && n < claim
    {
        scope.mismatch(at, &format!("0, or a number that is not below {key} ({claim})"));
    }
    // What can never be claimed may still come by itself; before that there is nothing to claim.
    let claim = if claim == 0 { ends.unwrap_or(0) } else { claim };
    (claim > 0).then_some(Threshold { claim, automatic: ends })
}

fn shak(scope: Scope<'_>, node: &Node) -> ShakRule {
    let mut section = Section::new(scope, Some(node), &keys::SHAK);
    let rule = ShakRule { strong: section.kinds("strong"), barred: section.kinds("barred") };
    section.finish();
    rule
}

fn chase(scope: Scope<'_>, node: &Node) -> Option<ChaseRule> {
    let mut section = Section::new(scope, Some(node), &keys::CHASE);
    let kinds = ["rook", "cannon", "horse", "elephant", "advisor", "soldier"]
        .map(|key| section.get(key).and_then(|n| scope.kind(n)));
    section.finish();
    let [rook, cannon, horse, elephant, advisor, soldier] = kinds;
    Some(ChaseRule {
        rook: rook?,
        cannon: cannon?,
        horse: horse?,
        elephant: elephant?,
        advisor: advisor?,
        soldier: soldier?,
    })
}

fn material(scope: Scope<'_>, node: &Node) -> Option<MaterialRule> {
    if matches!(node.value, Value::Text(_)) {
        return scope.word(node, &MATERIALS);
    }
    let mut section = Section::new(scope, Some(node), &keys::MATERIAL);
    let points = section.get("points").map(|n| scope.by_kind(n, |value| scope.number(value, u8::MAX)));
    let lead = section.number("lead");
    section.finish();
    Some(MaterialRule::Points { points: points?, lead: lead? })
}

fn counting(scope: Scope<'_>, node: &Node) -> Option<CountingRule> {
    let mut section = Section::new(scope, Some(node), &keys::COUNTING);
    let law = section.word("law", &COUNTING_LAWS);
    let [pawn, rook, khon, knight]: [Option<KindId>; 4] =
        ["pawn", "rook", "khon", "knight"].map(|key| section.table(key).and_then(|n| scope.kind(n)));
    section.finish();
    Some(CountingRule { law: law?, pawn, rook, khon, knight })
}
