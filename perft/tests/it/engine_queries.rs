//! What engines ask of the generator besides lists and counts, held in every built-in game against what follows from
//! making the moves.

use betza_game::fen;
use betza_game::variant::{KindId, Region};
use betza_ir::geometry::{Side, Square};
use betza_laws::play::{compiled, random_play};
use betza_movegen::effects::Effect;
use betza_movegen::moves::{Move, MoveType};
use betza_movegen::{AnyGame, AnyPosition};
use betza_movegen::{Change, Gen, MoveList, with_width};
use betza_testkit::on_all_cores;
use std::collections::{BTreeSet, HashMap};

/// The positions that are looked at in each game.
const PLIES: usize = 40;

fn list(game: &AnyGame, position: &AnyPosition, wanted: Gen) -> MoveList {
    let mut list = MoveList::default();
    game.generate(position, wanted, &mut list);
    list
}

/// Board and hands, as a map that changes can be applied to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Material {
    /// What stands on each square; a wall has no side and kind.
    board: HashMap<Square, Option<(Side, KindId)>>,
    /// The pieces held, without those that are held no times.
    hands: HashMap<(Side, KindId), i32>,
}

impl Material {
    fn of(game: &AnyGame, position: &AnyPosition) -> Material {
        let mut material = Material::default();
        for square in game.board() & position.occupied() {
            let cell = position.cell(square);
            material.board.insert(square, cell.is_piece().then(|| (cell.side(), cell.kind())));
        }
        for side in Side::BOTH {
            for kind in game.variant().kind_ids() {
                let count = i32::from(position.in_hand(side, kind));
                if count > 0 {
                    material.hands.insert((side, kind), count);
                }
            }
        }
        material
    }

    /// Applies changes, each of which must fit what is there.
    fn apply(&mut self, changes: &[Change]) {
        for &change in changes {
            match change {
                Change::Lift(square, side, kind) => {
                    assert_eq!(self.board.remove(&square), Some(Some((side, kind))), "{changes:?}");
                }
                Change::Put(..) | Change::Wall(_) | Change::Clear(_) | Change::Hand(..) => {}
            }
        }
        for &change in changes {
            match change {
                Change::Lift(..) => {}
                Change::Put(square, side, kind) => {
                    assert_eq!(self.board.insert(square, Some((side, kind))), None, "{changes:?}");
                }
                Change::Clear(square) => assert_eq!(self.board.remove(&square), Some(None), "{changes:?}"),
                Change::Wall(square) => assert_eq!(self.board.insert(square, None), None, "{changes:?}"),
                Change::Hand(side, kind, by) => *self.hands.entry((side, kind)).or_default() += i32::from(by),
            }
        }
        self.hands.retain(|_, count| *count != 0);
    }
}

/// A few values that are no moves of most positions: of random squares, types and kinds.
fn strangers(seed: u64) -> Vec<Move> {
    let mut random = betza_testkit::Random(seed);
    let mut stranger = || {
        let (from, to) = (Square::from_index(random.below(256)), Square::from_index(random.below(256)));
        let kind = MoveType::ALL[random.below(MoveType::ALL.len())];
        match random.below(2) {
            0 => Move::new(kind, from, to),
            _ => Move::with_piece(kind, from, to, KindId::from_index(random.below(255))),
        }
    };
    (0..50).map(|_| stranger()).collect()
}

