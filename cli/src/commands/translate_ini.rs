//! `betza translate-ini`: sections of `variants.ini` as game files of the native format.

use crate::diagnostics;
use crate::failure::Failure;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
What is written has the same moves and results, and is complete: it names no parent. One section is printed; with --output each section that can
be read is written to a file of its own name. What is wrong with the others is told, and the exit status is then 1.")]
pub struct Args {
    /// A file as Fairy-Stockfish's variants.ini
    file: PathBuf,
    /// The section; it may be left out where there is only one, or with --output
    section: Option<String>,
    /// The folder for the files
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

pub fn run(args: Args) -> Result<(), Failure> {
    let name = args.file.display().to_string();
    let text = std::fs::read_to_string(&args.file).map_err(|e| Failure::Input(format!("{name}: {e}")))?;
    let all = betza_variants::ini_sections(&text);
    let sections = match (&args.section, &args.output, &all[..]) {
        (Some(section), ..) => vec![section.clone()],
        (None, None, [_, _, ..]) => {
            let message = format!("{name} has {} sections: name one, or a folder for all with --output", all.len());
            return Err(Failure::Usage(message));
        }
        (None, None, []) => return Err(Failure::Input(format!("{name} has no section"))),
        (None, ..) => all,
    };
    let mut failed = false;
    for section in sections {
        let loaded = match betza_variants::read_ini(&name, &text, &section) {
            Ok(loaded) => loaded,
            Err(report) => {
                diagnostics::print_report(&report);
                failed = true;
                continue;
            }
        };
        let toml = betza_variants::write_toml(&loaded.variant);
        match &args.output {
            Some(folder) => write(folder, &section, &toml)?,
            None => {
                diagnostics::print_report(&loaded.warnings);
                std::io::stdout().lock().write_all(toml.as_bytes())?;
            }
        }
    }
    if failed { Err(Failure::Reported) } else { Ok(()) }
}

/// Writes the file of a section. A name that is no file's is refused.
fn write(folder: &Path, section: &str, toml: &str) -> Result<(), Failure> {
    if section.contains(['/', '\\']) || section.starts_with('.') {
        return Err(Failure::Input(format!("[{section}] cannot be the name of a file: translate it by itself")));
    }
    let path = folder.join(format!("{section}.toml"));
    let failed = |e: std::io::Error| Failure::Input(format!("{}: {e}", path.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    std::fs::write(&path, toml).map_err(failed)
}
