//! Random boards, pieces and positions. Pieces are made from the IR itself, so that every construct occurs in every
//! place.

use crate::walk::{EnPassant, Man, Scene};
use betza_ir::draft::{Courses, Draft, DraftLink, DraftPart, resolve};
use betza_ir::geometry::{Board, Side, Square, Vector};
use betza_ir::*;
use betza_testkit::Random;
use std::rc::Rc;

/// Makes a random board of any width and height, small ones more often, some with holes.
pub fn board(r: &mut Random) -> Board {
    let side = |r: &mut Random| 1 + if r.chance(60) { r.below(9) } else { r.below(16) } as u32;
    let board = Board::new(side(r), side(r)).unwrap();
    let holes = if r.chance(75) { 0 } else { r.below(board.area()) / 4 };
    let holes: Vec<Square> = (0..holes).map(|_| Square::from_index(r.below(board.area()))).collect();
    board.with_holes(holes)
}

fn vector(r: &mut Random) -> Vector {
    let reach = if r.chance(70) { 1 } else { 3 };
    let coordinate = |r: &mut Random| r.below(2 * reach + 1) as i16 - reach as i16;
    Vector::new(coordinate(r), coordinate(r))
}

fn course(r: &mut Random) -> Course {
    let length = if r.chance(85) { 1 } else { 2 + r.below(3) };
    Course((0..length).map(|_| vector(r)).collect())
}

/// Makes random courses, which may depend on the heading in any way.
fn courses(r: &mut Random, many: usize) -> Courses {
    let seed = r.bits();
    let fixed = r.chance(60);
    Rc::new(move |heading| {
        let turn = heading.map_or(7, |h| (h.dx as u64).wrapping_mul(31).wrapping_add(h.dy as u64));
        let mut r = Random(if fixed { seed } else { seed ^ turn.wrapping_mul(0x1234_5678_9abc_def1) });
        (0..1 + r.below(many)).map(|_| course(&mut r)).collect()
    })
}

fn count(r: &mut Random, most: u16) -> Count {
    let n = 1 + r.below(usize::from(most)) as u16;
    match r.below(6) {
        0 | 1 => Count::ONCE,
        2 => Count::UNLIMITED,
        3 => Count::up_to(n),
        4 => Count::exactly(n),
        _ => Count { min: n, max: if r.chance(50) { None } else { Some(n + r.below(3) as u16) } },
    }
}

fn acts(r: &mut Random, changes: usize) -> Acts {
    let mut acts = Acts::empty();
    if r.chance(45) {
        acts |= Acts::PASS;
    }
    if r.chance(changes) {
        acts |= Acts::TAKE;
    }
    if r.chance(changes / 3) {
        acts |= Acts::SWAP;
    }
    acts
}

fn transit(r: &mut Random, changes: usize) -> Transit {
    let pieces = acts(r, changes);
    let same = changes == 0 && r.chance(70);
    let friend = if same { pieces } else { acts(r, changes) };
    let mut empty = if r.chance(60) { Acts::PASS } else { acts(r, changes / 6) };
    if changes == 0 {
        empty -= Acts::TAKE | Acts::SWAP;
    }
    Transit {
        empty,
        friend,
        foe: pieces,
        off: if r.chance(4) { Acts::PASS } else { Acts::empty() },
        victims: victims(r),
    }
}

fn victims(r: &mut Random) -> Victims {
    if r.chance(90) { Victims::empty() } else { Victims::from_bits_truncate(r.below(16) as u8) }
}

fn landing(r: &mut Random) -> Landing {
    let modes = match r.below(8) {
        0..=3 => Modes::MOVE | Modes::CAPTURE,
        4 => Modes::MOVE,
        5 => Modes::CAPTURE,
        6 => Modes::from_bits_truncate(r.below(8) as u8),
        _ => Modes::from_bits_truncate(r.below(16) as u8),
    };
    Landing { modes, victims: victims(r) }
}

fn leg(r: &mut Random, changes: usize) -> Leg {
    let mut leg = Leg::leap(Steps::Turns(Vec::new())).times(count(r, 4));
    if changes > 0 && r.chance(20) && r.chance(3) {
        leg.steps = Steps::Anywhere;
    }
    if r.chance(8) {
        leg.span = r.one_of(&[Span::SameKingSteps, Span::SameSteps]);
    }
    if r.chance(15) {
        leg.footing = r.one_of(&[Footing::Clear, Footing::Hurdle, Footing::HurdleAtEnd, Footing::OrthogonalFirst]);
    }
    if r.chance(25) {
        let all = [Pass::Hop, Pass::HopOnto, Pass::Any, Pass::UpToPiece, Pass::TakeOne, Pass::TakeApart];
        leg.pass = r.one_of(&all[..if changes > 0 { 6 } else { 4 }]);
    }
    if r.chance(8) {
        leg.wrap = r.one_of(&[Wrap::Cylinder, Wrap::Torus]);
    }
    leg.skips_first = r.chance(4);
    leg.avoids_origin = r.chance(10);
    leg.unloads = changes > 0 && r.chance(4);
    leg
}

