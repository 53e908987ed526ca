//! A run as it lies on disk: the manifest and the units.

use crate::RunError;
use crate::checksum::sha256;
use crate::files::about;
use betza_game::fen;
use betza_game::setup::Setup;
use betza_game::variant::{Counting, Variant};
use betza_perft::DEEPEST;
use betza_perft::frontier::Unit;
use betza_variants::Loaded;
use betza_variants::exchange::Form;
use betza_variants::problem::Report;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The format of run folders that this program writes and reads.
const FORMAT: u32 = 1;

/// The first line of units.tsv.
const HEADER: &str = "occurrences\testimate\tfen";

/// What a run counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the folder's format.
    pub format: u32,
    /// The program that made it, with its version.
    pub program: String,
    /// The game's name.
    pub variant: String,
    /// The game's whole definition: its own file, then those of its parents.
    pub definition: Vec<Source>,
    /// The checksum of the definition.
    pub definition_sha256: String,
    /// The root.
    pub fen: String,
    /// Plies from the root to the leaves.
    pub depth: u32,
    /// Plies from the root to the units.
    pub at: u32,
    /// What counts as one move: `distinct` or `paths`.
    pub count: String,
    /// How many units there are.
    pub units: usize,
    /// The sum of their occurrences, as a decimal number.
    pub occurrences: String,
    /// The checksum of units.tsv.
    pub units_sha256: String,
}

/// One file of a game's definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// The files that a game was read from.
pub(crate) fn definition(report: &Report) -> Vec<Source> {
    report.sources.iter().map(|s| Source { name: s.name.clone(), text: s.text.clone() }).collect()
}

/// The checksum of a definition: of its texts, each with its length before it.
pub(crate) fn definition_sha256(definition: &[Source]) -> String {
    let bytes: Vec<u8> = definition.iter().flat_map(|s| format!("{}\n{}", s.text.len(), s.text).into_bytes()).collect();
    sha256(&bytes)
}

/// A run that was opened: everything in it agrees with its checksums, and with this program.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
    /// What it counts.
    pub manifest: Manifest,
    /// The manifest's checksum.
    pub id: String,
    /// The units, in order; the first is number 1.
    pub units: Vec<Unit>,
    /// The sum of their occurrences.
    pub occurrences: u128,
    /// The game.
    pub variant: Variant,
}

impl Folder {
    /// The plies below each unit.
    #[must_use]
    pub fn below(&self) -> u32 {
        self.manifest.depth - self.manifest.at
    }

    /// A unit's position.
    ///
    /// # Errors
    /// [`RunError::Changed`].
    pub fn setup(&self, number: usize) -> Result<Setup, RunError> {
        let unit = &self.units[number - 1];
        fen::read(&self.variant, &unit.fen).map_err(|e| RunError::Changed {
            path: self.path.join("units.tsv"),
            reason: format!("unit {number} is no position: {e}"),
        })
    }

    /// Opens a run.
    ///
    /// # Errors
    /// What is missing, was changed, or is of another program.
    pub fn open(path: &Path) -> Result<Folder, RunError> {
        let manifest_path = path.join("manifest.json");
        let bytes = match fs::read(&manifest_path) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                return Err(RunError::NoRun { path: path.to_owned() });
            }
            other => about(&manifest_path, other)?,
        };
        let id = sha256(&bytes);
        let sum_path = path.join("manifest.sha256");
        let sum = about(&sum_path, fs::read_to_string(&sum_path))?;
        let changed = |path: &Path, reason: String| RunError::Changed { path: path.to_owned(), reason };
        if sum.split_whitespace().next() != Some(&id) {
            return Err(changed(
                &manifest_path,
                "the manifest does not have the checksum in manifest.sha256".to_owned(),
            ));
        }
        let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|e| changed(&manifest_path, e.to_string()))?;
        let variant = game(&manifest)?;
        if manifest.at > manifest.depth {
            return Err(changed(&manifest_path, format!("'at' is {}, over the depth", manifest.at)));
        }
        if manifest.depth > DEEPEST {
            return Err(changed(&manifest_path, format!("'depth' is {}, over {DEEPEST}", manifest.depth)));
        }
        let units_path = path.join("units.tsv");
        let bytes = about(&units_path, fs::read(&units_path))?;
        if sha256(&bytes) != manifest.units_sha256 {
            return Err(changed(&units_path, "the units do not have the checksum in the manifest".to_owned()));
        }
        let units = read_units(&bytes).map_err(|reason| changed(&units_path, reason))?;
        if units.len() != manifest.units {
            let reason = format!("there are {} units, the manifest says {}", units.len(), manifest.units);
            return Err(changed(&units_path, reason));
        }
        let occurrences = add_up(&units)?;
        let expected: u128 = manifest
            .occurrences
            .parse()
            .map_err(|_| changed(&manifest_path, "'occurrences' is no number".to_owned()))?;
        if occurrences != expected {
            return Err(RunError::Sum { found: occurrences, expected });
        }
        Ok(Folder { path: path.to_owned(), manifest, id, units, occurrences, variant })
    }
}

/// The sum of occurrences.
pub(crate) fn add_up(units: &[Unit]) -> Result<u128, RunError> {
    units.iter().try_fold(0u128, |sum, u| sum.checked_add(u.occurrences)).ok_or(RunError::Overflow)
}

