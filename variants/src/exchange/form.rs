//! The forms in which a text may have a game, and which one a text has.

use super::draft::Problems;
use super::{cecp, diagram};
use crate::game::{Loaded, read_toml};
use crate::ini::{ini_sections, read_ini};
use crate::problem::{ProblemCode, Report};
use std::path::Path;

/// The forms in which a text may have a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// The native format (FORMAT.md).
    Toml,
    /// Sections as in Fairy-Stockfish's `variants.ini`.
    Ini,
    /// The text of an Interactive Diagram, with or without the element around it.
    Diagram,
    /// XBoard's `setup` and `piece` lines.
    Cecp,
}

impl Form {
    /// What a text is taken for; `None` if it is no game. What matters are its lines, and not the name of a file.
    #[must_use]
    pub fn of(text: &str) -> Option<Form> {
        let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
        // A message may have joined the lines to one.
        let is_setting = |line: &str| {
            let key = line
                .split_once('=')
                .map(|(key, _)| key.trim_start_matches(|c: char| !c.is_ascii_alphanumeric()).trim());
            key.is_some_and(|key| diagram::READ.contains(&key))
        };
        // Name:id:moves:image:squares.
        let is_row = |line: &str| line.split(':').count() >= 5 && !line.contains(['"', '=']);
        let is_page = || text.contains("idiagram") && !diagram::elements(text).is_empty();
        let is_key = |line: &str| {
            let key = line.split_once('=').map(|(key, _)| key.trim());
            key.is_some_and(|key| key.len() > 3 && key.bytes().all(|c| c.is_ascii_alphanumeric()))
        };
        if is_page() {
            Some(Form::Diagram)
        } else if lines().any(cecp::is_setup) {
            Some(Form::Cecp)
        } else if lines().any(|line| line == "format = 1" || line.starts_with("[pieces")) {
            Some(Form::Toml)
        } else if lines().any(|line| line.starts_with('[') && line.contains(']')) && lines().any(is_key) {
            Some(Form::Ini)
        } else if lines().any(is_setting) || lines().filter(|line| is_row(line)).count() > 1 {
            Some(Form::Diagram)
        } else {
            None
        }
    }

    /// What a file is taken for: by its name's end for the two forms that have one of their own, else by its lines
    /// ([`Form::of`]).
    #[must_use]
    pub fn of_file(path: &Path, text: &str) -> Option<Form> {
        let ends_in = |extension: &str| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension));
        match () {
            () if ends_in("toml") => Some(Form::Toml),
            () if ends_in("ini") => Some(Form::Ini),
            () => Form::of(text),
        }
    }

    /// Reads a game in this form. `name` names it, for messages and where the text itself does not; of a `variants.ini`
    /// the only section is read.
    ///
    /// # Errors
    /// All that is wrong, and the warnings.
    pub fn read(self, name: &str, text: &str) -> Result<Loaded, Report> {
        match self {
            Form::Toml => read_toml(name, text),
            Form::Diagram => diagram::read(name, text),
            Form::Cecp => cecp::read(name, text),
            Form::Ini => match &ini_sections(text)[..] {
                [one] => read_ini(name, text, one),
                all => {
                    let mut problems = Problems::new(name, text);
                    let message = format!("the file has {} sections, and one game is asked for", all.len());
                    problems.error(
                        ProblemCode::UnknownGame,
                        0..0,
                        message,
                        "name the section, as in variants.ini:allexplosion",
                    );
                    Err(problems.report())
                }
            },
        }
    }

    /// The games of a text by the names that tell them apart: the sections of a `variants.ini`, the diagrams of a page.
    /// A text of the other forms has one, without a name.
    #[must_use]
    pub fn games(self, text: &str) -> Vec<String> {
        match self {
            Form::Ini => ini_sections(text),
            Form::Diagram => diagram::names(text),
            Form::Toml | Form::Cecp => Vec::new(),
        }
    }

    /// Reads the game that [`Form::games`] calls so.
    ///
    /// # Errors
    /// All that is wrong, and the warnings; also if there is no such game.
    pub fn read_game(self, name: &str, text: &str, game: &str) -> Result<Loaded, Report> {
        match self {
            Form::Ini => read_ini(name, text, game),
            Form::Diagram => diagram::read_part(name, text, game),
            Form::Toml | Form::Cecp => self.read(name, text),
        }
    }

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Form::Toml => "a game file of the native format",
            Form::Ini => "a section of variants.ini",
            Form::Diagram => "the text of an Interactive Diagram",
            Form::Cecp => "XBoard's setup and piece lines",
        }
    }
}
