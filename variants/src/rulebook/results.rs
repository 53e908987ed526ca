//! Results, a line each: what moves that nothing comes of and repetition lead to, and what else is not as in chess.

use super::{Book, alone};
use crate::keys::RESULTS;
use betza_game::variant::{
    CountingLaw, MaterialRule, RepetitionWorth, ResultRules, ShakRule, Threshold, Variant, Worth,
};
use betza_ir::geometry::Side;

/// What a result makes of a side.
fn has(worth: Worth) -> &'static str {
    match worth {
        Worth::Win => "has won",
        Worth::Draw => "draws",
        Worth::Loss => "has lost",
    }
}

/// What an end of the game is worth to the side that a sentence is about.
pub(super) fn verdict(worth: Worth) -> &'static str {
    match worth {
        Worth::Win => "it has won",
        Worth::Draw => "the game is drawn",
        Worth::Loss => "it has lost",
    }
}

/// A rule that may be claimed before it holds by itself: what has happened how often, and what follows.
fn when(rule: Threshold, what: impl Fn(u16) -> String, claimed: &str, holds: &str) -> String {
    let Threshold { claim, automatic } = rule;
    match automatic {
        Some(end) if end == claim => format!("{}, {holds}.", what(end)),
        Some(end) => format!("{}, a player may claim {claimed}; {}, {holds}.", what(claim), what(end).to_lowercase()),
        None => format!("{}, a player may claim {claimed}.", what(claim)),
    }
}

fn repetition(variant: &Variant) -> String {
    let worth = match variant.results.repetition_worth {
        RepetitionWorth::ToMover(Worth::Win) => "a win of the side to move",
        RepetitionWorth::ToMover(Worth::Draw) => "a draw",
        RepetitionWorth::ToMover(Worth::Loss) => "a loss of the side to move",
        RepetitionWorth::Wins(side) => match side {
            Side::White => "a win of White",
            Side::Black => "a win of Black",
        },
    };
    let Some(rule) = variant.results.repetition else { return "Repetition ends no game.".to_owned() };
    let what = |times| format!("When a position has come about {times} times");
    when(rule, what, worth, &format!("it is {worth}"))
}

impl Book<'_> {
    /// The results by the moves played, and those that differ from those of chess.
    pub(super) fn results(&self) -> Vec<String> {
        let (rules, chess) = (&self.variant.results, ResultRules::default());
        let mut lines = Vec::new();
        if rules.mate != chess.mate {
            lines.push(format!("Mate: who is mated {}.", has(rules.mate)));
        }
        lines.extend(rules.shak.as_ref().map(|rule| self.shak(rule)));
        if rules.stalemate_by_count {
            let fewer = has(rules.stalemate);
            lines
                .push(format!("Stalemate: the side with fewer pieces on the board {fewer}; equal numbers are a draw."));
        } else if rules.stalemate != chess.stalemate {
            lines.push(format!("Stalemate: who has no legal move and is not in check {}.", has(rules.stalemate)));
        }
        lines.push(rules.move_rule.map_or("No number of moves makes a draw.".to_owned(), |rule| {
            let what = |moves| {
                format!("After {moves} moves of each side without a capture or a move that begins the count anew")
            };
            when(rule, what, "a draw", "it is a draw")
        }));
        lines.extend(rules.clock_kinds.as_ref().filter(|_| rules.move_rule.is_some()).map(|kinds| {
            let kinds = if kinds.iter().all(Vec::is_empty) { "no piece".to_owned() } else { self.both(kinds) };
            format!("The count begins anew with a capture, a drop, a promotion or a move of: {kinds}.")
        }));
        lines.push(repetition(self.variant));
        if rules.perpetual_check {
            let sentence = RESULTS.sentence("perpetual_check");
            lines.push(alone(&format!("{sentence}; it is a draw if both have")));
        }
        for (on, key) in [(rules.move_repetition, "move_repetition"), (rules.chase.is_some(), "chase")] {
            lines.extend(on.then(|| alone(RESULTS.sentence(key))));
        }
        lines.extend(rules.material.as_ref().map(|rule| self.material(rule)));
        lines.extend(rules.counting.map(|rule| {
            let law = match rule.law {
                CountingLaw::Makruk => "Thailand",
                CountingLaw::Cambodian => "Cambodia",
                CountingLaw::Asean => "ASEAN chess",
            };
            format!(
                "{} When the count has run out a player may claim a draw. The numbers are those of {law}.",
                alone(RESULTS.sentence("counting"))
            )
        }));
        lines
    }

    fn shak(&self, rule: &ShakRule) -> String {
        let mut text = format!(
            "Mate: in the series of checks up to it one must be by {}, or the game is drawn",
            self.names(&rule.strong)
        );
        if !rule.barred.is_empty() {
            text.push_str(&format!("; who mates with {} alone has lost", self.names(&rule.barred)));
        }
        text + "."
    }

    fn material(&self, rule: &MaterialRule) -> String {
        let instead = "Instead of a draw";
        match rule {
            MaterialRule::Pieces => {
                format!("{instead}, who has more pieces on the board has won; equal numbers are a draw.")
            }
            MaterialRule::Wins(side) => format!("{instead}, {} has won.", side.name()),
            MaterialRule::Points { points, lead } => {
                let points: Vec<String> = points.iter().map(|(kind, n)| format!("{} {n}", self.name(*kind))).collect();
                format!(
                    "{instead}, points decide: White has won if ahead by more than {lead}, else Black has: {}.",
                    points.join(", ")
                )
            }
        }
    }
}
