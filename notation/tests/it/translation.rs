//! Translations keep the moves: a piece translated into another dialect has the same moves by the walk on the same
//! boards.

use betza_compile::walk::{self, Man, Scene, WalkError};
use betza_explain::compare::difference;
use betza_ir::geometry::{Board, Side, Square};
use betza_ir::{Condition, Piece};
use betza_notation::{Code, Dialect, read, translate};
use std::collections::BTreeSet;
use std::path::Path;

/// Where the piece comes to stand, who is captured, and who is put where.
type Key = (Option<Square>, Vec<Square>, Vec<(Square, Square)>);

/// Every notation of the cases worked out by hand, by dialect.
fn notations() -> Vec<(Dialect, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/notation");
    let mut all = BTreeSet::new();
    for dialect in Dialect::ALL {
        let text = std::fs::read_to_string(folder.join(format!("{dialect}.jsonl"))).unwrap();
        for line in text.lines() {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            all.insert((dialect, case["piece"].as_str().unwrap().to_owned()));
        }
    }
    all.into_iter().collect()
}

/// Boards on which pieces stand near and far, of both sides, moved and unmoved.
fn scenes(board: &Board) -> Vec<(Scene<'_>, Square)> {
    let scene = |at: u16, step: usize, phase: usize| {
        let mut scene = Scene::empty(board);
        // As on a bare board every condition holds of a mover that has not moved (docs/notation, S11).
        scene.mover = Condition::all();
        for i in (phase..board.area()).step_by(step) {
            let side = if (i / step).is_multiple_of(2) { Side::White } else { Side::Black };
            scene.men[i] = Some(Man { side, moved: i % 3 == 0, royal: false, kind: None });
        }
        let at = Square::from_index(at.into());
        scene.men[at.index()] = Some(Man { side: Side::White, moved: false, royal: false, kind: None });
        (scene, at)
    };
    vec![scene(24, 50, 0), scene(24, 3, 1), scene(17, 4, 2), scene(8, 5, 3)]
}

fn moves(piece: &Piece, scene: &Scene<'_>, at: Square) -> Result<BTreeSet<Key>, WalkError> {
    let outcomes = walk::moves(piece, scene, at)?;
    Ok(outcomes.iter().map(|o| (o.to, o.captures.to_vec(), o.relocations.to_vec())).collect())
}

#[test]
fn translations_have_the_same_moves() {
    let board = Board::new(7, 7).unwrap();
    let scenes = scenes(&board);
    let mut said = 0;
    for (from, text) in notations() {
        let piece = read(&text, from).unwrap().piece;
        for to in Dialect::ALL {
            let written = match translate(&piece, to) {
                Ok(written) => written,
                Err(error) => {
                    assert_eq!(error.code, Code::CannotSay, "{from} {text} in {to}: {error}");
                    continue;
                }
            };
            said += 1;
            let again = read(&written, to).unwrap_or_else(|e| panic!("{from} {text} in {to}, {written}: {e:?}")).piece;
            if again == piece {
                continue;
            }
            assert_eq!(
                (again.royal, &again.promotions, &again.castlings, &again.drops),
                (piece.royal, &piece.promotions, &piece.castlings, &piece.drops),
                "{from} {text} in {to}: {written}"
            );
            for (i, (scene, at)) in scenes.iter().enumerate() {
                let expected = moves(&piece, scene, *at);
                assert_eq!(moves(&again, scene, *at), expected, "{from} {text} in {to}, board {i}: {written}");
            }
        }
    }
    assert!(said > 1_000, "only {said} translations were found");
}

