//! A game whose positions are held against the laws, and the laws.
//!
//! The generator finds moves by masks, and counts replies without making most moves. What it finds in a position is
//! held against what is found without them: by a twin of the game that makes every move to see whether it is legal, and
//! by the rules as they are written ([`crate::rulebook`]), which know only the walk.

use crate::rulebook::{Ruled, Verdict, compare_at};
use betza_game::fen;
use betza_game::setup::Setup;
use betza_game::variant::{Region, Variant};
use betza_ir::geometry::Square;
use betza_movegen::moves::{Move, MoveType};
use betza_movegen::style::Style;
use betza_movegen::{AnyGame, AnyPosition};
use betza_movegen::{CompileError, Gen, MoveList};
use std::fmt::Write;

/// The most moves after whose every one replies are listed. Games of walls have thousands of moves in a position.
const MOST_MOVES: usize = 200;

/// How much is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// The replies are found by making them, too.
    pub replies: bool,
    /// Lists, texts, checks and attacks are held against their definitions, too.
    pub queries: bool,
    /// The rules as they are written have their say.
    pub rules: bool,
}

/// A law that does not hold in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The law, in a word.
    pub law: &'static str,
    /// What differs.
    pub how: String,
}

/// A game, compiled twice.
pub struct Subject {
    game: AnyGame,
    /// The same game, in which every move is made to see whether it is legal.
    tested: AnyGame,
    /// The same game with tables for pieces, if `game` has programs, as on large boards.
    tabled: Option<AnyGame>,
}

impl Subject {
    /// Compiles a game.
    ///
    /// # Errors
    /// If its rules cannot be together.
    ///
    /// # Panics
    /// If its start cannot be read.
    pub fn new(variant: &Variant, seed: u64) -> Result<Subject, CompileError> {
        let start = fen::read(variant, &variant.start).expect("the start is a position");
        let compiled = || AnyGame::compile(variant, &start, seed);
        Ok(Subject { game: compiled()?, tested: compiled()?.testing_each_move(), tabled: None })
    }

    /// Compiles a game as if its board were a large one. The same game with tables is held against it, too.
    ///
    /// # Errors
    /// If its rules cannot be together, or not on a large board.
    ///
    /// # Panics
    /// If its start cannot be read.
    pub fn as_large(variant: &Variant, seed: u64) -> Result<Subject, CompileError> {
        let start = fen::read(variant, &variant.start).expect("the start is a position");
        let compiled = || AnyGame::compile_as_large(variant, &start, seed);
        let tabled = Some(AnyGame::compile(variant, &start, seed)?);
        Ok(Subject { game: compiled()?, tested: compiled()?.testing_each_move(), tabled })
    }

    /// The game as it is played.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Returns the first law that does not hold in a position, if there is one.
    ///
    /// # Errors
    /// The fault.
    pub fn check(&self, setup: &Setup, depth: Depth) -> Result<(), Fault> {
        let Ok(mut position) = self.game.position(setup) else { return Ok(()) };
        let list = self.game.legal_moves(&position);
        if self.game.has_overflowed() {
            return Ok(());
        }
        self.lists_agree(&position, &list)?;
        if let Some(tabled) = &self.tabled {
            self.agrees_with_tables(tabled, setup, &mut position, &list)?;
        }
        if list.len() <= MOST_MOVES {
            self.counts_agree(&mut position, &list, depth.replies)?;
        }
        if depth.queries {
            self.queries_agree(&position, &list)?;
        }
        if depth.rules {
            let ruled = Ruled::new(self.game.variant());
            let named = ruled.named(setup.clone());
            if let (Verdict::Differs(how), _) = compare_at(&self.game, &ruled, &named) {
                return Err(Fault { law: "the rules as they are written have the same moves", how });
            }
            let (found, ruled) = (self.game.is_check(&position), ruled.is_in_check(&named, named.turn));
            if found != ruled {
                let how = format!("{found} for {ruled}");
                return Err(Fault { law: "who is in check is so by the rules as they are written", how });
            }
        }
        Ok(())
    }

    /// The moves found by masks are those found by making each move.
    fn lists_agree(&self, position: &AnyPosition, list: &MoveList) -> Result<(), Fault> {
        let law = "moves by masks are those by making";
        let tested = self.tested.legal_moves(position);
        if sorted(list) != sorted(&tested) {
            let texts = |game: &AnyGame, list: &MoveList| game.move_texts(position, list);
            let (ours, theirs) = (texts(&self.game, list), texts(&self.tested, &tested));
            return Err(Fault { law, how: difference("masks", &ours, "making", &theirs) });
        }
        let count = self.game.count_moves(position);
        if count != list.len() as u64 {
            return Err(Fault { law: "moves counted are moves listed", how: format!("{count} for {}", list.len()) });
        }
        Ok(())
    }

