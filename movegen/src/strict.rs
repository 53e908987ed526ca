//! Strict reading: finds signs that no game can have come to a position.
//!
//! A position is made of any setup whose rights fit its board ([`AnyGame::position`]). Positions from other sources are
//! often wrong beyond that: the side that has just moved is in check, a king is missing, a pawn stands on the last
//! rank. [`AnyGame::contradictions`] finds such errors. It may miss some; what it names is wrong.

use crate::door::AnyGame;
use betza_compile::walk::{self, Man, Scene};
use betza_game::fen;
use betza_game::setup::SetupError;
use betza_game::setup::{Placed, Setup};
use betza_game::variant::{Forced, Kind, KindId, SeveralRoyals, Variant};
use betza_ir::Condition;
use betza_ir::geometry::{Side, Square};

impl AnyGame {
    /// Returns why no game can have come to a position: the side that is not to move is in check, a side has too few or
    /// too many royals, or a piece stands where none of its kind can. Empty if nothing of that kind is found.
    #[must_use]
    pub fn contradictions(&self, setup: &Setup) -> Vec<SetupError> {
        let variant = self.variant();
        let Ok(start) = fen::placement(variant) else { return Vec::new() };
        let mut found = Vec::new();
        for side in Side::BOTH {
            found.extend(royals(variant, &start, setup, side));
            found.extend(covered(variant, setup, side));
        }
        found.extend(misplaced(variant, &start, setup));
        let turned =
            Setup { turn: setup.turn.other(), en_passant: Vec::new(), en_passant_victim: None, ..setup.clone() };
        if self.position(&turned).is_ok_and(|position| self.must_end_check(&position)) {
            found.push(SetupError::OpponentInCheck);
        }
        found
    }
}

/// Counts the royals that a side has on the board and in hand.
fn count_royals(variant: &Variant, setup: &Setup, side: Side) -> usize {
    let is_royal = |kind: usize| variant.kinds[kind].royal;
    let placed = setup.men.iter().flatten().filter(|man| man.side == side && is_royal(man.kind.index())).count();
    let held = setup.hands[side.index()].iter().enumerate().filter(|(kind, _)| is_royal(*kind));
    placed + held.map(|(_, &count)| usize::from(count)).sum::<usize>()
}

/// Returns whether a side has too few or too many royals.
fn royals(variant: &Variant, start: &Setup, setup: &Setup, side: Side) -> Option<SetupError> {
    let (first, now) = (count_royals(variant, start, side), count_royals(variant, setup, side));
    // What a move does besides capturing on its destination may take royals too.
    let takes_more = variant.kinds.iter().any(Kind::has_side_effects);
    let may_be_lost = !variant.royalty.check || variant.captures_apart() || takes_more;
    let least = match variant.royalty.several {
        _ if may_be_lost => 0,
        SeveralRoyals::All => first,
        SeveralRoyals::One | SeveralRoyals::First => first.min(1),
    };
    let is_royal = |kind: &KindId| variant.kinds[kind.index()].royal;
    let may_be_won = variant.kinds.iter().any(|kind| kind.promotes_to(is_royal))
        || variant.transformation.becomes.iter().any(|(_, kind)| is_royal(kind))
        || variant.transformation.contagion.iter().any(|(_, kind)| is_royal(kind))
        || (!variant.royalty.check && variant.hands.as_ref().is_some_and(|hands| hands.captures));
    if now < least {
        Some(SetupError::RoyalMissing { side })
    } else if now > first && !may_be_won {
        Some(SetupError::TooManyRoyals { side, most: first })
    } else {
        None
    }
}

/// Returns whether a side has more covered pieces than pieces that they can be.
fn covered(variant: &Variant, setup: &Setup, side: Side) -> Option<SetupError> {
    let own = setup.men.iter().flatten().filter(|man| man.side == side && variant.is_covered(man.kind));
    let (mut placed, mut kinds) = (0, Vec::<&KindId>::new());
    for man in own {
        placed += 1;
        let promotion = variant.kinds[man.kind.index()].promotion.as_ref();
        kinds.extend(promotion.iter().flat_map(|rule| &rule.to[side.index()]));
    }
    kinds.sort_unstable();
    kinds.dedup();
    let held: usize = kinds.iter().map(|kind| usize::from(setup.hands[side.index()][kind.index()])).sum();
    (placed > held).then_some(SetupError::Covered { side, placed, held })
}