/// The game of a manifest, read from its own definition; this program's built-in games must be the same where it builds
/// on them.
fn game(manifest: &Manifest) -> Result<Variant, RunError> {
    let refuse = |reason: String| RunError::Program { reason };
    if manifest.format != FORMAT {
        return Err(refuse(format!("the run is of format {}, this program knows {FORMAT}", manifest.format)));
    }
    if definition_sha256(&manifest.definition) != manifest.definition_sha256 {
        return Err(refuse("the game's definition does not have its checksum".to_owned()));
    }
    let mut loaded = read_back(&manifest.definition, &manifest.variant).map_err(refuse)?;
    loaded.variant.counting = [Counting::Distinct, Counting::Paths]
        .into_iter()
        .find(|&counting| word(counting) == manifest.count)
        .ok_or_else(|| refuse(format!("this program cannot count '{}'", manifest.count)))?;
    Ok(loaded.variant)
}

/// Reads a game from its definition.
///
/// # Errors
/// Why it is not the game that the definition was written of, in words.
pub(crate) fn read_back(texts: &[Source], game: &str) -> Result<Loaded, String> {
    let own = texts.first().ok_or("the game has no definition")?;
    let read = match Form::of_file(Path::new(&own.name), &own.text).unwrap_or(Form::Toml) {
        Form::Ini => Form::Ini.read_game(&own.name, &own.text, game),
        form => form.read(&own.name, &own.text),
    };
    let loaded = read.map_err(|report| format!("the game's definition cannot be read: {report}"))?;
    if definition(&loaded.warnings) != texts {
        return Err(format!("a game that '{game}' builds on is another one in this program"));
    }
    Ok(loaded)
}

/// The text of units.tsv.
pub(crate) fn write_units(units: &[Unit]) -> String {
    let line = |u: &Unit| format!("{}\t{}\t{}\n", u.occurrences, u.estimate, u.fen);
    format!("{HEADER}\n") + &units.iter().map(line).collect::<String>()
}

/// The manifest's bytes and its checksum file's.
pub(crate) fn write_manifest(manifest: &Manifest) -> Result<(Vec<u8>, String), RunError> {
    let mut bytes = serde_json::to_vec_pretty(manifest).map_err(|e| RunError::Program { reason: e.to_string() })?;
    bytes.push(b'\n');
    let sum = format!("{}  manifest.json\n", sha256(&bytes));
    Ok((bytes, sum))
}

/// A new manifest.
pub(crate) fn manifest(
    variant: &Variant,
    report: &Report,
    root: &Setup,
    plies: (u32, u32),
    units: (&str, usize, u128),
) -> Manifest {
    let definition = definition(report);
    let (depth, at) = plies;
    let (text, count, occurrences) = units;
    Manifest {
        format: FORMAT,
        program: program(),
        variant: variant.name.clone(),
        definition_sha256: definition_sha256(&definition),
        definition,
        fen: fen::write(variant, root),
        depth,
        at,
        count: word(variant.counting).to_owned(),
        units: count,
        occurrences: occurrences.to_string(),
        units_sha256: sha256(text.as_bytes()),
    }
}

/// What counts as one move, as manifests say it.
fn word(counting: Counting) -> &'static str {
    match counting {
        Counting::Distinct => "distinct",
        Counting::Paths => "paths",
    }
}

/// This program and its version.
pub(crate) fn program() -> String {
    format!("betza {}", env!("CARGO_PKG_VERSION"))
}

fn read_units(bytes: &[u8]) -> Result<Vec<Unit>, String> {
    let text = std::str::from_utf8(bytes).map_err(|e| e.to_string())?;
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        return Err(format!("the first line is not '{HEADER}'"));
    }
    let mut seen = HashSet::new();
    let unit = |(i, line): (usize, &str)| {
        let mut columns = line.split('\t');
        let (occurrences, estimate, fen) = (columns.next(), columns.next(), columns.next());
        let parsed = occurrences.and_then(|t| t.parse().ok()).zip(estimate.and_then(|t| t.parse().ok())).zip(fen);
        let ((occurrences, estimate), fen) = parsed.ok_or_else(|| format!("line {} is no unit", i + 2))?;
        Ok(Unit { fen: fen.to_owned(), occurrences, estimate })
    };
    let units: Vec<Unit> = lines.enumerate().map(unit).collect::<Result<_, String>>()?;
    match units.iter().enumerate().find(|(_, u)| !seen.insert(u.fen.as_str())) {
        Some((i, _)) => Err(format!("unit {} is there twice", i + 1)),
        None => Ok(units),
    }
}

#[cfg(test)]
mod tests {
    use super::{HEADER, definition, read_back, read_units};

    #[test]
    fn built_in_games_are_read_back() {
        for name in betza_variants::names() {
            let loaded = betza_variants::find(name).unwrap();
            let again = read_back(&definition(&loaded.warnings), name).map(|l| l.variant.name);
            assert_eq!(again.as_deref(), Ok(loaded.variant.name.as_str()));
        }
    }

    /// What a checksum that was made anew would not find.
    #[test]
    fn units_are_positions_each_once() {
        let read = |rows: &str| read_units(format!("{HEADER}\n{rows}").as_bytes());
        assert_eq!(
            read("1\t20\ta\n340282366920938463463374607431768211455\t2\tb\n").unwrap()[1].occurrences,
            u128::MAX
        );
        assert_eq!(read("1\t20\ta\n1\t2\tb\n2\t20\ta\n").unwrap_err(), "unit 3 is there twice");
        for rows in ["1\t20\n", "x\t20\ta\n", "1\t-1\ta\n", "\n"] {
            assert_eq!(read(rows).unwrap_err(), "line 2 is no unit", "{rows:?}");
        }
        assert!(read_units(b"fen\n").unwrap_err().starts_with("the first line is not"));
    }
}
