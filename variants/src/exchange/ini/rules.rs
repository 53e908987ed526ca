//! The keys of rules.

use super::pieces::form_of;
use super::{Section, squares};
use crate::exchange::difference::resetting;
use crate::ini::{TURNING_WORDS, is_piece_key};
use crate::keys::words::{TURNINGS, WALL_PLACES, WORTHS, Word};
use betza_game::variant::{
    CastlingRule, Connection, CountingLaw, Directions, EndRule, Forced, KindId, MaterialRule, PassRule, Promotion,
    RepetitionWorth, SeveralRoyals, Shape, Worth,
};
use betza_ir::geometry::{Side, file_name};

/// The files and ranks of the largest board of Fairy-Stockfish as it is built for large boards.
const THEIR_BOARD: (usize, usize) = (12, 10);

impl Section {
    /// Writes all rules that there are keys for.
    pub(super) fn rules(&mut self) {
        let game = self.game.clone();
        let last_file = file_name(game.board.files() - 1);
        if game.board.files() > THEIR_BOARD.0 || game.board.ranks() > THEIR_BOARD.1 {
            let (files, ranks) = THEIR_BOARD;
            self.unsaid.push(format!("the board: Fairy-Stockfish has at most {files} files and {ranks} ranks"));
        }
        self.put("maxFile", last_file);
        self.put("maxRank", game.board.ranks().to_string());
        self.put("startFen", game.start.clone());
        self.pawns();
        self.promotions();
        self.confined();
        match &game.castling {
            Some(rule) => self.castling(rule),
            None => self.put_bool("castling", false),
        }
        self.put_bool("twoBoards", game.two_boards);
        if let Some(hands) = &game.hands {
            self.hands(hands);
        }
        // Janggi's pieces go along the diagonals of palaces.
        let mut palaces = game.kinds.iter().flat_map(|kind| &kind.inside).filter(|inside| !inside.leaves);
        let palace = palaces.rfind(|inside| inside.region[0] == inside.region[1]);
        if let Some(inside) = palace {
            self.put("diagonalLines", squares(&game.board, &inside.region[0]));
        }
        self.royals();
        self.ends();
        self.results();
        self.switches();
    }

    /// First moves and captures en passant.
    fn pawns(&mut self) {
        let steps = self.game.kinds.iter().map(|k| k.double_step_region).find(|r| r.iter().any(|r| !r.is_empty()));
        self.put_bool("doubleStep", steps.is_some());
        if let Some(regions) = steps {
            self.put_regions("doubleStepRegion", &regions);
        }
        match self.game.en_passant.clone() {
            Some(rule) => {
                let captors = self.named(&rule.captors);
                self.put("enPassantTypes", captors);
                self.put_regions("enPassantRegion", &rule.region);
            }
            None => self.put("enPassantRegion", "-"),
        }
    }

    fn promotions(&mut self) {
        let rules: Vec<(KindId, Promotion)> = self
            .game
            .kinds
            .iter()
            .enumerate()
            .filter_map(|(i, k)| Some((KindId::from_index(i), k.promotion.clone()?)))
            .collect();
        let (as_in_shogi, as_pawns): (Vec<_>, Vec<_>) = rules
            .into_iter()
            .partition(|(kind, _)| form_of(&self.game.kinds[kind.index()], &self.game.kinds).is_some());
        if let Some((_, rule)) = as_pawns.first().or(as_in_shogi.first()) {
            self.put_regions("promotionRegion", &rule.zone);
        }
        let pawns: Vec<KindId> = as_pawns.iter().map(|(kind, _)| *kind).collect();
        let pawns = self.named(&pawns);
        self.put("promotionPawnTypes", pawns);
        if let Some((_, rule)) = as_pawns.first() {
            self.put_kinds("promotionPieceTypes", &rule.to);
            self.put_bool("mandatoryPawnPromotion", rule.forced == Forced::Always);
            self.put_bool("sittuyinPromotion", rule.in_place);
        }
        if let Some((_, rule)) = as_in_shogi.first() {
            self.put_bool("mandatoryPiecePromotion", rule.forced == Forced::Always);
            self.put_bool("piecePromotionOnCapture", rule.by_capture);
            let turns_back = |kind: KindId| {
                let kind = &self.game.kinds[kind.index()];
                kind.in_hand.is_some_and(|origin| kind.promotes_to(|to| *to == origin))
            };
            let turns_back = rule.to.iter().flatten().any(|kind| turns_back(*kind));
            self.put_bool("pieceDemotion", turns_back);
        }
        let mut limits: Vec<String> = Vec::new();
        for (kind, number) in as_pawns.iter().chain(&as_in_shogi).flat_map(|(_, rule)| &rule.limits) {
            let text = self.letters[kind.index()].map(|letter| format!("{letter}:{number}"));
            limits.extend(text.filter(|text| !limits.contains(text)).into_iter().collect::<Vec<_>>());
        }
        if !limits.is_empty() {
            self.put("promotionLimit", limits.join(" "));
        }
        let illegal = as_in_shogi.iter().any(|(_, rule)| rule.forced == Forced::WhenStuck)
            || as_pawns.iter().any(|(_, rule)| matches!(rule.forced, Forced::OnRegion(_)))
            || self.game.kinds.iter().any(|kind| kind.drop.not_stuck);
        self.put_bool("immobilityIllegal", illegal);
    }

