//! What a piece can do by itself: how many moves it has, and what it mates alone with its king.

use crate::failure::Failure;
use crate::progress::Bar;
use crate::signals;
use betza_engine::mating::{self, Undecided};
use betza_engine::mobility;
use betza_game::fen;
use betza_game::variant::{KindId, Variant};
use betza_perft::count::Progress;
use serde::Serialize;
use std::sync::atomic::AtomicBool;

/// Mean numbers of moves, and the ending of king and piece against king.
#[derive(Serialize)]
pub struct Alone {
    mobility: Mobility,
    mating: Mating,
}

#[derive(Serialize)]
struct Mobility {
    /// On an empty board.
    empty: f64,
    /// With a third of the squares taken.
    crowded: f64,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Mating {
    Decided {
        /// Positions with the side of the piece to move.
        positions: u64,
        /// Those of them that are won by force.
        won: u64,
        /// Moves of the longest win.
        longest: u32,
        /// A position with that.
        #[serde(skip_serializing_if = "Option::is_none")]
        fen: Option<String>,
        /// Having no move loses, so that wins need no check.
        stalemate_wins: bool,
    },
    Undecided {
        undecided: String,
    },
}

impl Alone {
    /// Measures a kind of a game.
    ///
    /// # Errors
    /// What the generator cannot do with the game, and signals.
    pub fn measure(variant: &Variant, kind: KindId, bar: &Bar, stop: &AtomicBool) -> Result<Alone, Failure> {
        let mobility = mobility::mobility(variant, kind).map_err(|e| Failure::Input(e.to_string()))?;
        let ending = if variant.kinds[kind.index()].promotion.is_some() {
            Err(Undecided::Rules("it promotes, and what it becomes is measured by itself".to_owned()))
        } else {
            mating::ending(variant, kind, stop, |share| bar.advance(share))
        };
        let mating = match ending {
            Ok(ending) => Mating::Decided {
                positions: ending.positions,
                won: ending.won,
                longest: ending.longest,
                fen: ending.example.map(|setup| fen::write(variant, &setup)),
                stalemate_wins: ending.stalemate_wins,
            },
            Err(Undecided::Stopped) => return Err(signals::interrupted()),
            Err(why) => Mating::Undecided { undecided: why.to_string() },
        };
        Ok(Alone { mobility: Mobility { empty: mobility.empty, crowded: mobility.crowded }, mating })
    }

    /// Some lines.
    pub fn in_words(&self) -> String {
        let Mobility { empty, crowded } = self.mobility;
        let mut text = format!(
            "Moves: {empty:.2} on an empty board in the mean, {crowded:.2} with a third of the other squares taken\n"
        );
        match &self.mating {
            Mating::Undecided { undecided } => {
                text.push_str(&format!("Alone with its king: not asked, because {undecided}\n"))
            }
            Mating::Decided { positions, won: 0, .. } => {
                text.push_str(&format!(
                    "Alone with its king: it cannot mate; in none of {positions} positions is that forced\n"
                ));
            }
            Mating::Decided { positions, won, longest, fen, stalemate_wins } => {
                let percent = *won as f64 * 100.0 / *positions as f64;
                let what = if *stalemate_wins { "mates or stalemates, which wins as well," } else { "mates" };
                let s = if *longest == 1 { "" } else { "s" };
                text.push_str(&format!(
                    "Alone with its king: it {what} by force in {won} of {positions} positions ({percent:.1} %) with its side to move, \
                     in at most {longest} move{s}"
                ));
                fen.iter().for_each(|fen| text.push_str(&format!(": {fen}")));
                text.push('\n');
            }
        }
        text
    }
}
