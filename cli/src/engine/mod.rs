//! Another program that counts, in whatever way it is spoken to: over UCI, USI or UCCI, over XBoard's protocol, or
//! started for each count.

mod answer;
mod cecp;
mod error;
mod process;
mod template;
mod uci;

pub use error::EngineError;
pub use process::Wait;
pub use uci::{Dialect, Uci};

use crate::shell::quoted;
use betza_game::fen;
use betza_game::variant::{Flavour, Variant};
use betza_movegen::style::Style;
use betza_perft::bisect::{At, Rival, Told};
use betza_perft::session::Session;
use cecp::Cecp;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use template::Template;

/// How another program is spoken to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Protocol {
    /// The Universal Chess Interface
    #[default]
    Uci,
    /// The Universal Shogi Interface
    Usi,
    /// The Universal Chinese Chess Protocol
    Ucci,
    /// XBoard's protocol
    Cecp,
}

/// What is to be said about the other program.
#[derive(Clone, Debug, clap::Args)]
#[group(requires = "against")]
pub struct EngineArgs {
    /// How the other program is spoken to; a command with {fen} in it is started for each count instead
    #[arg(long, value_name = "PROTOCOL", value_enum, default_value_t)]
    protocol: Protocol,
    /// What the other program calls the game (default: as here)
    #[arg(long, value_name = "NAME", visible_alias = "engine-variant")]
    uci_variant: Option<String>,
    /// A line to send to the other program first; may be repeated
    #[arg(long, value_name = "LINE", visible_alias = "send")]
    uci: Vec<String>,
    /// An option of the other program, set first; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// What makes a program count over XBoard's protocol (default: perft {depth})
    #[arg(long, value_name = "COMMAND")]
    perft_command: Option<String>,
    /// Give up if the other program takes more seconds for one count
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    patience: u64,
}

impl EngineArgs {
    /// That nothing is said that means nothing in this protocol.
    ///
    /// # Errors
    /// What is wrong with the usage.
    pub fn check(&self) -> Result<(), String> {
        if self.perft_command.is_none() || self.protocol == Protocol::Cecp {
            return Ok(());
        }
        let remedy = "give --protocol cecp, or leave it out";
        Err(format!("--perft-command: the other protocols have a command of their own; {remedy}"))
    }

    /// The words of a command line that say the same, each with a blank before.
    pub fn words(&self) -> String {
        let EngineArgs { protocol, uci_variant, uci, option, perft_command, patience: _ } = self;
        let protocol = clap::ValueEnum::to_possible_value(protocol).filter(|_| *protocol != Protocol::default());
        let protocol = protocol.map(|value| value.get_name().to_owned());
        let given = (protocol.iter().map(|p| ("protocol", p)))
            .chain(uci_variant.iter().map(|name| ("uci-variant", name)))
            .chain(uci.iter().map(|line| ("uci", line)))
            .chain(option.iter().map(|option| ("option", option)))
            .chain(perft_command.iter().map(|command| ("perft-command", command)));
        given.map(|(name, value)| format!(" --{name} {}", quoted(value))).collect()
    }
}

/// Another program, with a game chosen.
pub struct Engine {
    command: String,
    args: EngineArgs,
    wait: Wait,
    names: Vec<String>,
    any_files: bool,
    program: Program,
}

enum Program {
    Uci(Uci),
    Cecp(Cecp),
    Template(Template),
}

impl Engine {
    /// Starts it and chooses the game.
    ///
    /// # Errors
    /// Why it cannot be started, or that it does not know the game.
    pub fn start(
        command: &str,
        args: &EngineArgs,
        variant: &Variant,
        stop: &Arc<AtomicBool>,
    ) -> Result<Engine, EngineError> {
        let names = match &args.uci_variant {
            Some(name) => vec![name.clone()],
            None => std::iter::once(&variant.name).chain(&variant.aliases).cloned().collect(),
        };
        let any_files = variant.castling.as_ref().is_some_and(|c| c.any_files);
        let wait = Wait { patience: Duration::from_secs(args.patience), stop: Arc::clone(stop) };
        let program = Program::start(command, args, &names, any_files, &wait)?;
        Ok(Engine { command: command.to_owned(), args: args.clone(), wait, names, any_files, program })
    }

