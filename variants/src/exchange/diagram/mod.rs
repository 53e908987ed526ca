//! The text of an Interactive Diagram (chessvariants.com): settings `files=10` and pieces
//! `Name:id:XBetza:image:squares:held`.
//!
//! Read are `files`, `ranks`, `promoZone`, `promoChoice`, `maxPromote`, `promoOffset`, `royal` (a line for each),
//! `symmetry` (`mirror`, `rotate`, `none`; Black's squares after `,,`) and `holdingsType`; settings of the picture are
//! noted, rules that are not read are told or, where they change the moves, refused. An id that is left out is the
//! name's first letter that is free; moves that are left out are those that players know by the name. Squares are
//! counted from rank 1, or from 0 if `firstRank=0` stands there and a square of rank 0 is named. A king castles with
//! the outermost man of its rank, looked for from the edge or from one square in (`j`).
//!
//! Holdings: with `holdingsType=-1` captured pieces come to the captor's hand, from where they are dropped. With
//! `holdingsType=1` they stay with their side, as the diagrams of Gross Chess and of Eurasian Chess have it: there
//! pieces of `promoChoice` with `*` are taken from what a side has lost, and from what it holds at the start.
//!
//! A text may be the source of a whole page: its diagrams are the elements of class `idiagram`.

mod array;
mod choice;
mod settings;
mod source;
mod write;

use self::array::{Array, Held, Row, Symmetry, counts_from_zero, image_of};
use self::choice::{Chosen, chosen};
use self::settings::{Settings, is_known};
use self::source::{Line, Part};
use super::draft::{Choice, Draft, Problems};
use crate::game::Loaded;
use crate::problem::{ProblemCode, Report};
use betza_ir::geometry::{Board, MAX_SIDE, Side};
use betza_notation::Severity;
pub(super) use settings::READ;
pub(super) use source::elements;
pub use write::write;

/// The diagrams of a text: each by its setting `satellite`, or all by their numbers, from 1.
#[must_use]
pub fn names(text: &str) -> Vec<String> {
    let parts = source::diagrams(text);
    let named: Vec<String> = parts
        .iter()
        .filter_map(|part| {
            let lines = source::lines(text, part.clone());
            let own = lines
                .iter()
                .find_map(|line| line.all().split_once('=').filter(|(key, _)| key.trim().text == "satellite"));
            own.map(|(_, value)| value.trim().text.to_owned()).filter(|name| !name.is_empty())
        })
        .collect();
    let mut once = named.clone();
    once.sort_unstable();
    once.dedup();
    if once.len() == parts.len() { named } else { (1..=parts.len()).map(|n| n.to_string()).collect() }
}

/// What the page calls the diagram that [`names`] calls so: the heading before it, or the page's title. A text without
/// a page has none.
#[must_use]
pub fn title(text: &str, part: &str) -> Option<String> {
    let number = names(text).iter().position(|name| name == part)?;
    source::heading(text, elements(text).get(number)?.start)
}

/// Reads the text of a diagram, or the source of a page with one. `name` names the game.
///
/// # Errors
/// All that is wrong, and the warnings.
pub fn read(name: &str, text: &str) -> Result<Loaded, Report> {
    let names = names(text);
    if names.len() == 1 {
        return read_part(name, text, &names[0]);
    }
    let mut problems = Problems::new(name, text);
    let message = format!("the page has {} diagrams, and one game is asked for: {}", names.len(), names.join(", "));
    let remedy =
        format!("take one out, as by betza translate-game FILE {}, or leave one diagram in the file", names[0]);
    problems.error(ProblemCode::UnknownGame, 0..0, message, &remedy);
    Err(problems.report())
}

