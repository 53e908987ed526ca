//! Results, and the rules about the moves played.

use super::model::Model;
use super::values::{Reader, place};
use crate::problem::ProblemCode;
use betza_game::variant::{
    ChaseRule, CountingLaw, CountingRule, EndRule, KindId, MaterialRule, RepetitionWorth, ShakRule, Threshold, Worth,
};
use betza_ir::geometry::Side;
use betza_ir::sorted;

/// The points of janggi's pieces. White needs more than one point more than Black, who moves second.
const JANGGI: [(&str, u8); 6] =
    [("rook", 13), ("janggiCannon", 7), ("horse", 5), ("janggiElephant", 3), ("wazir", 3), ("soldier", 2)];

/// The pieces that the chases of xiangqi tell apart.
const XIANGQI: [&str; 6] = ["rook", "cannon", "horse", "elephant", "fers", "soldier"];

pub(super) fn rules(model: &mut Model<'_>, reader: Reader<'_>) {
    without_moves(model, reader);
    repetition(model, reader);
    clock(model, reader);
    chase(model, reader);
    material(model, reader);
    counting(model, reader);
    if let Some(full) = model.bool("adjudicateFullBoard", reader) {
        model.variant.ends.retain(|e| *e != EndRule::FullBoard);
        if full {
            model.variant.ends.push(EndRule::FullBoard);
        }
    }
    // As Fairy-Stockfish asks one after the other. Of what is asked at once, the order stays.
    sorted::sort_by_key(&mut model.variant.ends, |end| match end {
        EndRule::Extinct { .. } | EndRule::Bared => 0,
        EndRule::Reached { .. } => 1,
        EndRule::Castled(_) => 2,
        EndRule::Checks(_) => 3,
        EndRule::Connected(_) => 4,
        EndRule::Bikjang | EndRule::Passes | EndRule::FullBoard => 5,
    });
}

/// The kinds that are this piece of Fairy-Stockfish's.
fn named(model: &Model<'_>, name: &str) -> Vec<KindId> {
    model.of_type(name).collect()
}

fn first(model: &Model<'_>, name: &str) -> Option<KindId> {
    named(model, name).first().copied()
}

fn without_moves(model: &mut Model<'_>, reader: Reader<'_>) {
    let mate = model.last("checkmateValue").and_then(|e| reader.worth(e));
    let stalemate = model.last("stalemateValue").and_then(|e| reader.worth(e));
    let by_count = model.bool("stalematePieceCount", reader);
    let shatar = model.bool("shatarMateRule", reader);
    let strong = ["knight", "rook", "bers"].iter().flat_map(|name| named(model, name)).collect();
    let barred = named(model, "knight");
    let results = &mut model.variant.results;
    results.mate = mate.unwrap_or(results.mate);
    results.stalemate = stalemate.unwrap_or(results.stalemate);
    results.stalemate_by_count = by_count.unwrap_or(results.stalemate_by_count);
    match shatar {
        Some(true) => results.shak = Some(ShakRule { strong, barred }),
        Some(false) => results.shak = None,
        None => {}
    }
}

/// Fairy-Stockfish knows only claims. What ends the parent by itself goes on doing so if it is not said anew.
fn repetition(model: &mut Model<'_>, reader: Reader<'_>) {
    let rule = |key: &str, old: Option<Threshold>| match model.last(key).and_then(|e| reader.number(e)) {
        None => old,
        Some(0) => None,
        Some(n) => Some(Threshold { claim: u16::from(n), automatic: None }),
    };
    let moves = rule("nMoveRule", model.variant.results.move_rule);
    let times = rule("nFoldRule", model.variant.results.repetition);
    let value = model.last("nFoldValue").and_then(|e| reader.worth(e));
    let absolute = model.bool("nFoldValueAbsolute", reader);
    let perpetual = model.bool("perpetualCheckIllegal", reader);
    let shuttle = model.bool("moveRepetitionIllegal", reader);
    let results = &mut model.variant.results;
    (results.move_rule, results.repetition) = (moves, times);
    let (old, was_absolute) = match results.repetition_worth {
        RepetitionWorth::ToMover(worth) => (worth, false),
        RepetitionWorth::Wins(Side::White) => (Worth::Win, true),
        RepetitionWorth::Wins(Side::Black) => (Worth::Loss, true),
    };
    results.repetition_worth = match (value.unwrap_or(old), absolute.unwrap_or(was_absolute)) {
        (Worth::Win, true) => RepetitionWorth::Wins(Side::White),
        (Worth::Loss, true) => RepetitionWorth::Wins(Side::Black),
        (worth, _) => RepetitionWorth::ToMover(worth),
    };
    results.perpetual_check = perpetual.unwrap_or(results.perpetual_check);
    results.move_repetition = shuttle.unwrap_or(results.move_repetition);
}

