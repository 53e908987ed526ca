//! A move as a flat program, the same for all origins.
//!
//! The links of a [`Chain`] become a row of [`Op`]s, and groups become loops. [`super::machine`] runs it.

use super::{LowerError, PieceTables};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Vector};
use betza_ir::sorted;
use betza_ir::{
    Chain, Condition, Count, Course, Effect, Footing, Group, Joint, Landing, Leg, Link, Modes, Move, Part, Pass,
    Sectors, Span, Steps, Transit, Victims, Wrap,
};

/// The most groups inside one another.
pub const MAX_NESTING: usize = 8;

/// The most instructions of one move.
pub const MAX_OPS: usize = 1 << 14;

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    /// Walks the leg with this number.
    Leg(u16),
    /// Ends and continues the path as the joint allows.
    Joint(Joint),
    /// The end of a chain.
    Stop(Option<Landing>),
    /// The start of a group at this depth.
    Enter { depth: u8 },
    /// The end of a group's body: leaves the group, or goes back to `body`.
    Repeat { depth: u8, exit: Exit, count: Count, between: Joint, body: u32 },
    /// Does the effect with this number.
    Effect(u16),
    /// Continues at another instruction.
    Jump(u32),
    /// Continues both at the next instruction and at another one.
    Fork(u32),
}

/// What is reset at the end of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    /// It is the outermost frozen group: legs forget their courses.
    pub thaws: bool,
    /// It is the outermost group whose legs note places: they are forgotten, because another ride may come to the same
    /// ones.
    pub forgets: bool,
}

/// A leg whose courses are numbered.
#[derive(Clone, Debug)]
pub(super) struct LegPlan {
    /// By heading, sorted; the courses are a range of [`Program::choices`]. `None`: one leap to anywhere.
    pub turns: Option<Vec<(Option<Vector>, std::ops::Range<u32>)>>,
    pub count: Count,
    pub span: Span,
    pub footing: Footing,
    pub pass: Pass,
    pub wrap: Wrap,
    pub skips_first: bool,
    /// As [`Leg::goes_round`] and [`Leg::never_ends_at_home`].
    pub goes_round: bool,
    pub never_ends_at_home: bool,
    pub unloads: bool,
    /// It is in a frozen group: later copies take the course of the first one.
    pub frozen: bool,
    /// The number under which its course and places are kept: its own, or that of the first leg with the same
    /// `same_as`.
    pub identity: u16,
    same_as: Option<u16>,
    /// The leg notes the places where it has been (docs/notation, M6).
    pub trails: bool,
}

impl LegPlan {
    /// Returns whether each of its steps is a leap that depends on no other leg and no other place, on a board with
    /// edges. What it may pass is another matter.
    pub fn is_simple(&self) -> bool {
        self.footing == Footing::Leap
            && self.span == Span::Free
            && !(self.skips_first || self.goes_round || self.unloads || self.trails || self.frozen)
    }
}

/// An effect, with the tables of the moves on which it depends.
#[derive(Clone, Debug)]
pub(super) enum EffectPlan<const N: usize> {
    /// Approach, or withdrawal.
    Beside {
        behind: bool,
    },
    Ranged(Box<PieceTables<N>>),
    Custodial(Box<PieceTables<N>>),
    SwapPlaces(Box<PieceTables<N>>),
    Return,
    Vanish,
    Imitate,
    Erupt {
        fragments: Vec<u32>,
        explodes: bool,
    },
}

/// The modes of a final leap, and its targets by heading and square.
pub(super) type Final<const N: usize> = (Modes, Vec<Vec<Bitboard<N>>>);

/// Legs that are entered in more headings than this get no tables of final leaps.
const FINAL_TURNS: usize = 24;

/// A flat move.
#[derive(Clone, Debug)]
pub(super) struct Program<const N: usize> {
    pub ops: Vec<Op>,
    pub legs: Vec<LegPlan>,
    pub choices: Vec<u16>,
    pub courses: Vec<Course>,
    pub effects: Vec<EffectPlan<N>>,
    /// For each leg that is a plain leap at the end of the move, its modes and targets.
    pub finals: Vec<Option<Final<N>>>,
    pub condition: Condition,
    pub sectors: Sectors,
    /// Squares passed are kept.
    pub keeps_passed: bool,
    /// The squares where legs end are kept, for counting paths.
    pub keeps_path: bool,
    /// Unlimited groups note every place.
    keeps_trail: bool,
    /// Some leg's length depends on another's.
    pub needs_lengths: bool,
    /// Something depends on where the last leg started.
    pub needs_leg_start: bool,
}

