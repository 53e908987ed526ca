//! Games: built in, or read from a text.

use crate::error::{LoadError, PositionError, of_fen, of_report, of_setup};
use crate::kind::KindInfo;
use crate::lenient;
use crate::position::Position;
use betza_game::fen;
use betza_game::setup::Setup;
use betza_game::variant::{Flavour, KindId, Variant};
use betza_ir::geometry::Square;
use betza_movegen::keys::DEFAULT_SEED;
use betza_movegen::style::Style;
use betza_movegen::{AnyGame, AnyPosition};
use betza_notation::{Diagnostic, Severity};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A game, compiled. Clones share it.
#[derive(Clone)]
pub struct Game(Arc<Inner>);

struct Inner {
    game: Arc<AnyGame>,
    kinds: Vec<KindInfo>,
    warnings: Vec<Diagnostic>,
    start: AnyPosition,
    /// The rules by which pieces see in fog, once a position was asked what is seen.
    unchecked: OnceLock<Option<AnyGame>>,
}

impl Game {
    /// A built-in game, by name or alias; capitals do not matter.
    ///
    /// # Errors
    /// `unknown-game` with a name that is near, if there is one; `broken-game` for a game that cannot be read, which is
    /// a fault of this crate.
    pub fn builtin(name: &str) -> Result<Game, LoadError> {
        let loaded = betza_variants::find(name).map_err(|error| {
            let code = match error {
                betza_variants::FindError::Broken { .. } => "broken-game",
                betza_variants::FindError::Unknown { .. } => "unknown-game",
            };
            LoadError::new(
                code,
                0..name.len(),
                error.to_string(),
                "write the name of a built-in game; `betza variants`, or Game::names in code, has all",
            )
        })?;
        Game::new(loaded)
    }

