//! Games and positions as text.

use betza_game::fen as positions;
use betza_game::variant::Variant;
use betza_variants::exchange::Form;
use betza_variants::problem::Report;
use betza_variants::{Loaded, check_ini, find, names, read_ini, read_toml};

/// A position of a built-in game, chosen by the first byte, is refused with a place and a remedy, or what is written of
/// it reads as the same position.
pub fn fen(input: &[u8]) {
    let Some((&first, rest)) = input.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let games: Vec<&str> = names().collect();
    let variant = find(games[usize::from(first) % games.len()]).expect("a built-in game").variant;
    reads_back(&variant, text);
}

fn reads_back(variant: &Variant, text: &str) {
    match positions::read(variant, text) {
        Ok(setup) => {
            let written = positions::write(variant, &setup);
            let again =
                positions::read(variant, &written).unwrap_or_else(|e| panic!("{text} is written {written}: {e:?}"));
            assert_eq!(positions::write(variant, &again), written, "{} {text}", variant.name);
        }
        Err(e) => {
            assert!(text.get(e.span.clone()).is_some(), "{} {text}: {e:?}", variant.name);
            assert!(!e.message.is_empty() && !e.remedy.is_empty(), "{e:?}");
        }
    }
}

/// What is wrong has a place inside of a text, a reason and a remedy; what is right has a start that can be read.
fn is_told(loaded: Result<Loaded, Report>) {
    let report = match loaded {
        Ok(loaded) => {
            reads_back(&loaded.variant, &loaded.variant.start);
            loaded.warnings
        }
        Err(report) => {
            assert!(report.has_errors(), "{report:?}");
            report
        }
    };
    for problem in &report.problems {
        let text = report.sources.get(problem.place.source).map_or("", |source| &source.text);
        assert!(text.get(problem.place.span.clone()).is_some(), "{problem:?}");
        assert!(!problem.message.is_empty() && !problem.remedy.is_empty(), "{problem:?}");
    }
}

/// A game file.
pub fn toml(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    is_told(read_toml("a.toml", text));
}

/// A `variants.ini`, checked and read.
pub fn ini(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let _ = check_ini("a.ini", text);
    is_told(read_ini("a.ini", text, "a"));
}

/// A text that is pasted: whatever it is taken for, and an Interactive Diagram.
pub fn pasted(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    for form in [Form::of(text), Some(Form::Diagram), Some(Form::Cecp)].into_iter().flatten() {
        is_told(form.read("a", text));
    }
}