impl<const N: usize> Program<N> {
    /// Flattens a move in the frame of White's board; `nested` compiles the moves on which its effects depend.
    pub fn of(
        m: &Move,
        keeps_path: bool,
        nested: &mut dyn FnMut(&[Move]) -> Result<PieceTables<N>, LowerError>,
    ) -> Result<Program<N>, LowerError> {
        let mut program = Program {
            ops: Vec::new(),
            legs: Vec::new(),
            choices: Vec::new(),
            courses: Vec::new(),
            effects: Vec::new(),
            finals: Vec::new(),
            condition: m.condition,
            sectors: m.sectors,
            keeps_passed: m.leaves_en_passant,
            keeps_path,
            keeps_trail: m.chain.has_side_effects() || m.chain.wraps(),
            needs_lengths: m.chain.any_leg(&|leg| leg.span != Span::Free),
            needs_leg_start: false,
        };
        program.chain(&m.chain, Depth::default(), nested)?;
        program.finals = vec![None; program.legs.len()];
        Ok(program)
    }

    /// Finds the legs that are plain leaps at the end of the move, and makes tables of their targets.
    pub fn find_finals(&mut self, board: &Board) {
        if self.sectors != Sectors::ALL || self.keeps_path || self.keeps_passed {
            return;
        }
        for pair in self.ops.windows(2) {
            let [Op::Leg(number), Op::Stop(Some(Landing { modes, victims }))] = pair else { continue };
            let leg = &self.legs[usize::from(*number)];
            let is_plain = leg.count == Count::ONCE
                && leg.is_simple()
                && matches!(leg.pass, Pass::Clear | Pass::Any)
                && victims.is_empty()
                && !modes.intersects(Modes::EN_PASSANT | Modes::SWAP);
            let Some(turns) = leg.turns.as_ref().filter(|turns| is_plain && turns.len() <= FINAL_TURNS) else {
                continue;
            };
            let masks = turns.iter().map(|(_, courses)| {
                let mut masks = vec![Bitboard::EMPTY; board.area()];
                for from in board.squares() {
                    for &course in &self.choices[courses.start as usize..courses.end as usize] {
                        let to = board.step(from, self.courses[usize::from(course)].0[0]);
                        masks[from.index()] |= to.into_iter().collect();
                    }
                }
                masks
            });
            self.finals[usize::from(*number)] = Some((*modes, masks.collect()));
        }
    }

    /// Returns whether some capture depends on whether the victim is royal or unmoved.
    pub fn restricts_victims(&self) -> bool {
        let joint = |j: &Joint| !j.onward.victims.is_empty() || j.stop.is_some_and(|stop| !stop.victims.is_empty());
        let tables = |t: &PieceTables<N>| {
            t.parts.iter().any(|part| !part.victims.is_empty())
                || t.chains.iter().any(super::ChainTable::depends_on_more)
        };
        let op = |op: &Op| match op {
            Op::Joint(j) | Op::Repeat { between: j, .. } => joint(j),
            Op::Stop(stop) => stop.is_some_and(|stop| !stop.victims.is_empty()),
            _ => false,
        };
        let effect = |effect: &EffectPlan<N>| match effect {
            EffectPlan::Ranged(t) | EffectPlan::Custodial(t) | EffectPlan::SwapPlaces(t) => tables(t),
            EffectPlan::Imitate => true,
            _ => false,
        };
        self.ops.iter().any(op) || self.effects.iter().any(effect)
    }

    /// Returns the modes of all ends together.
    pub fn modes(&self) -> Modes {
        let stops = self.ops.iter().filter_map(|op| match op {
            Op::Stop(landing) | Op::Joint(Joint { stop: landing, .. }) => *landing,
            Op::Repeat { between, .. } => between.stop,
            _ => None,
        });
        stops.fold(Modes::empty(), |all, landing| all | landing.modes)
    }

    /// Returns whether the whole move is one leap or ride.
    pub fn is_single_leg(&self) -> bool {
        matches!(self.ops[..], [Op::Leg(_), Op::Stop(_)])
    }

