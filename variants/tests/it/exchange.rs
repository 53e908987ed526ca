//! XBoard's lines and the Interactive Diagram's text: read as their authors mean them, written so that they read back.

use betza_game::fen;
use betza_game::variant::Variant;
use betza_perft::{Options, run};
use betza_variants::exchange::{cecp, diagram};
use betza_variants::find;
use std::sync::atomic::AtomicBool;

fn count(variant: &Variant, depth: u32) -> u128 {
    let setup = fen::read(variant, &variant.start).unwrap();
    run(variant, &setup, depth, &Options::default(), &(), &AtomicBool::new(false)).unwrap().nodes
}

/// Capablanca chess as the page on diagrams has its example; the count is a row of testdata/perft/reference.tsv.
const DIAGRAM: &str = "\
files=10
ranks=8
promoZone=1
promoChoice=QCARBN
graphicsDir=/graphics/
symmetry=mirror
Pawn:::pawn:a2-j2
Knight:N:::b1,i1
Bishop::::d1,g1
Rook::::a1,j1
Archbishop::::c1
Chancellor::::h1
Queen::::e1
King::KisO3::f1
";

#[test]
fn a_diagram_is_read() {
    let loaded = diagram::read("Capablanca", DIAGRAM).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(count(&loaded.variant, 3), 25_228);
    assert_eq!(loaded.variant.start, "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1");
    assert!(loaded.warnings.to_string().contains("5:1: warning[no-effect]: 'graphicsDir'"), "{}", loaded.warnings);
}

#[test]
fn lines_for_xboard_are_read() {
    let lines = "\
setup (PNBRQKpnbrqk) 8x8+0_fairy rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
piece P& fmWfceFifmnD
piece N& N
piece B& B
piece R& R
piece Q& Q
piece K& KisO2
";
    let loaded = cecp::read("Chess", lines).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(count(&loaded.variant, 4), 197_281);
    let error =
        cecp::read("x", "setup (PKpk) 8x8+0_fairy 8/8/8/8/8/8/8/8 w - - 0 1\npiece P& f(\n").unwrap_err().to_string();
    assert!(error.starts_with("x:2:11: error[notation]"), "{error}");
}

#[test]
fn what_is_written_reads_back() {
    for (name, depth) in
        [("chess", 4), ("capablanca", 3), ("berolina", 3), ("losalamos", 4), ("makruk", 3), ("chancellor", 3)]
    {
        let game = find(name).unwrap().variant;
        let written = cecp::write(&game);
        let back = cecp::read(name, &written.text).unwrap_or_else(|e| panic!("{name}: {e}\n{}", written.text));
        assert_eq!(count(&back.variant, depth), count(&game, depth), "{name}\n{}", written.text);
        let written = diagram::write(&game);
        let back = diagram::read(name, &written.text).unwrap_or_else(|e| panic!("{name}: {e}\n{}", written.text));
        assert_eq!(count(&back.variant, depth), count(&game, depth), "{name}\n{}", written.text);
    }
    assert!(diagram::write(&find("xiangqi").unwrap().variant).unsaid.contains(&"flying generals".to_owned()));
}
