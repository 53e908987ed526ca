//! Run folders from outside: workers that are killed again and again, files that are damaged, disks that are full.
//! Nothing is lost, nothing is summed twice.

#![cfg(unix)]

use betza_runs::folder::Folder;
use betza_runs::results::ResultFile;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn betza(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_betza")).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Succeeds and gives standard output.
fn done(args: &[&str]) -> String {
    let o = betza(args);
    assert!(o.status.success(), "{args:?}: {}", text(&o.stderr));
    text(&o.stdout).to_owned()
}

/// Fails with status 1 and gives standard error.
fn refused(args: &[&str]) -> String {
    let o = betza(args);
    assert_eq!((o.status.code(), text(&o.stdout)), (Some(1), ""), "{args:?}: {}", text(&o.stderr));
    text(&o.stderr).to_owned()
}

/// A run of chess and its folder.
fn run_of(depth: &str, at: &str) -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().unwrap();
    let run = dir.path().join("run").to_str().unwrap().to_owned();
    done(&["split", "chess", depth, "--at", at, "-o", &run]);
    (dir, run)
}

/// The result files, in order.
fn results(run: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(Path::new(run).join("results"))
        .into_iter()
        .flatten()
        .flat_map(|d| fs::read_dir(d.unwrap().path()).unwrap().map(|e| e.unwrap().path()))
        .filter(|p| {
            p.extension().is_some_and(|e| e == "json") && !p.file_name().unwrap().to_str().unwrap().starts_with('.')
        })
        .collect();
    files.sort();
    files
}

/// Source of the counts here: chessprogramming.org, Perft Results, and OEIS A048987 and A083276.
#[test]
fn a_run_in_one_go() {
    let dir = tempfile::tempdir().unwrap();
    let run = dir.path().join("run").to_str().unwrap().to_owned();
    let said = done(&["split", "chess", "4", "--at", "2", "-o", &run]);
    assert!(said.starts_with("Units: 400\nOccurrences: 400\nRun: "), "{said}");
    assert!(refused(&["merge", &run]).contains("400 of 400 units have no result: 1, 2, 3"));
    assert_eq!(done(&["work", &run, "--units", "1-150"]), "Units: 150 counted, 0 had results, 0 claimed by others\n");
    assert!(refused(&["merge", &run]).contains("250 of 400 units have no result: 151, 152"));
    assert_eq!(done(&["work", &run, "--hash", "1"]), "Units: 250 counted, 150 had results, 0 claimed by others\n");
    assert_eq!(done(&["merge", &run, "--verify", "10"]), "Nodes searched: 197281\n");
    assert!(refused(&["work", &run, "--units", "0-3"]).contains("the run has units 1-400"));
    assert!(refused(&["work", &run, "--units", "399-401"]).contains("the run has units 1-400"));
    assert!(refused(&["split", "chess", "4", "--at", "2", "-o", &run]).contains("there is something already"));
    assert!(refused(&["merge", dir.path().to_str().unwrap()]).contains("there is no manifest.json"));
}

/// Transpositions are counted once and weighted: 5362 positions stand for 8902 ways.
#[test]
fn units_are_unique_and_the_largest_come_first() {
    let (_dir, run) = run_of("4", "3");
    let units = fs::read_to_string(Path::new(&run).join("units.tsv")).unwrap();
    let rows: Vec<(u64, u64)> = units
        .lines()
        .skip(1)
        .map(|l| l.split('\t').collect::<Vec<_>>())
        .map(|c| (c[0].parse().unwrap(), c[1].parse().unwrap()))
        .collect();
    assert_eq!((rows.len(), rows.iter().map(|r| r.0).sum::<u64>()), (5362, 8902));
    assert!(rows.is_sorted_by_key(|r| std::cmp::Reverse(r.1)));
}

