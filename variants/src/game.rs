//! A game's file: its parents, its tables, and the checks of the whole.

use crate::builtin;
use crate::keys::{GAME, words};
use crate::node::{Key, Node, Value};
use crate::problem::{Place, ProblemCode, Report, Source, nearest};
use crate::section::{Findings, Scope, Section};
use crate::{castling, idle, piece, placing, reached, results, rules};
use betza_game::fen;
use betza_game::setup::Setup;
use betza_game::variant::{EndRule, KIND_LIMIT, Kind, Variant};
use betza_ir::geometry::Board;
use betza_notation::Dialect;
use std::ops::Range;

/// A game that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// The game.
    pub variant: Variant,
    /// What its author may not have meant.
    pub warnings: Report,
    /// What the text says of pictures, which a game does not have.
    pub unkept: Vec<String>,
}

/// The format that this program reads.
const FORMAT: i64 = 1;

/// How many parents a game may have, one above the other.
const PARENT_LIMIT: usize = 8;

/// Reads a game in the native format (FORMAT.md). `name` is the file's name, for messages.
///
/// # Errors
/// All that is wrong with it, and the warnings.
pub fn read_toml(name: &str, text: &str) -> Result<Loaded, Report> {
    let mut sources = vec![Source { name: name.to_owned(), text: text.to_owned() }];
    let findings = Findings::new();
    let variant = whole(&mut sources, &findings).and_then(|node| read_game(&node, &findings));
    let failed = findings.has_errors();
    let report = Report { sources, problems: findings.into_problems() };
    match variant {
        Some(variant) if !failed => Ok(Loaded { variant, warnings: report, unkept: Vec::new() }),
        _ => Err(report),
    }
}

/// The tree of one file, its pieces in full: `Q = "RN"` is short for a table with the notation alone.
///
/// # Errors
/// As [`Node::parse`].
pub(crate) fn parse(source: usize, text: &str) -> Result<Node, (Range<usize>, String)> {
    let mut node = Node::parse(source, text)?;
    let Value::Table(entries) = &mut node.value else { return Ok(node) };
    let pieces = entries.iter_mut().find(|(key, _)| key.name == "pieces").map(|(_, pieces)| &mut pieces.value);
    let Some(Value::Table(pieces)) = pieces else { return Ok(node) };
    for piece in pieces.iter_mut().map(|(_, piece)| piece).filter(|piece| matches!(piece.value, Value::Text(_))) {
        let key = Key { name: "move".to_owned(), place: piece.place.clone() };
        let notation = piece.clone();
        piece.value = Value::Table(vec![(key, notation)]);
    }
    Ok(node)
}

/// The tree of the file laid over those of its parents.
pub(crate) fn whole(sources: &mut Vec<Source>, findings: &Findings) -> Option<Node> {
    let mut layers: Vec<Node> = Vec::new();
    let mut source = 0;
    loop {
        let node = match parse(source, &sources[source].text) {
            Ok(node) => node,
            Err((span, message)) => {
                let place = Place { source, span };
                findings.error(ProblemCode::Syntax, &place, message, "see FORMAT.md and TOML's specification");
                return None;
            }
        };
        check_format(&node, findings);
        let parent = node.get("parent").cloned();
        layers.push(node);
        let Some(parent) = parent else { break };
        let Value::Text(name) = &parent.value else {
            findings.error(
                ProblemCode::BadValue,
                &parent.place,
                "a parent is named by a text",
                "write parent = \"chess\"",
            );
            return None;
        };
        if layers.len() > PARENT_LIMIT {
            let message = format!("the game has more than {PARENT_LIMIT} parents, one above the other");
            findings.error(ProblemCode::Conflict, &parent.place, message, "take a parent that is nearer to the root");
            return None;
        }
        let Some((id, text)) = builtin::file(name) else {
            let remedy = match nearest(name, builtin::names()) {
                Some(near) => format!("did you mean '{near}'?"),
                None => "take one of the built-in games".to_owned(),
            };
            findings.error(
                ProblemCode::UnknownGame,
                &parent.place,
                format!("there is no built-in game '{name}'"),
                remedy,
            );
            return None;
        };
        source = sources.len();
        sources.push(Source { name: format!("{id}.toml (built in)"), text: text.to_owned() });
    }
    let mut node = layers.pop()?;
    while let Some(over) = layers.pop() {
        // What is about the parent itself is not inherited.
        for own in ["name", "title", "aliases", "sources", "parent"] {
            node.remove(own);
        }
        node.overlay(over);
    }
    Some(node)
}