fn queries_agree(game: &AnyGame, seed: u64) {
    let name = &game.variant().name;
    let mut earlier: Vec<Move> = Vec::new();
    let mut ply = 0;
    random_play(game, seed, PLIES, |game, position| {
        ply += 1;
        let at = || format!("{name}: {}", fen::write(game.variant(), &game.setup(position)));
        let all = game.legal_moves(position);
        let moves: BTreeSet<Move> = all.iter().copied().collect();
        assert_eq!(moves.len(), all.len(), "a move twice, {}", at());

        // Lists of some of the moves.
        let (captures, quiets) = (list(game, position, Gen::Captures), list(game, position, Gen::Quiets));
        let together: BTreeSet<Move> = captures.iter().chain(quiets.iter()).copied().collect();
        assert_eq!(together, moves, "{}", at());
        assert_eq!(captures.len() + quiets.len(), all.len(), "{}", at());
        assert!(captures.iter().all(|&m| !game.captured_by(position, m).is_empty()), "{}", at());
        assert!(quiets.iter().all(|&m| game.captured_by(position, m).is_empty()), "{}", at());
        let checked = game.is_check(position);
        assert_eq!(list(game, position, Gen::Evasions).len(), if checked { all.len() } else { 0 }, "{}", at());
        assert_eq!(game.has_legal_move(position), !all.is_empty(), "{}", at());
        assert_eq!(game.checkers(position).is_empty(), !checked, "{}", at());

        // Any value may be asked about.
        for m in earlier.drain(..).chain(strangers(seed + ply)) {
            assert_eq!(game.is_legal(position, m), moves.contains(&m), "{m:?}, {}", at());
        }
        for &m in all.iter() {
            assert!(game.is_legal(position, m), "{m:?}, {}", at());
        }

        // What a move does, without its list.
        for &m in all.iter().step_by(1 + all.len() / 40) {
            let mut after = position.clone();
            let undo = game.make_listed(&mut after, m, &all);
            let mut alone = position.clone();
            game.make(&mut alone, m);
            assert!(alone == after, "{m:?}, {}", at());
            assert_eq!(game.hash_after(position, m), after.hash(), "{m:?}, {}", at());
            assert_eq!(game.gives_check(position, m), game.is_check(&after), "{m:?}, {}", at());
            // What is gone from its square was captured, unless it moved or changed sides. A piece like the mover may
            // stand where it lands.
            let effects = all.effects.of(m);
            let relocated = |s: Square| effects.iter().any(|e| matches!(e, Effect::Relocate(from, _) if *from == s));
            let is_gone = |s: &Square| position.cell(*s).is_piece() && position.cell(*s) != after.cell(*s);
            let turned = |s: Square| game.variant().turning.is_some() && after.cell(s).is_piece() && s != m.to();
            let stays = |s: &Square| *s == m.from() || relocated(*s) || m.kind == MoveType::Castling || turned(*s);
            let gone: Region = position.occupied().into_iter().filter(|s| is_gone(s) && !stays(s)).collect();
            let captured = game.captured_by(position, m);
            assert!(gone.is_subset(&captured), "{m:?}, {}", at());
            assert!(captured.without(gone).is_subset(&Region::of(m.to())), "{m:?}, {}", at());
            let mut material = Material::of(game, position);
            material.apply(&game.changes(position, m));
            assert_eq!(material, Material::of(game, &after), "{m:?}, {}", at());
            game.unmake(&mut after, undo);
            assert!(after == *position, "{m:?}, {}", at());
        }

        // A null move only gives up the turn.
        let mut null = position.clone();
        let undo = game.make_null(&mut null);
        assert_eq!(null.turn(), position.turn().other(), "{}", at());
        assert_eq!(Material::of(game, &null), Material::of(game, position), "{}", at());
        let anew = game.position(&game.setup(&null)).expect("the other side may be to move");
        assert_eq!(null.hash(), anew.hash(), "{}", at());
        game.unmake(&mut null, undo);
        assert!(null == *position, "{}", at());
        earlier = all.moves.clone();
    });
}

#[test]
fn queries_agree_with_moves_that_are_made() {
    on_all_cores(betza_variants::names(), |name| {
        let variant = betza_variants::find(name).unwrap_or_else(|e| panic!("{name}: {e}")).variant;
        queries_agree(&compiled(&variant), 7);
    });
}

/// Reads a position of a built-in game.
fn position(name: &str, text: &str) -> (AnyGame, AnyPosition) {
    let game = compiled(&betza_variants::find(name).unwrap_or_else(|e| panic!("{e}")).variant);
    let setup = fen::read(game.variant(), text).unwrap_or_else(|e| panic!("{e}"));
    let position = game.position(&setup).unwrap_or_else(|e| panic!("{e}"));
    (game, position)
}

/// The pawn on e4 attacks as the rook behind it, and as a pawn once that is gone. The rook itself sees no further than
/// the pawn. Taken off, the gold on e7 no longer shields its king from the pawn, and the silver on d7 shields nothing.
#[test]
fn pieces_attack_as_the_friend_behind_them() {
    let (game, position) = position("annanshogi", "4k4/9/3sg4/9/9/4P4/4R4/9/4K4 b - 1");
    let square = |name: &str| game.variant().board.parse_square(name).expect("a square");
    with_width!(&game, &position, |game, position| {
        let (e3, e4) = (square("e3"), square("e4"));
        let mut without_rook = position.occupied();
        without_rook.remove(e3);
        let attackers = |to: &str| game.attackers_to(position, square(to), Side::White).into_iter().collect::<Vec<_>>();
        assert_eq!(attackers("e7"), [e4]);
        assert_eq!(attackers("e8"), []);
        assert!(game.is_attacked(position, square("a4"), Side::White));
        assert!(game.attacks_from(position, e4).contains(square("a4")));
        let left = |to: &str| game.attackers(position, square(to), Side::White, &without_rook);
        assert!(left("e7").is_empty() && left("e5").contains(e4));
    });
    let (game, position) = self::position("annanshogi", "4k4/9/3sg4/9/9/4P4/4R4/9/4K4 w - 1");
    with_width!(&game, &position, |game, position| {
        assert_eq!(game.pinned(position).into_iter().collect::<Vec<_>>(), [square("e7")]);
    });
}