/// Waits until something holds.
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(120), "{what}: it has not come in two minutes");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Two workers in one folder, both killed by SIGKILL each time that they have counted a few units, until the run is
/// done. It goes by results and not by time, so that as many are killed on a fast machine as on a slow one. The count:
/// chessprogramming.org, Perft Results.
#[test]
fn workers_that_are_killed_lose_nothing() {
    let (_dir, run) = run_of("6", "2");
    let mut kills = 0;
    while results(&run).len() < 400 {
        let enough = (results(&run).len() + 8).min(400);
        let worker = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_betza"));
            command.args(["work", &run, "--threads", "1"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        };
        let mut workers = [worker(), worker()];
        until("eight results more", || results(&run).len() >= enough);
        for w in &mut workers {
            // Not always at the same place of a unit.
            std::thread::sleep(Duration::from_micros(170 * (kills as u64 % 10)));
            kills += usize::from(w.try_wait().unwrap().is_none());
            w.kill().unwrap();
            w.wait().unwrap();
        }
    }
    assert!(kills >= 20, "only {kills} workers were killed before the run was done");
    // What the killed ones left behind is in nobody's way.
    done(&["work", &run]);
    assert_eq!(done(&["merge", &run]), "Nodes searched: 119060324\n");
}

/// Waits until a process has ended by itself and gives its exit status.
fn ended(child: &mut std::process::Child) -> Option<i32> {
    let mut status = None;
    until("its end", || {
        status = child.try_wait().unwrap();
        status.is_some()
    });
    status.unwrap().code()
}

/// A worker that is told to stop says how far it came; one whose standard input ends stops too, and so outlives nobody
/// who is killed.
#[test]
fn workers_stop_when_told() {
    // One unit that takes for ever.
    let (_dir, run) = run_of("12", "0");
    let claim = Path::new(&run).join("claims/000001.lock");
    let worker = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_betza"));
        command.args(["work", &run]).args(more).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        until("the claim of the unit", || claim.exists());
        child
    };
    let mut told = worker(&[]);
    drop(told.stdin.take());
    std::thread::sleep(Duration::from_millis(500));
    assert!(told.try_wait().unwrap().is_none(), "without --until-eof the end of standard input is nothing");
    assert!(Command::new("kill").args(["-TERM", &told.id().to_string()]).status().unwrap().success());
    assert_eq!(ended(&mut told), Some(143));
    let o = told.wait_with_output().unwrap();
    assert!(text(&o.stderr).contains("interrupted: 0 units were counted and stay"), "{}", text(&o.stderr));
    assert!(!claim.exists());
    let mut bound = worker(&["--until-eof"]);
    std::thread::sleep(Duration::from_millis(500));
    assert!(bound.try_wait().unwrap().is_none());
    drop(bound.stdin.take());
    assert_eq!(ended(&mut bound), Some(143));
}

#[test]
fn a_result_cut_in_half_is_found_and_counted_anew() {
    let (_dir, run) = run_of("3", "1");
    done(&["work", &run]);
    let files = results(&run);
    let whole = fs::read(&files[4]).unwrap();
    for length in [0, 1, whole.len() / 2, whole.len() - 2] {
        fs::write(&files[4], &whole[..length]).unwrap();
        let said = refused(&["merge", &run]);
        assert!(said.contains("000005.json") && said.contains("run 'betza work' again"), "{length}: {said}");
        let o = betza(&["work", &run]);
        assert_eq!(text(&o.stdout), "Units: 1 counted, 19 had results, 0 claimed by others\n");
        assert!(text(&o.stderr).contains("set aside as"), "{}", text(&o.stderr));
        assert_eq!(done(&["merge", &run]), "Nodes searched: 8902\n");
    }
    // A digit of the count that was changed.
    let changed = text(&whole).replacen("\"nodes\":\"", "\"nodes\":\"1", 1);
    fs::write(&files[4], changed).unwrap();
    assert!(refused(&["merge", &run]).contains("does not have its checksum"));
}

#[test]
fn a_manifest_changed_by_one_byte_is_refused() {
    let (_dir, run) = run_of("3", "1");
    done(&["work", &run]);
    let path = Path::new(&run).join("manifest.json");
    let whole = fs::read(&path).unwrap();
    for place in [0, whole.len() / 3, whole.len() / 2, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[place] ^= 1;
        fs::write(&path, &bytes).unwrap();
        for command in ["work", "merge"] {
            assert!(refused(&[command, &run]).contains("manifest.json: the manifest does not have the checksum"));
        }
    }
    fs::write(&path, &whole).unwrap();
    assert_eq!(done(&["merge", &run]), "Nodes searched: 8902\n");
}