fn check_format(node: &Node, findings: &Findings) {
    let remedy = format!("write 'format = {FORMAT}'");
    match node.get("format") {
        None => findings.error(ProblemCode::Format, &node.place, "the file does not say its format", remedy),
        Some(Node { value: Value::Int(FORMAT), .. }) => {}
        Some(other) => {
            let message = format!("this program reads format {FORMAT}");
            findings.error(ProblemCode::Format, &other.place, message, remedy);
        }
    }
}

fn read_game(node: &Node, findings: &Findings) -> Option<Variant> {
    // The board comes first: regions are read against it.
    let any_board = Board::new(8, 8).ok()?;
    let first = Scope { findings, board: &any_board, ids: &[] };
    let mut top = Section::new(first, Some(node), &GAME);
    let board = read_board(&mut top)?;
    let pieces = top.get("pieces")?;
    if !matches!(pieces.value, Value::Table(_) | Value::Bool(false)) {
        first.mismatch(pieces, "a table of pieces");
    }
    let entries: Vec<&(crate::node::Key, Node)> =
        pieces.entries().iter().filter(|(_, n)| !matches!(n.value, Value::Bool(false))).collect();
    if entries.len() > KIND_LIMIT {
        let message = format!("the game has {} pieces, the limit is {KIND_LIMIT}", entries.len());
        findings.error(ProblemCode::BadValue, &pieces.place, message, "leave some out");
        return None;
    }
    let ids: Vec<String> = entries.iter().map(|(key, _)| key.name.clone()).collect();
    let scope = Scope { findings, board: &board, ids: &ids };
    top.scope = scope;

    let name = top.get("name").and_then(|n| name(scope, n));
    let title = top.get("title").and_then(|n| scope.text(n)).map(str::to_owned);
    let aliases = top.get("aliases").and_then(|n| scope.texts(n)).unwrap_or_default();
    let sources = top.get("sources").and_then(|n| scope.texts(n)).unwrap_or_default();
    let dialect = top.get("dialect").map_or(Some(Dialect::Betza), |n| piece::dialect(scope, n))?;
    let flavour = top.word("flavour", &words::FLAVOURS)?;
    let start = top.get("start");

    let kinds: Vec<Option<Kind>> = entries.iter().map(|(key, n)| piece::read(scope, &key.name, n, dialect)).collect();
    let kinds: Option<Vec<Kind>> = kinds.into_iter().collect();
    let royalty = rules::royalty(scope, top.table("royalty")).unwrap_or_default();
    let hands = top.table("hands").map(|n| rules::hands(scope, n));
    let gating = top.table("gating").and_then(|n| rules::gating(scope, n));
    let explosion = top.table("blast").map(|n| rules::blast(scope, n));
    let pass = match top.get("pass") {
        Some(n) => scope.by_side(n, |n| scope.word(n, &words::PASSES)),
        None => GAME.word("pass", &words::PASSES).map(|rule| [rule; 2]),
    };
    let pass_from_first = top.bool("pass_from_first");
    let unmoved_field = top.bool("unmoved_field");
    let must_capture = top.bool("must_capture");
    let series = top.table("series").and_then(|n| rules::series(scope, n));
    let petrifies = top.kinds("petrifies");
    let walling = top.table("walling").and_then(|n| placing::walling(scope, n));
    let entering = top.table("entering").and_then(|n| placing::entering(scope, n));
    let turning = top.table("turning").and_then(|n| scope.word(n, &words::TURNINGS));
    let trading = top.table("trading").and_then(|n| rules::trading(scope, n));
    let transformation = top.table("aftermath").map(|n| rules::transformation(scope, n)).unwrap_or_default();
    let annan = top.bool("moves_as_behind");
    let second_board = top.table("second_board").map_or_else(Vec::new, |n| scope.by_kind(n, |value| scope.kind(value)));
    let two_boards = top.bool("two_boards");
    let flying_generals = top.kinds("flying_generals");
    let mutually_immune = top.kinds("mutually_immune");
    let forces_promotion = top.kinds("forces_promotion");
    let spares_protected = top.kinds("spares_protected");
    let grid = top.table("grid").and_then(|n| grid(scope, n));
    let forbidden_checks = top.table("no_checks").and_then(|n| scope.word(n, &words::FORBIDDEN_CHECKS));
    let ends = match top.table("ends") {
        None => Vec::new(),
        Some(Node { value: Value::List(items), .. }) => ends_of(scope, items),
        Some(one @ Node { value: Value::Table(_), .. }) => ends_of(scope, std::slice::from_ref(one)),
        Some(other) => {
            scope.mismatch(other, "a table, or a list of tables, [[ends]]");
            Vec::new()
        }
    };
    let result_rules = results::results(scope, top.table("results")).unwrap_or_default();
    let end_conditions = top.word("end_conditions", &words::END_CONDITIONS);
    let counting = top.word("count", &words::COUNTINGS);
    let castling_node = top.get("castling");
    let en_passant_node = top.get("en_passant");
    top.finish();

    let kinds = kinds?;
    check_letters(scope, &kinds, pieces);
    let name = name?;
    let mut variant = Variant {
        title: title.unwrap_or_else(|| name.clone()),
        name,
        board: board.clone(),
        start: start.and_then(|n| scope.text(n))?.to_owned(),
        flavour,
        royalty,
        castling: None,
        en_passant: rules::en_passant(scope, en_passant_node, &kinds),
        kinds,
        hands,
        entering,
        turning,
        unmoved_field,
        gating,
        pass: pass.unwrap_or_default(),
        pass_from_first,
        must_capture,
        explosion,
        series,
        petrifies,
        walling,
        transformation,
        annan,
        second_board,
        two_boards,
        flying_generals,
        grid,
        forbidden_checks,
        mutually_immune,
        forces_promotion,
        spares_protected,
        trading,
        ends: ends.iter().map(|(_, end)| end.clone()).collect(),
        results: result_rules,
        end_conditions: end_conditions?,
        counting: counting?,
        sources,
        aliases,
    };
    variant.grade_range_captures();
    // The start is read twice: castling by notation depends on where the king stands, and the start names rights to
    // castle.
    let placed = placed(&variant);
    variant.castling = castling::castling(scope, castling_node, node, &variant.kinds, placed.as_ref());
    check_start(scope, &variant, start?, pieces);
    idle::tell(scope, node, &ends, &variant);
    Some(variant)
}

