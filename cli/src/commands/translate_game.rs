//! `betza translate-game`: games of other forms as game files of the native format, and back into two of these forms.

use crate::diagnostics;
use crate::failure::Failure;
use betza_variants::Loaded;
use betza_variants::exchange::{Form, Written, cecp, diagram, ini};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The file is a variants.ini, the text of an Interactive Diagram or the source of a page with some, XBoard's setup and piece lines, or a game
file of the native format: by the end of its name (.ini, .toml), else by its lines. A file of the native format that is written is complete: it names no parent, and has the same
moves and results. The other forms have no words for many rules; which these are is told.

One section of a variants.ini is printed, or one diagram of a page, which is named by its setting `satellite` or by its number; with --output
each one that can be read is written to a file of its own name. What is wrong with
the others is told, and the exit status is then 1.")]
pub struct Args {
    /// The file
    file: PathBuf,
    /// The section of a variants.ini, or the diagram of a page; it may be left out where there is only one, or with
    /// --output
    section: Option<String>,
    /// The form to write
    #[arg(long, value_enum, default_value = "toml")]
    to: To,
    /// The folder for the files
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// A form that is written.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum To {
    /// The native format
    Toml,
    /// A section of a variants.ini, for Fairy-Stockfish
    Ini,
    /// The text of an Interactive Diagram
    Diagram,
    /// XBoard's setup and piece lines
    Xboard,
}

impl To {
    fn write(self, Loaded { variant, unkept, .. }: &Loaded) -> Written {
        match self {
            To::Toml => Written { text: betza_variants::write_toml(variant), unsaid: Vec::new() },
            To::Ini => ini::write(variant),
            To::Diagram => {
                let Written { text, unsaid } = diagram::write(variant);
                Written { text, unsaid: unsaid.into_iter().chain(unkept.iter().cloned()).collect() }
            }
            To::Xboard => cecp::write(variant),
        }
    }

    fn extension(self) -> &'static str {
        match self {
            To::Toml => "toml",
            To::Ini => "ini",
            To::Diagram | To::Xboard => "txt",
        }
    }
}

pub fn run(args: Args) -> Result<(), Failure> {
    let name = args.file.display().to_string();
    let text = std::fs::read_to_string(&args.file).map_err(|e| Failure::Input(format!("{name}: {e}")))?;
    let form = Form::of_file(&args.file, &text).ok_or_else(|| {
        let known = "a game file, a variants.ini, an Interactive Diagram's text, XBoard's lines";
        Failure::Input(format!("{name}: this is none of the forms of games that are known: {known}"))
    })?;
    let all = form.games(&text);
    let title = args.file.file_stem().map_or_else(|| name.clone(), |stem| stem.to_string_lossy().into_owned());
    // A text with one game needs no name for it.
    if form != Form::Ini && (all.len() < 2 && args.section.is_none() || all.is_empty()) {
        if let Some(section) = &args.section {
            return Err(Failure::Usage(format!("{name} is {}, which has no section '{section}'", form.name())));
        }
        // The other forms may have no name for the game: it has the file's.
        let of = if form == Form::Toml { &name } else { &title };
        let loaded = form.read(of, &text).map_err(Failure::Game)?;
        diagnostics::print_report(&loaded.warnings);
        return write(&args, &loaded.variant.name, &loaded);
    }
    let what = if form == Form::Ini { "sections" } else { "diagrams" };
    let sections = match (&args.section, &args.output, &all[..]) {
        (Some(section), ..) => vec![section.clone()],
        (None, None, [_, _, ..]) => {
            let message = format!("{name} has {} {what}: name one, or a folder for all with --output", all.len());
            return Err(Failure::Usage(message));
        }
        (None, None, []) => return Err(Failure::Input(format!("{name} has no section"))),
        (None, ..) => all,
    };
    let mut failed = false;
    for section in sections {
        // A diagram's name is that of its game; one that has only a number has the file's name, too.
        let (of, own) = match form {
            Form::Ini => (name.clone(), section.clone()),
            _ if section.parse::<u32>().is_ok() => (format!("{title} {section}"), format!("{title}-{section}")),
            _ => (section.clone(), section.clone()),
        };
        match form.read_game(&of, &text, &section) {
            Ok(loaded) => {
                if args.output.is_none() {
                    diagnostics::print_report(&loaded.warnings);
                }
                write(&args, &own, &loaded)?;
            }
            Err(report) => {
                diagnostics::print_report(&report);
                failed = true;
            }
        }
    }
    if failed { Err(Failure::Reported) } else { Ok(()) }
}

/// Prints a game or writes it to a file of its name, and tells what the form cannot say.
fn write(args: &Args, name: &str, loaded: &Loaded) -> Result<(), Failure> {
    let Written { text, unsaid } = args.to.write(loaded);
    for rule in unsaid {
        say!("warning: {name}: not said: {rule}");
    }
    match &args.output {
        Some(folder) => to_file(folder, &format!("{name}.{}", args.to.extension()), &text),
        None => Ok(std::io::stdout().lock().write_all(text.as_bytes())?),
    }
}

/// Writes a file of a folder. A name that is no file's is refused.
fn to_file(folder: &Path, name: &str, text: &str) -> Result<(), Failure> {
    if name.contains(['/', '\\']) || name.starts_with('.') {
        return Err(Failure::Input(format!("'{name}' cannot be the name of a file: translate this one by itself")));
    }
    let path = folder.join(name);
    let failed = |e: std::io::Error| Failure::Input(format!("{}: {e}", path.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    std::fs::write(&path, text).map_err(failed)
}
