//! `betza sheet`: what one prints or publishes of a game: its board, its pieces with pictures and in English, its
//! rules.

use crate::failure::Failure;
use crate::game::{GameArgs, Loaded};
use crate::picture;
use betza_explain::diagram::svg::{self, Panel, escaped};
use betza_explain::diagram::{self, Diagram};
use betza_explain::english;
use betza_game::variant::Kind;
use betza_ir::geometry::{Board, Side};
use betza_variants::rulebook;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without --html and --svg the page is printed. Both forms stand alone: the page holds its pictures, and a browser shows either dark where its
reader asks for that.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Write a page (HTML) to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write a sheet (SVG) to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(args: Args) -> Result<(), Failure> {
    let loaded = args.game.load()?;
    let sheet = Sheet::new(&loaded)?;
    if let Some(path) = &args.svg {
        picture::write(path, &sheet.picture())?;
    }
    match &args.html {
        Some(path) => picture::write(path, &sheet.page()),
        None if args.svg.is_some() => Ok(()),
        None => Ok(std::io::stdout().lock().write_all(sheet.page().as_bytes())?),
    }
}

/// One piece of a game.
struct Entry<'a> {
    kind: &'a Kind,
    /// The moves of both sides, or those of White and of Black where they are others.
    ways: Vec<Way<'a>>,
}

/// How a piece moves, drawn and told.
struct Way<'a> {
    /// Whose piece it is, where that matters: `White's `, with the blank behind it.
    whose: &'static str,
    notation: &'a str,
    diagram: Diagram,
    english: String,
}

impl Entry<'_> {
    fn letters(&self) -> String {
        let [white, black] = &self.kind.letters;
        [white, black].into_iter().filter(|text| !text.is_empty()).cloned().collect::<Vec<_>>().join(" ")
    }

    fn new<'a>(kind: &'a Kind, board: &Board) -> Result<Entry<'a>, Failure> {
        let way = |side: Side, whose| {
            let moves = &kind.moves[side.index()];
            let drawn = diagram::general(moves, board, diagram::middle(board, side), side);
            let diagram = drawn.map_err(|e| Failure::Input(format!("{}: {e}", kind.name)))?;
            Ok::<_, Failure>(Way {
                whose,
                notation: &kind.notation[side.index()],
                diagram,
                english: english::piece(moves),
            })
        };
        let ways = if kind.moves[0] == kind.moves[1] {
            vec![way(Side::White, "")?]
        } else {
            vec![way(Side::White, "White's ")?, way(Side::Black, "Black's ")?]
        };
        Ok(Entry { kind, ways })
    }
}

struct Sheet<'a> {
    loaded: &'a Loaded,
    board: String,
    entries: Vec<Entry<'a>>,
    rules: Vec<String>,
}