#[test]
fn a_duplicated_unit_is_refused() {
    let (_dir, run) = run_of("3", "1");
    done(&["work", &run]);
    let path = Path::new(&run).join("units.tsv");
    let whole = fs::read_to_string(&path).unwrap();
    let last = whole.lines().last().unwrap();
    fs::write(&path, format!("{whole}{last}\n")).unwrap();
    assert!(refused(&["merge", &run]).contains("units.tsv: the units do not have the checksum"));
    fs::write(&path, &whole).unwrap();
    // A result twice, under another name: the same count is no harm, and is summed once.
    let files = results(&run);
    let twin = files[0].with_file_name("copy.json");
    fs::copy(&files[0], &twin).unwrap();
    assert_eq!(done(&["merge", &run]), "Nodes searched: 8902\n");
    // One of them under the name of another unit: that one is missing.
    fs::copy(&files[0], &files[1]).unwrap();
    assert!(refused(&["merge", &run]).contains("1 of 20 units have no result: 2;"));
    let o = betza(&["work", &run]);
    assert_eq!(text(&o.stdout), "Units: 1 counted, 19 had results, 0 claimed by others\n");
    assert!(text(&o.stderr).contains("000002.json: the result is of unit 1"), "{}", text(&o.stderr));
    assert_eq!(done(&["merge", &run]), "Nodes searched: 8902\n");
    // No worker looks at a file of such a name, so whoever merges is told to take it away.
    fs::write(&twin, "{").unwrap();
    let said = refused(&["merge", &run]);
    assert!(said.contains("copy.json") && said.contains("take the file away"), "{said}");
}

/// A second count goes into files of its own; one that comes otherwise is nobody's total. The count:
/// chessprogramming.org, Perft Results.
#[test]
fn units_are_counted_twice_and_compared() {
    let (_dir, run) = run_of("4", "1");
    done(&["work", &run, "--hash", "1"]);
    assert_eq!(
        done(&["work", &run, "--again", "--units", "1-7"]),
        "Units: 7 counted, 0 had results, 0 claimed by others\n"
    );
    assert_eq!(done(&["work", &run, "--again"]), "Units: 13 counted, 7 had results, 0 claimed by others\n");
    let o = betza(&["merge", &run]);
    assert_eq!(text(&o.stdout), "Nodes searched: 197281\n");
    assert!(text(&o.stderr).contains("Counted twice: 20 of 20 units"), "{}", text(&o.stderr));
    let first = Path::new(&run).join("results/000/000003.json");
    let again = first.with_file_name("000003.again.json");
    assert_eq!(results(&run).iter().filter(|p| **p == first || **p == again).count(), 2);
    // One that is cut off is counted anew, into the same file.
    let whole = fs::read(&again).unwrap();
    fs::write(&again, &whole[..whole.len() / 2]).unwrap();
    assert!(refused(&["merge", &run]).contains("000003.again.json"));
    assert_eq!(done(&["work", &run, "--again"]), "Units: 1 counted, 19 had results, 0 claimed by others\n");
    // A result that is whole and of this run, with another count.
    let folder = Folder::open(Path::new(&run)).unwrap();
    let other = ResultFile::new(&folder, 3, 1, 0.0);
    fs::write(&again, serde_json::to_vec(&other).unwrap()).unwrap();
    let said = refused(&["merge", &run]);
    assert!(said.contains("two results for unit 3 disagree") && said.contains("000003.again.json"), "{said}");
}

