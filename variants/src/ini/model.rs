//! A game under construction: a base and the entries laid over it.

use super::Entry;
use super::drops::PawnDrops;
use super::forks::whose;
use super::pieces::{NAMED, is_piece_key};
use super::values::{Reader, place, starred};
use crate::problem::{Place, ProblemCode, nearest};
use crate::section::Findings;
use betza_game::fen;
use betza_game::variant::{
    CastlingRule, Connection, Counting, EndConditions, EndRule, Flavour, KindId, PassRule, Promotion, Region,
    ResultRules, Royalty, SeveralRoyals, Shape, Transformation, Variant,
};
use betza_ir::Condition;
use betza_ir::geometry::{Board, Side, Square};
use betza_notation::Dialect;

/// The rank from 1 that a value says.
fn rank_of(entry: &Entry<'_>) -> Option<usize> {
    super::values::leading_number(&entry.value).filter(|n| (1..=16).contains(n)).map(usize::from)
}

/// Where an entry comes among those of its section: what was made of old keys and of keys for several things at once first, then keys for
/// both sides, then keys for one; pieces last, Fairy-Stockfish's own, those of one's own, the king.
fn order(entry: &Entry<'_>, written: &[Entry<'_>]) -> (usize, usize) {
    if is_piece_key(entry.key) {
        let named = NAMED.iter().position(|(name, _)| *name == entry.key);
        return (
            3,
            match named {
                Some(i) if entry.key != "king" => i,
                Some(_) => usize::MAX,
                None => NAMED.len() + entry.key.trim_start_matches("customPiece").parse().unwrap_or(0),
            },
        );
    }
    let own = written.iter().any(|w| w.key == entry.key && w.value_span == entry.value_span);
    // Of the regions of walls those for both sides come last.
    let one_side = entry.key.ends_with("White") || entry.key.ends_with("Black");
    let general = one_side == (entry.key.starts_with("wallingRegion"));
    (if own { 2 - usize::from(general) } else { 0 }, 0)
}