impl Sheet<'_> {
    fn new(loaded: &Loaded) -> Result<Sheet<'_>, Failure> {
        let variant = &loaded.variant;
        let entries = variant.kinds.iter().map(|kind| Entry::new(kind, &variant.board));
        let entries = entries.collect::<Result<Vec<_>, Failure>>()?;
        Ok(Sheet { loaded, board: picture::position(loaded)?, entries, rules: rulebook::rules(variant) })
    }

    /// The page.
    fn page(&self) -> String {
        let title = escaped(&self.loaded.variant.title);
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n<main>\n<h1>{title}</h1>\n"
        );
        let mut put = |text: String| page.push_str(&text);
        put(format!("<p>{}</p>\n", escaped(&self.loaded.fen())));
        put(format!("<img class=\"board\" alt=\"The position\" src=\"{}\">\n<h2>Pieces</h2>\n", address(&self.board)));
        for entry in &self.entries {
            let name = escaped(&entry.kind.name);
            put(format!("<section>\n<h3>{name} <small>{}</small></h3>\n", escaped(&entry.letters())));
            for Way { whose, notation, diagram, english } in &entry.ways {
                let drawn = svg::draw(diagram, notation, entry.kind.dialect.id());
                put(format!("<p>{whose}<code>{}, {}</code></p>\n", escaped(notation), entry.kind.dialect));
                put(format!("<pre>{}</pre>\n", escaped_lines(english)));
                put(format!("<img alt=\"The moves of {whose}{name}\" src=\"{}\">\n", address(&drawn)));
            }
            put("</section>\n".to_owned());
        }
        for (heading, lines) in [("Rules", &self.rules), ("Sources", &self.loaded.variant.sources)] {
            if !lines.is_empty() {
                put(format!("<h2>{heading}</h2>\n<ul>\n"));
                lines.iter().for_each(|line| put(format!("<li>{}</li>\n", escaped(line))));
                put("</ul>\n".to_owned());
            }
        }
        put("</main>\n</html>\n".to_owned());
        page
    }

    /// The sheet: the board, below it the pieces, below them what is said in words.
    fn picture(&self) -> String {
        let ways = || self.entries.iter().flat_map(|entry| entry.ways.iter().map(move |way| (entry, way)));
        let titles: Vec<String> =
            ways().map(|(e, way)| format!("{}{} ({})", way.whose, e.kind.name, e.letters())).collect();
        let panels: Vec<Panel<'_>> = ways()
            .zip(&titles)
            .map(|((_, way), title)| Panel { diagram: &way.diagram, title, by: way.notation })
            .collect();
        let pieces = svg::sheet(&panels, None);
        let (board, all) = (size(&self.board), size(&pieces));
        let mut lines: Vec<(bool, String)> = Vec::new();
        for (entry, way) in ways() {
            let head = format!("{}{}: {}, {}", way.whose, entry.kind.name, way.notation, entry.kind.dialect);
            lines.push((true, head));
            lines.extend(way.english.lines().map(|line| (false, line.to_owned())));
        }
        lines.push((true, "Rules".to_owned()));
        lines.extend(self.rules.iter().map(|rule| (false, format!("- {rule}"))));
        let width = board.0.max(all.0);
        let lines: Vec<(bool, String)> = lines
            .into_iter()
            .flat_map(|(bold, line)| folded(&line, width as usize / GLYPH).into_iter().map(move |part| (bold, part)))
            .collect();
        let top = HEAD + board.1 + all.1;
        let height = top + lines.len() as u32 * LINE + LINE;
        let mut picture = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
             <title>{0}</title>\n<style>{WORDS}</style>\n<rect width=\"100%\" height=\"100%\" class=\"page\"/>\n\
             <text x=\"34\" y=\"44\" class=\"head\">{0}</text>\n{1}{2}",
            escaped(&self.loaded.variant.title),
            placed(&self.board, 34, HEAD),
            placed(&pieces, 0, HEAD + board.1),
        );
        for (i, (bold, line)) in lines.iter().enumerate() {
            let class = if *bold { "said bold" } else { "said" };
            let y = top + (i as u32 + 1) * LINE;
            let _ = writeln!(
                picture,
                "<text x=\"34\" y=\"{y}\" class=\"{class}\" xml:space=\"preserve\">{}</text>",
                escaped(line)
            );
        }
        picture.push_str("</svg>\n");
        picture
    }
}

/// Room for the title of a sheet.
const HEAD: u32 = 64;
/// Height of a line of words.
const LINE: u32 = 20;
/// Width of a letter, rather more than it is.
const GLYPH: usize = 8;

/// The style of the words of a sheet. Its classes are none of the pictures'.
const WORDS: &str = "\
.page{fill:#fffdf8}.head{font:600 28px sans-serif;fill:#3b342b}.said{font:14px sans-serif;fill:#3b342b}.bold{font-weight:600}\
@media (prefers-color-scheme:dark){.page{fill:#1d1b18}.head,.said{fill:#e6dfd2}}";

/// The style of a page.
const STYLE: &str = "\
:root{color-scheme:light dark}main{max-width:60rem;margin:auto;padding:1rem;font-family:sans-serif;line-height:1.5}\
img{max-width:100%;height:auto}pre{white-space:pre-wrap;font:inherit}section{break-inside:avoid;margin-block:2rem}\
small{font-weight:normal}p{overflow-wrap:anywhere}";

/// Lines of text as they stand in HTML.
fn escaped_lines(text: &str) -> String {
    text.lines().map(escaped).collect::<Vec<_>>().join("\n")
}

/// A picture as the address of an image that holds it.
fn address(picture: &str) -> String {
    let mut text = String::from("data:image/svg+xml,");
    for byte in picture.bytes() {
        match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b' ' | b'-' | b'.' | b'/' | b':' | b'=' | b',' | b'(' | b')' => {
                text.push(byte.into());
            }
            _ => {
                let _ = write!(text, "%{byte:02X}");
            }
        }
    }
    text
}

/// The width and height that a picture says of itself.
fn size(picture: &str) -> (u32, u32) {
    let said = |name: &str| {
        let (_, rest) = picture.split_once(&format!(" {name}=\""))?;
        rest.split('"').next()?.parse().ok()
    };
    (said("width").unwrap_or(0), said("height").unwrap_or(0))
}

/// A picture at a place of another one.
fn placed(picture: &str, x: u32, y: u32) -> String {
    picture.replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" "), 1)
}

/// A line on lines of at most so many characters; what follows the first is indented as it is.
fn folded(line: &str, width: usize) -> Vec<String> {
    let indent = " ".repeat(line.len() - line.trim_start().len());
    let mut lines = vec![indent.clone()];
    for word in line.split_whitespace() {
        let Some(last) = lines.last_mut() else { continue };
        let has_words = !last.trim().is_empty();
        if has_words && last.chars().count() + 1 + word.chars().count() > width {
            lines.push(format!("{indent}{word}"));
        } else {
            last.push_str(if has_words { " " } else { "" });
            last.push_str(word);
        }
    }
    lines
}