    /// Returns whether occupancy alone opens its paths: the path changes nothing on the way, and friends and enemies
    /// count alike. A leap to any square is fixed if it is the whole move: with other legs it would have too many paths.
    pub fn is_fixed(m: &Move) -> bool {
        /// Victims told apart by whether they have moved, which a royal does by stepping aside: masks of a node do not
        /// tell it.
        const MOVED: Victims = Victims::UNMOVED_FOE.union(Victims::UNMOVED_FRIEND);
        fn blind(j: &Joint) -> bool {
            j.onward.friend == j.onward.foe
                && j.stop
                    .is_none_or(|landing| !landing.modes.contains(Modes::SWAP) && !landing.victims.intersects(MOVED))
        }
        fn chain(c: &Chain) -> bool {
            c.links.iter().all(|link| {
                blind(&link.joint)
                    && match &link.part {
                        Part::Group(g) => blind(&g.between) && chain(&g.body),
                        Part::Choice(chains) => chains.iter().all(chain),
                        Part::Leg(leg) => leg.steps != Steps::Anywhere,
                        Part::Effect(_) => false,
                    }
            })
        }
        let is_one_leg = || matches!(&m.chain.links[..], [Link { part: Part::Leg(_), joint }] if blind(joint));
        !m.chain.has_side_effects() && (is_one_leg() || chain(&m.chain))
    }

    /// Flattens a chain and its end, which is the landing of the last link.
    fn chain(
        &mut self,
        chain: &Chain,
        depth: Depth,
        nested: &mut dyn FnMut(&[Move]) -> Result<PieceTables<N>, LowerError>,
    ) -> Result<(), LowerError> {
        self.links(chain, depth, nested)?;
        self.push(Op::Stop(chain.links.last().and_then(|last| last.joint.stop)))
    }

    fn links(
        &mut self,
        chain: &Chain,
        depth: Depth,
        nested: &mut dyn FnMut(&[Move]) -> Result<PieceTables<N>, LowerError>,
    ) -> Result<(), LowerError> {
        for (i, link) in chain.links.iter().enumerate() {
            match &link.part {
                Part::Leg(leg) => self.leg(leg, depth)?,
                Part::Group(group) => self.group(group, depth, nested)?,
                Part::Choice(chains) => self.choice(chains, depth, nested)?,
                Part::Effect(effect) => self.effect(effect, depth, nested)?,
            }
            if i + 1 < chain.links.len() {
                self.push(Op::Joint(link.joint))?;
            }
        }
        Ok(())
    }

    fn push(&mut self, op: Op) -> Result<(), LowerError> {
        if self.ops.len() == MAX_OPS {
            return Err(LowerError::Limit { what: "instructions of one move", given: MAX_OPS + 1, limit: MAX_OPS });
        }
        self.ops.push(op);
        Ok(())
    }

    fn leg(&mut self, leg: &Leg, depth: Depth) -> Result<(), LowerError> {
        let turns = match &leg.steps {
            Steps::Anywhere => None,
            Steps::Turns(turns) => {
                let mut by_heading = Vec::with_capacity(turns.len());
                for turn in turns {
                    let start = self.choices.len() as u32;
                    for course in &turn.courses {
                        let number = self.course(course)?;
                        self.choices.push(number);
                    }
                    by_heading.push((turn.heading, start..self.choices.len() as u32));
                }
                sorted::sort_by_key(&mut by_heading, |t| t.0);
                Some(by_heading)
            }
        };
        let number = u16::try_from(self.legs.len()).unwrap_or(u16::MAX);
        let first = leg.same_as.and_then(|_| self.legs.iter().position(|plan| plan.same_as == leg.same_as));
        self.legs.push(LegPlan {
            identity: first.and_then(|first| u16::try_from(first).ok()).unwrap_or(number),
            same_as: leg.same_as,
            turns,
            count: leg.count,
            span: leg.span,
            footing: leg.footing,
            pass: leg.pass,
            wrap: leg.wrap,
            skips_first: leg.skips_first,
            goes_round: leg.goes_round(),
            never_ends_at_home: leg.never_ends_at_home(),
            unloads: leg.unloads,
            frozen: depth.frozen,
            trails: depth.trails,
        });
        self.push(Op::Leg(number))
    }

    fn course(&mut self, course: &Course) -> Result<u16, LowerError> {
        let number = self.courses.iter().position(|c| c == course).unwrap_or_else(|| {
            self.courses.push(course.clone());
            self.courses.len() - 1
        });
        let limit = usize::from(u16::MAX);
        u16::try_from(number).map_err(|_| LowerError::Limit { what: "courses of one move", given: number, limit })
    }