    /// The moves, their replies and the attacked squares are those of the game with tables.
    fn agrees_with_tables(
        &self,
        tabled: &AnyGame,
        setup: &Setup,
        position: &mut AnyPosition,
        list: &MoveList,
    ) -> Result<(), Fault> {
        let Ok(mut other) = tabled.position(setup) else { return Ok(()) };
        let theirs = tabled.legal_moves(&other);
        if tabled.has_overflowed() {
            return Ok(());
        }
        let (ours, others) = (self.game.move_texts(position, list), tabled.move_texts(&other, &theirs));
        if ours.len() != others.len() || ours.iter().any(|text| !others.contains(text)) {
            let how = difference("programs", &ours, "tables", &others);
            return Err(Fault { law: "moves by programs are those by tables", how });
        }
        if list.len() <= MOST_MOVES {
            let (ours, others) = (after_each(&self.game, position, list), after_each(tabled, &mut other, &theirs));
            if let Some((ours, others)) = ours.iter().zip(&others).find(|(ours, others)| ours != others) {
                let how = format!("{} with {} replies for {} with {}", ours.0, ours.1, others.0, others.1);
                return Err(Fault { law: "moves by programs do what those by tables do", how });
            }
        }
        for square in self.game.board() {
            for side in betza_ir::geometry::Side::BOTH {
                let found = self.game.attackers_to(position, square, side);
                let expected = tabled.attackers_to(&other, square, side);
                if found != expected {
                    let name = |s: Region| names(&self.game, s);
                    let how = format!("{}: {} for {}", name(Region::of(square)), name(found), name(expected));
                    return Err(Fault { law: "attackers by programs are those by tables", how });
                }
            }
        }
        Ok(())
    }

    /// The replies counted together are those listed after each move, and those found by making them if `by_making` is
    /// set.
    fn counts_agree(&self, position: &mut AnyPosition, list: &MoveList, by_making: bool) -> Result<(), Fault> {
        let before = position.clone();
        let (mut listed, mut tested, mut by_move) = (0, 0, Vec::new());
        for &m in list.iter() {
            let undo = self.game.make_listed(position, m, list);
            let replies = self.game.count_moves(position);
            tested += if by_making { self.tested.count_moves(position) } else { replies };
            self.game.unmake(position, undo);
            listed += replies;
            by_move.push(replies);
        }
        if *position != before {
            return Err(Fault { law: "unmaking restores", how: String::new() });
        }
        let together = self.game.count_replies(position, list);
        if *position != before {
            return Err(Fault { law: "counting leaves the position as it is", how: String::new() });
        }
        if together != listed {
            let how = format!("{together} counted together, {listed} listed after each move");
            return Err(Fault { law: "replies counted together are those listed", how });
        }
        if tested != listed {
            let how = format!("{listed} listed, {tested} by making each");
            return Err(Fault { law: "replies by masks are those by making", how });
        }
        Ok(())
    }

    /// Lists of some moves, single moves, texts, checks and attacks are as they are defined.
    fn queries_agree(&self, position: &AnyPosition, list: &MoveList) -> Result<(), Fault> {
        let game = &self.game;
        let fault = |law, how: String| Err(Fault { law, how });
        let some = |wanted| {
            let mut list = MoveList::default();
            game.generate(position, wanted, &mut list);
            list
        };
        let (captures, quiets) = (some(Gen::Captures), some(Gen::Quiets));
        let mut parts: Vec<Move> = captures.iter().chain(quiets.iter()).copied().collect();
        parts.sort_unstable();
        if parts != sorted(list) {
            return fault("captures and quiets are all moves", format!("{} and {}", captures.len(), quiets.len()));
        }
        if let Some(m) = captures.iter().find(|&&m| game.captured_by(position, m).is_empty()) {
            return fault("captures capture", format!("{m:?}"));
        }
        if let Some(m) = quiets.iter().find(|&&m| !game.captured_by(position, m).is_empty()) {
            return fault("quiets capture nothing", format!("{m:?}"));
        }
        let checked = game.is_check(position);
        let evasions = some(Gen::Evasions).len();
        if evasions != if checked { list.len() } else { 0 } {
            return fault("evasions are all moves in check", format!("{evasions}"));
        }
        if game.checkers(position).is_empty() == checked {
            return fault("who is in check has checkers", format!("{checked}"));
        }
        if game.has_legal_move(position) == list.is_empty() {
            return fault("has_legal_move says whether there is one", String::new());
        }
        if let Some(m) = list.iter().find(|m| !game.is_legal(position, **m)) {
            return fault("listed moves are legal", format!("{m:?}"));
        }
        // Elsewhere a move is looked for among all.
        if game.judges_singly() {
            self.others_are_illegal(position, list)?;
        }
        if list.len() <= MOST_MOVES {
            self.texts_agree(position, list)?;
        }
        self.attacks_agree(position)
    }