    /// The names of the built-in games, in alphabetical order.
    pub fn names() -> impl Iterator<Item = &'static str> {
        betza_variants::names()
    }

    /// A game from the text of a file in the native format (`variants/FORMAT.md`).
    ///
    /// # Errors
    /// All that is wrong with it, with places in the text.
    pub fn from_toml(text: &str) -> Result<Game, LoadError> {
        Game::new(betza_variants::read_toml("the game", text).map_err(|report| LoadError::of(of_report(&report)))?)
    }

    /// The game of a section of a text in the form of Fairy-Stockfish's `variants.ini`.
    ///
    /// # Errors
    /// All that is wrong with the section and those that it inherits from, with places in the text.
    pub fn from_ini(text: &str, name: &str) -> Result<Game, LoadError> {
        let read = betza_variants::read_ini("the file", text, name);
        Game::new(read.map_err(|report| LoadError::of(of_report(&report)))?)
    }

    /// The names of the sections of such a text, in its order. A section that is wrong does not hide the others.
    #[must_use]
    pub fn ini_names(text: &str) -> Vec<String> {
        betza_variants::ini_sections(text)
    }

    /// A game as plain data, as the readers of `betza-variants` give it.
    ///
    /// # Errors
    /// What the generator cannot do with it.
    pub fn from_variant(variant: &Variant) -> Result<Game, LoadError> {
        Game::compiled(variant, Vec::new())
    }

    /// The same game where the king and its partners castle from whatever files they start on, as in chess960: rights
    /// may name any file, and moves are written as the king taking its partner. Its name and title end with 960. A game
    /// that castles so already is given as it is.
    ///
    /// # Errors
    /// `no-castling` if nothing castles in the game; what the generator cannot do with it.
    pub fn with_any_castling(&self) -> Result<Game, LoadError> {
        let mut variant = self.variant().clone();
        let Some(rule) = &mut variant.castling else {
            let remedy = "play the game without castling from any file, or give it a table [castling]";
            return Err(LoadError::new("no-castling", 0..0, format!("{} has no castling", self.name()), remedy));
        };
        if rule.any_files {
            return Ok(self.clone());
        }
        rule.any_files = true;
        // Kings that are dropped castle from that file alone, as in Fairy-Stockfish.
        if !variant.hands.as_ref().is_some_and(|hands| hands.castling_by_drop) {
            rule.king_file = None;
        }
        variant.name.push_str("960");
        variant.title.push_str(" (960)");
        // They are names of the game as it was.
        variant.aliases.clear();
        Game::compiled(&variant, self.0.warnings.clone())
    }

    /// As [`Game::with_any_castling`]; a game in which nothing castles is given as it is, since nothing changes there.
    ///
    /// # Errors
    /// What the generator cannot do with it.
    pub fn with_any_castling_there_is(&self) -> Result<Game, LoadError> {
        if self.variant().castling.is_none() { Ok(self.clone()) } else { self.with_any_castling() }
    }

    pub(crate) fn new(loaded: betza_variants::Loaded) -> Result<Game, LoadError> {
        Game::compiled(&loaded.variant, of_report(&loaded.warnings))
    }

    fn compiled(variant: &Variant, warnings: Vec<Diagnostic>) -> Result<Game, LoadError> {
        let bad_start = |message: String, remedy: String| LoadError::new("start", 0..0, message, remedy);
        let start = fen::read(variant, &variant.start)
            .map_err(|e| bad_start(format!("the start position is wrong: {}", e.message), e.remedy))?;
        let game = AnyGame::compile(variant, &start, DEFAULT_SEED).map_err(|e| {
            let remedy = "leave the rule out, or make the board or the piece smaller";
            LoadError::new("cannot-compile", 0..0, e.to_string(), remedy)
        })?;
        let start = game
            .position(&start)
            .map_err(|e| bad_start(format!("the start position is wrong: {}", e.message()), e.remedy().to_owned()))?;
        let game = Arc::new(game);
        let kinds = KindInfo::all(&game);
        Ok(Game(Arc::new(Inner { game, kinds, warnings, start, unchecked: OnceLock::new() })))
    }

    /// The game for code that is generic over the width ([`crate::with_width!`]).
    #[inline]
    #[must_use]
    pub fn any(&self) -> &AnyGame {
        &self.0.game
    }

    /// The rules by which pieces see in fog, compiled by `compile` when they are first asked for.
    pub(crate) fn unchecked(&self, compile: impl FnOnce(&Variant) -> Option<AnyGame>) -> Option<&AnyGame> {
        self.0.unchecked.get_or_init(|| compile(self.variant())).as_ref()
    }

    /// The rules.
    pub(crate) fn variant(&self) -> &Variant {
        self.any().variant()
    }

    /// The id: lower case, without blanks.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.variant().name
    }

    /// The name as people write it.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.variant().title
    }

    /// The number of files, at most 36.
    #[must_use]
    pub fn files(&self) -> u8 {
        self.variant().board.files() as u8
    }

    /// The number of ranks, at most 36.
    #[must_use]
    pub fn ranks(&self) -> u8 {
        self.variant().board.ranks() as u8
    }

    /// The squares of the board, rank by rank from White's first. Holes are left out.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.variant().board.squares()
    }

    /// The square with this name: a file's letter and a rank's number, `e4`, `j10`. `None` if the board has none.
    #[must_use]
    pub fn square(&self, name: &str) -> Option<Square> {
        self.variant().board.parse_square(name).ok()
    }

    /// The name of a square; `""` if it is off the board or a hole.
    #[must_use]
    pub fn square_name(&self, square: Square) -> String {
        if self.has(square) { self.variant().board.name(square) } else { String::new() }
    }

    /// Whether the board has this square.
    pub(crate) fn has(&self, square: Square) -> bool {
        let board = &self.variant().board;
        square.index() < board.area() && board.holes().binary_search(&square).is_err()
    }

    /// The kinds of pieces, by [`crate::KindId`].
    #[must_use]
    pub fn kinds(&self) -> &[KindInfo] {
        &self.0.kinds
    }

    /// Whether the game is for matches on two boards, where captures feed the partner's hand ([`crate::bughouse`]).
    #[must_use]
    pub fn is_for_two_boards(&self) -> bool {
        self.variant().two_boards
    }

    /// Whether the game has covered pieces, so that a referee needs a [`crate::Deal`].
    #[must_use]
    pub fn has_covered_pieces(&self) -> bool {
        let variant = self.variant();
        (0..variant.kinds.len()).any(|kind| variant.is_covered(KindId::from_index(kind)))
    }

    /// Whether check forbids moves: pieces are royal, or may become so while few are left.
    #[must_use]
    pub fn has_check(&self) -> bool {
        let variant = self.variant();
        variant.royalty.check && variant.royal_kinds().next().is_some()
    }

    /// The start position as text, in the game's own notation: FEN, SFEN or PDN.
    #[must_use]
    pub fn start_fen(&self) -> &str {
        &self.variant().start
    }

    /// The style in which players of the game write moves: a style of shogi, the numbers of draughts, or else SAN.
    ///
    /// ```
    /// let draughts = betza::Game::builtin("international").unwrap();
    /// assert_eq!(draughts.players_style(), betza::Style::Pdn);
    /// assert!(draughts.start().move_texts(betza::Style::Pdn).contains(&"32-28".to_owned()));
    /// ```
    #[must_use]
    pub fn players_style(&self) -> Style {
        match self.variant().flavour {
            Flavour::Sfen => Style::ShogiHodgesNumber,
            Flavour::Pdn => Style::Pdn,
            _ => Style::San,
        }
    }

    /// What the author of the game's text may not have meant. Places are in that text.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.0.warnings
    }

    /// The start position.
    #[must_use]
    pub fn start(&self) -> Position {
        Position::new(self, self.0.start.clone())
    }

    /// A position from text: FEN in the forms that programs write, SFEN, PDN.
    ///
    /// The reading is strict. Beyond texts that cannot be read, it refuses a position to which no game can come: the
    /// side that is not to move is in check, a side has too few or too many royal pieces, a pawn or another piece
    /// stands where it would have promoted or behind where it starts, a castling right has no king or no partner.
    ///
    /// # Errors
    /// What is wrong, with places in the text.
    pub fn position(&self, fen: &str) -> Result<Position, PositionError> {
        let setup = fen::read(self.variant(), fen).map_err(|e| PositionError::of(vec![of_fen(e)]))?;
        let found = self.contradictions(&setup, fen);
        if !found.is_empty() {
            return Err(PositionError::of(found));
        }
        self.set_up(&setup)
    }

    /// A position from text as far as it makes sense, with what was ignored: rights without pieces, counters and fields
    /// that cannot be read. What only makes the position impossible is told, and the position is as the text says.
    ///
    /// # Errors
    /// If the board, the hands or the side to move cannot be read.
    pub fn position_lenient(&self, fen: &str) -> Result<(Position, Vec<Diagnostic>), PositionError> {
        let (setup, mut ignored) = lenient::read(self.variant(), fen)?;
        let told = self.contradictions(&setup, fen);
        ignored.extend(told.into_iter().map(|d| Diagnostic { severity: Severity::Warning, ..d }));
        Ok((self.set_up(&setup)?, ignored))
    }

    /// What tells that no game can have come to a position.
    fn contradictions(&self, setup: &Setup, text: &str) -> Vec<Diagnostic> {
        let found = self.any().contradictions(setup);
        found.iter().map(|error| of_setup(error, lenient::board_span(text))).collect()
    }

    fn set_up(&self, setup: &Setup) -> Result<Position, PositionError> {
        let position = self.any().position(setup).map_err(|e| PositionError::of(vec![of_setup(&e, 0..0)]))?;
        Ok(Position::of_setup(self, position, setup))
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({})", self.name())
    }
}