/// Constructs that one dialect has as a single letter and another spells out.
#[test]
fn what_has_no_word_is_said_in_several() {
    use Dialect::{Betza, Betza2, Bex, Extended, Fsf, Xbetza};
    for (from, text, to, written) in [
        (Extended, "FtR", Betza2, "F(F-R)"),
        // The document's picture of four squares around a diagonal has them as `fl fr bl br`.
        (Extended, "fFtR", Betza2, "fF(flF-frR)(frF-flR)"),
        (Betza2, "F(F-R)", Betza, "t[FR]"),
        (Extended, "Q+K", Betza2, "gQ"),
        (Extended, "Q+K", Bex, "gQ"),
        (Betza2, "pQ-K", Betza, "gQ"),
        (Betza2, "cW-W", Extended, "WxW"),
        (Extended, "KxaK", Betza2, "cK-aK"),
        (Extended, "KxaK", Bex, "cK--K"),
        (Bex, "K--K", Extended, "K-aK(KxaK)"),
        (Bex, "mQ+[cw]Q", Extended, "mQmKxbK-Q"),
        (Bex, "[crK]", Extended, "KxbK"),
        (Bex, "[crR]", Extended, "RxebR"),
        (Bex, "cK--[xo]", Extended, "KxbK"),
        (Bex, "[cj]Q", Extended, "mQxQ"),
        (Bex, "[ca]R", Extended, "mR-WxbW"),
        (Bex, "[cj]Q", Betza2, "cQ-mQ"),
        (Bex, "[cj]Q", Xbetza, "cafmQ"),
        (Bex, "[xwQ]", Xbetza, "ucQ"),
        (Xbetza, "ucR", Betza2, "cR-ebuR-ebmR"),
        (Xbetza, "cabK", Bex, "[crK]"),
        (Extended, "Nrf8", Betza2, "Nrf8"),
        (Betza, "qN", Betza2, "Nrf7Nlf7"),
        (Extended, "Nrf7Nlf7", Xbetza, "qN"),
        (Extended, "(FtlF)r0(FtrF)l0", Betza, "zB"),
        (Extended, "RyaK", Betza2, "R-pW-bW-aK"),
        (Extended, "jjR", Betza2, "Wmp0"),
        (Xbetza, "v[F?R]", Extended, "vFtR"),
        (Extended, "vFtR", Xbetza, "v[F?R]"),
        (Extended, "fFtR", Xbetza, "f[F?R]"),
        (Extended, "RxebR", Xbetza, "caibR"),
        (Extended, "R-erR", Xbetza, "airR"),
        (Betza2, "cR-ebuR-ebmR", Xbetza, "ucR"),
        (Betza2, "cR-ebuR-ebmR", Bex, "[xwR]"),
        (Betza2, "cW-buW-bmW", Xbetza, "ucW"),
        (Extended, "mRcR+R", Xbetza, "mRcpR"),
        (Extended, "mRcR+R", Betza, "mRcpR"),
        (Betza, "mRcpR", Betza2, "mRpR"),
        (Xbetza, "nN", Extended, "W-F"),
        (Fsf, "nZ", Extended, "W-F-F"),
        (Betza, "nN", Xbetza, "nNafsF"),
        (Extended, "frmWxlW", Betza2, "rcW-lmW"),
        (Betza2, "W03", Betza, "nH"),
        (Betza2, "pW-W", Betza, "jD"),
        (Bex, "e(mW-F)", Extended, "W-FW+F"),
    ] {
        let piece = read(text, from).unwrap().piece;
        assert_eq!(translate(&piece, to).as_deref(), Ok(written), "{from} {text} in {to}");
        assert_eq!(difference(&piece, &read(written, to).unwrap().piece), None, "{from} {text} in {to}: {written}");
    }
}

/// The error names the construct that remains when everything else can be rewritten.
#[test]
fn what_cannot_be_said_is_named() {
    use Dialect::{Betza, Betza2, Bex, Extended, Xbetza};
    for (from, text, to, named) in [
        (Extended, "FteR", Bex, "as long as an earlier one"),
        (Extended, "R!W", Betza2, "a hop over enemies only"),
        (Extended, "jjR", Xbetza, "passes any number of pieces"),
        // The half of the Rose that turns right (E4), where `q` turns to either side.
        (Extended, "Nrf8", Betza, "a ride that turns like this"),
        (Extended, "Nrf0", Bex, "a ride that turns like this"),
        (Bex, "mQ+[cl]Q", Xbetza, "captures of what a ride passes"),
        (Bex, "mW+[crK]--[cu]", Xbetza, "mover is removed"),
        (Extended, "R!R", Xbetza, "a hop over enemies only"),
        (Extended, "R!R", Bex, "a hop over enemies only"),
        (Extended, "R?R", Bex, "a hop over friends only"),
        (Extended, "RdR", Bex, "friends are captured"),
        (Betza2, "dN", Extended, "captures of its own side"),
        (Xbetza, "kR", Bex, "which victims are royal"),
        (Xbetza, "fmWfceF", Betza2, "captures en passant"),
        (Xbetza, "ooR", Extended, "top and bottom are joined"),
        (Xbetza, "ucR", Extended, "put down again"),
        (Xbetza, "U", Bex, "a leap to any square"),
        (Bex, "O", Xbetza, "a turn pass"),
        (Extended, "kK", Betza, "royal"),
        // Two back, and not as long as the step from the piece; and a way up to the piece that may or need not be clear
        // (E3).
        (Extended, "RyebR", Betza2, "a ride up to a piece"),
        (Extended, "nD0yaW", Betza2, "a ride up to a piece"),
    ] {
        let error = translate(&read(text, from).unwrap().piece, to).unwrap_err();
        assert!(error.message.contains(named), "{from} {text} in {to}: {error}");
    }
}

/// As many legs as the length of a notation allows neither overflow nor go on for ever.
#[test]
fn many_legs_are_written_or_refused() {
    for legs in [70, 120] {
        let text = format!("W{}", "-rF".repeat(legs));
        let piece = read(&text, Dialect::Extended).unwrap().piece;
        for to in Dialect::ALL {
            if let Ok(written) = translate(&piece, to) {
                assert_eq!(read(&written, to).unwrap().piece, piece, "{to} {written}");
            }
        }
    }
}