    /// Moves and drops that are not listed are not legal.
    fn others_are_illegal(&self, position: &AnyPosition, list: &MoveList) -> Result<(), Fault> {
        let game = &self.game;
        let is_wrong = |m: &Move| game.is_legal(position, *m) != list.contains(m);
        let types = [MoveType::Plain, MoveType::DoubleStep, MoveType::EnPassant, MoveType::Castling];
        for from in position.side(position.turn()) {
            let to_all = |kind| game.board().into_iter().map(move |to| Move::new(kind, from, to));
            if let Some(m) = types.into_iter().flat_map(to_all).find(is_wrong) {
                return Err(Fault { law: "moves that are not listed are not legal", how: format!("{m:?}") });
            }
        }
        for kind in game.variant().kind_ids() {
            let mut drops = game.board().into_iter().map(|to| Move::entering(to, kind));
            if let Some(m) = drops.find(is_wrong) {
                return Err(Fault { law: "drops that are not listed are not legal", how: format!("{m:?}") });
            }
        }
        Ok(())
    }

    /// Texts of moves read back, and those that are read and written without the list are as by the list.
    fn texts_agree(&self, position: &AnyPosition, list: &MoveList) -> Result<(), Fault> {
        let game = &self.game;
        let texts = game.move_texts(position, list);
        let algebraic = game.styled_texts(position, list, &[], Style::San);
        let marks = game.check_marks(position, list);
        for (index, &m) in list.iter().enumerate() {
            let (text, san) = (&texts[index], algebraic[index].clone() + marks[index]);
            if game.read_move(position, list, text) != Some(m) {
                return Err(Fault { law: "texts of moves read back", how: text.clone() });
            }
            for text in [text, &san] {
                if game.find_directly(position, text).is_some_and(|found| found != m) {
                    return Err(Fault { law: "texts name the same move without the list", how: text.clone() });
                }
            }
            if let Some(direct) = game.text_directly(position, m, Style::San).filter(|direct| *direct != san) {
                let how = format!("{direct} for {san}");
                return Err(Fault { law: "moves have the same text without the list", how });
            }
        }
        Ok(())
    }

    /// Who attacks a square is who has it among the squares that he attacks.
    fn attacks_agree(&self, position: &AnyPosition) -> Result<(), Fault> {
        let game = &self.game;
        for to in game.board() {
            for side in betza_ir::geometry::Side::BOTH {
                let attacks = |from: &Square| *from != to && game.attacks_from(position, *from).contains(to);
                let pieces: Region = position.side(side);
                let expected: Region = pieces.into_iter().filter(attacks).collect();
                let found = game.attackers_to(position, to, side);
                if expected != found {
                    let name = |s: Region| names(game, s);
                    let how = format!("{}: {} for {}", names(game, Region::of(to)), name(found), name(expected));
                    return Err(Fault { law: "attackers are those who attack", how });
                }
                if game.is_attacked(position, to, side) == found.is_empty() {
                    return Err(Fault { law: "who is attacked has attackers", how: names(game, Region::of(to)) });
                }
            }
        }
        Ok(())
    }
}

/// The position after each move and the number of replies to it, sorted.
fn after_each(game: &AnyGame, position: &mut AnyPosition, list: &MoveList) -> Vec<(String, u64)> {
    let mut found = Vec::new();
    for &m in list.iter() {
        let undo = game.make_listed(position, m, list);
        found.push((fen::write(game.variant(), &game.setup(position)), game.count_moves(position)));
        game.unmake(position, undo);
    }
    found.sort_unstable();
    found
}

/// The names of squares.
fn names(game: &AnyGame, squares: Region) -> String {
    squares.into_iter().fold(String::new(), |mut all, s| {
        let _ = write!(all, "{} ", game.variant().board.name(s));
        all
    })
}

/// The moves of a list in an order that does not depend on how they were found.
fn sorted(list: &MoveList) -> Vec<Move> {
    let mut moves: Vec<Move> = list.iter().copied().collect();
    moves.sort_unstable();
    moves
}

/// What one list has and the other has not.
fn difference(one: &str, ours: &[String], other: &str, theirs: &[String]) -> String {
    let lacking = |from: &[String], of: &[String]| {
        from.iter().filter(|text| !of.contains(text)).cloned().collect::<Vec<_>>().join(" ")
    };
    format!("only by {one}: {}; only by {other}: {}", lacking(ours, theirs), lacking(theirs, ours))
}
