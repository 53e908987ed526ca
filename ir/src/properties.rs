//! Properties of the IR that choose how it is walked and lowered.

use crate::geometry::{Board, Vector};
use crate::{
    Acts, Chain, Effect, Footing, Group, Joint, Landing, Leg, Link, Modes, Move, Part, Pass, Piece, Transit, Victims,
    Wrap,
};
use std::collections::BTreeSet;

impl Piece {
    /// Whether some move can change the board other than by what is captured on the destination.
    #[must_use]
    pub fn has_side_effects(&self) -> bool {
        self.moves.iter().any(|m| m.chain.has_side_effects())
    }
}

impl Chain {
    /// Whether walking it can change the board other than by what is captured on the destination.
    #[must_use]
    pub fn has_side_effects(&self) -> bool {
        self.links.iter().any(|link| {
            changes(&link.joint)
                || match &link.part {
                    Part::Leg(leg) => leg.unloads || matches!(leg.pass, Pass::TakeOne | Pass::TakeApart),
                    Part::Group(group) => changes(&group.between) || group.body.has_side_effects(),
                    Part::Choice(chains) => chains.iter().any(Chain::has_side_effects),
                    Part::Effect(_) => true,
                }
        })
    }

    /// Whether some path asks of another piece whether it has moved.
    #[must_use]
    pub fn asks_who_has_moved(&self) -> bool {
        let moved = Victims::UNMOVED_FOE | Victims::UNMOVED_FRIEND;
        let asks = |joint: &Joint| {
            joint.onward.victims.intersects(moved)
                || joint.stop.is_some_and(|landing| landing.victims.intersects(moved))
        };
        self.links.iter().any(|link| {
            asks(&link.joint)
                || match &link.part {
                    Part::Leg(_) | Part::Effect(_) => false,
                    Part::Group(group) => asks(&group.between) || group.body.asks_who_has_moved(),
                    Part::Choice(chains) => chains.iter().any(Chain::asks_who_has_moved),
                }
        })
    }

    /// Whether some path may take a friend off the board, on its end or elsewhere, or the mover itself.
    #[must_use]
    pub fn may_take_friends(&self) -> bool {
        let takes = |joint: &Joint| {
            joint.onward.friend.intersects(Acts::TAKE | Acts::SWAP)
                || joint.stop.is_some_and(|landing| landing.modes.intersects(Modes::DESTROY | Modes::SWAP))
        };
        self.links.iter().any(|link| {
            takes(&link.joint)
                || match &link.part {
                    Part::Leg(_) => false,
                    Part::Group(group) => takes(&group.between) || group.body.may_take_friends(),
                    Part::Choice(chains) => chains.iter().any(Chain::may_take_friends),
                    Part::Effect(Effect::Erupt { .. } | Effect::Vanish) => true,
                    Part::Effect(_) => false,
                }
        })
    }

    /// Whether some path may need a piece on a square other than its destination: a hurdle, a victim, something to
    /// carry. If not, pieces elsewhere can only take moves away.
    #[must_use]
    pub fn needs_men(&self) -> bool {
        self.has_side_effects()
            || self.any_leg(&|leg| {
                matches!(leg.pass, Pass::Hop | Pass::HopOnto | Pass::UpToPiece)
                    || matches!(leg.footing, Footing::Hurdle | Footing::HurdleAtEnd)
            })
            || self.any_joint(&|joint| !(joint.onward.friend | joint.onward.foe).is_empty())
    }

    /// Whether the predicate holds of some joint before the end, at any depth.
    fn any_joint(&self, is_so: &dyn Fn(&Joint) -> bool) -> bool {
        self.links.iter().any(|link| {
            is_so(&link.joint)
                || match &link.part {
                    Part::Group(group) => is_so(&group.between) || group.body.any_joint(is_so),
                    Part::Choice(chains) => chains.iter().any(|chain| chain.any_joint(is_so)),
                    Part::Leg(_) | Part::Effect(_) => false,
                }
        })
    }

    /// Whether some leg crosses joined edges.
    #[must_use]
    pub fn wraps(&self) -> bool {
        self.any_leg(&|leg| leg.wrap != Wrap::None)
    }

    /// Whether the predicate holds of some leg, at any depth.
    pub fn any_leg(&self, is_so: &dyn Fn(&Leg) -> bool) -> bool {
        self.links.iter().any(|link| match &link.part {
            Part::Leg(leg) => is_so(leg),
            Part::Group(group) => group.body.any_leg(is_so),
            Part::Choice(chains) => chains.iter().any(|chain| chain.any_leg(is_so)),
            Part::Effect(Effect::Erupt { fragments, .. }) => fragments.iter().any(|f| f.any_leg(is_so)),
            Part::Effect(_) => false,
        })
    }
}