/// Reads the diagram that [`names`] calls so. `name` names the game.
///
/// # Errors
/// All that is wrong, and the warnings; also if there is no such diagram.
pub fn read_part(name: &str, text: &str, part: &str) -> Result<Loaded, Report> {
    let mut problems = Problems::new(name, text);
    let all = names(text);
    let Some(number) = all.iter().position(|name| name == part) else {
        let message = format!("there is no diagram '{part}' in the text");
        problems.error(ProblemCode::UnknownGame, 0..0, message, &format!("name one of them: {}", all.join(", ")));
        return Err(problems.report());
    };
    let lines = source::lines(text, source::diagrams(text)[number].clone());
    let (settings, rows) = split(&lines, &mut problems);
    for (function, place) in source::hooks(text) {
        let message = format!(
            "the page's script has a function '{function}', which changes the rules of its diagram and is not read here"
        );
        let remedy = "take the diagram out of the page if the game may be read without it, and write the rule in the native format";
        problems.error(ProblemCode::Unsupported, place, message, remedy);
    }
    settings.tell_unread(&mut problems);
    let [files, ranks, zone, most, offset] =
        [("files", 8), ("ranks", 8), ("promoZone", 1), ("maxPromote", 1), ("promoOffset", 0)]
            .map(|(key, default)| settings.number(key, default, &mut problems));
    let Ok(board) = Board::new(files, ranks) else {
        let place = settings.line(if files > u32::from(MAX_SIDE) { "files" } else { "ranks" }).unwrap_or(0..0);
        let message = format!("a board of {files}x{ranks} is too large or too small");
        problems.error(ProblemCode::BadValue, place, message, &format!("use up to {MAX_SIDE}x{MAX_SIDE}"));
        return Err(problems.report());
    };
    let from_zero =
        counts_from_zero(&rows, settings.last("firstRank"), settings.line("firstRank").unwrap_or(0..0), &mut problems);
    let mut array = Array::new(board, symmetry(&settings, &mut problems), from_zero);
    for row in &rows {
        array.row(row, &mut problems);
    }
    if array.pieces.is_empty() {
        problems.error(ProblemCode::MissingKey, 0..0, "there are no pieces", "add lines as Knight:N:N:knight:b1,g1");
        return Err(problems.report());
    }
    array.crown(&settings.all("royal"), &mut problems);
    let choice = settings.last("promoChoice").filter(|value| !value.text.is_empty());
    let choice = choice.map(|value| chosen(value, &array.pieces, &mut problems));
    let (hands, choice) = holdings(&settings, &array, choice, &mut problems);
    let shogi = offset > 0;
    let promotes = |i: usize| {
        let own = &array.pieces[i];
        let to = match (shogi, &choice) {
            (true, _) => array
                .pieces
                .get(i.saturating_add(offset as usize))
                .map(|o| vec![Choice::always(&o.id)])
                .unwrap_or_default(),
            (_, Some(choice)) => choice.clone(),
            (_, None) => {
                let others = array.pieces.iter().filter(|other| !other.royal && other.id != own.id);
                others.map(|other| Choice::always(&other.id)).collect()
            }
        };
        (own.id.clone(), to)
    };
    // A zone of no ranks is reached by nobody.
    let most = if zone == 0 { 0 } else { most as usize };
    let promoting = (0..array.pieces.len()).take(most).map(promotes).collect();
    let draft = Draft {
        files,
        ranks,
        start: array.start(hands && array.held.iter().any(Option::is_some)),
        holes: array.holes(),
        promoting,
        zone,
        shogi,
        hands,
        tables: array.castling(),
        pieces: array.pieces,
        ..Draft::default()
    };
    let unkept = unkept(&settings, &array.images);
    draft.load(name, problems).map(|loaded| Loaded { unkept, ..loaded })
}

/// What the text says of the picture.
fn unkept(settings: &Settings<'_>, images: &[(String, String)]) -> Vec<String> {
    let settings = settings.of_picture();
    let settings = (!settings.is_empty()).then(|| format!("how the diagram looks: {}", settings.join(", ")));
    let image = |(name, image): &(String, String)| {
        format!("the image '{image}' of {name}: its line asks for '{}'", image_of(name))
    };
    settings.into_iter().chain(images.iter().map(image)).collect()
}

/// The symmetry that is named.
fn symmetry(settings: &Settings<'_>, problems: &mut Problems) -> Option<Symmetry> {
    let value = settings.last("symmetry")?;
    match value.text {
        "mirror" => Some(Symmetry::Mirror),
        "rotate" => Some(Symmetry::Rotate),
        "none" => Some(Symmetry::None),
        other => {
            let message = format!("'{other}' is no symmetry that is known here");
            let place = settings.line("symmetry").unwrap_or_else(|| value.place());
            problems.error(ProblemCode::BadValue, place, message, "write mirror, rotate or none");
            None
        }
    }
}

