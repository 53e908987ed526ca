//! `[results]`: who wins where nobody can move, and the rules about the moves played.

use crate::node::{Node, Value};
use crate::section::{Scope, Section};
use betza_game::variant::{
    ChaseRule, CountingLaw, CountingRule, KindId, MaterialRule, RepetitionWorth, ResultRules, ShakRule, Threshold,
    Worth,
};
use betza_ir::geometry::Side;

/// What an end is worth to a side.
pub(crate) const WORTHS: [(&str, Worth); 3] = [("win", Worth::Win), ("draw", Worth::Draw), ("loss", Worth::Loss)];

/// `[results]`. What is not written is as in chess.
pub(crate) fn results(scope: Scope<'_>, node: Option<&Node>) -> ResultRules {
    let mut rules = ResultRules::default();
    let Some(node) = node else { return rules };
    let mut section = Section::new(scope, node, "results");
    for (key, worth) in [("mate", &mut rules.mate), ("stalemate", &mut rules.stalemate)] {
        if let Some(n) = section.get(key) {
            *worth = scope.word(n, &WORTHS).unwrap_or(*worth);
        }
    }
    rules.stalemate_by_count = section.bool("stalemate_by_count", false);
    rules.move_rule = threshold(&mut section, "moves", "moves_end", rules.move_rule);
    rules.repetition = threshold(&mut section, "repetition", "repetition_end", rules.repetition);
    if let Some(n) = section.get("repetition_value") {
        let words = [
            ("win", RepetitionWorth::ToMover(Worth::Win)),
            ("draw", RepetitionWorth::ToMover(Worth::Draw)),
            ("loss", RepetitionWorth::ToMover(Worth::Loss)),
            ("white", RepetitionWorth::Wins(Side::White)),
            ("black", RepetitionWorth::Wins(Side::Black)),
        ];
        rules.repetition_worth = scope.word(n, &words).unwrap_or(rules.repetition_worth);
    }
    rules.clock_kinds = section.get("clock").and_then(|n| scope.by_side(n, |n| scope.kinds(n)));
    rules.perpetual_check = section.bool("perpetual_check", false);
    rules.move_repetition = section.bool("move_repetition", false);
    rules.shak = section.table("shak").map(|n| shak(scope, n));
    rules.chase = section.table("chase").and_then(|n| chase(scope, n));
    rules.material = section.table("material").and_then(|n| material(scope, n));
    rules.counting = section.table("counting").and_then(|n| counting(scope, n));
    section.finish();
    rules
}

/// From when on a result may be claimed (0: never, as if there were no such rule), and from when on it comes by itself.
fn threshold(
    section: &mut Section<'_>,
    key: &'static str,
    end: &'static str,
    default: Option<Threshold>,
) -> Option<Threshold> {
    let scope = section.scope;
    let claim = section.get(key);
    let automatic = section.get(end);
    let number = |n: &Node| scope.number(n, u8::MAX).map(u16::from);
    let claim = claim.map_or_else(|| default.map_or(0, |d| d.claim), |n| number(n).unwrap_or(0));
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
    let mut section = Section::new(scope, node, "shak");
    let rule = ShakRule { strong: section.kinds("strong"), barred: section.kinds("barred") };
    section.finish();
    rule
}

fn chase(scope: Scope<'_>, node: &Node) -> Option<ChaseRule> {
    let mut section = Section::new(scope, node, "chase");
    let kinds = ["rook", "cannon", "horse", "elephant", "advisor", "soldier"]
        .map(|key| section.required(key).and_then(|n| scope.kind(n)));
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
        let words = [("pieces", None), ("white", Some(Side::White)), ("black", Some(Side::Black))];
        return scope.word(node, &words).map(|side| side.map_or(MaterialRule::Pieces, MaterialRule::Wins));
    }
    let mut section = Section::new(scope, node, "material");
    let points = section.required("points").map(|n| scope.by_kind(n, |value| scope.number(value, u8::MAX)));
    let lead = section.get("lead").map_or(Some(0), |n| scope.number(n, u8::MAX));
    section.finish();
    Some(MaterialRule::Points { points: points?, lead: lead? })
}

fn counting(scope: Scope<'_>, node: &Node) -> Option<CountingRule> {
    let laws = [("makruk", CountingLaw::Makruk), ("cambodian", CountingLaw::Cambodian), ("asean", CountingLaw::Asean)];
    let mut section = Section::new(scope, node, "counting");
    let law = section.required("law").and_then(|n| scope.word(n, &laws));
    let [pawn, rook, khon, knight]: [Option<KindId>; 4] =
        ["pawn", "rook", "khon", "knight"].map(|key| section.table(key).and_then(|n| scope.kind(n)));
    section.finish();
    Some(CountingRule { law: law?, pawn, rook, khon, knight })
}