/// Without a word about it, only pawns reset the half-move clock; `pawnTypes` says it too.
fn clock(model: &mut Model<'_>, reader: Reader<'_>) {
    let entry = |side| model.for_side("nMoveRuleTypes", side);
    let given = Side::BOTH.map(|side| entry(side).and_then(|e| model.listed(e, reader)));
    let old = model.variant.results.clock_kinds.clone();
    if given.iter().all(Option::is_none) && (old.is_some() || !model.from_nothing) {
        return;
    }
    let mut kinds = old.unwrap_or_else(|| Side::BOTH.map(|_| named(model, "pawn")));
    for (kinds, given) in kinds.iter_mut().zip(given) {
        *kinds = given.unwrap_or_else(|| std::mem::take(kinds));
    }
    model.variant.results.clock_kinds = Some(kinds);
}

fn chase(model: &mut Model<'_>, reader: Reader<'_>) {
    let Some(entry) = model.last("chasingRule") else { return };
    let Some(axf) = reader.word(entry, &[("axf", true), ("none", false)]) else { return };
    let kinds = XIANGQI.map(|name| first(model, name));
    let rule = match kinds {
        [Some(rook), Some(cannon), Some(horse), Some(elephant), Some(advisor), Some(soldier)] => {
            Some(ChaseRule { rook, cannon, horse, elephant, advisor, soldier })
        }
        _ => None,
    };
    if axf && rule.is_none() {
        let message = "the rule about chases is known here for games with all of xiangqi's pieces: nobody loses by it";
        reader.findings.warning(ProblemCode::ReadDifferently, &place(entry), message, "leave it out");
    }
    model.variant.results.chase = rule.filter(|_| axf);
}

fn material(model: &mut Model<'_>, reader: Reader<'_>) {
    let Some(entry) = model.last("materialCounting") else { return };
    let points = JANGGI.iter().flat_map(|&(name, n)| named(model, name).into_iter().map(move |kind| (kind, n)));
    let janggi = MaterialRule::Points { points: points.collect(), lead: 1 };
    let words = [("none", 0), ("janggi", 1), ("unweighted", 2), ("whitedrawodds", 3), ("blackdrawodds", 4)];
    model.variant.results.material = match reader.word(entry, &words) {
        None | Some(0) => None,
        Some(1) => Some(janggi),
        Some(2) => Some(MaterialRule::Pieces),
        Some(n) => Some(MaterialRule::Wins(if n == 3 { Side::White } else { Side::Black })),
    };
}

fn counting(model: &mut Model<'_>, reader: Reader<'_>) {
    let Some(entry) = model.last("countingRule") else { return };
    let laws = [
        ("none", None),
        ("makruk", Some(CountingLaw::Makruk)),
        ("cambodian", Some(CountingLaw::Cambodian)),
        ("asean", Some(CountingLaw::Asean)),
    ];
    let Some(law) = reader.word(entry, &laws) else { return };
    let [pawn, rook, khon, knight] = ["pawn", "rook", "silver", "knight"].map(|name| first(model, name));
    model.variant.results.counting = law.map(|law| CountingRule { law, pawn, rook, khon, knight });
}