fn effect(r: &mut Random, depth: usize) -> (Effect, Vec<Draft>) {
    let nested = |r: &mut Random| (0..1 + r.below(2)).map(|_| a_move(r, depth + 1)).collect::<Vec<Move>>();
    let effect = match r.below(9) {
        0 => Effect::Approach,
        1 => Effect::Withdraw,
        2 => Effect::Ranged(nested(r)),
        3 => Effect::Custodial(nested(r)),
        4 => Effect::SwapPlaces(nested(r)),
        5 => Effect::Return,
        6 => Effect::Vanish,
        _ => {
            let mut fragments: Vec<Draft> = (0..1 + r.below(2)).map(|_| chain(r, 40, depth + 1)).collect();
            // Only the last leg of a fragment exchanges the piece that it carries.
            for landing in fragments.iter_mut().filter_map(|f| f.last_mut()?.joint.stop.as_mut()) {
                if r.chance(30) {
                    landing.modes |= Modes::SWAP;
                }
            }
            return (Effect::Erupt { fragments: Vec::new(), explodes: r.chance(50) }, fragments);
        }
    };
    (effect, Vec::new())
}

/// Makes a random chain; `changes` is how readily it changes the board, in percent.
fn chain(r: &mut Random, changes: usize, depth: usize) -> Draft {
    let links = 1 + if r.chance(45) { 0 } else { r.below(3) };
    let mut draft: Draft = Vec::new();
    for i in 0..links {
        let is_last = i + 1 == links;
        let part = if depth < 2 && r.chance(12) {
            let count = if r.chance(40) { Count::UNLIMITED } else { count(r, 3) };
            let mut between = Joint::on(transit(r, changes));
            if r.chance(50) {
                between.stop = Some(landing(r));
            }
            let group = Group { body: Chain::default(), count, between, frozen: r.chance(40) };
            DraftPart::Group(group, chain(r, changes, depth + 1))
        } else if depth < 2 && r.chance(8) {
            DraftPart::Choice((0..2 + r.below(2)).map(|_| chain(r, changes, depth + 1)).collect())
        } else if changes > 0 && depth < 2 && r.chance(18) {
            let (effect, fragments) = effect(r, depth);
            DraftPart::Effect(effect, fragments)
        } else {
            DraftPart::Leg(leg(r, changes), courses(r, if depth > 0 || i > 0 { 2 } else { 5 }))
        };
        let mut joint = if is_last { Joint::end(landing(r)) } else { Joint::on(transit(r, changes)) };
        if !is_last && r.chance(30) {
            joint.stop = Some(landing(r));
        }
        draft.push(DraftLink { part, joint });
    }
    draft
}

fn a_move(r: &mut Random, depth: usize) -> Move {
    let changes = if r.chance(50) { 0 } else { 30 };
    let mut m = Move::new(resolve(&chain(r, changes, depth)));
    if r.chance(8) {
        m.condition = Condition::from_bits_truncate(r.below(8) as u8);
    }
    if r.chance(8) {
        m.sectors = Sectors(r.bits() as _);
    }
    m.leaves_en_passant = r.chance(5);
    m
}

/// Makes a random piece; one in a hundred captures as its victims do.
pub fn piece(r: &mut Random) -> Piece {
    let mut moves: Vec<Move> = (0..1 + r.below(3)).map(|_| a_move(r, 0)).collect();
    if r.chance(1) {
        let imitate = Link { part: Part::Effect(Effect::Imitate), joint: Joint::end(Landing::MOVE_OR_CAPTURE) };
        moves.push(Move::new(Chain { links: vec![imitate] }));
    }
    Piece::of(moves)
}

/// Makes a random position in which a piece of this side stands on `from`.
pub fn scene<'a>(r: &mut Random, board: &'a Board, kinds: &'a [Piece], side: Side, from: Square) -> Scene<'a> {
    let density = r.below(100);
    let mut scene = Scene::empty(board);
    scene.kinds = Some(kinds);
    scene.mover = Condition::from_bits_truncate(r.below(8) as u8) - Condition::UNMOVED;
    for s in board.squares() {
        if s == from || r.chance(density) {
            let side = if s == from || r.chance(40) { side } else { side.other() };
            let kind = Some(r.below(kinds.len()));
            scene.men[s.index()] = Some(Man { side, moved: r.chance(60), royal: r.chance(20), kind });
        }
    }
    let empty: Vec<Square> = board.squares().filter(|s| scene.men[s.index()].is_none()).collect();
    let foe = |m: &Option<Man>| m.is_some_and(|m| m.side != side);
    let foes: Vec<Square> = board.squares().filter(|s| foe(&scene.men[s.index()])).collect();
    if !empty.is_empty() && !foes.is_empty() && r.chance(50) {
        let victim = r.one_of(&foes);
        for _ in 0..1 + r.below(4) {
            scene.en_passant.push(EnPassant { square: r.one_of(&empty), victim });
        }
        scene.en_passant.sort_by_key(|e| e.square);
        scene.en_passant.dedup_by_key(|e| e.square);
    }
    scene
}
