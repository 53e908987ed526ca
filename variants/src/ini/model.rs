//! A game under construction: a base and the entries laid over it.

use super::Entry;
use super::pieces::{NAMED, is_piece_key};
use super::values::{Reader, place};
use crate::problem::{Place, ProblemCode, nearest};
use crate::section::Findings;
use betza_compile::geometry::{Board, Side, Square};
use betza_compile::ir::Condition;
use betza_compile::notation::{self, Dialect};
use betza_movegen::fen::{self, FenCode};
use betza_movegen::variant::{
    CastlingRule, Counting, EndConditions, EndRule, Flavour, KindId, PassRule, Promotion, Region, ResultRules, Royalty,
    SeveralRoyals, Transformation, Variant,
};

/// How a key is used.
enum Use {
    /// It is read.
    Reads,
    /// It evaluates positions or belongs to a rule that the game does not have; the game does not depend on it.
    Idle,
    /// It is not known here unless it has this value.
    Unless(&'static str),
}

/// All keys but those of pieces.
const KEYS: &[(&str, Use)] = {
    use Use::{Idle, Reads, Unless};
    &[
        ("maxFile", Reads),
        ("maxRank", Reads),
        ("startFen", Reads),
        ("doubleStep", Reads),
        ("doubleStepRegionWhite", Reads),
        ("doubleStepRegionBlack", Reads),
        ("tripleStepRegionWhite", Unless("-")),
        ("tripleStepRegionBlack", Unless("-")),
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
        ("sittuyinPromotion", Unless("false")),
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
        ("castlingWins", Unless("-")),
        ("oppositeCastling", Unless("false")),
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
        ("dropOnTop", Unless("false")),
        ("enclosingDrop", Unless("none")),
        ("enclosingDropStart", Unless("-")),
        ("flipEnclosedPieces", Unless("none")),
        ("gating", Reads),
        ("seirawanGating", Reads),
        ("cambodianMoves", Unless("false")),
        ("diagonalLines", Unless("-")),
        ("wallingRule", Unless("none")),
        ("wallOrMove", Unless("false")),
        ("wallingRegion", Unless("-")),
        ("wallingRegionWhite", Unless("-")),
        ("wallingRegionBlack", Unless("-")),
        ("twoBoards", Idle),
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
        ("petrifyBlastPieces", Unless("false")),
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
        ("flagPieceCount", Unless("1")),
        ("flagPieceBlockedWin", Unless("false")),
        ("connectN", Unless("0")),
        ("connectNxN", Unless("0")),
        ("collinearN", Unless("0")),
        ("moveRepetitionIllegal", Reads),
        ("connectVertical", Idle),
        ("connectHorizontal", Idle),
        ("connectDiagonal", Idle),
        ("connectPieceTypes", Idle),
        ("connectRegion1White", Idle),
        ("connectRegion1Black", Idle),
        ("connectRegion2White", Idle),
        ("connectRegion2Black", Idle),
        ("connectValue", Idle),
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

/// What a key does here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyEffect {
    /// It changes which moves or results there are.
    Reads,
    /// It evaluates positions or belongs to a rule that no game has here.
    Idle,
    /// Its rule is not known here.
    Unknown,
}

/// All keys but those of pieces, with what they do here.
pub(crate) fn keys() -> impl Iterator<Item = (&'static str, KeyEffect)> {
    KEYS.iter().map(|(key, what)| {
        let effect = match what {
            Use::Reads => KeyEffect::Reads,
            Use::Idle => KeyEffect::Idle,
            Use::Unless(_) => KeyEffect::Unknown,
        };
        (*key, effect)
    })
}

/// Names that Fairy-Stockfish has given up, and what they are called now. Those of ranks are read as regions.
const OLD: [(&str, &str); 9] = [
    ("whiteFlag", "flagRegionWhite"),
    ("blackFlag", "flagRegionBlack"),
    ("whiteDropRegion", "dropRegionWhite"),
    ("blackDropRegion", "dropRegionBlack"),
    ("castlingRookPiece", "castlingRookPieces"),
    ("promotionRank", "promotionRank"),
    ("doubleStepRank", "doubleStepRank"),
    ("doubleStepRankMin", "doubleStepRankMin"),
    ("bareKingMove", "bareKingMove"),
];

pub(super) struct Model<'a> {
    pub variant: Variant,
    /// All entries, those of parents first.
    pub entries: Vec<Entry<'a>>,
    /// It has no built-in parent.
    pub from_nothing: bool,
    /// The built-in parent's name.
    pub root: Option<String>,
    /// How the built-in parent castles, whatever becomes of its kings.
    pub parents_castling: Option<CastlingRule>,
    /// How the built-in parent's pawns promote, whatever becomes of them.
    pub parents_pawns: Option<Promotion>,
}

impl<'a> Model<'a> {
    /// Over a built-in game, whose pawns promote so.
    pub fn over(variant: Variant, parents_pawns: Option<Promotion>) -> Model<'a> {
        let root = Some(variant.name.clone());
        let parents_castling = variant.castling.clone();
        Model { variant, entries: Vec::new(), from_nothing: false, root, parents_castling, parents_pawns }
    }

