//! The tests, and what comes of them while a mutant runs.

use crate::tree::Tree;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The packages whose tests are run.
const TESTED: [&str; 7] =
    ["betza-compile", "betza-game", "betza-movegen", "betza-perft", "betza-variants", "betza-laws", "betza"];

/// The most memory that a test may take, in KiB.
const MEMORY: u64 = 8 << 20;

/// A signal that ends what has used up its processor time.
const SIGNALS: [i32; 2] = [9, 24];

/// The package that contains none of the others: its tests see only its own mutants.
const ALONE: &str = "betza-compile/";

/// A test that takes longer is run by itself, after the others.
const LONG: Duration = Duration::from_secs(1);

/// Some tests of a program.
#[derive(Clone)]
pub struct Tests {
    program: PathBuf,
    /// The package's folder.
    folder: PathBuf,
    /// Which of its tests they are.
    which: Vec<String>,
    /// How long they take without a mutant.
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
        let program = |message: Value| {
            let is_test = message["profile"]["test"] == true;
            let manifest = Path::new(message["manifest_path"].as_str()?);
            let program = PathBuf::from(message["executable"].as_str().filter(|_| is_test)?);
            Some(Tests { program, folder: manifest.parent()?.to_owned(), which: Vec::new(), time: Duration::ZERO })
        };
        let mut all = Vec::new();
        for tests in Tree::messages(&output).into_iter().filter_map(program) {
            all.append(&mut tests.measured()?);
        }
        all.sort_by_key(|tests| tests.time);
        Ok(all)
    }

    /// Runs a program without a mutant, and parts its long tests from the others.
    fn measured(self) -> Result<Vec<Tests>, String> {
        let (mut long, mut rest, mut last) = (Vec::new(), Duration::ZERO, Instant::now());
        let outcome = self.run_with(0, None, |test| {
            let time = last.elapsed();
            last = Instant::now();
            if time > LONG {
                long.push(Tests { which: vec!["--exact".to_owned(), test.to_owned()], time, ..self.clone() });
            } else {
                rest += time;
            }
        })?;
        if outcome != Outcome::Missed {
            return Err(format!("without a mutant: {outcome:?}"));
        }
        let skipped = long.iter().flat_map(|tests| ["--skip".to_owned(), tests.which[1].clone()]);
        let which = std::iter::once("--exact".to_owned()).chain(skipped).collect();
        println!("{:7.1} s: {}, and {} long tests", rest.as_secs_f64(), self.name(), long.len());
        long.push(Tests { which, time: rest, ..self });
        Ok(long)
    }

    /// How long they take without a mutant.
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

    /// Runs the tests with a mutant until one fails: `Missed` if all pass. `passed` is told the names of those that
    /// have passed.
    fn run_with(&self, number: u32, seconds: Option<u64>, mut passed: impl FnMut(&str)) -> Result<Outcome, String> {
        // Processor time, so that other work on the machine does not decide.
        let seconds = seconds.map_or_else(|| "unlimited".to_owned(), |seconds| seconds.to_string());
        let limits = format!("ulimit -v {MEMORY}; ulimit -t {seconds}; exec \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &limits, "sh"]).arg(&self.program).arg("--test-threads=1").args(&self.which);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command.env("BETZA_MUTANT", number.to_string());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|e| e.to_string())?;
        let mut failed = None;
        for line in BufReader::new(child.stdout.take().ok_or("no output")?).lines().map_while(Result::ok) {
            let Some((test, result)) = line.strip_prefix("test ").and_then(|line| line.split_once(" ... ")) else {
                continue;
            };
            if result == "FAILED" {
                failed = Some(format!("{}: {test}", self.name()));
                // What is left need not be waited for.
                child.kill().map_err(|e| e.to_string())?;
                break;
            }
            passed(test);
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
    let mut order: Vec<&Tests> =
        tests.iter().filter(|tests| !tests.are_beside(ALONE) || tests.are_beside(file)).collect();
    order.sort_by_key(|tests| !tests.are_beside(file));
    for tests in order {
        let outcome = tests.run_with(number, Some(20 + 5 * tests.time.as_secs()), |_| ())?;
        if outcome != Outcome::Missed {
            return Ok(outcome);
        }
    }
    Ok(Outcome::Missed)
}
