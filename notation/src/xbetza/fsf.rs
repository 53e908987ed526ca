//! `fsf`: the notation in Fairy-Stockfish's `variants.ini`.

use super::Flavor;
use crate::{Diagnostic, Reading};
use betza_ir::{Modes, Part, Piece};

pub(in super::super) fn read(text: &str) -> Result<Reading, Vec<Diagnostic>> {
    let mut reading = super::read(text, Flavor::Fsf)?;
    share_en_passant(&mut reading.piece);
    Ok(reading)
}

/// An `e` anywhere lets every capture of the piece also capture en passant (docs/notation, S10).
fn share_en_passant(piece: &mut Piece) {
    let takes = |modes: Modes| modes.contains(Modes::EN_PASSANT);
    if !piece.moves.iter().flat_map(|m| &m.chain.links).any(|l| l.joint.stop.is_some_and(|s| takes(s.modes))) {
        return;
    }
    let mut shared = Piece { moves: Vec::new(), ..piece.clone() };
    for mut m in std::mem::take(&mut piece.moves) {
        for link in m.chain.links.iter_mut().filter(|l| matches!(l.part, Part::Leg(_))) {
            if let Some(stop) = link.joint.stop.as_mut().filter(|s| s.modes.contains(Modes::CAPTURE)) {
                stop.modes |= Modes::EN_PASSANT;
            }
        }
        shared.push(m);
    }
    *piece = shared;
}