/// In games whose enemies attack along open lines only, a piece is pinned if its royal is attacked without it.
#[test]
fn pinned_pieces_shield_a_royal() {
    for name in ["chess", "capablanca", "crazyhouse", "shogi"] {
        let game = compiled(&betza_variants::find(name).unwrap_or_else(|e| panic!("{e}")).variant);
        let mut found = 0;
        random_play(&game, 5, 200, |game, position| {
            if game.is_check(position) {
                return;
            }
            with_width!(game, position, |game, position| {
                let (us, them) = (position.turn(), position.turn().other());
                let royal = game.royals(position, us).first().expect("a king");
                for square in position.side(us).into_iter().filter(|&s| s != royal) {
                    let mut without = position.occupied();
                    without.remove(square);
                    let shields = !game.attackers(position, royal, them, &without).is_empty();
                    assert_eq!(game.pinned(position).contains(square), shields, "{name}");
                    found += u32::from(shields);
                }
            });
        });
        assert!(found > 0, "{name}: no piece was pinned");
    }
}

/// Positions and results of the Chess Programming Wiki's page on static exchange evaluation, with its values; and by
/// hand a Rook that is taken by a Pawn, which another Rook takes.
#[test]
fn exchanges_of_the_wiki() {
    let value = |letter: &str| match letter {
        "P" => 100,
        "N" | "B" => 325,
        "R" => 500,
        "Q" => 975,
        _ => 10_000,
    };
    for (text, m, result) in [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 325),
        ("4k3/8/8/3p4/2p5/8/2R5/2R1K3 w - - 0 1", "c2c4", 100 - 500 + 100),
    ] {
        let (game, position) = position("chess", text);
        let all = game.legal_moves(&position);
        let m = game.read_move(&position, &all, m).expect("the move is legal");
        let values: Vec<i32> = game.variant().kinds.iter().map(|k| value(&k.letters[0])).collect();
        let holds =
            |threshold| with_width!(&game, &position, |game, position| game.see_ge(position, m, &values, threshold));
        assert!(holds(result) && !holds(result + 1), "{text}");
    }
}

/// By hand: a Lion that takes a Pawn beside it and comes back has won the Pawn, and is not taken itself.
#[test]
fn a_capture_from_afar_wins_what_it_takes() {
    let (game, position) = position("lionchess", "9k/10/10/10/4p5/4L5/10/10/10/K9 w - - 0 1");
    let values: Vec<i32> = game.variant().kinds.iter().map(|k| if k.letters[0] == "P" { 100 } else { 900 }).collect();
    // It may also come back without a capture.
    let all = game.legal_moves(&position);
    let winning = |threshold| {
        let holds =
            |m: &&Move| with_width!(&game, &position, |game, position| game.see_ge(position, **m, &values, threshold));
        all.iter().filter(|m| m.kind == MoveType::Chain && m.from() == m.to()).filter(holds).count()
    };
    assert_eq!((winning(100), winning(101)), (1, 0));
}

/// Two moves of one piece to one square with more effects than a move holds, and the same effects but for one.
#[test]
fn long_effects_are_found_without_a_list() {
    // A piece that takes three neighbours in a row, each step in any direction, and then steps to an empty square.
    let text = r#"
format = 1
name = "burner"
board = "8x8"
dialect = "betza2"
start = "8/8/2ppp3/2ppp3/2pAp3/2ppp3/8/8 w - - 0 1"

[pieces.A]
name = "Burner"
move = "cK-caK-caK-maK"

[pieces.P]
name = "Pawn"
move = "fmW"
"#;
    let variant = betza_variants::read_toml("burner", text).unwrap_or_else(|e| panic!("{e:?}")).variant;
    let game = compiled(&variant);
    let setup = fen::read(&variant, &variant.start).expect("a position");
    let position = game.position(&setup).expect("a position");
    let all = game.legal_moves(&position);
    let three = |m: &&Move| all.effects.of(**m).iter().filter(|e| matches!(e, Effect::Capture(_))).count() == 3;
    let long: Vec<&Move> = all.iter().filter(three).collect();
    assert!(long.len() > 50, "{}", long.len());
    assert!(long.iter().all(|m| m.short_effects().is_none()));
    for &&m in &long {
        let (mut alone, mut listed) = (position.clone(), position.clone());
        game.make(&mut alone, m);
        game.make_listed(&mut listed, m, &all);
        assert!(alone == listed, "{m:?}");
    }
}
