//! The keys of variants.ini: which there are, and which of them matter here.

use super::Entry;
use super::forks::whose;
use super::pieces::NAMED;
use crate::problem::{Place, ProblemCode, nearest};
use crate::section::Findings;

/// What a key does here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyEffect {
    /// It changes which moves or results there are.
    Reads,
    /// It evaluates positions or belongs to a rule that no game has here.
    Idle,
}

/// All keys but those of pieces, with what they do here.
pub(crate) fn keys() -> impl Iterator<Item = (&'static str, KeyEffect)> {
    KEYS.iter().copied()
}

/// Whether an entry is about the rules; tells what else it is.
pub(super) fn is_read(entry: &Entry<'_>, place: &Place, findings: &Findings) -> bool {
    match KEYS.iter().find(|(key, _)| *key == entry.key).map(|(_, what)| what) {
        Some(KeyEffect::Reads) => return true,
        Some(KeyEffect::Idle) => {
            let message = format!("neither moves nor results depend on '{}'", entry.key);
            findings.warning(ProblemCode::NoEffect, place, message, "it can stay");
        }
        None => {
            if let Some((message, remedy)) = whose(entry.key) {
                findings.error(ProblemCode::UnknownKey, place, message, remedy);
                return false;
            }
            let by_side = ["White", "Black"].map(|side| format!("{}{side}", entry.key));
            if by_side.iter().all(|name| KEYS.iter().any(|(key, _)| key == name)) {
                let message = format!("Fairy-Stockfish has no key '{}' for both sides", entry.key);
                let remedy = format!("write {} and {}", by_side[0], by_side[1]);
                findings.error(ProblemCode::UnknownKey, place, message, remedy);
                return false;
            }
            let names = KEYS.iter().map(|(key, _)| *key).chain(NAMED.iter().map(|(name, _)| *name));
            let remedy = match nearest(entry.key, names) {
                Some(near) => format!("did you mean '{near}'?"),
                None => "see the comments in Fairy-Stockfish's own variants.ini".to_owned(),
            };
            let message = format!("Fairy-Stockfish has no key '{}'", entry.key);
            findings.error(ProblemCode::UnknownKey, place, message, remedy);
        }
    }
    false
}