impl Group {
    /// Whether a path that comes back to a place in this repetition may be in another state there than before: the
    /// board is changed on the way, or a joined edge is crossed, so that the whole path is longer.
    #[must_use]
    pub fn changes_on_the_way(&self) -> bool {
        changes(&self.between) || self.body.has_side_effects() || self.body.wraps()
    }
}

impl Chain {
    /// Whether it imitates at any depth. Two imitators would otherwise imitate each other without end.
    #[must_use]
    pub fn imitates(&self) -> bool {
        self.links.iter().any(|link| match &link.part {
            Part::Leg(_) => false,
            Part::Group(group) => group.body.imitates(),
            Part::Choice(chains) => chains.iter().any(Chain::imitates),
            Part::Effect(Effect::Imitate) => true,
            Part::Effect(Effect::Ranged(moves) | Effect::Custodial(moves) | Effect::SwapPlaces(moves)) => {
                moves.iter().any(|m| m.chain.imitates())
            }
            Part::Effect(Effect::Erupt { fragments, .. }) => fragments.iter().any(Chain::imitates),
            Part::Effect(_) => false,
        })
    }

    /// The same chain, landing in no other modes than these; it may end nowhere.
    fn landing_in(&self, modes: Modes) -> Chain {
        let joint = |j: Joint| {
            let kept = j.stop.map(|l| Landing { modes: l.modes & modes, ..l }).filter(|l| !l.modes.is_empty());
            Joint { stop: kept, ..j }
        };
        self.with_joints(&joint)
    }

    /// The same chain, landing only in this mode.
    fn landing_only(&self, mode: Modes) -> Chain {
        self.with_joints(&|j: Joint| Joint { stop: j.stop.map(|_| Landing::new(mode)), ..j })
    }

    /// The same chain with other joints.
    fn with_joints(&self, joint: &dyn Fn(Joint) -> Joint) -> Chain {
        let links = self.links.iter().map(|link| Link {
            part: match &link.part {
                Part::Group(g) => {
                    let body = g.body.with_joints(joint);
                    Part::Group(Group { body, between: joint(g.between), ..g.clone() })
                }
                Part::Choice(chains) => Part::Choice(chains.iter().map(|chain| chain.with_joints(joint)).collect()),
                part => part.clone(),
            },
            joint: joint(link.joint),
        });
        Chain { links: links.collect() }
    }
}

impl Move {
    /// The same move, landing only in this mode.
    #[must_use]
    pub fn landing_only(&self, mode: Modes) -> Move {
        Move { chain: self.chain.landing_only(mode), ..self.clone() }
    }
}

fn changes(joint: &Joint) -> bool {
    let Transit { empty, friend, foe, off, .. } = joint.onward;
    (empty | friend | foe | off).intersects(Acts::TAKE | Acts::SWAP)
}

impl Piece {
    /// Returns the piece that makes those moves that end on empty squares, and no others.
    #[must_use]
    pub fn without_captures(&self) -> Piece {
        let quiet = |m: &Move| Move { chain: m.chain.landing_in(Modes::MOVE), ..m.clone() };
        Piece { moves: self.moves.iter().map(quiet).collect(), ..self.clone() }
    }

    /// Returns the leaps with which moves begin that are too large for a board wherever the piece stands, each as its
    /// two lengths, the longer last. Such a move is never made. Boards with joined edges have room for all.
    #[must_use]
    pub fn too_large_for(&self, board: &Board) -> BTreeSet<[u16; 2]> {
        let fits = |v: Vector| {
            usize::from(v.dx.unsigned_abs()) < board.files() && usize::from(v.dy.unsigned_abs()) < board.ranks()
        };
        let too_large = |m: &Move| -> Option<[u16; 2]> {
            let Part::Leg(leg) = &m.chain.links.first()?.part else { return None };
            let first: Vec<Vector> = leg.steps.courses(None).iter().filter_map(|c| c.0.first().copied()).collect();
            if leg.wrap != Wrap::None || first.iter().any(|&v| fits(v)) {
                return None;
            }
            let mut lengths = first.first().map(|v| [v.dx.unsigned_abs(), v.dy.unsigned_abs()])?;
            lengths.sort_unstable();
            Some(lengths)
        };
        self.moves.iter().filter_map(too_large).collect()
    }
}