/// Whether captured pieces come to the captor's hand, and the choice of promotion with the numbers that holdings limit
/// it to.
fn holdings(
    settings: &Settings<'_>,
    array: &Array,
    choice: Option<Vec<Chosen<'_>>>,
    problems: &mut Problems,
) -> (bool, Option<Vec<Choice>>) {
    let kind = settings.last("holdingsType").map_or("0", |value| value.text);
    let place = settings.line("holdingsType").unwrap_or(0..0);
    let from_holdings = choice.iter().flatten().any(|chosen| chosen.held.is_some());
    match kind {
        "0" | "" | "-1" => {}
        "1" if from_holdings => {}
        "1" => problems.error(
            ProblemCode::Unsupported,
            place,
            "what becomes of the pieces that holdingsType=1 leaves with the side that lost them is not read here: none is taken from there by '*' in promoChoice",
            "write -1 if captured pieces come to the captor, who drops them; or the game in the native format",
        ),
        other => {
            let message = format!("which pieces come to the hand where holdingsType is '{other}' is a rule that is not read here");
            let remedy = "write -1 if captured pieces come to the captor, who drops them; or the game in the native format";
            problems.error(ProblemCode::Unsupported, place, message, remedy);
        }
    }
    let limited = kind == "1";
    let mut limit = |chosen: &Chosen<'_>| {
        let Some(sign) = chosen.held else { return chosen.choice.clone() };
        let index = array.pieces.iter().position(|piece| piece.id == chosen.choice.id).unwrap_or(0);
        let [white, black] = Side::BOTH.map(|side| array.count(side, index));
        if !limited || white != black {
            let why =
                if limited { "the sides start with different numbers of it" } else { "only holdingsType=1 fills them" };
            let message = format!(
                "that {} is taken from the holdings is not read here, as {why}: it may be chosen always",
                chosen.choice.id
            );
            let remedy = "write the game in the native format, whose promotions have 'limits'";
            problems.add(Severity::Warning, ProblemCode::Unsupported, sign.place(), message, remedy);
            return chosen.choice.clone();
        }
        // What a side has lost and what it held at the start is what it has not on the board.
        let held = array.held[index].as_ref().map_or(0, |held| held.count);
        Choice { limit: Some(white.saturating_add(held)), ..chosen.choice.clone() }
    };
    let choice = choice.map(|all| all.iter().map(&mut limit).collect::<Vec<Choice>>());
    for (piece, held) in array.pieces.iter().zip(&array.held) {
        let is_used = kind == "-1" || choice.iter().flatten().any(|c| c.id == piece.id && c.limit.is_some());
        if let Some(Held { count, place }) = held.clone().filter(|_| !is_used) {
            let message = format!(
                "'{count}' after the squares, how many of {} are held at the start, is not read here: no rule of the diagram takes them from there",
                piece.name
            );
            let remedy = "write holdingsType=-1 if they are dropped as captured pieces are, or a start with hands in the native format";
            problems.add(Severity::Warning, ProblemCode::Unsupported, place, message, remedy);
        }
    }
    (kind == "-1", choice)
}

/// The settings and the pieces of a text.
fn split<'a>(lines: &'a [Line], problems: &mut Problems) -> (Settings<'a>, Vec<Row<'a>>) {
    let (mut settings, mut rows) = (Vec::new(), Vec::new());
    for part in lines.iter().flat_map(|line| unfolded(line.all())) {
        let fields = part.split(|c| c == ':');
        match (part.split_once('='), fields.len()) {
            // Code in messages stands between lines of backticks.
            _ if part.text.trim_matches('`').is_empty() || part.text.starts_with("//") => {}
            (_, 5..) => rows.push(fields),
            (Some((key, value)), _) => settings.push((key.trim(), value.trim())),
            (None, 2..) => {
                let message = format!("this piece has {} parts, and five are needed", fields.len());
                let remedy = "write Name:id:XBetza:image:squares; what is left out keeps its colon, as in Queen::::d1";
                problems.error(ProblemCode::Syntax, part.place(), message, remedy);
            }
            _ => problems.error(
                ProblemCode::Syntax,
                part.place(),
                "this is neither a setting nor a piece",
                "write key=value or Name:id:XBetza:image:squares, one a line",
            ),
        }
    }
    (Settings(settings), rows)
}

/// The lines that a browser or a message has joined to one: two settings or more stand in it. Words between settings
/// and pieces are the beginnings of names.
fn unfolded(line: Part<'_>) -> Vec<Part<'_>> {
    let words: Vec<Part<'_>> =
        line.split(char::is_whitespace).into_iter().filter(|word| !word.text.is_empty()).collect();
    let is_setting = |word: &Part<'_>| word.split_once('=').is_some_and(|(key, _)| is_known(key.text));
    if words.iter().filter(|word| is_setting(word)).count() < 2 {
        return vec![line];
    }
    let mut parts = Vec::new();
    let mut begun: Option<Part<'_>> = None;
    let offset = |part: &Part<'_>| part.text.as_ptr() as usize - line.text.as_ptr() as usize;
    for word in words {
        let first = begun.unwrap_or(word);
        if word.text.contains(':') || is_setting(&word) {
            parts.push(line.part(offset(&first)..offset(&word) + word.text.len()));
            begun = None;
        } else {
            begun = Some(first);
        }
    }
    parts.extend(begun.map(|first| line.part(offset(&first)..line.text.len())));
    parts
}