    fn group(
        &mut self,
        group: &Group,
        depth: Depth,
        nested: &mut dyn FnMut(&[Move]) -> Result<PieceTables<N>, LowerError>,
    ) -> Result<(), LowerError> {
        let within = Depth {
            groups: depth.groups + 1,
            frozen: depth.frozen || group.frozen,
            trails: depth.trails || self.notes_places(group),
        };
        if within.groups > MAX_NESTING {
            return Err(LowerError::Limit {
                what: "repeated groups inside one another",
                given: within.groups,
                limit: MAX_NESTING,
            });
        }
        let at = depth.groups as u8;
        self.push(Op::Enter { depth: at })?;
        let body = self.ops.len() as u32;
        self.links(&group.body, within, nested)?;
        self.push(Op::Repeat {
            depth: at,
            exit: Exit { thaws: group.frozen && !depth.frozen, forgets: within.trails && !depth.trails },
            count: group.count,
            between: group.between,
            body,
        })
    }

    /// Returns whether the legs of an unlimited group note where they have been. A trail is needed only if the board
    /// changes on the way: otherwise a path that comes back is in the same state as before, and paths that differ only
    /// in their route count as one.
    fn notes_places(&self, group: &Group) -> bool {
        let counts_ways = self.keeps_path || self.keeps_passed;
        self.keeps_trail && group.count.max.is_none() && (counts_ways || group.changes_on_the_way())
    }

    /// Flattens alternative chains, one after the other. Each chain but the last begins with a fork to the next one,
    /// and all continue behind the last.
    fn choice(
        &mut self,
        chains: &[Chain],
        depth: Depth,
        nested: &mut dyn FnMut(&[Move]) -> Result<PieceTables<N>, LowerError>,
    ) -> Result<(), LowerError> {
        let mut jumps = Vec::with_capacity(chains.len());
        for (i, chain) in chains.iter().enumerate() {
            let is_last = i + 1 == chains.len();
            let fork = self.ops.len();
            if !is_last {
                self.push(Op::Fork(0))?;
            }
            self.links(chain, depth, nested)?;
            if !is_last {
                jumps.push(self.ops.len());
                self.push(Op::Jump(0))?;
                self.ops[fork] = Op::Fork(self.ops.len() as u32);
            }
        }
        let end = self.ops.len() as u32;
        jumps.into_iter().for_each(|jump| self.ops[jump] = Op::Jump(end));
        Ok(())
    }

    fn effect(
        &mut self,
        effect: &Effect,
        depth: Depth,
        nested: &mut dyn FnMut(&[Move]) -> Result<PieceTables<N>, LowerError>,
    ) -> Result<(), LowerError> {
        let landing = |moves: &[Move], mode| moves.iter().map(|m| m.landing_only(mode)).collect::<Vec<Move>>();
        let plan = match effect {
            Effect::Approach | Effect::Withdraw => {
                self.needs_leg_start = true;
                EffectPlan::Beside { behind: *effect == Effect::Withdraw }
            }
            Effect::Ranged(moves) => EffectPlan::Ranged(Box::new(nested(moves)?)),
            Effect::Custodial(moves) => EffectPlan::Custodial(Box::new(nested(&landing(moves, Modes::DESTROY))?)),
            Effect::SwapPlaces(moves) => EffectPlan::SwapPlaces(Box::new(nested(&landing(moves, Modes::CAPTURE))?)),
            Effect::Return => EffectPlan::Return,
            Effect::Vanish => EffectPlan::Vanish,
            Effect::Imitate => EffectPlan::Imitate,
            Effect::Erupt { fragments, explodes } => {
                // The fragments' programs stand before the effect, and the move jumps over them.
                let jump = self.ops.len();
                self.push(Op::Jump(0))?;
                let mut starts = Vec::with_capacity(fragments.len());
                for fragment in fragments {
                    starts.push(self.ops.len() as u32);
                    self.chain(fragment, depth, nested)?;
                }
                self.ops[jump] = Op::Jump(self.ops.len() as u32);
                EffectPlan::Erupt { fragments: starts, explodes: *explodes }
            }
        };
        let number = self.effects.len() as u16;
        self.effects.push(plan);
        self.push(Op::Effect(number))
    }
}

/// The number of groups around a link.
#[derive(Clone, Copy, Debug, Default)]
struct Depth {
    groups: usize,
    frozen: bool,
    trails: bool,
}

/// Returns whether the path continues whatever the square holds, so that the square need not be looked at.
pub(super) fn is_blind(rule: &Transit) -> bool {
    use betza_ir::Acts;
    rule.empty == Acts::PASS && rule.friend == Acts::PASS && rule.foe == Acts::PASS
}
