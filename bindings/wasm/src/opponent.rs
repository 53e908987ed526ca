//! An opponent: the search of `engine/`, on one thread and for so many positions.

use crate::play::Play;
use betza::{Move, Style};
use betza_engine::clock::{Clock, Limits};
use betza_engine::table::Table;
use betza_engine::think::{Mind, think};
use betza_engine::values::Values;
use std::time::Duration;
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

    /// Its move in a position of the game, as UCI, after a search of about so many positions; nothing if there is no
    /// legal move.
    #[must_use]
    pub fn best(&self, play: &Play, nodes: u32) -> Option<String> {
        let limits = Limits { nodes: Some(u64::from(nodes.max(1))), ..Limits::default() };
        self.line(play, limits, |_| {})?.into_iter().next()
    }

    /// As `best`, after so many milliseconds. Each time that it has looked a ply deeper, `tell` is called with the line
    /// that it expects, as UCI: whoever stops it plays the first move of the last one.
    #[must_use]
    #[wasm_bindgen(js_name = bestIn)]
    pub fn best_in(&self, play: &Play, milliseconds: u32, tell: &js_sys::Function) -> Option<String> {
        let time = Duration::from_millis(u64::from(milliseconds.max(1)));
        let limits = Limits { move_time: Some(time), ..Limits::default() };
        let said = |line: &[String]| {
            // Whoever listens may fail; the search goes on.
            let _ = tell.call1(&JsValue::NULL, &JsValue::from_str(&line.join(" ")));
        };
        self.line(play, limits, said)?.into_iter().next()
    }
}

impl Opponent {
    /// The line that is expected, as UCI; `said` hears of each line on the way.
    fn line(&self, play: &Play, limits: Limits, said: impl Fn(&[String])) -> Option<Vec<String>> {
        let position = play.position();
        let mind = Mind { values: &self.values, table: &self.table, threads: 1 };
        let texts = |moves: &[Move]| {
            let mut after = position.clone();
            let mut texts = Vec::new();
            for &m in moves {
                texts.push(after.text(m, Style::Uci));
                if after.play(m).is_err() {
                    break;
                }
            }
            texts
        };
        let clock = Clock::start(limits, position.turn());
        let line = think(position, mind, &clock, |line| said(&texts(&line.moves)))?;
        Some(texts(&line.moves))
    }
}