    /// Over nothing: chess's board, start and defaults, without pieces.
    pub fn empty() -> Model<'a> {
        let board = Board::new(8, 8).expect("a chess board");
        let variant = Variant {
            name: String::new(),
            title: String::new(),
            board,
            kinds: Vec::new(),
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            flavour: Flavour::Fen,
            royalty: Royalty {
                check: true,
                several: SeveralRoyals::All,
                pseudo: Vec::new(),
                pseudo_count: 1,
                pseudo_together: false,
                royal_at_once: true,
                first_moves_in_check: true,
                first_moves_only: false,
                first_moves_lost_to: Vec::new(),
                stays_in_check: false,
            },
            castling: None,
            en_passant: None,
            hands: None,
            unmoved_field: false,
            gating: None,
            pass: [PassRule::Never; 2],
            must_capture: false,
            explosion: None,
            series: None,
            petrifies: Vec::new(),
            walling: None,
            transformation: Transformation::default(),
            annan: false,
            flying_generals: Vec::new(),
            grid: None,
            forbidden_checks: None,
            mutually_immune: Vec::new(),
            trading: None,
            ends: Vec::new(),
            results: ResultRules::default(),
            end_conditions: EndConditions::Stop,
            counting: Counting::Distinct,
            sources: Vec::new(),
            aliases: Vec::new(),
        };
        Model {
            variant,
            entries: Vec::new(),
            from_nothing: true,
            root: None,
            parents_castling: None,
            parents_pawns: None,
        }
    }

    /// Takes a section's entries, with what their keys alone say.
    pub fn section(&mut self, entries: &[Entry<'a>], findings: &Findings) {
        let mut pieces = Vec::new();
        for entry in entries {
            let mut entry = entry.clone();
            let key_place = Place { source: 0, span: entry.key_span.clone() };
            if let Some((_, new)) = OLD.iter().find(|(old, _)| *old == entry.key) {
                if entry.key == *new {
                    let message = format!("'{}' has been given up by Fairy-Stockfish", entry.key);
                    let remedy = "write regions, as in promotionRegionWhite = *8";
                    findings.error(ProblemCode::Unsupported, &key_place, message, remedy);
                    continue;
                }
                let message = format!("'{}' has been given up by Fairy-Stockfish", entry.key);
                findings.warning(ProblemCode::ReadDifferently, &key_place, message, format!("write '{new}'"));
                entry.key = new;
            }
            if is_piece_key(entry.key) {
                pieces.push(entry);
                continue;
            }
            match KEYS.iter().find(|(key, _)| *key == entry.key).map(|(_, what)| what) {
                Some(Use::Reads) => self.entries.push(entry),
                Some(Use::Idle) => findings.warning(
                    ProblemCode::NoEffect,
                    &key_place,
                    format!("neither moves nor results depend on '{}'", entry.key),
                    "it can stay",
                ),
                Some(Use::Unless(value)) if entry.value == *value => {}
                Some(Use::Unless(_)) => {
                    let message = format!("the rule of '{}' is not known here", entry.key);
                    findings.error(
                        ProblemCode::Unsupported,
                        &key_place,
                        message,
                        "leave it out, if the game is one without it",
                    );
                }
                None => {
                    let names = KEYS.iter().map(|(key, _)| *key).chain(NAMED.iter().map(|(name, _)| *name));
                    let remedy = match nearest(entry.key, names) {
                        Some(near) => format!("did you mean '{near}'?"),
                        None => "see the comments in Fairy-Stockfish's own variants.ini".to_owned(),
                    };
                    let message = format!("Fairy-Stockfish has no key '{}'", entry.key);
                    findings.error(ProblemCode::UnknownKey, &key_place, message, remedy);
                }
            }
        }
        // Not as they are written, but in the order that Fairy-Stockfish has: its own, those of one's own, the king.
        pieces.sort_by_key(|entry| match NAMED.iter().position(|(name, _)| *name == entry.key) {
            Some(i) if entry.key != "king" => i,
            Some(_) => usize::MAX,
            None => NAMED.len() + entry.key.trim_start_matches("customPiece").parse().unwrap_or(0),
        });
        self.entries.extend(pieces);
    }

    /// The last entry of a key.
    pub fn last(&self, key: &str) -> Option<&Entry<'a>> {
        self.entries.iter().rev().find(|e| e.key == key)
    }

    /// Gives the game its name, its board and its pieces, before rules are applied; the board.
    pub fn prepare(&mut self, name: &str, findings: &Findings) -> Option<Board> {
        self.variant.name = name.to_lowercase();
        self.variant.title = name.to_owned();
        self.variant.aliases.clear();
        self.variant.sources.clear();
        // Before the board changes: the regions are those of the parent's start.
        self.double_steps_by_region();
        self.resize(findings)?;
        self.pieces(findings);
        Some(self.variant.board.clone())
    }

    /// The game, once the rules are applied; `None` if something was wrong.
    pub fn finish(mut self, header: &Place, findings: &Findings) -> Option<Variant> {
        if findings.has_errors() {
            return None;
        }
        let at = self.last("startFen").map_or_else(|| header.clone(), place);
        let cut = self.drop_idle_rights(&at, findings);
        if let Err(e) = fen::read(&self.variant, &self.variant.start) {
            let span = if self.last("startFen").is_some() {
                let shift = |byte: usize| at.span.start + byte + if byte > cut.start { cut.len() } else { 0 };
                shift(e.span.start)..shift(e.span.end)
            } else {
                at.span.clone()
            };
            let message = format!("[{}] {}", e.code.as_str(), e.message);
            findings.error(ProblemCode::Start, &Place { source: 0, span }, message, e.remedy);
            return None;
        }
        Some(self.variant)
    }

    /// Rights to castle that a start names in a game without castling are taken out of it, as Fairy-Stockfish passes over them; what was
    /// taken out but for one byte.
    fn drop_idle_rights(&mut self, start: &Place, findings: &Findings) -> std::ops::Range<usize> {
        let refused = fen::read(&self.variant, &self.variant.start).err().filter(|e| e.code == FenCode::Castling);
        let (None, Some(error)) = (&self.variant.castling, refused) else { return 0..0 };
        let text = &self.variant.start;
        let begin = text[..error.span.start].rfind(' ').map_or(0, |i| i + 1);
        let end = text[begin..].find(' ').map_or(text.len(), |i| begin + i);
        let message = format!("the game has no castling, so that '{}' in its start has no effect", &text[begin..end]);
        findings.warning(ProblemCode::NoEffect, start, message, "write '-' there");
        // Where unmoved pieces have rights of other kinds, the letters of files are such.
        let mut left = text[begin..end].to_owned();
        left.retain(|c| self.variant.gating.is_some() && !"KQkq".contains(c));
        if left.is_empty() {
            left.push('-');
        }
        let cut = begin..end - left.len();
        self.variant.start.replace_range(begin..end, &left);
        cut
    }

    /// The board, and its holes where the start has them; the parent's regions by the names of their squares.
    fn resize(&mut self, findings: &Findings) -> Option<()> {
        let old = self.variant.board.clone();
        let reader = Reader { findings, board: &old };
        let side = |key: &str, now: usize| match (self.last(key), key) {
            (None, _) => Some(now as u32),
            (Some(e), "maxFile") => reader.file(e).map(|f| u32::from(f) + 1),
            (Some(e), _) => reader.rank(e).map(|r| u32::from(r) + 1),
        };
        let (files, ranks) = (side("maxFile", old.files())?, side("maxRank", old.ranks())?);
        let mut board = Board::new(files, ranks).ok()?;
        if let Some(start) = self.last("startFen") {
            self.variant.start = start.value.to_owned();
        }
        let starred = starred(&self.variant.start, &board);
        board = board.with_holes(starred);
        let move_region = |r: &mut Region| *r = carried(*r, &old, &board);
        for kind in &mut self.variant.kinds {
            kind.region.iter_mut().flatten().for_each(move_region);
            kind.double_step_region.iter_mut().for_each(move_region);
            kind.drop.region.iter_mut().for_each(move_region);
            kind.inside.iter_mut().for_each(|i| i.region.iter_mut().for_each(move_region));
            if let Some(p) = &mut kind.promotion {
                p.zone.iter_mut().for_each(move_region);
            }
        }
        if let Some(p) = &mut self.parents_pawns {
            p.zone.iter_mut().for_each(move_region);
        }
        if let Some(rule) = &mut self.variant.en_passant {
            rule.region.iter_mut().for_each(move_region);
        }
        for end in &mut self.variant.ends {
            if let EndRule::Reached { region, .. } = end {
                region.iter_mut().for_each(move_region);
            }
        }
        // Black's ranks are counted from the other edge.
        let top = ranks.saturating_sub(1) as u8;
        let castling = self.variant.castling.iter_mut().chain(&mut self.parents_castling).map(|rule| &mut rule.rank);
        for rank in castling.chain(self.variant.gating.iter_mut().map(|rule| &mut rule.rank)) {
            rank[1] = top.saturating_sub(rank[0]);
        }
        self.variant.board = board;
        Some(())
    }

    /// What a parent says of unmoved pieces, as Fairy-Stockfish has it: of those in the region where they start, which is one for all
    /// pieces: the rank that is nearest to their side, and of others the squares that they stand on. Where a field of the position names
    /// the unmoved, it stays so.
    fn double_steps_by_region(&mut self) {
        if self.variant.unmoved_field {
            return;
        }
        let Ok(start) = fen::placement(&self.variant) else { return };
        let board = self.variant.board.clone();
        let (mut turned, mut squares) = (Vec::new(), Side::BOTH.map(|_| Vec::new()));
        for (i, kind) in self.variant.kinds.iter_mut().enumerate() {
            let unmoved = kind.moves.iter().flat_map(|p| &p.moves).any(|m| m.condition.contains(Condition::UNMOVED));
            let same = |n: &String| notation::read(n, Dialect::Fsf).map(|r| r.piece);
            let (Ok(white), Ok(black)) = (same(&kind.notation[0]), same(&kind.notation[1])) else { continue };
            if !unmoved || kind.dialect != Dialect::Xbetza {
                continue;
            }
            kind.moves = [white, black];
            kind.dialect = Dialect::Fsf;
            turned.push(i);
            for square in board.squares() {
                if let Some(man) = start.at(square).filter(|m| m.kind == KindId(i as u8)) {
                    squares[man.side.index()].push(square);
                }
            }
        }
        let region = Side::BOTH.map(|side| {
            let squares = &squares[side.index()];
            let ranks = squares.iter().map(|&s| board.rank(s));
            let nearest = if side == Side::White { ranks.min() } else { ranks.max() };
            let mut region = Region::EMPTY;
            board.squares().filter(|&s| Some(board.rank(s)) == nearest).for_each(|s| region.insert(s));
            squares.iter().for_each(|&s| region.insert(s));
            region
        });
        for i in turned {
            self.variant.kinds[i].double_step_region = region;
        }
    }
}

