//! `betza moves`: one piece on an otherwise given board.

use crate::failure::Failure;
use crate::json::{Error, Moves, OneMove, Request, line};
use crate::query::{Query, answer};
use crate::tables::Tables;
use crate::{diagnostics, json};
use betza::readings::{self, Chosen};
use std::io::{BufRead, Write};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Everything is unmoved except what --moved names (the mover's own square may be named).

With --batch every input line is a JSON object
  {\"dialect\",\"board\",\"piece\",\"at\",\"side\",\"friends\":[],\"foes\":[],\"moved\":[]}
of which only piece and at are required. What cannot be read gets {\"error\":\"...\",\"offset\":N} on its line, N being the byte
of the notation (of the line, where the line is not JSON; 0 where another field is wrong), and the run goes on; the exit status is then 1.")]
pub struct Args {
    /// The piece: a notation, or a name such as griffon
    #[arg(long, value_name = "NOTATION", required_unless_present = "batch", allow_hyphen_values = true)]
    piece: Option<String>,
    /// Where it stands
    #[arg(long, value_name = "SQUARE", required_unless_present = "batch")]
    at: Option<String>,
    /// The notation's dialect: betza (default), extended, bex, betza2, xbetza, fsf
    #[arg(long)]
    dialect: Option<String>,
    /// Files x ranks, up to 36x36 (default: 8x8)
    #[arg(long, value_name = "WxH")]
    board: Option<String>,
    /// The piece's owner: white (default) or black
    #[arg(long)]
    side: Option<String>,
    /// Squares of other pieces of its side
    #[arg(long, value_name = "SQ,SQ", value_delimiter = ',')]
    friends: Vec<String>,
    /// Squares of enemies
    #[arg(long, value_name = "SQ,SQ", value_delimiter = ',')]
    foes: Vec<String>,
    /// Squares of pieces that have moved
    #[arg(long, value_name = "SQ,SQ", value_delimiter = ',')]
    moved: Vec<String>,
    /// Read one JSON object a line from standard input, write one answer a line
    #[arg(long, conflicts_with_all = ["piece", "at", "dialect", "board", "side", "friends", "foes", "moved"])]
    batch: bool,
    /// Use the walk, which defines what a notation means, in place of the tables
    #[arg(long)]
    reference: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: Args) -> Result<(), Failure> {
    if args.batch {
        return batch(args.reference);
    }
    // A name is no notation of any dialect, so that it needs none.
    let named = args.piece.as_deref().filter(|_| args.dialect.is_none()).and_then(readings::named);
    let (piece, dialect) = match named {
        Some(Chosen { text, dialect, note, .. }) => {
            note.iter().for_each(|note| say!("note: {note}"));
            (Some(text), Some(dialect.to_string()))
        }
        None => (args.piece, args.dialect),
    };
    let given = |list: Vec<String>| Some(list.into_iter().filter(|s| !s.is_empty()).collect());
    let request = Request {
        dialect,
        board: args.board,
        piece,
        at: args.at,
        side: args.side,
        friends: given(args.friends),
        foes: given(args.foes),
        moved: given(args.moved),
        unknown: Default::default(),
    };
    let mut out = std::io::stdout().lock();
    let (query, moves) = ask(&request, args.reference, &mut Tables::default())?;
    diagnostics::print(&query.text, &query.warnings);
    query.notes.iter().for_each(|note| say!("warning: {note}"));
    let text = if args.json { line(&moves)? + "\n" } else { in_words(&query, &moves) };
    Ok(out.write_all(text.as_bytes())?)
}

fn batch(reference: bool) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let mut failed = false;
    let mut tables = Tables::default();
    let mut input = std::io::stdin().lock();
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes).map_err(|e| Failure::Input(format!("standard input: {e}")))? == 0 {
            break;
        }
        let answered = request(&bytes).and_then(|request| {
            let (query, moves) = ask(&request, reference, &mut tables).map_err(|f| Error::from(&f))?;
            for d in &query.warnings {
                say!("line {number}: {d}");
            }
            query.notes.iter().for_each(|note| say!("line {number}: warning: {note}"));
            Ok(moves)
        });
        match answered {
            Ok(moves) => writeln!(out, "{}", line(&moves)?)?,
            Err(error) => {
                failed = true;
                writeln!(out, "{}", line(&error)?)?;
            }
        }
    }
    if failed { Err(Failure::Reported) } else { Ok(()) }
}

fn request(bytes: &[u8]) -> Result<Request, Error> {
    let text = std::str::from_utf8(bytes)
        .map_err(|e| Error { error: "the line is not UTF-8".into(), offset: e.valid_up_to() })?;
    let text = text.trim_end_matches(['\n', '\r']);
    serde_json::from_str(text).map_err(|e| Error {
        error: format!("the line is no object as --help describes: {e}"),
        offset: e.column().saturating_sub(1),
    })
}

fn ask(request: &Request, reference: bool, tables: &mut Tables) -> Result<(Query, Moves), Failure> {
    let query = request.resolve()?;
    let outcomes = answer(&query, reference, tables)?;
    let mut moves: Vec<OneMove> = outcomes.iter().map(|o| OneMove::new(&query.board, o)).collect();
    moves.sort_unstable();
    moves.dedup();
    let answer = json::Moves { moves, royal: query.piece.royal, promotions: query.piece.promotions.clone() };
    Ok((query, answer))
}

/// One move a line, as players write it: `d4-e5`, `d4xe5`, then what else happens.
fn in_words(query: &Query, answer: &Moves) -> String {
    let at = query.board.name(query.at);
    let mut text = String::new();
    for m in &answer.moves {
        text.push_str(&m.in_words(&at));
        text.push('\n');
    }
    let count = answer.moves.len();
    text.push_str(&format!("{count} move{}", if count == 1 { "" } else { "s" }));
    if answer.royal {
        text.push_str("; royal");
    }
    if let Some(promotions) = &answer.promotions {
        text.push_str(&format!("; promotes to {}", promotions.join(", ")));
    }
    text.push('\n');
    text
}