    /// The leaves below a position, and below each move in the program's own words, if it tells them.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn perft(&mut self, variant: &Variant, at: &At<'_>, depth: u32) -> Result<Told, EngineError> {
        let text = |setup, flavour| fen::write_as(variant, setup, flavour);
        match &mut self.program {
            // Moves from the root: what a position's text does not say of them is known then.
            Program::Uci(uci) if self.args.protocol == Protocol::Uci => {
                uci.perft(&text(at.root, Flavour::Fen), at.moves, depth)
            }
            Program::Uci(uci) if self.args.protocol == Protocol::Usi => {
                uci.perft(&text(at.setup, Flavour::Sfen), &[], depth)
            }
            Program::Uci(uci) => uci.perft(&text(at.setup, Flavour::Fen), &[], depth),
            Program::Cecp(cecp) => cecp.perft(&text(at.setup, Flavour::Fen), depth),
            Program::Template(template) => template.perft(&text(at.setup, Flavour::Fen), depth),
        }
    }

    /// Starts it anew: it has ended, or does not answer.
    fn start_again(&mut self) -> Result<(), EngineError> {
        self.program = Program::start(&self.command, &self.args, &self.names, self.any_files, &self.wait)?;
        Ok(())
    }

    /// The style in which it writes moves.
    fn style(&self) -> Style {
        match self.program {
            Program::Template(_) => Style::Uci,
            _ => match self.args.protocol {
                Protocol::Uci => Style::Uci,
                Protocol::Usi => Style::Usi,
                Protocol::Ucci => Style::Ucci,
                Protocol::Cecp => Style::Cecp,
            },
        }
    }

    /// The line in which it has described a piece of its game.
    pub fn piece(&self, letter: &str) -> Option<&str> {
        if let Program::Cecp(cecp) = &self.program { cecp.piece(letter) } else { None }
    }
}

impl Program {
    fn start(
        command: &str,
        args: &EngineArgs,
        names: &[String],
        any_files: bool,
        wait: &Wait,
    ) -> Result<Program, EngineError> {
        let options: Vec<(&str, &str)> =
            args.option.iter().map(|o| o.split_once('=').unwrap_or((o.as_str(), ""))).collect();
        if command.contains("{fen}") {
            let said = [
                (!options.is_empty(), "--option"),
                (!args.uci.is_empty(), "--uci"),
                (args.perft_command.is_some(), "--perft-command"),
            ];
            if let Some((_, what)) = said.into_iter().find(|(is_said, _)| *is_said) {
                return Err(EngineError::Unsaid(what));
            }
            return Template::new(command, &names[0], wait).map(Program::Template);
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let dialect = match args.protocol {
            Protocol::Cecp => {
                let mut cecp = Cecp::start(command, args.perft_command.as_deref().unwrap_or("perft {depth}"), wait)?;
                options.iter().try_for_each(|(name, value)| cecp.set(name, value))?;
                cecp.send_all(&args.uci)?;
                cecp.choose_game(&names)?;
                return Ok(Program::Cecp(cecp));
            }
            Protocol::Uci => Dialect::Uci,
            Protocol::Usi => Dialect::Usi,
            Protocol::Ucci => Dialect::Ucci,
        };
        let mut uci = Uci::start(command, dialect, wait)?;
        options.iter().try_for_each(|(name, value)| uci.set(name, value))?;
        // What the options have changed is heard with that.
        let lines: &[String] = if args.uci.is_empty() && !options.is_empty() { &[String::new()] } else { &args.uci };
        uci.send_all(lines)?;
        uci.choose_game(&names, any_files)?;
        Ok(Program::Uci(uci))
    }
}

/// A program held against a session: its moves under this program's texts.
pub struct Opponent<'a> {
    /// The program.
    pub engine: Engine,
    /// The session.
    pub session: &'a Session,
    /// The program's own words for moves, by this program's, as far as they differ.
    pub words: BTreeMap<String, String>,
}

impl Rival for Opponent<'_> {
    type Error = EngineError;

    fn count(&mut self, at: &At<'_>, depth: u32) -> Result<Told, EngineError> {
        let told = match self.engine.perft(self.session.variant(), at, depth) {
            Ok(told) => told,
            Err(e @ (EngineError::Stopped | EngineError::NoTotal | EngineError::Command)) => return Err(e),
            // It may have ended over a position, or still be at it: the next question finds a new one.
            Err(e) => {
                self.engine.start_again()?;
                return Err(e);
            }
        };
        let style = self.engine.style();
        let Some(below) = told.below else { return Ok(told) };
        let game = self.session.game();
        let Ok(position) = game.position(at.setup) else { return Ok(Told { below: Some(below), ..told }) };
        let list = game.legal_moves(&position);
        let texts = game.move_texts(&position, &list);
        let styled = game.styled_texts(&position, &list, &[], style);
        let ours: BTreeMap<&str, &str> =
            styled.iter().map(String::as_str).zip(texts.iter().map(String::as_str)).collect();
        let mut translated = BTreeMap::new();
        for (word, nodes) in below {
            // One that writes moves otherwise than its protocol has it: in the style of players.
            let read = || {
                let known = texts.contains(&word);
                let found = (!known).then(|| game.read_any(&position, &list, &Vec::new, &word).ok()).flatten();
                found.map(|index| texts[index].as_str())
            };
            let text = ours.get(word.as_str()).copied().or_else(read).unwrap_or(&word).to_owned();
            if text != word {
                self.words.insert(text.clone(), word.clone());
            }
            if translated.insert(text, nodes).is_some() {
                return Err(EngineError::Answer(word));
            }
        }
        Ok(Told { below: Some(translated), ..told })
    }
}