    /// The regions of confined pieces.
    fn confined(&mut self) {
        let keys: Vec<(String, char)> = self
            .lines
            .iter()
            .filter_map(|(key, value)| {
                let letter = value.chars().next()?;
                let is_piece = is_piece_key(key);
                is_piece.then(|| (key[..1].to_uppercase() + &key[1..], letter))
            })
            .collect();
        for (key, letter) in keys {
            let Some(kind) = self.letters.iter().position(|l| *l == Some(letter)) else { continue };
            for (name, region) in ["White", "Black"].into_iter().zip(self.game.kinds[kind].region) {
                if let Some(region) = region {
                    let value = squares(&self.game.board, &region);
                    self.put(&format!("mobilityRegion{name}{key}"), value);
                }
            }
        }
    }

    fn castling(&mut self, rule: &CastlingRule) {
        let file = |n: u8| file_name(usize::from(n));
        self.put_bool("castling", true);
        self.put_kinds("castlingKingPiece", &rule.king.map(|king| vec![king]));
        self.put_kinds("castlingRookPieces", &rule.partners);
        self.put("castlingRank", (rule.rank[0] + 1).to_string());
        // Both sides have the same files there.
        if let Some([king, _]) = rule.king_file {
            self.put("castlingKingFile", file(king));
        }
        for (wing, side) in ["Kingside", "Queenside"].into_iter().enumerate() {
            self.put(&format!("castling{side}File"), file(rule.king_to[0][wing]));
            self.put(&format!("castlingRook{side}File"), file(rule.partner_file[0][wing]));
        }
        self.put_bool("chess960", rule.any_files);
        self.put_bool("oppositeCastling", rule.ends_opposite);
    }

    /// A word of Fairy-Stockfish's for one of ours.
    pub(super) fn put_word<T: PartialEq, const M: usize>(
        &mut self,
        key: &str,
        ours: &[Word<T>; M],
        theirs: [&str; M],
        value: &T,
    ) {
        if let Some(i) = ours.iter().position(|word| word.value == *value) {
            self.put(key, theirs[i]);
        }
    }

    fn royals(&mut self) {
        let royalty = self.game.royalty.clone();
        if !royalty.pseudo.is_empty() {
            let types = self.named(&royalty.pseudo);
            self.put("extinctionPieceTypes", types);
            self.put_bool("extinctionPseudoRoyal", true);
            self.put("extinctionValue", "loss");
            self.put("extinctionPieceCount", royalty.pseudo_count.saturating_sub(1).to_string());
        }
        self.put_bool("makpongRule", royalty.stays_in_check);
        if royalty.several == SeveralRoyals::One {
            self.put_bool("dupleCheck", true);
        }
    }

    fn ends(&mut self) {
        for end in self.game.ends.clone() {
            match end {
                EndRule::Extinct { kinds, count, together, opponent, reply, worth } => {
                    let types = if together { "*".to_owned() } else { self.named(&kinds) };
                    self.put("extinctionPieceTypes", types);
                    self.put("extinctionValue", worth_of(worth));
                    self.put("extinctionPieceCount", count.to_string());
                    self.put("extinctionOpponentPieceCount", opponent.to_string());
                    self.put_bool("extinctionClaim", reply);
                }
                EndRule::Reached { kinds, region, reply, safe, count, blocked } => {
                    let all = kinds.iter().all(|kinds| kinds.len() == self.game.kinds.len());
                    if all {
                        self.put("flagPiece", "*");
                    } else {
                        self.put_kinds("flagPiece", &kinds);
                    }
                    self.put_regions("flagRegion", &region);
                    self.put_bool("flagMove", reply);
                    self.put_bool("flagPieceSafe", safe);
                    self.put("flagPieceCount", count.to_string());
                    self.put_bool("flagPieceBlockedWin", blocked);
                }
                EndRule::Castled(wings) => {
                    let letters = ["KQ", "kq"].into_iter().zip(wings);
                    let letters = letters.flat_map(|(letters, wings)| letters.chars().zip(wings));
                    let letters: String = letters.filter(|(_, wins)| *wins).map(|(c, _)| c).collect();
                    self.put("castlingWins", letters);
                }
                EndRule::Connected(rule) => self.connected(&rule),
                EndRule::Checks(_) => self.put_bool("checkCounting", true),
                EndRule::Bikjang => self.put_bool("bikjangRule", true),
                EndRule::FullBoard => self.put_bool("adjudicateFullBoard", true),
                // Told by what is read back.
                EndRule::Passes | EndRule::Bared => {}
            }
        }
    }

