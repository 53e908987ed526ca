//! Who asks for the capture of one enemy gets the same answer as who asks for all moves, and the answer stays as long as
//! the squares that were looked at do.

use super::SceneKinds;
use crate::lower::{ChainMoves, ChainScratch, Kinds, PieceTables, View};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;
use betza_testkit::Random;

/// The types of a scene, those on some squares changed.
struct Changed<'a, const N: usize> {
    kinds: &'a SceneKinds<'a, N>,
    squares: Bitboard<N>,
}

impl<const N: usize> Kinds<N> for Changed<'_, N> {
    fn kind_of(&self, square: Square) -> Option<usize> {
        let number = square.index() % self.kinds.tables.len();
        if self.squares.contains(square) { Some(number) } else { self.kinds.kind_of(square) }
    }

    fn tables(&self, kind: usize) -> &PieceTables<N> {
        self.kinds.tables(kind)
    }
}

/// How many enemies are asked for in a position.
const ENEMIES: usize = 4;

/// Checks this for some enemies; `captures` are all captures from the square.
pub fn check<const N: usize>(
    tables: &PieceTables<N>,
    view: &View<'_, N>,
    kinds: &SceneKinds<'_, N>,
    from: Square,
    captures: Bitboard<N>,
    r: &mut Random,
) {
    let (mut scratch, mut found) = (ChainScratch::new(), ChainMoves::new());
    let enemies: Vec<Square> = view.enemy.into_iter().collect();
    for _ in 0..ENEMIES {
        let Some(&enemy) = r.pick(&enemies) else { return };
        let asking = View { wanted: Some(enemy), ..*view };
        let answer = tables.captures(&asking, from, &mut scratch, &mut found).expect("it has fewer paths");
        assert_eq!(answer.contains(enemy), captures.contains(enemy), "from {from:?}: {enemy:?}");
        assert!(answer.is_subset(&captures), "from {from:?}: more is captured if {enemy:?} is asked for");

        // Who captures en passant depends on the rights, too.
        let asking = View { en_passant: &[], ..asking };
        let mut takes = |view: &View<'_, N>, looked: &mut Bitboard<N>| {
            let mut takes = false;
            scratch.looked = Bitboard::EMPTY;
            let result = tables.each_chain_group(view, from, &mut scratch, &mut found, |group| {
                let stays = group.relocations.iter().all(|r| r.0 != enemy);
                takes |= group.to.contains(enemy) && stays || group.captures.contains(&enemy);
            });
            *looked = scratch.looked;
            result.ok().map(|()| takes)
        };
        let (mut looked, mut unused) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let answer = takes(&asking, &mut looked);
        let rest: Bitboard<N> = tables.board().squares().collect();
        let rest = rest.without(looked | Bitboard::of(enemy) | Bitboard::of(from));
        let mut some = |chance| rest.into_iter().filter(|_| r.chance(chance)).collect::<Bitboard<N>>();
        let (own, stands) = (some(50), some(60));
        let mix = |old: Bitboard<N>, new: Bitboard<N>| old.without(rest) | new & rest;
        let changed = Changed { kinds, squares: rest };
        let asking = View {
            own: mix(view.own, own & stands),
            enemy: mix(view.enemy, stands.without(own)),
            unmoved: mix(view.unmoved, some(50)),
            royal: mix(view.royal, some(20)),
            swept: mix(view.swept, some(50)),
            kinds: Some(&changed),
            ..asking
        };
        let again = takes(&asking, &mut unused);
        // What is given up depends on how many pieces there are.
        if let (Some(answer), Some(again)) = (answer, again) {
            assert_eq!(again, answer, "from {from:?}: {enemy:?} after changes on {rest:?}");
        }
    }
}