/// The pieces of the start, whatever becomes of its other fields. Numbered squares are a position as a whole.
pub(crate) fn placed(variant: &Variant) -> Option<Setup> {
    fen::placement(variant).ok().or_else(|| fen::read(variant, &variant.start).ok())
}

/// Tables of `[[ends]]`, each with what it says.
fn ends_of<'n>(scope: Scope<'_>, tables: &'n [Node]) -> Vec<(&'n Node, EndRule)> {
    tables.iter().filter_map(|table| Some((table, rules::end(scope, table)?))).collect()
}

fn read_board<'a>(top: &mut Section<'a>) -> Option<Board> {
    let scope = top.scope;
    let node = top.get("board")?;
    let text = scope.text(node)?;
    let holes = top.table("holes");
    let board = Board::parse(text).map_err(|e| {
        scope.findings.error(ProblemCode::BadValue, &node.place, e.to_string(), "write files x ranks, as in \"8x8\"");
    });
    let board = board.ok()?;
    let Some(holes) = holes else { return Some(board) };
    let holes = Scope { board: &board, ..scope }.region(holes)?;
    let missing: Vec<_> = board.squares().filter(|s| holes.contains(*s)).collect();
    Some(board.with_holes(missing))
}

fn name(scope: Scope<'_>, node: &Node) -> Option<String> {
    let text = scope.text(node)?;
    if !text.is_empty() && text.chars().all(|c| !c.is_whitespace() && !c.is_uppercase() && !c.is_control()) {
        return Some(text.to_owned());
    }
    let message = format!("'{text}' is no name");
    scope.findings.error(ProblemCode::BadValue, &node.place, message, "write small letters and digits without blanks");
    None
}

