//! `betza show`: diagrams, in letters on standard output and as pictures in files.

use crate::args::{DialectArg, board};
use crate::diagnostics;
use crate::failure::Failure;
use crate::query::Men;
use crate::readings::{Chosen, chosen};
use crate::squares::{square, squares};
use betza_explain::diagram::svg::{self, Panel};
use betza_explain::diagram::{self, Diagram};
use betza_ir::geometry::{Board, Side, Square};
use betza_notation::line::{self, Listed};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without --friends and --foes the diagram shows what the piece may do under conditions: it is tried on the empty board and with
example pieces on every square in turn, so that hops, victims and squares that must be empty show. With them it shows exactly what
the piece may do there.

A sheet is a text file with one piece a line, `NOTATION` or `NAME: NOTATION`; blank lines are left out, and what follows a #. Before
a notation its dialect may be named, as in `bex: K--K` or `Lion: bex: K--K`. All pieces stand on boards of one size.

Pictures are light or dark as the reader's browser asks for; PNG is light.")]
pub struct Args {
    /// The piece: a notation, or a name as `griffon` or `gold general`
    #[arg(required_unless_present = "sheet", conflicts_with = "sheet")]
    notation: Option<String>,
    /// Draw every piece of this text file
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
    /// The notation's dialect (default: the one in which all that read it agree)
    #[arg(long, value_enum)]
    dialect: Option<DialectArg>,
    /// Files x ranks, up to 36x36
    #[arg(long, value_name = "WxH", default_value = "8x8", value_parser = board)]
    board: Board,
    /// Where the piece stands (default: in the middle)
    #[arg(long, value_name = "SQUARE")]
    at: Option<String>,
    /// The piece's owner
    #[arg(long, value_parser = ["white", "black"], default_value = "white")]
    side: String,
    /// The picture's title (default: the notation)
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Write the picture as SVG to this file too
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the picture as PNG to this file too (in builds with `--features png`)
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Squares of other pieces of its side
    #[arg(long, value_name = "SQ,SQ", value_delimiter = ',')]
    friends: Vec<String>,
    /// Squares of enemies
    #[arg(long, value_name = "SQ,SQ", value_delimiter = ',')]
    foes: Vec<String>,
}

pub fn run(args: Args) -> Result<(), Failure> {
    if args.png.is_some() && !cfg!(feature = "png") {
        let reason = "--png: this betza was built without PNG";
        return Err(Failure::Input(format!(
            "{reason}; build it with `cargo build --release --features png`, or take --svg"
        )));
    }
    let mut out = std::io::stdout().lock();
    let picture = match &args.sheet {
        None => {
            let notation = args.notation.as_deref().unwrap_or_default();
            let Chosen { text, dialect, reading, .. } = chosen(notation, args.dialect.map(|d| d.0), "betza show")?;
            diagnostics::print(&text, &reading.warnings);
            let diagram = draw(&args, &reading.piece)?;
            out.write_all(diagram::text::draw(&diagram).as_bytes())?;
            if diagram.depends_on_men {
                say!("note: --at, --friends and --foes set up a position");
            }
            match &args.title {
                Some(title) => svg::draw(&diagram, title, &format!("{text} ({dialect})")),
                None => svg::draw(&diagram, &text, dialect.id()),
            }
        }
        Some(path) => {
            let rows = listed(&args, path)?;
            for (i, Row { name, piece, diagram, .. }) in rows.iter().enumerate() {
                let title = name.as_ref().map_or(piece.text.clone(), |name| format!("{name}: {}", piece.text));
                let gap = if i > 0 { "\n" } else { "" };
                write!(out, "{gap}{title}\n\n{}", diagram::text::draw(diagram))?;
            }
            let panel = |Row { name, says_dialect, piece, .. }: &Row| {
                let Chosen { text, dialect, .. } = piece;
                match name {
                    None => (text.clone(), dialect.id().to_owned()),
                    Some(name) if *says_dialect => (name.clone(), format!("{text} ({dialect})")),
                    Some(name) => (name.clone(), text.clone()),
                }
            };
            let titles: Vec<(String, String)> = rows.iter().map(panel).collect();
            let panels = rows.iter().zip(&titles).map(|(row, (title, by))| Panel { diagram: &row.diagram, title, by });
            let panels: Vec<Panel<'_>> = panels.collect();
            svg::sheet(&panels, args.title.as_deref())
        }
    };
    if let Some(path) = &args.svg {
        crate::picture::write(path, &picture)?;
    }
    if let Some(path) = &args.png {
        crate::picture::bytes(path, &png(&picture)?)?;
    }
    Ok(())
}

