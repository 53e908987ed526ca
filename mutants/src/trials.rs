//! The tests, and what comes of them while a mutant runs.

use crate::tree::Tree;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The packages whose tests are run.
const TESTED: [&str; 6] =
    ["betza-compile", "betza-game", "betza-movegen", "betza-perft", "betza-variants", "betza-laws"];

/// The most memory that a test may take, in KiB.
const MEMORY: u64 = 8 << 20;

/// A signal that ends what has used up its processor time.
const SIGNALS: [i32; 2] = [9, 24];

/// A program of tests.
pub struct Tests {
    program: PathBuf,
    /// The package's folder.
    folder: PathBuf,
    /// How long it takes without a mutant.
    time: Duration,
}

/// What came of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A test failed, which is named.
    Caught(String),
    /// A program of tests, which is named, took much longer than without a mutant.
    TimedOut(String),
    /// All tests passed.
    Missed,
}

impl Tests {
    /// Compiles the tests, and runs them without a mutant. The fastest come first.
    ///
    /// # Errors
    /// In words, if they cannot be compiled or do not pass.
    pub fn build(tree: &Tree) -> Result<Vec<Tests>, String> {
        let mut cargo = tree.cargo("test", &TESTED);
        let output = cargo.args(["--no-run", "--profile", "mutants"]).output().map_err(|e| e.to_string())?;
        if !output.status.success() {
            return Err("the tests do not compile".to_owned());
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let program = |message: Value| {
            let is_test = message["profile"]["test"] == true;
            let manifest = Path::new(message["manifest_path"].as_str()?);
            let program = PathBuf::from(message["executable"].as_str().filter(|_| is_test)?);
            Some(Tests { program, folder: manifest.parent()?.to_owned(), time: Duration::ZERO })
        };
        let mut all: Vec<Tests> = messages.filter_map(program).collect();
        for tests in &mut all {
            let started = Instant::now();
            let outcome = tests.run(0, None)?;
            tests.time = started.elapsed();
            println!("{:7.1} s: {}", tests.time.as_secs_f64(), tests.name());
            if outcome != Outcome::Missed {
                return Err(format!("without a mutant: {outcome:?}"));
            }
        }
        all.sort_by_key(|tests| tests.time);
        Ok(all)
    }

    /// How long it takes without a mutant.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Whether these are tests of the package that a file belongs to.
    #[must_use]
    pub fn are_beside(&self, file: &str) -> bool {
        let package = self.folder.file_name().map(|name| name.to_string_lossy());
        package.is_some_and(|package| file.starts_with(&format!("{package}/")))
    }

    fn name(&self) -> String {
        let part = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let program = part(&self.program);
        format!("{} {}", part(&self.folder), program.rsplit_once('-').map_or(&*program, |(name, _)| name))
    }

    /// Runs the tests with a mutant until one fails: `Missed` if all pass.
    ///
    /// # Errors
    /// In words, if they cannot be run.
    pub fn run(&self, number: u32, seconds: Option<u64>) -> Result<Outcome, String> {
        // Processor time, so that other work on the machine does not decide.
        let limits = format!(
            "ulimit -v {MEMORY}; ulimit -t {}; exec \"$@\"",
            seconds.map_or_else(|| "unlimited".to_owned(), |seconds| seconds.to_string())
        );
        let mut command = Command::new("sh");
        command.args(["-c", &limits, "sh"]).arg(&self.program).arg("--test-threads=1").current_dir(&self.folder);
        command.env("BETZA_MUTANT", number.to_string()).env("CARGO_MANIFEST_DIR", &self.folder);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|e| e.to_string())?;
        let mut failed = None;
        for line in BufReader::new(child.stdout.take().ok_or("no output")?).lines().map_while(Result::ok) {
            if let Some(test) = line.strip_prefix("test ").and_then(|line| line.strip_suffix(" ... FAILED")) {
                failed = Some(format!("{}: {test}", self.name()));
                // What is left need not be waited for.
                child.kill().map_err(|e| e.to_string())?;
                break;
            }
        }
        let status = child.wait().map_err(|e| e.to_string())?;
        Ok(match failed {
            Some(test) => Outcome::Caught(test),
            None if status.success() => Outcome::Missed,
            None if status.signal().is_some_and(|signal| SIGNALS.contains(&signal)) => Outcome::TimedOut(self.name()),
            None => Outcome::Caught(format!("{}: {status}", self.name())),
        })
    }
}

/// Runs all tests with a mutant of a file, the file's own package's first, until one fails.
///
/// # Errors
/// In words, if they cannot be run.
pub fn all(tests: &[Tests], file: &str, number: u32) -> Result<Outcome, String> {
    let mut order: Vec<&Tests> = tests.iter().collect();
    order.sort_by_key(|tests| !tests.are_beside(file));
    for tests in order {
        let outcome = tests.run(number, Some(20 + 5 * tests.time.as_secs()))?;
        if outcome != Outcome::Missed {
            return Ok(outcome);
        }
    }
    Ok(Outcome::Missed)
}