/// Returns the pieces that stand where none of their kind can.
fn misplaced(variant: &Variant, start: &Setup, setup: &Setup) -> Vec<SetupError> {
    let placed = variant.board.squares().filter_map(|square| Some((square, setup.at(square)?)));
    let is_wrong = |&(square, man): &(Square, Placed)| {
        !stands(start, square, man)
            && (must_have_promoted(variant, man, square) || behind_start(variant, start, man, square))
            && !comes_about(variant, man.kind)
            && !may_enter(variant, man, square)
    };
    let named = |(square, man): (Square, Placed)| SetupError::Misplaced {
        kind: variant.kinds[man.kind.index()].name.clone(),
        square: variant.board.name(square),
    };
    placed.filter(is_wrong).map(named).collect()
}

/// Returns whether a piece of this kind and side starts on a square.
fn stands(start: &Setup, square: Square, man: Placed) -> bool {
    start.at(square).is_some_and(|p| (p.side, p.kind) == (man.side, man.kind))
}

/// Returns whether pieces become this kind in the course of the game, or change sides, so that they may stand anywhere.
fn comes_about(variant: &Variant, kind: KindId) -> bool {
    variant.kinds.iter().any(|k| k.promotes_to(|&to| to == kind))
        || variant.transformation.becomes.iter().any(|&(_, to)| to == kind)
        || variant.transformation.contagion.iter().any(|&(_, to)| to == kind)
        || !variant.transformation.turncoats.is_empty()
}

/// Returns whether pieces of this kind may come onto the board on a square.
fn may_enter(variant: &Variant, man: Placed, square: Square) -> bool {
    let sticks = || destinations(variant, man, square).is_empty();
    variant.enters_on(man, square) && !(variant.must_be_able_to_move(man) && sticks())
}

/// Returns whether a piece would have promoted when it came to a square.
fn must_have_promoted(variant: &Variant, man: Placed, square: Square) -> bool {
    let Some(rule) = &variant.kinds[man.kind.index()].promotion else { return false };
    let side = man.side.index();
    if rule.in_place || rule.by_capture || rule.starting_inside.is_some() || !rule.zone[side].contains(square) {
        return false;
    }
    let has_choice = !rule.to[side].is_empty();
    match &rule.forced {
        Forced::No => false,
        // If the choice depends on the position, there may have been none.
        Forced::Always => {
            has_choice && rule.limits.is_empty() && rule.only.is_empty() && !rule.from_captured && !rule.from_hand
        }
        Forced::WhenStuck => has_choice && destinations(variant, man, square).is_empty(),
        Forced::OnRegion(region) => region[side].contains(square),
    }
}

/// Returns how many ranks a square is ahead of another, as a side sees it.
fn ranks_ahead(variant: &Variant, side: Side, from: Square, to: Square) -> i32 {
    let ranks = variant.board.rank(to) - variant.board.rank(from);
    if side == Side::White { ranks } else { -ranks }
}

/// Returns whether a piece that only moves ahead is behind all squares on which its kind starts or may come onto the
/// board.
fn behind_start(variant: &Variant, start: &Setup, man: Placed, square: Square) -> bool {
    let is_home = |&s: &Square| stands(start, s, man) || variant.enters_on(man, s);
    let mut homes = variant.board.squares().filter(is_home).peekable();
    let ahead = |from, to| ranks_ahead(variant, man.side, from, to) > 0;
    homes.peek().is_some()
        && homes.all(|home| ahead(square, home))
        && variant.board.squares().all(|s| destinations(variant, man, s).into_iter().all(|to| ahead(s, to)))
}

/// Returns the squares to which a piece may go from a square, among no other pieces or among enemies everywhere.
fn destinations(variant: &Variant, man: Placed, from: Square) -> Vec<Square> {
    let board = &variant.board;
    let all = variant.pieces(man.side);
    let mut squares = Vec::new();
    for crowded in [false, true] {
        let mut scene = Scene { kinds: Some(&all), mover: Condition::all(), ..Scene::empty(board) };
        let one = |side| Man { side, moved: false, royal: false, kind: Some(man.kind.index()) };
        if crowded {
            board.squares().for_each(|s| scene.men[s.index()] = Some(one(man.side.other())));
        }
        scene.men[from.index()] = Some(one(man.side));
        for piece in variant.kinds[man.kind.index()].pieces(man.side) {
            // A piece with too many ways to go is taken to go everywhere.
            match walk::moves(piece, &scene, from) {
                Ok(outcomes) => squares.extend(outcomes.iter().filter_map(|o| o.to)),
                Err(_) => return board.squares().collect(),
            }
        }
    }
    squares
}
