//! The functions of pyffish, Fairy-Stockfish's Python module, for programs that were written for it.

mod counting;
mod setup;
mod writing;

use self::setup::{board_of, completed, set_up};
use self::writing::{as_in_shogi, fogged, with_promoted, written, written_from};
use crate::error::{Raises, diagnostics};
use betza::movegen::fen;
use betza::movegen::fen::FenCode;
use betza::movegen::setup::Setup;
use betza::movegen::variant::{Flavour, SeveralRoyals};
use betza::{Game, Move, Outcome, Position, Reason, Side, Style};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The value of a win, in Fairy-Stockfish's units.
const MATE: i32 = 32_000;

/// The games that were asked for or read from files, by name and whether castling is written as in chess960.
static GAMES: RwLock<BTreeMap<(String, bool), Game>> = RwLock::new(BTreeMap::new());

/// The last configuration's sections, by name: a section is compiled when it is first asked for.
static SECTIONS: RwLock<BTreeMap<String, String>> = RwLock::new(BTreeMap::new());

/// How often a configuration was loaded: positions of games read before may be of other rules.
static LOADED: AtomicU64 = AtomicU64::new(0);

/// Whether questions about moves that are not legal are errors (the option `StrictMoves`). pyffish answers them.
static STRICT: AtomicBool = AtomicBool::new(false);

/// A position that was set up by this thread, since programs ask several things about one position, and about one after
/// the other.
struct Known {
    variant: String,
    fen: String,
    chess960: bool,
    /// [`LOADED`] when it was set up.
    loaded: u64,
    moves: Vec<String>,
    position: Position,
}

/// So many positions are kept: programs look at few games by turns.
const KEPT: usize = 4;

thread_local! {
    /// What was asked about, the last first.
    static KNOWN: RefCell<Vec<Known>> = const { RefCell::new(Vec::new()) };
}

/// The game of a variant.
fn game(variant: &str, chess960: bool) -> PyResult<Game> {
    let key = (variant.to_owned(), chess960);
    if let Some(game) = GAMES.read().ok().and_then(|games| games.get(&key).cloned()) {
        return Ok(game);
    }
    let text = SECTIONS.read().ok().and_then(|sections| sections.get(variant).cloned());
    let plain = match &text {
        Some(text) => Game::from_ini(text, variant).map_err(|e| e.raise(text))?,
        None => Game::builtin(variant).map_err(|e| e.raise(variant))?,
    };
    let found = if chess960 { plain.with_any_castling_there_is().map_err(|e| e.raise(variant))? } else { plain };
    if let Ok(mut games) = GAMES.write() {
        games.insert(key, found.clone());
    }
    Ok(found)
}

/// Calls `ask` with the position after these moves.
fn at<T>(
    variant: &str,
    fen: &str,
    moves: Vec<String>,
    chess960: bool,
    ask: impl FnOnce(&Position) -> PyResult<T>,
) -> PyResult<T> {
    let loaded = LOADED.load(Ordering::Acquire);
    let is_same = |known: &Known| {
        known.variant == variant && known.fen == fen && known.chess960 == chess960 && known.loaded == loaded
    };
    let found = KNOWN.with_borrow_mut(|all| all.iter().position(is_same).map(|i| all.remove(i)));
    let mut known = match found {
        Some(known) => known,
        None => {
            let position = set_up(&game(variant, chess960)?, fen)?;
            Known { variant: variant.to_owned(), fen: fen.to_owned(), chess960, loaded, moves: Vec::new(), position }
        }
    };
    let common = known.moves.iter().zip(&moves).take_while(|(a, b)| a == b).count();
    while known.moves.len() > common {
        known.position.undo();
        known.moves.pop();
    }
    for text in moves.into_iter().skip(common) {
        let m = move_of(&known.position, &text)?;
        // The move was found among the legal ones.
        known.position.play(m).map_err(|e| crate::moves::illegal(&e))?;
        known.moves.push(text);
    }
    let answer = ask(&known.position);
    KNOWN.with_borrow_mut(|all| {
        all.truncate(KEPT - 1);
        all.insert(0, known);
    });
    answer
}

