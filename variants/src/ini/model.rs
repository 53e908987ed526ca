//! A game under construction: a base and the entries laid over it.

use super::Entry;
use super::parent::{self, PawnDrops};
use super::values::place;
use crate::problem::{Place, ProblemCode};
use crate::section::Findings;
use betza_game::fen;
use betza_game::variant::{
    CastlingRule, Counting, EndConditions, EndRule, Flavour, Kind, KindId, PassRule, Promotion, ResultRules, Royalty,
    SeveralRoyals, Transformation, Variant,
};
use betza_ir::geometry::Board;

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
    /// Where the built-in parent's start has numbers of squares: the id of the piece that a number alone stands for,
    /// and the start as a FEN.
    pub numbered: Option<(String, String)>,
    /// A piece whose loss ends the built-in parent is not in the game any more.
    pub lost: bool,
    /// The built-in parent's end by the loss of pieces; its kinds are those before any section.
    pub parents_extinction: Option<EndRule>,
    /// The built-in parent has pseudo-royal pieces, which are royal while there are so many.
    pub parents_pseudo: Option<u8>,
    /// One of several royal pieces of the built-in parent must be safe.
    pub parents_duple: bool,
    /// The number of the last section taken.
    pub level: usize,
    /// The board's ranks after it.
    pub ranks: usize,
}

impl<'a> Model<'a> {
    /// Over a built-in game.
    pub fn over(variant: Variant) -> Model<'a> {
        let parents_castling = variant.castling.clone();
        let parents_pawns = super::usual::pawns_promotion(&variant);
        let immobility_illegal = parent::immobility_illegal(&variant);
        let mut model = Model {
            root: Some(variant.name.clone()),
            ranks: variant.board.ranks(),
            parents_castling,
            parents_pawns,
            immobility_illegal,
            numbered: super::start::numbered(&variant),
            en_passant_off: parent::en_passant_is_off(&variant),
            from_nothing: false,
            ..Model::of(variant)
        };
        model.types_of_parent();
        model.promotions_from_zones_too();
        model.en_passant_types = parent::en_passant_types(&model.variant, &model.types);
        model.commoners();
        let royalty = &model.variant.royalty;
        model.parents_pseudo = (!royalty.pseudo.is_empty()).then_some(royalty.pseudo_count);
        model
    }

    /// The kings of games in which captures explode or royals turn to stone, or of whose kings one must be safe, are
    /// Fairy-Stockfish's commoners, of which the last one is royal.
    fn commoners(&mut self) {
        let variant = &mut self.variant;
        let turn_to_stone = variant.kind_ids().any(|kind| variant.never_captures(kind));
        self.parents_duple = variant.royalty.several == SeveralRoyals::One;
        if !variant.royalty.check || !(variant.explosion.is_some() || turn_to_stone || self.parents_duple) {
            return;
        }
        variant.royalty.several = SeveralRoyals::All;
        for (i, kind) in variant.kinds.iter_mut().enumerate().filter(|(_, k)| k.royal) {
            kind.royal = false;
            "commoner".clone_into(&mut self.types[i]);
            variant.royalty.pseudo.push(KindId::from_index(i));
        }
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
            numbered: None,
            lost: false,
            parents_extinction: None,
            parents_pseudo: None,
            parents_duple: false,
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
            royalty: Royalty::default(),
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
            second_board: Vec::new(),
            two_boards: false,
            flying_generals: Vec::new(),
            grid: None,
            forbidden_checks: None,
            mutually_immune: Vec::new(),
            forces_promotion: Vec::new(),
            spares_protected: Vec::new(),
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

    /// The last entry of a key.
    pub fn last(&self, key: &str) -> Option<&Entry<'a>> {
        self.entries.iter().rev().find(|e| e.key == key)
    }

    /// The kinds that are Fairy-Stockfish's own pawn; pieces of one's own are dropped as other pieces are.
    pub fn pawns(&self) -> impl Iterator<Item = &Kind> {
        self.of_type("pawn").map(|k| &self.variant.kinds[k.index()])
    }

    /// Gives the game its name, its board and its pieces, before rules are applied; the board.
    pub fn prepare(&mut self, name: &str, findings: &Findings) -> Option<Board> {
        self.variant.name = name.to_lowercase();
        self.variant.title = name.to_owned();
        self.variant.aliases.clear();
        self.variant.sources.clear();
        // Before the board changes: the regions are those of the parent's start.
        self.double_steps_by_region();
        self.pawn_drops = PawnDrops::of(&self.variant, self.pawns());
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
        self.keep_men(&at, findings);
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
}