/// Whether an entry is about the rules; tells what else it is.
fn is_read(entry: &Entry<'_>, place: &Place, findings: &Findings) -> bool {
    match KEYS.iter().find(|(key, _)| *key == entry.key).map(|(_, what)| what) {
        Some(Use::Reads) => return true,
        Some(Use::Idle) => {
            let message = format!("neither moves nor results depend on '{}'", entry.key);
            findings.warning(ProblemCode::NoEffect, place, message, "it can stay");
        }
        None => {
            if let Some((message, remedy)) = whose(entry.key) {
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

/// How a key is used.
enum Use {
    /// It is read.
    Reads,
    /// It evaluates positions or belongs to a rule that the game does not have; the game does not depend on it.
    Idle,
}

/// All keys but those of pieces.
const KEYS: &[(&str, Use)] = {
    use Use::{Idle, Reads};
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
    KEYS.iter().map(|(key, what)| {
        let effect = match what {
            Use::Reads => KeyEffect::Reads,
            Use::Idle => KeyEffect::Idle,
        };
        (*key, effect)
    })
}

/// Names that Fairy-Stockfish wants no more and still reads, and what they are called now.
const OLD: [(&str, &str); 5] = [
    ("whiteFlag", "flagRegionWhite"),
    ("blackFlag", "flagRegionBlack"),
    ("whiteDropRegion", "dropRegionWhite"),
    ("blackDropRegion", "dropRegionBlack"),
    ("castlingRookPiece", "castlingRookPieces"),
];

/// Keys of ranks that are read as regions, and what these are called.
const RANKS: [&str; 3] = ["promotionRank", "doubleStepRank", "doubleStepRankMin"];

/// What `pawnTypes` says at once.
const PAWN_TYPES: [&str; 3] = ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"];

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
    /// What each kind is to Fairy-Stockfish: the key of its piece; of pieces that it does not have, nothing.
    pub types: Vec<String>,
    /// The letters of the pieces in the parent and after each section, with their types.
    pub rosters: Vec<Vec<(char, String)>>,
    /// Where the built-in parent's pawns are dropped.
    pub pawn_drops: PawnDrops,
    /// How pieces that promote as pawns promote as in Shogi besides.
    pub promotes_both_ways: Vec<(KindId, Promotion)>,
    /// The types of the built-in parent's pieces that capture en passant.
    pub en_passant_types: Vec<String>,
    /// The built-in parent has no en passant, whatever its pieces' notations say.
    pub en_passant_off: bool,
    /// The built-in parent's pieces may not go to where they could never move again.
    pub immobility_illegal: bool,
    /// A piece whose loss ends the built-in parent is not in the game any more.
    pub lost: bool,
    /// The number of the last section taken.
    level: usize,
    /// The board's ranks after it.
    ranks: usize,
}

impl<'a> Model<'a> {
    /// Over a built-in game.
    pub fn over(variant: Variant) -> Model<'a> {
        let parents_castling = variant.castling.clone();
        let parents_pawns = super::usual::pawns_promotion(&variant);
        let immobility_illegal = super::drops::immobility_illegal(&variant);
        let mut model = Model {
            root: Some(variant.name.clone()),
            ranks: variant.board.ranks(),
            parents_castling,
            parents_pawns,
            immobility_illegal,
            en_passant_off: super::en_passant::is_off(&variant),
            from_nothing: false,
            ..Model::of(variant)
        };
        model.types_of_parent();
        model.promotions_from_zones_too();
        model.en_passant_types = super::en_passant::types_of(&model.variant, &model.types);
        // The kings of games in which captures explode are its commoners, of which the last one is royal.
        if model.variant.explosion.is_some() && model.variant.royalty.check {
            for (i, kind) in model.variant.kinds.iter_mut().enumerate().filter(|(_, k)| k.royal) {
                kind.royal = false;
                "commoner".clone_into(&mut model.types[i]);
                model.variant.royalty.pseudo.push(KindId(i as u8));
            }
        }
        model
    }

    fn of(variant: Variant) -> Model<'a> {
        Model {
            variant,
            entries: Vec::new(),
            from_nothing: true,
            root: None,
            parents_castling: None,
            parents_pawns: None,
            types: Vec::new(),
            rosters: Vec::new(),
            pawn_drops: PawnDrops::default(),
            promotes_both_ways: Vec::new(),
            immobility_illegal: false,
            en_passant_off: false,
            en_passant_types: Vec::new(),
            lost: false,
            level: 0,
            ranks: 8,
        }
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
                pseudo_together: Vec::new(),
                royal_at_once: true,
                first_moves_in_check: true,
                first_moves_only: false,
                first_moves_lost_to: Vec::new(),
                stays_in_check: false,
            },
            castling: None,
            en_passant: None,
            hands: None,
            entering: None,
            turning: None,
            unmoved_field: false,
            gating: None,
            pass: [PassRule::Never; 2],
            pass_from_first: false,
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
        Model::of(variant)
    }

    /// Takes a section's entries, with what their keys alone say.
    pub fn section(&mut self, entries: &[Entry<'a>], findings: &Findings) {
        self.level += 1;
        let mut taken = Vec::new();
        for (i, entry) in entries.iter().enumerate() {
            let mut entry = Entry { level: self.level, ..entry.clone() };
            let key_place = Place { source: 0, span: entry.key_span.clone() };
            if entries[i + 1..].iter().any(|later| later.key == entry.key) {
                let message = format!("the section has '{}' again below, and the last one counts", entry.key);
                findings.warning(ProblemCode::NoEffect, &key_place, message, "leave this one out");
                continue;
            }
            if let Some((_, new)) = OLD.iter().find(|(old, _)| *old == entry.key) {
                let message = format!("'{}' has been given up by Fairy-Stockfish", entry.key);
                findings.warning(ProblemCode::ReadDifferently, &key_place, message, format!("write '{new}'"));
                entry.key = new;
            }
            if is_piece_key(entry.key) {
                taken.push(entry);
            } else if RANKS.contains(&entry.key) {
                let message = format!("'{}' has been given up by Fairy-Stockfish, which still reads it", entry.key);
                let remedy = "write regions, as in promotionRegionWhite = *8";
                findings.warning(ProblemCode::ReadDifferently, &key_place, message, remedy);
                taken.push(entry);
            } else if is_read(&entry, &key_place, findings) {
                taken.push(entry);
            }
        }
        self.ranks = taken.iter().rfind(|e| e.key == "maxRank").and_then(rank_of).unwrap_or(self.ranks);
        self.regions_of_ranks(&mut taken);
        for entry in taken.clone().iter().filter(|e| e.key == "pawnTypes") {
            taken.extend(PAWN_TYPES.map(|key| Entry { key, ..entry.clone() }));
        }
        taken.retain(|e| e.key != "pawnTypes");
        // Not as they are written, but in the order in which Fairy-Stockfish reads them.
        taken.sort_by_key(|entry| order(entry, entries));
        self.entries.extend(taken);
    }

    /// Makes regions of the old keys of ranks.
    fn regions_of_ranks(&self, taken: &mut Vec<Entry<'a>>) {
        let last = |key: &str| taken.iter().rfind(|e| e.key == key).cloned();
        let rank = |entry: &Option<Entry<'a>>| entry.as_ref().and_then(rank_of);
        let (promotion, most, least) = (last(RANKS[0]), last(RANKS[1]), last(RANKS[2]));
        let mut regions = Vec::new();
        let mut region = |entry: Option<Entry<'a>>, keys: [&'static str; 2], from: usize, to: usize| {
            let Some(entry) = entry else { return };
            let words = |rank: &dyn Fn(usize) -> usize| -> String {
                let words: Vec<String> = (from..=to).map(|r| format!("*{}", rank(r))).collect();
                words.join(" ")
            };
            let values = [words(&|r| r), words(&|r| (self.ranks + 1).saturating_sub(r))];
            for (key, value) in keys.into_iter().zip(values) {
                regions.push(Entry { key, value: value.into(), ..entry.clone() });
            }
        };
        let from = rank(&promotion).unwrap_or(8);
        region(promotion, ["promotionRegionWhite", "promotionRegionBlack"], from, self.ranks);
        let (from, to) = (rank(&least).unwrap_or(2), rank(&most).unwrap_or(2).min(self.ranks));
        region(most.or(least), ["doubleStepRegionWhite", "doubleStepRegionBlack"], from, to);
        taken.retain(|e| !RANKS.contains(&e.key));
        taken.extend(regions);
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
        self.pawn_drops = PawnDrops::of(self);
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
        self.complete_start(&at, findings);
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
            self.variant.start = start.value.clone().into_owned();
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
        if let Some(rule) = &mut self.variant.entering {
            move_region(&mut rule.opening);
        }
        if let Some(rule) = &mut self.variant.walling {
            rule.region.iter_mut().for_each(move_region);
        }
        if let Some(rule) = &mut self.variant.en_passant {
            rule.region.iter_mut().for_each(move_region);
        }
        for end in &mut self.variant.ends {
            match end {
                EndRule::Reached { region, .. } => region.iter_mut().for_each(move_region),
                EndRule::Connected(Connection { shape: Shape::Chain { ends, .. }, .. }) => {
                    ends.iter_mut().flatten().for_each(move_region);
                }
                _ => {}
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
            let same = |n: &String| betza_notation::read(n, Dialect::Fsf).map(|r| r.piece);
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
