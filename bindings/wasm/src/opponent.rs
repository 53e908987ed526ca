//! An opponent: the search of `engine/`, on one thread and for so many positions.

use crate::play::Play;
use betza::Style;
use betza_engine::clock::{Clock, Limits};
use betza_engine::table::Table;
use betza_engine::think::{Mind, think};
use betza_engine::values::Values;
use wasm_bindgen::prelude::*;

/// The size of the table of positions.
const MEGABYTES: usize = 16;

/// Finds moves in a game. What it learns it keeps for the next move.
#[wasm_bindgen]
pub struct Opponent {
    values: Values,
    table: Table,
}

#[wasm_bindgen]
impl Opponent {
    /// An opponent for the game that is played there.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(play: &Play) -> Opponent {
        let game = play.position().game();
        Opponent { values: Values::measure(game.any(), &game.start()), table: Table::new(MEGABYTES) }
    }

    /// Its move in a position of the game, as UCI, after a search of about so many positions; nothing if there is no legal move.
    #[must_use]
    pub fn best(&self, play: &Play, nodes: u32) -> Option<String> {
        let position = play.position();
        let limits = Limits { nodes: Some(u64::from(nodes.max(1))), ..Limits::default() };
        let mind = Mind { values: &self.values, table: &self.table, threads: 1 };
        let line = think(position, mind, &Clock::start(limits, position.turn()), |_| {})?;
        Some(position.text(*line.moves.first()?, Style::Uci))
    }
}