/// The squares with `*` in the start, which are walls from the beginning to the end.
fn starred(start: &str, board: &Board) -> Vec<betza_compile::geometry::Square> {
    let placement = start.split(['[', ' ']).next().unwrap_or("");
    let mut squares = Vec::new();
    for (i, row) in placement.split('/').enumerate().take(board.ranks()) {
        let rank = board.ranks() as i32 - 1 - i as i32;
        let (mut file, mut number) = (0_i32, 0_i32);
        for c in row.chars() {
            if let Some(digit) = c.to_digit(10) {
                number = number.saturating_mul(10).saturating_add(digit as i32);
                continue;
            }
            file = file.saturating_add(number);
            number = 0;
            match c {
                '*' => {
                    squares.extend(board.at(file, rank));
                    file = file.saturating_add(1);
                }
                '+' | '~' => {}
                _ => file = file.saturating_add(1),
            }
        }
    }
    squares
}

/// A parent's region on the board of its child: whole ranks and files stay whole on a larger board, as those of
/// Fairy-Stockfish do, which knows them without their ends; other squares keep their names.
fn carried(region: Region, old: &Board, new: &Board) -> Region {
    let whole = |on_line: &dyn Fn(Square) -> bool| {
        let mut line = old.squares().filter(|&s| on_line(s)).peekable();
        line.peek().is_some() && line.all(|s| region.contains(s))
    };
    let whole_rank: Vec<bool> = (0..old.ranks() as i32).map(|r| whole(&|s| old.rank(s) == r)).collect();
    let whole_file: Vec<bool> = (0..old.files() as i32).map(|f| whole(&|s| old.file(s) == f)).collect();
    let of = |whole: &[bool], i: usize| whole.get(i).copied();
    let mut out = Region::EMPTY;
    for square in new.squares() {
        let (file, rank) = (new.file(square), new.rank(square));
        let inside = match old.at(file, rank) {
            Some(s) => region.contains(s),
            // A square that is new lies on the ranks and files that were whole, where the old board had them; or in all of it.
            None => match (of(&whole_file, file as usize), of(&whole_rank, rank as usize)) {
                (None, None) => whole_rank.iter().all(|w| *w),
                (in_file, in_rank) => in_file == Some(true) || in_rank == Some(true),
            },
        };
        if inside {
            out.insert(square);
        }
    }
    out
}
