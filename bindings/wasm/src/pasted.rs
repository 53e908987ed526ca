//! What a text that somebody pastes is: a game in some form, a position, a piece.

use crate::json;
use crate::kept::{self, Source};
use crate::thrown::Thrown;
use betza::movegen::fen;
use betza::readings::{self, Group, Unclear};
use betza::{Dialect, Game, Severity};
use betza_variants::exchange::{Form, diagram};
use betza_variants::problem::Report;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// What a text was taken for. `what` is `game`, `sections`, `position`, `piece` or `nothing`.
#[derive(Default, Serialize)]
struct Taken {
    what: &'static str,
    /// In words.
    said: String,
    /// Of a game: its text in the native format, complete.
    toml: Option<String>,
    /// Of several sections: their names.
    names: Vec<String>,
    /// Of a page with several diagrams: all of them.
    parts: Vec<Part>,
    /// What the text says of pictures, which a game does not have.
    unkept: Vec<String>,
    /// Of a position: the game whose it is, and its text.
    game: Option<String>,
    fen: Option<String>,
    /// Of a piece: its notation, and the dialects that read it, first the one in which it is meant.
    notation: Option<String>,
    dialects: Vec<&'static str>,
    /// Why it is not read, a line each.
    errors: Vec<String>,
}

/// One of several diagrams: what tells it from the others, and what the page calls it.
#[derive(Serialize)]
struct Part {
    name: String,
    title: Option<String>,
}

/// The warnings about a section of a `variants.ini`, a line each, as a JSON list; nothing of one that cannot be read.
///
/// # Errors
/// None that can happen.
#[wasm_bindgen(js_name = iniWarnings)]
pub fn ini_warnings(text: &str, section: &str) -> Result<String, Thrown> {
    json(&betza_variants::read_ini("the file", text, section).map_or(Vec::new(), |loaded| lines(&loaded.warnings)))
}

/// What a text is: `{what, said, ...}`. A position is tried in the game of this name first; of a page with several
/// diagrams the one called `part` is read, or the first.
///
/// # Errors
/// None that can happen; a text that is nothing is said to be so.
#[wasm_bindgen]
pub fn pasted(text: &str, game: &str, part: Option<String>) -> Result<String, Thrown> {
    let text = text.trim();
    let taken = match Form::of(text) {
        Some(form) => a_game(form, text, part.as_deref()),
        None => a_position(text, game).or_else(|| a_piece(text)).unwrap_or_else(|| nothing(text)),
    };
    json(&taken)
}

fn a_game(form: Form, text: &str, part: Option<&str>) -> Taken {
    let said = form.name().to_owned();
    if form == Form::Ini {
        let names = betza_variants::ini_sections(text);
        if !names.is_empty() {
            return Taken { what: "sections", said, names, ..Taken::default() };
        }
    }
    let games = form.games(text);
    // The first of several diagrams is what a page is about, more often than not.
    let wanted = games.iter().position(|game| Some(game.as_str()) == part).unwrap_or(0);
    let title = |game: &String| diagram::title(text, game);
    let name = games.get(wanted).and_then(title).unwrap_or_else(|| "pasted".to_owned());
    let (said, read) = match &games[..] {
        [_, _, ..] => {
            let said = format!("{said}, number {} of {} on its page", wanted + 1, games.len());
            (said, form.read_game(&name, text, &games[wanted]))
        }
        _ => (said, form.read(&name, text)),
    };
    let several = games.iter().filter(|_| games.len() > 1);
    let parts = several.map(|game| Part { name: game.clone(), title: title(game) }).collect();
    match read {
        Ok(loaded) => {
            // A game file keeps its own words; others are written anew.
            let toml = if form == Form::Toml { text.to_owned() } else { betza_variants::write_toml(&loaded.variant) };
            let errors = lines(&loaded.warnings);
            Taken { what: "game", said, toml: Some(toml), parts, unkept: loaded.unkept, errors, ..Taken::default() }
        }
        Err(report) => Taken { what: "game", said, parts, errors: lines(&report), ..Taken::default() },
    }
}

/// The problems of a report, a line each.
fn lines(report: &Report) -> Vec<String> {
    report.to_string().lines().map(str::to_owned).collect()
}