/// Mate comes before the split.
#[test]
fn a_run_without_units_has_no_leaves() {
    let dir = tempfile::tempdir().unwrap();
    let run = dir.path().join("run").to_str().unwrap().to_owned();
    done(&["split", "chess", "2", "--at", "1", "-o", &run, "--fen", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"]);
    assert_eq!(done(&["work", &run]), "Units: 0 counted, 0 had results, 0 claimed by others\n");
    assert!(refused(&["work", &run, "--units", "1-2"]).contains("the run has none"));
    assert_eq!(done(&["merge", &run, "--verify", "1"]), "Nodes searched: 0\n");
}

/// Whatever form the game has; what could not be read back is refused before anything is written.
#[test]
fn games_of_other_forms_are_split() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    for form in ["diagram", "xboard"] {
        let (file, run) = (path(&format!("{form}.txt")), path(form));
        fs::write(
            &file,
            done(&[
                "translate-game",
                concat!(env!("CARGO_MANIFEST_DIR"), "/../variants/games/chess.toml"),
                "--to",
                form,
            ]),
        )
        .unwrap();
        done(&["split", "--file", &file, "3", "--at", "1", "-o", &run]);
        done(&["work", &run]);
        assert_eq!(done(&["merge", &run]), "Nodes searched: 8902\n");
    }
    fs::write(path("games.toml"), "[plain:chess]\ncastling = false\n").unwrap();
    let run = path("run");
    let said = refused(&["split", "--ini", &format!("{}:plain", path("games.toml")), "3", "--at", "1", "-o", &run]);
    assert!(said.contains("betza translate-game") && !Path::new(&run).exists(), "{said}");
}

#[test]
fn results_of_another_run_are_refused() {
    let (_dir, run) = run_of("3", "1");
    let (_other_dir, other) = run_of("4", "1");
    done(&["work", &run]);
    done(&["work", &other]);
    fs::copy(&results(&other)[3], &results(&run)[3]).unwrap();
    for command in ["work", "merge"] {
        assert!(refused(&[command, &run]).contains("a result of another run"));
    }
}

/// A file-size limit stands for a full disk: what cannot be written is told, what was written stays.
#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let (_dir, run) = run_of("3", "1");
    done(&["work", &run, "--units", "1-5"]);
    let limited = |args: &str| {
        let script = format!("ulimit -f 0; exec '{}' {args}", env!("CARGO_BIN_EXE_betza"));
        Command::new("sh").args(["-c", &script]).output().unwrap()
    };
    let o = limited(&format!("work '{run}'"));
    assert_eq!((o.status.code(), text(&o.stdout)), (Some(1), ""), "{}", text(&o.stderr));
    assert!(
        text(&o.stderr).contains("000006.json") && text(&o.stderr).contains("File too large"),
        "{}",
        text(&o.stderr)
    );
    assert_eq!(results(&run).len(), 5);
    // Where nothing can be said either, because standard error is a file on that disk, it still ends in good order.
    assert_eq!(limited(&format!("work '{run}' 2> '{run}.log'")).status.code(), Some(1));
    assert_eq!(results(&run).len(), 5);
    done(&["work", &run]);
    assert_eq!(done(&["merge", &run]), "Nodes searched: 8902\n");
    let other = format!("{run}-2");
    let o = limited(&format!("split chess 3 --at 1 -o '{other}'"));
    assert_eq!(o.status.code(), Some(1), "{}", text(&o.stderr));
    assert!(text(&o.stderr).contains("File too large"), "{}", text(&o.stderr));
    done(&["split", "chess", "3", "--at", "1", "-o", &other]);
}

/// A game of one's own travels in the manifest, and totals go past 64 bits.
#[test]
fn totals_past_64_bits_are_right() {
    let dir = tempfile::tempdir().unwrap();
    let (file, run) = (dir.path().join("duel.toml"), dir.path().join("run"));
    let (file, run) = (file.to_str().unwrap(), run.to_str().unwrap());
    // Two pieces that step round a ring of holes, each within its own rank: neither meets the other. On the five
    // squares of a rank a piece that leaps to any other has four moves, so there are 4^n ways to play n plies.
    let game = "format = 1\nname = \"duel\"\nboard = \"5x5\"\ndialect = \"betza\"\nstart = \"4a/5/5/5/A4 w - - 0 1\"\n\
        [pieces.A]\nmove = \"slW4\"\n";
    let game = game.replace("slW4", "sW4");
    fs::write(file, game).unwrap();
    let plain = done(&["perft", "--file", file, "3"]);
    assert_eq!(plain, "Nodes searched: 64\n");
    done(&["split", "--file", file, "40", "--at", "4", "-o", run]);
    fs::remove_file(file).unwrap();
    done(&["work", run, "--hash", "16"]);
    // 4^40 = 2^80.
    assert_eq!(done(&["merge", run]), "Nodes searched: 1208925819614629174706176\n");
}

/// Two kings and a pawn come to the same positions by many ways, so that a table knows some; without one nothing is
/// said of it.
#[test]
fn what_the_table_knew_is_told() {
    for (table, is_told) in [(&["--hash", "16"][..], true), (&[], false)] {
        let dir = tempfile::tempdir().unwrap();
        let run = dir.path().join("run").to_str().unwrap().to_owned();
        done(&["split", "chess", "9", "--at", "1", "--fen", "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", "-o", &run]);
        let o = betza(&[&["work", &run, "--threads", "1"], table].concat());
        let said = text(&o.stderr);
        let share = said.lines().find_map(|l| l.strip_prefix("Table: ")?.split_once("% of the leaves were known"));
        assert_eq!(share.is_some(), is_told, "{said}");
        if let Some((share, _)) = share {
            let share: f64 = share.parse().unwrap();
            assert!(share > 0.0 && share <= 100.0, "{said}");
        }
    }
}
