//! `betza bench`: the table, the JSON, another program in turn, an earlier run.

use std::process::{Command, Output};

fn bench(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_betza")).arg("bench").args(args).output().unwrap()
}

fn json(args: &[&str]) -> serde_json::Value {
    let o = bench(args);
    assert!(o.status.success(), "{}", String::from_utf8_lossy(&o.stderr));
    serde_json::from_slice(&o.stdout).unwrap()
}

/// chess perft(3) = 8902 and shogi perft(2) = 900: chessprogramming.org.
#[test]
fn every_game_is_timed_with_threads_and_tables() {
    let answer = json(&["chess", "--depth", "3", "--rounds", "3", "--threads", "2", "--hash", "1", "--json"]);
    let rows = answer["rows"].as_array().unwrap();
    let of = |row: &serde_json::Value| (row["threads"].as_u64().unwrap(), row["hash"].as_u64().unwrap());
    assert_eq!(rows.iter().map(of).collect::<Vec<_>>(), [(1, 0), (1, 1), (2, 0), (2, 1)]);
    for row in rows {
        assert_eq!((&row["nodes"], row["seconds"].as_array().unwrap().len()), (&"8902".into(), 3));
        let rate = |name: &str| row[name].as_u64().unwrap();
        assert!(rate("nps_low") <= rate("nps") && rate("nps") <= rate("nps_high"));
    }
    for key in ["processor", "cores", "system", "lookups"] {
        assert!(!answer["machine"][key].is_null(), "{key}");
    }
    let o = bench(&["shogi", "--depth", "2", "--rounds", "1", "--threads", "1", "--hash", "0"]);
    let text = String::from_utf8(o.stdout).unwrap();
    let row = text.lines().find(|l| l.starts_with("shogi")).unwrap();
    assert_eq!(row.split_whitespace().take(5).collect::<Vec<_>>(), ["shogi", "2", "900", "1", "0"]);
}

/// An earlier run that took a thousandth of the time, and one that took a thousand times as long.
#[test]
fn a_run_is_held_against_an_earlier_one() {
    let mut earlier = json(&["chess", "--depth", "4", "--rounds", "3", "--threads", "1", "--hash", "0", "--json"]);
    let path = tempfile::tempdir().unwrap();
    let file = path.path().join("earlier.json");
    for (seconds, status, word) in [(1e-9, 1, "slower"), (1e6, 0, "faster")] {
        earlier["rows"][0]["seconds"] = serde_json::json!([seconds, seconds, seconds]);
        std::fs::write(&file, earlier.to_string()).unwrap();
        // More rounds than one could differ by more than they take.
        let o = bench(&["--compare", file.to_str().unwrap(), "--rounds", "1"]);
        let said = String::from_utf8(o.stderr).unwrap();
        assert_eq!(o.status.code(), Some(status), "{said}");
        assert!(said.contains(word), "{said}");
    }
    std::fs::write(&file, "{}").unwrap();
    let o = bench(&["--compare", file.to_str().unwrap()]);
    assert_eq!(o.status.code(), Some(1));
    assert!(String::from_utf8(o.stderr).unwrap().contains("write such a file with betza bench --json"));
}

/// A program that is this one, started for each count.
#[test]
#[cfg(unix)]
fn another_program_is_timed_in_turn() {
    let against = format!("'{}' perft chess {{depth}} --fen {{fen}} --threads 1", env!("CARGO_BIN_EXE_betza"));
    let answer = json(&[
        "chess",
        "--depth",
        "3",
        "--rounds",
        "3",
        "--threads",
        "1",
        "--hash",
        "0",
        "--against",
        &against,
        "--json",
    ]);
    let beside = &answer["rows"][0]["against"];
    assert_eq!(beside["seconds"].as_array().unwrap().len(), 3);
    // It is started each time, which takes longer than the count.
    assert!(beside["quotient"].as_f64().unwrap() > 1.0);
    let wrong = "sh -c 'echo 8901' {fen}";
    let args = ["chess", "--depth", "3", "--rounds", "1", "--threads", "1", "--hash", "0", "--against", wrong];
    let o = bench(&[&args[..], &["--protocol", "cecp", "--uci-variant", "normal"]].concat());
    assert_eq!(o.status.code(), Some(1));
    let said = String::from_utf8(o.stderr).unwrap();
    assert!(said.contains("it counts 8901 nodes at depth 3, and 8902 are counted here"), "{said}");
    let again = r"betza bisect chess 3 --against 'sh -c '\''echo 8901'\'' {fen}' --protocol cecp --uci-variant normal";
    assert!(said.contains(again), "{said}");
}