/// The legal move with this text, which is that of the protocol: servers try how castling was written once, and take an
/// error for a no.
fn move_of(position: &Position, text: &str) -> PyResult<Move> {
    let text = &as_it_reads(text);
    let m = position.read_move(text).map_err(|e| {
        let reasons = diagnostics(text, e.diagnostics());
        let reason = reasons.first().map_or(String::new(), |d| format!(": {d}", d = d.text()));
        PyValueError::new_err(format!("Invalid move '{text}'{reason}"))
    })?;
    let own = position.text(m, Style::Uci);
    if own == *text {
        return Ok(m);
    }
    Err(PyValueError::new_err(format!("Invalid move '{text}': write it as '{own}'")))
}

/// A text as Fairy-Stockfish reads it: the last of five letters may be a capital, or an `=` for staying unpromoted.
fn as_it_reads(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(4) {
        Some((at, '=')) if at + 1 == text.len() => Cow::Borrowed(&text[..at]),
        Some((at, last)) if last.is_ascii_uppercase() && at + 1 == text.len() => {
            Cow::Owned(format!("{}{}", &text[..at], last.to_ascii_lowercase()))
        }
        _ => Cow::Borrowed(text),
    }
}

/// The legal move with this text for a question that pyffish answers for any text; `None` where there is no such move
/// and the option `StrictMoves` is off.
fn move_if_legal(position: &Position, text: &str) -> PyResult<Option<Move>> {
    match move_of(position, text) {
        Ok(m) => Ok(Some(m)),
        Err(_) if !STRICT.load(Ordering::Relaxed) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether the side to move is in check: where one of several royals is enough, all of them.
fn is_check(position: &Position) -> bool {
    let (game, turn) = (position.game().any(), position.turn());
    if game.variant().royalty.several != SeveralRoyals::One {
        return position.is_check();
    }
    let mut royals = game.royals(position.any(), turn).into_iter().peekable();
    royals.peek().is_some() && royals.all(|s| game.is_attacked(position.any(), s, turn.other()))
}

/// The value of a result for the side to move.
fn value(outcome: Outcome, turn: Side) -> i32 {
    match outcome.winner() {
        None => 0,
        Some(side) if side == turn => MATE,
        Some(_) => -MATE,
    }
}

/// Whether a result is one for want of legal moves.
fn is_for_want_of_moves(reason: Reason) -> bool {
    matches!(reason, Reason::Checkmate | Reason::Stalemate | Reason::ForbiddenMate | Reason::WeakMate)
}

/// Whether a result is by a rule about the moves played.
fn is_about_history(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::MoveRule(_)
            | Reason::Repetition(_)
            | Reason::PerpetualCheck
            | Reason::PerpetualChase
            | Reason::MoveRepetition
            | Reason::Counting
            | Reason::InsufficientMaterial
            | Reason::OnlyPromotions
    )
}

/// Whether a result of a position with its history is by a rule about the moves played. Where the material decides, it
/// is if the position alone has no result.
fn is_by_history(position: &Position, reason: Reason) -> bool {
    let game = position.game().any();
    is_about_history(reason) || reason == Reason::Material && game.immediate_outcome(position.any()).is_none()
}

/// Whether moves are written as in shogi if no notation is named.
fn is_shogi(game: &Game) -> bool {
    game.any().variant().flavour == Flavour::Sfen || ["checkshogi", "shoshogi"].contains(&game.name())
}

/// The text of a legal move in a style, where an attack is marked as check only if [`is_check`] says so.
fn styled(position: &Position, m: Move, style: Style) -> PyResult<String> {
    let mut text = position.text(m, style);
    let is_for_one = position.game().any().variant().royalty.several == SeveralRoyals::One;
    if is_for_one && style.marks_checks() && text.ends_with('+') {
        let mut after = position.clone();
        after.play(m).map_err(|e| crate::moves::illegal(&e))?;
        if !is_check(&after) {
            text.pop();
        }
    }
    Ok(text)
}

/// The style of a number of pyffish's.
fn style(position: &Position, notation: i32) -> PyResult<Style> {
    let is_shogi = is_shogi(position.game());
    Ok(match notation {
        0 if is_shogi => Style::ShogiHodgesNumber,
        0 | 1 => Style::San,
        2 => Style::Lan,
        3 => Style::ShogiHosking,
        4 => Style::ShogiHodges,
        5 => Style::ShogiHodgesNumber,
        6 => Style::Janggi,
        7 => Style::Xiangqi,
        8 => Style::ThaiSan,
        9 => Style::ThaiLan,
        _ => return Err(PyValueError::new_err(format!("there is no notation {notation}: they are 0 to 9"))),
    })
}

/// Whether a text is a drop that only the rule against mating by it forbids. Who plays it has lost.
fn is_forbidden_drop(position: &Position, text: &str) -> bool {
    let game = position.game();
    let Some((letter, square)) = text.split_once('@') else { return false };
    let kind = game.kinds().iter().find(|kind| kind.letters[0] == letter);
    let held = |id| position.hand(position.turn()).any(|(k, _)| k == id);
    let may = |id: betza::KindId| game.any().variant().kinds[id.index()].drop.no_mate && held(id);
    let is_empty = game.square(square).is_some_and(|s| position.piece_at(s).is_none());
    is_empty && kind.is_some_and(|kind| may(kind.id)) && position.read_move(text).is_err()
}

/// Fairy-Stockfish's number for what is wrong with a FEN. `promotes` says that some pieces are written with a `+`.
fn fault(code: FenCode, text: &str, place: &str, promotes: bool) -> i32 {
    match code {
        FenCode::Missing if text.trim().is_empty() => 0,
        FenCode::UnknownPiece if place.starts_with('+') && promotes => -12,
        FenCode::UnknownPiece => -10,
        FenCode::BoardSize | FenCode::OnHole => -8,
        FenCode::Hand => -7,
        FenCode::Castling => -5,
        FenCode::EnPassant => -4,
        FenCode::Counter => -2,
        _ => -11,
    }
}

/// What pyffish has, by its names.
#[pymodule(name = "pyffish")]
pub mod native {
    use super::{
        Flavour, GAMES, LOADED, MATE, Ordering, Position, Reason, SECTIONS, STRICT, Setup, Side, Style, as_in_shogi,
        at, board_of, completed, counting, fault, fen, fogged, game, is_by_history, is_check, is_for_want_of_moves,
        is_forbidden_drop, move_if_legal, move_of, set_up, style, styled, value, with_promoted, written, written_from,
    };
    use betza::Game;
    use pyo3::prelude::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let constants = [
            ("VALUE_MATE", MATE),
            ("VALUE_DRAW", 0),
            ("NOTATION_DEFAULT", 0),
            ("NOTATION_SAN", 1),
            ("NOTATION_LAN", 2),
            ("NOTATION_SHOGI_HOSKING", 3),
            ("NOTATION_SHOGI_HODGES", 4),
            ("NOTATION_SHOGI_HODGES_NUMBER", 5),
            ("NOTATION_JANGGI", 6),
            ("NOTATION_XIANGQI_WXF", 7),
            ("NOTATION_THAI_SAN", 8),
            ("NOTATION_THAI_LAN", 9),
            ("FEN_OK", 1),
            ("FEN_INVALID_PROMOTED_PIECE", -12),
        ];
        constants.iter().try_for_each(|(name, value)| module.add(*name, *value))
    }

    /// The version of pyffish whose functions these are.
    #[pyfunction]
    fn version() -> (u32, u32, u32) {
        (0, 0, 90)
    }

    /// What it is.
    #[pyfunction]
    fn info() -> String {
        format!("betza {} (functions of pyffish 0.0.90)", env!("CARGO_PKG_VERSION"))
    }

    /// The names of all variants, those of loaded configurations included.
    #[pyfunction]
    fn variants() -> Vec<String> {
        let mut names: BTreeSet<String> = Game::names().map(str::to_owned).collect();
        if let Ok(sections) = SECTIONS.read() {
            names.extend(sections.keys().cloned());
        }
        names.into_iter().collect()
    }

    /// Sets an option of the engine. `VariantPath` loads the variants of a file, or of several, separated as in `PATH`.
    /// `StrictMoves` is betza's own: whether `get_san` and `is_capture` refuse a move that is not legal. The others do
    /// not matter to the rules; they are accepted.
    #[pyfunction]
    fn set_option(name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if name.eq_ignore_ascii_case("StrictMoves") {
            STRICT.store(value.extract()?, Ordering::Relaxed);
            return Ok(());
        }
        if !name.eq_ignore_ascii_case("VariantPath") {
            return Ok(());
        }
        let paths: String = value.extract()?;
        for path in std::env::split_paths(&paths).filter(|path| !["", "<empty>"].map(Path::new).contains(&&**path)) {
            let text = std::fs::read(&path).map_err(|error| {
                let message = format!("{}: {error}; give VariantPath the path of a variants.ini", path.display());
                PyErr::from(std::io::Error::new(error.kind(), message))
            })?;
            load_variant_config(&String::from_utf8_lossy(&text));
        }
        Ok(())
    }

    /// Reads variants from the text of a variants.ini. A section that cannot be read is an error when it is asked for.
    #[pyfunction]
    fn load_variant_config(config: &str) {
        let names = Game::ini_names(config);
        if let (Ok(mut sections), Ok(mut games)) = (SECTIONS.write(), GAMES.write()) {
            for name in names {
                games.remove(&(name.clone(), false));
                games.remove(&(name.clone(), true));
                sections.insert(name, config.to_owned());
            }
            LOADED.fetch_add(1, Ordering::Release);
        }
    }

    /// The start position.
    #[pyfunction]
    fn start_fen(variant: &str) -> PyResult<String> {
        let game = game(variant, false)?;
        let flavour = game.any().variant().flavour;
        let start =
            if flavour == Flavour::Sfen { written(&game.start(), Flavour::Fen) } else { game.start_fen().to_owned() };
        // What a configuration says itself stays as it is there.
        let is_given = SECTIONS.read().is_ok_and(|all| all.get(variant).is_some_and(|text| text.contains(&start)));
        Ok(if is_given { start } else { as_in_shogi(&game, start) })
    }

    /// Whether captured pieces go to a partner's board.
    #[pyfunction]
    fn two_boards(variant: &str) -> PyResult<bool> {
        Ok(game(variant, false)?.is_for_two_boards())
    }

    /// Whether captured pieces come to the captor's hand.
    #[pyfunction]
    fn captures_to_hand(variant: &str) -> PyResult<bool> {
        let game = game(variant, false)?;
        Ok(game.any().variant().hands.as_ref().is_some_and(|hands| hands.captures))
    }

    /// A move in a notation; the text itself if it is that of no legal move and the option `StrictMoves` is off.
    #[pyfunction]
    #[pyo3(signature = (variant, fen, r#move, chess960 = false, notation = 0))]
    fn get_san(variant: &str, fen: &str, r#move: &str, chess960: bool, notation: i32) -> PyResult<String> {
        at(variant, fen, Vec::new(), chess960, |position| {
            let style = style(position, notation)?;
            match move_if_legal(position, r#move)? {
                Some(m) => styled(position, m, style),
                None => Ok(r#move.to_owned()),
            }
        })
    }

    /// Moves that follow each other in a notation.
    #[pyfunction]
    #[pyo3(signature = (variant, fen, movelist, chess960 = false, notation = 0))]
    fn get_san_moves(
        variant: &str,
        fen: &str,
        movelist: Vec<String>,
        chess960: bool,
        notation: i32,
    ) -> PyResult<Vec<String>> {
        let mut position = set_up(&game(variant, chess960)?, fen)?;
        let style = style(&position, notation)?;
        let mut texts = Vec::with_capacity(movelist.len());
        for text in &movelist {
            let m = move_of(&position, text)?;
            texts.push(styled(&position, m, style)?);
            position.play(m).map_err(|e| crate::moves::illegal(&e))?;
        }
        Ok(texts)
    }

    /// The legal moves.
    #[pyfunction]
    #[pyo3(signature = (variant, fen, movelist, chess960 = false))]
    fn legal_moves(variant: &str, fen: &str, movelist: Vec<String>, chess960: bool) -> PyResult<Vec<String>> {
        at(variant, fen, movelist, chess960, |position| {
            Ok(position.legal_moves().into_iter().map(|m| position.text(m, Style::Uci)).collect())
        })
    }

    /// The position after moves.
    #[pyfunction]
    #[pyo3(signature = (variant, fen, movelist, chess960 = false, sfen = false, show_promoted = false, count_started = 0))]
    fn get_fen(
        variant: &str,
        fen: &str,
        movelist: Vec<String>,
        chess960: bool,
        sfen: bool,
        show_promoted: bool,
        count_started: i32,
    ) -> PyResult<String> {
        let flavour = if sfen { Flavour::Sfen } else { Flavour::Fen };
        at(variant, fen, movelist, chess960, |position| {
            let setup = if show_promoted { with_promoted(position) } else { position.setup() };
            let counted = counting::counted(position, count_started);
            Ok(written_from(position, &Setup { counted, ..setup }, flavour))
        })
    }

    /// Whether the side to move is in check.
    #[pyfunction]
    #[pyo3(signature = (variant, fen, movelist, chess960 = false))]
    fn gives_check(variant: &str, fen: &str, movelist: Vec<String>, chess960: bool) -> PyResult<bool> {
        at(variant, fen, movelist, chess960, |position| Ok(is_check(position)))
    }

    /// Whether a move captures; `False` if it is not legal and the option `StrictMoves` is off.
    #[pyfunction]
    #[pyo3(signature = (variant, fen, movelist, r#move, chess960 = false))]
    fn is_capture(variant: &str, fen: &str, movelist: Vec<String>, r#move: &str, chess960: bool) -> PyResult<bool> {
        at(variant, fen, movelist, chess960, |position| {
            Ok(move_if_legal(position, r#move)?.is_some_and(|m| !position.captured(m).is_empty()))
        })
    }

    /// The piece that the last move has captured, as it comes to a hand; `""` if it captured none.
    #[pyfunction]
    #[pyo3(signature = (variant, fen, movelist, chess960 = false))]
    fn piece_to_partner(variant: &str, fen: &str, mut movelist: Vec<String>, chess960: bool) -> PyResult<String> {
        let Some(last) = movelist.pop() else { return Ok(String::new()) };
        at(variant, fen, movelist, chess960, |position| {
            let m = move_of(position, &last)?;
            Ok(captured_letter(position, m).unwrap_or_default())
        })
    }

    /// The letter of what a move captures, as before it was promoted.
    fn captured_letter(position: &Position, m: betza::Move) -> Option<String> {
        let square = *position.captured(m).first()?;
        let setup = position.game().any().setup(position.any());
        let placed = setup.men.get(square.index()).copied().flatten()?;
        let kind = placed.was.unwrap_or(placed.kind);
        let letters = &position.game().kinds()[kind.index()].letters[placed.side.index()];
        Some(letters.trim_start_matches('+').to_owned())
    }

    /// The value of the result for the side to move.
    #[pyfunction]
    #[pyo3(signature = (variant, fen, movelist, chess960 = false))]
    fn game_result(variant: &str, fen: &str, movelist: Vec<String>, chess960: bool) -> PyResult<i32> {
        if let Some((last, before)) = movelist.split_last()
            && at(variant, fen, before.to_vec(), chess960, |position| Ok(is_forbidden_drop(position, last)))?
        {
            return Ok(MATE);
        }
        at(variant, fen, movelist, chess960, |position| {
            let outcome = position.outcome().or_else(|| position.claimable());
            Ok(outcome.map_or(0, |outcome| value(outcome, position.turn())))
        })
    }

    /// Whether a rule of the game ends it in this position, with the value for the side to move.
    #[pyfunction]
    #[pyo3(signature = (variant, fen, movelist, chess960 = false))]
    fn is_immediate_game_end(variant: &str, fen: &str, movelist: Vec<String>, chess960: bool) -> PyResult<(bool, i32)> {
        at(variant, fen, movelist, chess960, |position| {
            let counts = |reason| !is_for_want_of_moves(reason) && !is_by_history(position, reason);
            let outcome = position.outcome().filter(|outcome| counts(outcome.reason()));
            Ok(outcome.map_or((false, 0), |outcome| (true, value(outcome, position.turn()))))
        })
    }

    /// Whether a rule about the moves played lets a player end the game, with the value for the side to move.
    #[pyfunction]
    #[pyo3(signature = (variant, fen, movelist, chess960 = false, count_started = 0))]
    fn is_optional_game_end(
        variant: &str,
        fen: &str,
        movelist: Vec<String>,
        chess960: bool,
        count_started: i32,
    ) -> PyResult<(bool, i32)> {
        at(variant, fen, movelist, chess960, |position| {
            let automatic = position.outcome().filter(|outcome| is_by_history(position, outcome.reason()));
            // Fairy-Stockfish plays on without the material to mate.
            let automatic = automatic.filter(|outcome| outcome.reason() != Reason::InsufficientMaterial);
            let outcome = automatic.or_else(|| position.claimable());
            // The count depends on when the player has begun it.
            let outcome = outcome.filter(|outcome| outcome.reason() != Reason::Counting);
            let told = outcome.map(|outcome| (true, value(outcome, position.turn())));
            let counted = || counting::has_run_out(position, count_started).then_some((true, 0));
            Ok(told.or_else(counted).unwrap_or((false, 0)))
        })
    }

    /// Whether White, and Black, has too few pieces to win.
    #[pyfunction]
    #[pyo3(signature = (variant, fen, movelist, chess960 = false))]
    fn has_insufficient_material(
        variant: &str,
        fen: &str,
        movelist: Vec<String>,
        chess960: bool,
    ) -> PyResult<(bool, bool)> {
        at(variant, fen, movelist, chess960, |position| {
            Ok((position.lacks_material(Side::White), position.lacks_material(Side::Black)))
        })
    }

    /// 1 if a text is a position of the variant, or a number that tells what is wrong.
    #[pyfunction]
    #[pyo3(signature = (fen, variant, chess960 = false))]
    fn validate_fen(fen: &str, variant: &str, chess960: bool) -> PyResult<i32> {
        let game = game(variant, chess960)?;
        if fen.contains("  ") {
            // A field is empty.
            return Ok(-4);
        }
        if game.any().variant().flavour == Flavour::Pdn {
            return Ok(if game.position_lenient(fen).is_ok() { 1 } else { -11 });
        }
        let has_fields = fen.split_whitespace().nth(1).is_some();
        let text = match fen.split_once(' ') {
            _ if !has_fields => completed(&game, fen),
            Some((board, rest)) => format!("{} {rest}", board_of(&game, board)),
            None => fen.to_owned(),
        };
        if let Err(e) = self::fen::read(game.any().variant(), &text) {
            let promotes = game.kinds().iter().any(|kind| kind.letters[0].starts_with('+'));
            return Ok(fault(e.code, &text, text.get(e.span.clone()).unwrap_or_default(), promotes));
        }
        // Positions to which no game can come are positions; the number of kings is asked.
        let code = game.position(&text).err().map_or("", |e| e.code());
        Ok(match code {
            // More than 255 pieces of a kind in a hand, which no position here can hold.
            "fen-hand" => -7,
            _ if code.contains("royal") || code.contains("king") => -3,
            _ => 1,
        })
    }

    /// The position as the side to move sees it where it sees only the squares to which it may go.
    #[pyfunction]
    #[pyo3(signature = (fen, variant, chess960 = false))]
    fn get_fog_fen(fen: &str, variant: &str, chess960: bool) -> PyResult<String> {
        at(variant, fen, Vec::new(), chess960, |position| Ok(fogged(position)))
    }
}