/// The cells of a grid: a text for each rank, the top one first, a character for each square's cell.
fn grid(scope: Scope<'_>, node: &Node) -> Option<Vec<u8>> {
    let rows = scope.texts(node)?;
    let good = |row: &String| row.len() == scope.board.files() && row.bytes().all(|b| b.is_ascii_graphic());
    if rows.len() != scope.board.ranks() || !rows.iter().all(good) {
        scope.mismatch(node, "a text for each rank, the top one first, with a letter or digit for each square's cell");
        return None;
    }
    Some(rows.iter().rev().flat_map(|row| row.bytes()).collect())
}

/// Two pieces may not be written alike.
fn check_letters(scope: Scope<'_>, kinds: &[Kind], pieces: &Node) {
    let mut seen: Vec<(&str, &str)> = Vec::new();
    let marks_promoted = kinds.iter().any(|kind| kind.promotion.as_ref().is_some_and(|rule| rule.remembers));
    for kind in kinds {
        let place = pieces.get(&kind.id).map_or(&pieces.place, |n| &n.place);
        for text in std::iter::once(&kind.letters).chain(&kind.synonyms).flatten().filter(|t| !t.is_empty()) {
            if text.ends_with('~') && marks_promoted {
                let message = format!("'{text}' is also a promoted piece, as a promotion of this game is remembered");
                scope.findings.error(ProblemCode::Conflict, place, message, "give it other 'letters'");
            }
            if let Some((_, other)) = seen.iter().find(|(t, _)| t == text) {
                let message = format!("'{text}' is written for {} and for {other}", kind.id);
                scope.findings.error(ProblemCode::Conflict, place, message, "give one of them other 'letters'");
            }
            seen.push((text, &kind.id));
        }
    }
}

fn check_start(scope: Scope<'_>, variant: &Variant, node: &Node, pieces: &Node) {
    let setup = match fen::read(variant, &variant.start) {
        Ok(setup) => setup,
        Err(e) => {
            let message = format!("[{}] {}", e.code.as_str(), e.message);
            return scope.findings.error(ProblemCode::Start, &scope.inside(node, e.span), message, e.remedy);
        }
    };
    // What a parent has of pieces is no slip of this file's author.
    let own = pieces.entries().iter().map(|(key, _)| key).filter(|key| key.place.source == 0);
    let own: Vec<&Key> = own.collect();
    for kind in reached::never(variant, &setup) {
        if let Some(key) = own.iter().find(|key| key.name == variant.kinds[kind.index()].id) {
            let message =
                format!("no game ever has the piece {}: it is not in the start, and nothing becomes it", key.name);
            let remedy = "write it into 'start', or into a 'promotion', or leave it out";
            scope.findings.warning(ProblemCode::NoEffect, &key.place, message, remedy);
        }
    }
}
