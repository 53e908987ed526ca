//! Matches against a player of random moves.

use std::process::Command;

fn run(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_betza-engine")).arg("match").args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), said)
}

#[test]
fn random_moves_lose() {
    for game in ["chess", "shogi", "xiangqi", "lionchess", "antichess", "breakthrough"] {
        let (is_won, said) = run(&[game, "--games", "2", "--nodes", "3000", "--all"]);
        assert!(is_won && said.contains("2 won, 0 drawn, 0 lost"), "{game}: {said}");
    }
}

#[test]
fn other_engines_are_spoken_to() {
    // The only other engine that is surely there is this one.
    let command = env!("CARGO_BIN_EXE_betza-engine");
    let (is_done, said) =
        run(&["minishogi", "--games", "2", "--nodes", "200", "--opening", "2", "--plies", "60", "--against", command]);
    assert!(is_done && said.contains("\n2 Black "), "{said}");
    let (is_done, said) = run(&["chess", "--against", "no-such-program"]);
    assert!(!is_done && said.contains("no-such-program"), "{said}");
    let (is_done, said) = run(&["ches"]);
    assert!(!is_done && said.contains("chess"), "{said}");
}

/// Breakthrough is over long before a thousand moves, whatever they are; and a program that ends is no engine.
#[test]
fn what_cannot_be_played_is_an_error() {
    let (is_good, said) = run(&["breakthrough", "--games", "2", "--opening", "1000"]);
    assert!(!is_good && said.contains("no opening was found"), "{said}");
    let (is_good, said) = run(&["chess", "--games", "2", "--against", "true"]);
    assert!(!is_good && said.contains("error: the other engine has ended"), "{said}");
}