/// All keys but those of pieces.
const KEYS: &[(&str, KeyEffect)] = {
    use KeyEffect::{Idle, Reads};
    &[
        ("maxFile", Reads),
        ("maxRank", Reads),
        ("startFen", Reads),
        ("doubleStep", Reads),
        ("doubleStepRegionWhite", Reads),
        ("doubleStepRegionBlack", Reads),
        ("tripleStepRegionWhite", Reads),
        ("tripleStepRegionBlack", Reads),
        ("enPassantRegion", Reads),
        ("enPassantRegionWhite", Reads),
        ("enPassantRegionBlack", Reads),
        ("enPassantTypes", Reads),
        ("enPassantTypesWhite", Reads),
        ("enPassantTypesBlack", Reads),
        ("pawnTypes", Reads),
        ("promotionPawnTypes", Reads),
        ("promotionPawnTypesWhite", Reads),
        ("promotionPawnTypesBlack", Reads),
        ("promotionRegionWhite", Reads),
        ("promotionRegionBlack", Reads),
        ("promotionPieceTypes", Reads),
        ("promotionPieceTypesWhite", Reads),
        ("promotionPieceTypesBlack", Reads),
        ("promotionLimit", Reads),
        ("promotedPieceType", Reads),
        ("mandatoryPawnPromotion", Reads),
        ("mandatoryPiecePromotion", Reads),
        ("piecePromotionOnCapture", Reads),
        ("pieceDemotion", Reads),
        ("sittuyinPromotion", Reads),
        ("sittuyinRookDrop", Reads),
        ("soldierPromotionRank", Reads),
        ("castling", Reads),
        ("castlingKingsideFile", Reads),
        ("castlingQueensideFile", Reads),
        ("castlingRank", Reads),
        ("castlingKingFile", Reads),
        ("castlingKingPiece", Reads),
        ("castlingKingPieceWhite", Reads),
        ("castlingKingPieceBlack", Reads),
        ("castlingRookPieces", Reads),
        ("castlingRookPiecesWhite", Reads),
        ("castlingRookPiecesBlack", Reads),
        ("castlingRookKingsideFile", Reads),
        ("castlingRookQueensideFile", Reads),
        ("castlingDroppedPiece", Reads),
        ("castlingWins", Reads),
        ("oppositeCastling", Reads),
        ("chess960", Reads),
        ("pieceDrops", Reads),
        ("capturesToHand", Reads),
        ("dropLoop", Reads),
        ("dropChecks", Reads),
        ("dropRegionWhite", Reads),
        ("dropRegionBlack", Reads),
        ("mustDrop", Reads),
        ("mustDropType", Reads),
        ("firstRankPawnDrops", Reads),
        ("promotionZonePawnDrops", Reads),
        ("dropNoDoubled", Reads),
        ("dropNoDoubledCount", Reads),
        ("immobilityIllegal", Reads),
        ("dropPromoted", Reads),
        ("dropOppositeColoredBishop", Reads),
        ("shogiPawnDropMateIllegal", Reads),
        ("dropOnTop", Reads),
        ("enclosingDrop", Reads),
        ("enclosingDropStart", Reads),
        ("flipEnclosedPieces", Reads),
        ("gating", Reads),
        ("seirawanGating", Reads),
        ("cambodianMoves", Reads),
        ("diagonalLines", Reads),
        ("wallingRule", Reads),
        ("wallOrMove", Reads),
        ("wallingRegion", Reads),
        ("wallingRegionWhite", Reads),
        ("wallingRegionBlack", Reads),
        ("twoBoards", Reads),
        ("flyingGeneral", Reads),
        ("makpongRule", Reads),
        ("bikjangRule", Reads),
        ("checking", Reads),
        ("mustCapture", Reads),
        ("pass", Reads),
        ("passWhite", Reads),
        ("passBlack", Reads),
        ("passOnStalemate", Reads),
        ("passOnStalemateWhite", Reads),
        ("passOnStalemateBlack", Reads),
        ("blastOnCapture", Reads),
        ("blastImmuneTypes", Reads),
        ("mutuallyImmuneTypes", Reads),
        ("petrifyOnCaptureTypes", Reads),
        ("petrifyBlastPieces", Reads),
        ("extinctionValue", Reads),
        ("extinctionPieceTypes", Reads),
        ("extinctionPieceCount", Reads),
        ("extinctionOpponentPieceCount", Reads),
        ("extinctionPseudoRoyal", Reads),
        ("extinctionClaim", Reads),
        ("dupleCheck", Reads),
        ("checkCounting", Reads),
        ("flagPiece", Reads),
        ("flagPieceWhite", Reads),
        ("flagPieceBlack", Reads),
        ("flagRegion", Reads),
        ("flagRegionWhite", Reads),
        ("flagRegionBlack", Reads),
        ("flagMove", Reads),
        ("flagPieceSafe", Reads),
        ("flagPieceCount", Reads),
        ("flagPieceBlockedWin", Reads),
        ("connectN", Reads),
        ("connectNxN", Reads),
        ("collinearN", Reads),
        ("moveRepetitionIllegal", Reads),
        ("connectVertical", Reads),
        ("connectHorizontal", Reads),
        ("connectDiagonal", Reads),
        ("connectPieceTypes", Reads),
        ("connectRegion1White", Reads),
        ("connectRegion1Black", Reads),
        ("connectRegion2White", Reads),
        ("connectRegion2Black", Reads),
        ("connectValue", Reads),
        ("variantTemplate", Idle),
        ("pieceToCharTable", Idle),
        ("pocketSize", Idle),
        ("pieceValueMg", Idle),
        ("pieceValueEg", Idle),
        ("nMoveRule", Reads),
        ("nMoveRuleTypes", Reads),
        ("nMoveRuleTypesWhite", Reads),
        ("nMoveRuleTypesBlack", Reads),
        ("nFoldRule", Reads),
        ("nFoldValue", Reads),
        ("nFoldValueAbsolute", Reads),
        ("perpetualCheckIllegal", Reads),
        ("stalemateValue", Reads),
        ("stalematePieceCount", Reads),
        ("checkmateValue", Reads),
        ("shatarMateRule", Reads),
        ("materialCounting", Reads),
        ("countingRule", Reads),
        ("chasingRule", Reads),
        ("adjudicateFullBoard", Reads),
        ("nnueAlias", Idle),
        ("endgameEval", Idle),
    ]
};