    fn connected(&mut self, rule: &Connection) {
        let directions = match &rule.shape {
            Shape::Row(number, directions) => {
                self.put("connectN", number.to_string());
                *directions
            }
            Shape::Line(number, directions) => {
                self.put("collinearN", number.to_string());
                *directions
            }
            Shape::Block(number) => {
                self.put("connectNxN", number.to_string());
                Directions::ALL
            }
            Shape::Chain { ends, directions, .. } => {
                for (number, regions) in ends.iter().enumerate() {
                    self.put_regions(&format!("connectRegion{}", number + 1), regions);
                }
                *directions
            }
        };
        if rule.kinds.len() < self.game.kinds.len() {
            let kinds = self.named(&rule.kinds);
            self.put("connectPieceTypes", kinds);
        }
        self.put_bool("connectHorizontal", directions.horizontal);
        self.put_bool("connectVertical", directions.vertical);
        self.put_bool("connectDiagonal", directions.diagonal);
        self.put("connectValue", worth_of(rule.worth));
    }

    fn results(&mut self) {
        let results = self.game.results.clone();
        self.put("checkmateValue", worth_of(results.mate));
        self.put("stalemateValue", worth_of(results.stalemate));
        self.put_bool("stalematePieceCount", results.stalemate_by_count);
        for (key, rule) in [("nMoveRule", results.move_rule), ("nFoldRule", results.repetition)] {
            self.put(key, rule.map_or(0, |rule| rule.claim).to_string());
        }
        let kinds = results.clock_kinds.unwrap_or_else(|| Side::BOTH.map(|_| resetting(&self.game)));
        self.put_kinds("nMoveRuleTypes", &kinds);
        let (worth, is_absolute) = match results.repetition_worth {
            RepetitionWorth::ToMover(worth) => (worth, false),
            RepetitionWorth::Wins(side) => (if side == Side::White { Worth::Win } else { Worth::Loss }, true),
        };
        self.put("nFoldValue", worth_of(worth));
        self.put_bool("nFoldValueAbsolute", is_absolute);
        self.put_bool("perpetualCheckIllegal", results.perpetual_check);
        self.put_bool("moveRepetitionIllegal", results.move_repetition);
        self.put_bool("shatarMateRule", results.shak.is_some());
        if results.chase.is_some() {
            self.put("chasingRule", "axf");
        }
        if let Some(rule) = &results.material {
            self.put(
                "materialCounting",
                match rule {
                    MaterialRule::Points { .. } => "janggi",
                    MaterialRule::Pieces => "unweighted",
                    MaterialRule::Wins(Side::White) => "whitedrawodds",
                    MaterialRule::Wins(Side::Black) => "blackdrawodds",
                },
            );
        }
        if let Some(rule) = &results.counting {
            self.put(
                "countingRule",
                match rule.law {
                    CountingLaw::Makruk => "makruk",
                    CountingLaw::Cambodian => "cambodian",
                    CountingLaw::Asean => "asean",
                },
            );
        }
    }

    fn switches(&mut self) {
        let game = self.game.clone();
        self.put_bool("checking", game.forbidden_checks.is_none());
        self.put_bool("mustCapture", game.must_capture);
        self.put_bool("flyingGeneral", !game.flying_generals.is_empty());
        for (side, rule) in ["White", "Black"].into_iter().zip(game.pass) {
            self.put_bool(&format!("pass{side}"), rule == PassRule::Always);
            self.put_bool(&format!("passOnStalemate{side}"), rule == PassRule::Stalemate);
        }
        if let Some(blast) = &game.explosion {
            self.put_bool("blastOnCapture", true);
            let immune = self.named(&blast.immune);
            self.put("blastImmuneTypes", immune);
            self.put_bool("petrifyBlastPieces", blast.petrifies);
        }
        if !game.petrifies.is_empty() {
            let kinds = self.named(&game.petrifies);
            self.put("petrifyOnCaptureTypes", kinds);
        }
        if !game.mutually_immune.is_empty() {
            let kinds = self.named(&game.mutually_immune);
            self.put("mutuallyImmuneTypes", kinds);
        }
        if game.gating.is_some() {
            self.put_bool("gating", true);
            self.put_bool("seirawanGating", true);
        }
        if let Some(rule) = &game.walling {
            self.put_word("wallingRule", &WALL_PLACES, WALL_PLACES.map(|ours| ours.word), &rule.place);
            self.put_regions("wallingRegion", &rule.region);
            self.put_bool("wallOrMove", rule.instead);
        }
        if let Some(rule) = &game.turning {
            self.put_word("flipEnclosedPieces", &TURNINGS, TURNING_WORDS, rule);
        }
    }
}

/// Fairy-Stockfish's word is ours.
fn worth_of(worth: Worth) -> &'static str {
    WORTHS.iter().find(|word| word.value == worth).map_or("", |word| word.word)
}
