//! The instructions of the benches: `.ci/instructions` refuses what makes the generator slower, though every test
//! passes.

use crate::tree::Tree;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, process};

/// What `.ci/instructions` refuses: so many times as many instructions.
const SLOWER: f64 = 1.02;

/// The benches, with the instructions that each takes without a mutant.
pub struct Benches {
    program: PathBuf,
    counts: Vec<(String, f64)>,
}

impl Benches {
    /// Compiles the benches and counts their instructions. `None`, said aloud, without valgrind.
    ///
    /// # Errors
    /// In words, if they cannot be compiled or run.
    pub fn build(tree: &Tree) -> Result<Option<Benches>, String> {
        if Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_err() {
            println!("without valgrind, mutants that are only slower are not noticed");
            return Ok(None);
        }
        let mut cargo = tree.cargo("build", &["betza-benches"]);
        let output =
            cargo.args(["--bin", "instructions", "--profile", "mutants"]).output().map_err(|e| e.to_string())?;
        let messages = Tree::messages(&output);
        let program = messages.iter().rev().find_map(|message| message["executable"].as_str().map(PathBuf::from));
        let program = program.filter(|_| output.status.success()).ok_or("the benches do not compile")?;
        let names = Command::new(&program).arg("--list").output().map_err(|e| e.to_string())?.stdout;
        let names = String::from_utf8_lossy(&names).into_owned();
        let count = |name: &str| Ok((name.to_owned(), count(&program, name, 0)?));
        let counts = names.lines().map(count).collect::<Result<_, String>>()?;
        Ok(Some(Benches { program, counts }))
    }

    /// The first bench that a mutant makes slower, and how many times as slow.
    ///
    /// # Errors
    /// In words, if a bench cannot be run.
    pub fn slower(&self, number: u32) -> Result<Option<String>, String> {
        for (name, usual) in &self.counts {
            let times = count(&self.program, name, number)? / usual;
            if times > SLOWER {
                return Ok(Some(format!("instructions {name}: {times:.2} times")));
            }
        }
        Ok(None)
    }
}

/// The instructions that a bench takes with a mutant: by callgrind, as the difference of four more counts, since a
/// program does more than to count.
fn count(program: &Path, name: &str, number: u32) -> Result<f64, String> {
    Ok((total(program, name, 5, number)? - total(program, name, 1, number)?) / 4.0)
}

fn total(program: &Path, name: &str, times: u32, number: u32) -> Result<f64, String> {
    let out = env::temp_dir().join(format!("betza-mutants-{}-{number}-{name}-{times}", process::id()));
    let mut callgrind = Command::new("valgrind");
    callgrind.arg("--tool=callgrind").arg(format!("--callgrind-out-file={}", out.display()));
    callgrind.arg(program).args([name, &times.to_string()]).env("BETZA_MUTANT", number.to_string());
    let status = callgrind.stdout(Stdio::null()).stderr(Stdio::null()).status().map_err(|e| e.to_string())?;
    let text = fs::read_to_string(&out).unwrap_or_default();
    fs::remove_file(&out).ok();
    let totals = text.lines().find_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok());
    totals.filter(|_| status.success()).ok_or_else(|| format!("callgrind failed in {name}, mutant {number}"))
}
