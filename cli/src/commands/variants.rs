//! `betza variants`: the built-in games, or all about one of them.

use crate::failure::Failure;
use crate::json;
use betza_game::variant::{Flavour, Kind, Variant};
use serde::Serialize;
use std::io::Write;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A game, by name or alias: its board, pieces, rules, sources and aliases
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The answer of `betza variants --json`.
#[derive(Serialize)]
struct List {
    variants: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    name: String,
    title: String,
    board: String,
    aliases: Vec<String>,
}

/// The answer of `betza variants NAME --json`.
#[derive(Serialize)]
struct About {
    #[serde(flatten)]
    entry: Entry,
    holes: Vec<String>,
    start: String,
    flavour: &'static str,
    pieces: Vec<Piece>,
    rules: Vec<String>,
    sources: Vec<String>,
}

/// One piece of a game; the notations are White's and Black's.
#[derive(Serialize)]
struct Piece {
    id: String,
    name: String,
    letters: [String; 2],
    notation: [String; 2],
    dialect: &'static str,
    royal: bool,
}

pub fn run(args: Args) -> Result<(), Failure> {
    let text = match &args.name {
        Some(name) => {
            let loaded = betza_variants::find(name).map_err(|e| Failure::Input(e.to_string()))?;
            let about = about(&loaded.variant);
            if args.json { json::line(&about)? + "\n" } else { in_words(&about) }
        }
        None => {
            let entries: Result<Vec<Entry>, Failure> = betza_variants::names()
                .map(|name| {
                    betza_variants::find(name).map(|l| entry(&l.variant)).map_err(|e| Failure::Input(e.to_string()))
                })
                .collect();
            let list = List { variants: entries? };
            if args.json { json::line(&list)? + "\n" } else { list.variants.iter().map(line).collect() }
        }
    };
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}

fn entry(variant: &Variant) -> Entry {
    Entry {
        name: variant.name.clone(),
        title: variant.title.clone(),
        board: format!("{}x{}", variant.board.files(), variant.board.ranks()),
        aliases: variant.aliases.clone(),
    }
}

fn line(entry: &Entry) -> String {
    let aliases = if entry.aliases.is_empty() { String::new() } else { format!(" ({})", entry.aliases.join(", ")) };
    format!("{:<16} {:<6} {}{aliases}\n", entry.name, entry.board, entry.title)
}

fn about(variant: &Variant) -> About {
    let piece = |kind: &Kind| Piece {
        id: kind.id.clone(),
        name: kind.name.clone(),
        letters: kind.letters.clone(),
        notation: kind.notation.clone(),
        dialect: kind.dialect.id(),
        royal: kind.royal,
    };
    About {
        entry: entry(variant),
        holes: variant.board.holes().iter().map(|&s| variant.board.name(s)).collect(),
        start: variant.start.clone(),
        flavour: match variant.flavour {
            Flavour::Fen => "fen",
            Flavour::Sfen => "sfen",
            Flavour::Pdn => "pdn",
        },
        pieces: variant.kinds.iter().map(piece).collect(),
        rules: betza_variants::rulebook::rules(variant),
        sources: variant.sources.clone(),
    }
}

fn in_words(about: &About) -> String {
    let mut text = format!("{} ({})\n", about.entry.title, about.entry.name);
    let mut field = |name: &str, value: String| {
        if !value.is_empty() {
            text.push_str(&format!("{name:<9}{value}\n"));
        }
    };
    field("Aliases:", about.entry.aliases.join(", "));
    field("Board:", about.entry.board.clone());
    field("Holes:", about.holes.join(" "));
    field("Start:", about.start.clone());
    text.push_str("\nPieces:\n");
    for piece in &about.pieces {
        let [white, black] = &piece.notation;
        let notation = if white == black { white.clone() } else { format!("{white} / {black}") };
        let royal = if piece.royal { ", royal" } else { "" };
        let letters = piece.letters.join(" ");
        text.push_str(&format!("  {letters:<7}{:<20} {} {notation}{royal}\n", piece.name, piece.dialect));
    }
    for (title, lines) in [("Rules", &about.rules), ("Sources", &about.sources)] {
        if !lines.is_empty() {
            text.push_str(&format!("\n{title}:\n"));
            lines.iter().for_each(|l| text.push_str(&format!("  {l}\n")));
        }
    }
    text
}