/// Two texts of the documents that mean the same: each is translated into the other's dialect, with the moves of both
/// on boards with pieces at random.
#[test]
fn equal_texts_are_translated_into_each_other() {
    use Dialect::{Betza, Betza2, Bex, Extended, Fsf, Xbetza};
    for (from, text, to, other) in [
        (Bex, "[crK]", Betza2, "cK-bmK"),
        (Bex, "[cj]Q", Betza2, "cR-mRcB-mB"),
        (Bex, "[crK]", Xbetza, "cabmK"),
        (Bex, "mR+[cl]R", Extended, "mRmRxRmRx(W-R)x0xR"),
        (Bex, "[crK]--[cu]", Betza2, "cK-bmK-xxO"),
        (Bex, "(mW-F)*", Extended, "(W-frF)lf0(W-flF)rf0"),
        (Bex, "(mW-F)*", Betza2, "(W-frF)lf0(W-flF)rf0"),
        // "The Mao-rider"; in xbetza `n` on N is the horse of xiangqi, and a double capital rides.
        (Bex, "(mW-F)*", Xbetza, "nNN"),
        (Xbetza, "nN3", Bex, "(mW-F)3"),
        (Xbetza, "nNN", Extended, "(W-frF)lf0(W-flF)rf0"),
        (Extended, "(W-frF)lf0(W-flF)rf0", Fsf, "nN0"),
        (Extended, "RxebR", Xbetza, "caibR"),
        (Extended, "R-erR", Xbetza, "airR"),
        (Betza, "qN", Extended, "Nrf7Nlf7"),
        (Betza, "zB", Extended, "(FtlF)r0(FtrF)l0"),
        (Betza, "z[WF]", Extended, "(WtfrF)lf0(WtflF)rf0"),
        (Extended, "fFtR", Betza2, "fF(flF-rfR)(frF-lfR)"),
        (Xbetza, "jR", Betza2, "mpW-R"),
        (Extended, "Rg2", Betza2, "R(R-pR-W)"),
        (Extended, "Wx3", Xbetza, "cafcafW"),
        (Extended, "W+3", Xbetza, "pafpafW"),
        (Extended, "Wx3", Bex, "cW-cW-W"),
        (Extended, "Nrf3", Bex, "N+mN-frN+mN-frmN-frN"),
        // Half a Rose, step by step: "fr" of eight directions is the next one clockwise (D4).
        (Extended, "Nrf8", Xbetza, "[N?frN?frN?frN?frN?frN?frN?frN]"),
        (Bex, "K--K", Xbetza, "mcaKmcabK"),
        // `y` stops on an empty square and makes the Rook a step: to the piece, back, and in all eight directions (`v`
        // and `s` with `h`, D4).
        (Extended, "RyaK", Xbetza, "yafpabavhsR"),
        // `z` on `Q` turns within the eight directions; `vvs` are the four orthogonal ones of a first step (D3, D4).
        (Betza, "z[WF]", Xbetza, "vvszQ"),
        (Extended, "vFtR", Xbetza, "v[F?R]"),
        (Bex, "[xwR]", Betza2, "cR-ebuR-ebmR"),
        (Xbetza, "ucR", Betza2, "cR-ebuR-ebmR"),
    ] {
        let piece = read(text, from).unwrap().piece;
        let meant = read(other, to).unwrap_or_else(|e| panic!("{to} {other}: {e:?}")).piece;
        assert_eq!(difference(&piece, &meant), None, "{from} {text}, {to} {other}");
        for (piece, to) in [(&piece, to), (&meant, from)] {
            // The other way round is said as well, except that `bex` has no turning copies.
            let written = match translate(piece, to) {
                Ok(written) => written,
                Err(error) => {
                    assert!(to == Bex && other.contains('0'), "{from} {text}, {to}: {error}");
                    continue;
                }
            };
            let again = read(&written, to).unwrap().piece;
            assert_eq!(difference(piece, &again), None, "{from} {text} in {to}: {written}");
        }
    }
}

/// Crooked and circular rides in dialects that have no letter for them.
#[test]
fn bent_rides_are_spelt_out() {
    use Dialect::{Betza, Betza2, Bex};
    let in_betza2 = ["zB", "z[WF]", "zF4", "zF3", "zN", "qN", "qB", "qN3"].map(|text| (text, Betza2));
    // `bex` has crooked rides of one leap. A Rhino there is W, or W-F any number of times, and perhaps W once more.
    for (text, to) in in_betza2.into_iter().chain([("z[WF]", Bex), ("z[FW]", Bex)]) {
        let piece = read(text, Betza).unwrap().piece;
        let written = translate(&piece, to).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(difference(&piece, &read(&written, to).unwrap().piece), None, "{text}: {written}");
    }
}