/// A position of the game at hand, else of one that reads it, those with chess's names first.
fn a_position(text: &str, at_hand: &str) -> Option<Taken> {
    let board = text.split_whitespace().next()?;
    let is_pdn = text.contains(":W") && text.contains(":B");
    if !board.contains('/') && !is_pdn {
        return None;
    }
    let mut games = vec![at_hand, "chess", "xiangqi", "shogi", "crazyhouse"];
    for name in Game::names() {
        games.push(name);
    }
    // Most games cannot have a position with such a board: they need not be compiled to see it.
    let could = |name: &str| betza_variants::find(name).is_ok_and(|found| fen::read(&found.variant, text).is_ok());
    let compiled = |name: &str| kept::game(&Source::Builtin(name));
    let reads = |name: &&&str| could(name) && compiled(name).is_ok_and(|game| game.position(text).is_ok());
    if let Some(name) = games.iter().find(reads) {
        let said = format!("a position of {name}");
        return Some(Taken {
            what: "position",
            said,
            game: Some((*name).to_owned()),
            fen: Some(text.to_owned()),
            ..Taken::default()
        });
    }
    let why = compiled(at_hand).ok().and_then(|game| game.position(text).err());
    let errors = vec![why.map_or_else(|| "no built-in game has such a position".to_owned(), |e| e.to_string())];
    Some(Taken {
        what: "position",
        said: "a position, which no built-in game reads".to_owned(),
        errors,
        ..Taken::default()
    })
}

/// A piece by its name or its notation, as the command line reads it.
fn a_piece(text: &str) -> Option<Taken> {
    if text.contains(['\n', '\r']) || text.len() > 400 {
        return None;
    }
    let piece = |said: String, notation: &str, first: Dialect, group: Vec<Dialect>| {
        let others = group.into_iter().filter(|dialect| *dialect != first);
        let dialects = std::iter::once(first).chain(others).map(Dialect::id).collect();
        Taken { what: "piece", said, notation: Some(notation.to_owned()), dialects, ..Taken::default() }
    };
    let (groups, _) = readings::groups(text);
    let all = || groups.iter().flat_map(|group| &group.members).map(|(dialect, _)| *dialect).collect::<Vec<_>>();
    match readings::of(text) {
        Ok(chosen) if chosen.text == text => {
            let said = chosen.note.map_or_else(|| "a piece".to_owned(), |note| format!("a piece, {note}"));
            Some(piece(said, text, chosen.dialect, all()))
        }
        Ok(chosen) => {
            let said = format!("a piece: {}", chosen.note.unwrap_or_default());
            Some(piece(said, &chosen.text, chosen.dialect, Vec::new()))
        }
        Err(Unclear::Several(groups)) => {
            let ways: Vec<String> = groups.iter().map(Group::names).collect();
            let said = format!("a piece that the dialects read in {} ways: {}", ways.len(), ways.join("; "));
            // Variant pages are written in this one.
            let first = all().into_iter().find(|dialect| *dialect == Dialect::Xbetza);
            Some(piece(said, text, first.unwrap_or(groups[0].members[0].0), all()))
        }
        Err(Unclear::Unread(_)) => None,
    }
}

fn nothing(text: &str) -> Taken {
    let known = "a game file, a variants.ini, an Interactive Diagram's text, XBoard's setup and piece lines, a FEN, a notation, the name of a piece";
    let mut errors = vec![format!("this is none of the forms that are known: {known}")];
    if !text.contains(['\n', '\r'])
        && let Err(Unclear::Unread(found)) = readings::of(text)
        && let Some(first) = found.into_iter().find(|d| d.severity == Severity::Error)
    {
        errors.push(format!("as a piece: {}; {}", first.message, first.remedy));
    }
    Taken { what: "nothing", said: "nothing that is known".to_owned(), errors, ..Taken::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_notations_are_taken_for_pieces() {
        let taken = |text: &str| a_piece(text).unwrap();
        let gold = taken("gold general");
        assert_eq!((gold.notation.as_deref(), gold.dialects[0]), (Some("WfF"), "betza"));
        let pawn = taken("fmWfceFifmnD");
        assert_eq!(pawn.dialects[0], "xbetza");
        // They part on it, and it is told.
        let forward = taken("fK");
        assert!(forward.said.contains("read in 2 ways"), "{}", forward.said);
        assert_eq!(forward.dialects[0], "xbetza");
        assert!(a_piece("no piece at all").is_none());
    }

    #[test]
    fn diagrams_of_a_page_are_taken_one_by_one() {
        let one = "<div class=\"idiagram\">\nfiles=5\nranks=5\nKing:K:K::c1\n</div>\n";
        let page = format!("<h1>Two games</h1>{one}<h2>The <i>other</i></h2>{one}");
        let taken = |part| a_game(Form::of(&page).unwrap(), &page, part);
        let first = taken(None);
        assert_eq!(first.said, "the text of an Interactive Diagram, number 1 of 2 on its page");
        assert!(first.toml.unwrap().contains("\ntitle = \"Two games\"\n"), "{:?}", first.errors);
        let titles: Vec<_> = first.parts.iter().map(|part| (&part.name[..], part.title.as_deref())).collect();
        assert_eq!(titles, [("1", Some("Two games")), ("2", Some("The other"))]);
        assert!(taken(Some("2")).toml.unwrap().contains("\ntitle = \"The other\"\n"));
    }
}