/// A piece of a sheet.
struct Row {
    name: Option<String>,
    /// The dialect is named in the line.
    says_dialect: bool,
    piece: Chosen,
    diagram: Diagram,
}

/// The pieces of a sheet, drawn.
fn listed(args: &Args, path: &Path) -> Result<Vec<Row>, Failure> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|e| Failure::Input(format!("{shown}: {e}")))?;
    let row = |Listed { name, dialect, text, .. }: Listed<'_>| {
        let piece = chosen(text, dialect.or(args.dialect.map(|d| d.0)), "betza show")?;
        diagnostics::print(&piece.text, &piece.reading.warnings);
        let diagram = draw(args, &piece.reading.piece)?;
        Ok(Row { name: name.map(str::to_owned), says_dialect: dialect.is_some(), piece, diagram })
    };
    let entries = text.lines().enumerate().filter_map(|(i, line)| Some((i + 1, line.trim(), line::notation_of(line)?)));
    let rows: Vec<Row> = entries
        .map(|(number, line, listed)| {
            row(listed).inspect_err(|_| say!("{shown}, line {number}: `{line}` cannot be drawn"))
        })
        .collect::<Result<_, Failure>>()?;
    if rows.is_empty() {
        return Err(Failure::Input(format!(
            "{shown}: there is no piece in it; write one a line, for example `Mao: nN`"
        )));
    }
    Ok(rows)
}

/// A picture as PNG, with the fonts of this machine and twice as fine as its units.
#[cfg(feature = "png")]
fn png(picture: &str) -> Result<Vec<u8>, Failure> {
    use resvg::{tiny_skia, usvg};
    let failed = |e: &dyn std::fmt::Display| Failure::Input(format!("--png: {e}"));
    let mut options = usvg::Options::default();
    options.fontdb_mut().load_system_fonts();
    let tree = usvg::Tree::from_str(picture, &options).map_err(|e| failed(&e))?;
    const SCALE: f32 = 2.0;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or_else(|| failed(&"the picture is too large"))?;
    let mut pixels =
        tiny_skia::Pixmap::new(size.width(), size.height()).ok_or_else(|| failed(&"the picture is too large"))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| failed(&e))
}

#[cfg(not(feature = "png"))]
fn png(_picture: &str) -> Result<Vec<u8>, Failure> {
    Ok(Vec::new())
}

fn draw(args: &Args, piece: &betza_ir::Piece) -> Result<Diagram, Failure> {
    let board = &args.board;
    let side = if args.side == "black" { Side::Black } else { Side::White };
    let at = match &args.at {
        Some(name) => square(board, name, "at")?,
        None => diagram::middle(board, side),
    };
    // An empty list is none, as in `moves`.
    let named = |list: &[String], field: &str| {
        let given: Vec<String> = list.iter().filter(|s| !s.is_empty()).cloned().collect();
        squares(board, &given, field)
    };
    let men =
        Men { side, friends: named(&args.friends, "friends")?, foes: named(&args.foes, "foes")?, moved: Vec::new() };
    men.check(board, at)?;
    let all: Vec<(Square, Side)> =
        men.friends.iter().map(|&s| (s, side)).chain(men.foes.iter().map(|&s| (s, side.other()))).collect();
    let drawn = if all.is_empty() {
        diagram::general(piece, board, at, side)
    } else {
        diagram::with_men(piece, board, at, side, &all)
    };
    drawn.map_err(|e| Failure::Input(e.to_string()))
}
