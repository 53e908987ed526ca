//! Runs chains on a position: moves with side effects, and paths on which friends and enemies count differently.

use super::PieceTables;
use super::bounds::{Ahead, Bounds};
use super::error::ChainError;
use super::lists::{Entry, List, Lists};
use super::machine::{Content, Control, Look, Machine, Scratch, State, World};
use super::moves::{ChainMoves, SideEffects};
use super::plain::PlainLeg;
use super::program::Program;
use crate::scene::{EnPassant, Man, Scene};
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::{Board, Square};
use betza_ir::{Condition, Landing, Modes, Victims};
use std::sync::{Arc, OnceLock};

/// The most instructions that are run for the moves of one piece from one square.
pub const STEP_LIMIT: u32 = 1 << 22;

/// The types of the pieces in a position, for moves that depend on them.
pub trait Kinds<const N: usize> {
    /// Returns the type of the piece on a square, if it is known.
    fn kind_of(&self, square: Square) -> Option<usize>;

    /// Returns the moves of a type, for the side that moves.
    fn tables(&self, kind: usize) -> &PieceTables<N>;
}

/// A position as one of its pieces sees it.
#[derive(Clone, Copy)]
pub struct View<'a, const N: usize> {
    /// The mover's side, the mover included.
    pub own: Bitboard<N>,
    /// The other side.
    pub enemy: Bitboard<N>,
    /// Pieces of both sides that have not moved.
    pub unmoved: Bitboard<N>,
    /// Royal pieces of both sides.
    pub royal: Bitboard<N>,
    /// Pieces of both sides of the types that the mover's range captures may take ([`betza_ir::Piece::sweeps`]).
    pub swept: Bitboard<N>,
    /// All conditions that hold of the mover.
    pub mover: Condition,
    /// The en-passant rights.
    pub en_passant: &'a [EnPassant],
    /// The types of pieces, where they are known.
    pub kinds: Option<&'a dyn Kinds<N>>,
    /// The enemy about whose capture alone is asked: moves that do not capture it may be left out.
    pub wanted: Option<Square>,
}

impl<'a, const N: usize> View<'a, N> {
    /// Returns a position without en-passant rights, conditions and known types, in which range captures take
    /// everything.
    #[must_use]
    pub fn of(own: Bitboard<N>, enemy: Bitboard<N>) -> View<'a, N> {
        View {
            own,
            enemy,
            unmoved: Bitboard::EMPTY,
            royal: Bitboard::EMPTY,
            swept: own | enemy,
            mover: Condition::empty(),
            en_passant: &[],
            kinds: None,
            wanted: None,
        }
    }

    /// Returns a scene as the mover on `from` sees it, without the types of pieces.
    ///
    /// # Panics
    /// If no man stands on `from`.
    #[must_use]
    pub fn of_scene(scene: &'a Scene<'_>, from: Square) -> View<'a, N> {
        let set = |is_in: &dyn Fn(Man) -> bool| -> Bitboard<N> {
            scene.board.squares().filter(|s| scene.men[s.index()].is_some_and(is_in)).collect()
        };
        let mover = scene.men[from.index()].expect("the mover stands on its square");
        let unmoved = if mover.moved { Condition::empty() } else { Condition::UNMOVED };
        View {
            own: set(&|man| man.side == mover.side),
            enemy: set(&|man| man.side != mover.side),
            unmoved: set(&|man| !man.moved),
            royal: set(&|man| man.royal),
            swept: set(&|man| man.kind.is_none()),
            mover: scene.mover | unmoved,
            en_passant: &scene.en_passant,
            kinds: None,
            wanted: None,
        }
    }

    /// Returns the squares whose piece these rules let the mover capture.
    #[inline]
    #[must_use]
    pub fn takeable(&self, victims: Victims) -> Bitboard<N> {
        let mut all = self.own | self.enemy;
        if !victims.is_empty() {
            if victims.contains(Victims::UNMOVED_FOE) {
                all = all.without(self.enemy.without(self.unmoved));
            }
            if victims.contains(Victims::UNMOVED_FRIEND) {
                all = all.without(self.own.without(self.unmoved));
            }
            if victims.contains(Victims::ROYAL) {
                all &= self.royal;
            }
            if victims.contains(Victims::NOT_ROYAL) {
                all = all.without(self.royal);
            }
            if victims.contains(Victims::SWEPT) {
                all &= self.swept;
            }
        }
        all
    }
}

/// Memory that is reused by move generation. Each thread needs its own.
#[derive(Clone, Debug, Default)]
pub struct ChainScratch<const N: usize> {
    machine: Scratch<Facts<N>>,
    captures: Vec<Square>,
    relocations: Vec<(Square, Square)>,
    path: Vec<Square>,
    /// For the moves on which effects depend.
    nested: Option<Box<(ChainScratch<N>, ChainMoves<N>)>>,
    /// How many instructions may still be run for this origin.
    pub(super) budget: u32,
    /// The squares that were looked at while the capture of one enemy was asked for ([`View::wanted`]): as long as they
    /// hold what they do, and so do the mover's square and that of the enemy, the answer stays. The caller empties it.
    pub looked: Bitboard<N>,
}

impl<const N: usize> ChainScratch<N> {
    /// Returns fresh memory.
    #[must_use]
    pub fn new() -> ChainScratch<N> {
        ChainScratch::default()
    }
}

/// One move as a program that is run on a position from any origin.
#[derive(Clone, Debug)]
pub struct ChainTable<const N: usize> {
    pub(super) program: Arc<Program<N>>,
    pub(super) board: Arc<Board>,
    /// On large boards: the leg, if the move is a plain one.
    pub(super) plain: Option<PlainLeg>,
    /// Each of its moves captures an enemy.
    pub(super) must_capture: bool,
    /// It captures as its victims capture (`[ci]`).
    pub(super) imitates: bool,
    pub(super) bounds: Bounds<N>,
    /// What lies ahead of its paths, found when it is first asked for.
    pub(super) ahead: Arc<OnceLock<Option<Ahead<N>>>>,
    /// How long it took to build.
    pub(super) build_time: std::time::Duration,
}

impl<const N: usize> ChainTable<N> {
    /// Returns what must hold of the mover.
    #[must_use]
    pub fn condition(&self) -> Condition {
        self.program.condition
    }

    /// Returns whether its moves depend on which pieces are royal or unmoved, or on their types, besides where friends
    /// and enemies stand.
    #[must_use]
    pub fn depends_on_more(&self) -> bool {
        self.imitates || self.program.restricts_victims()
    }

    /// Returns an upper bound of the squares whose piece can be captured from here on some position.
    #[must_use]
    pub fn may_capture(&self, from: Square) -> Bitboard<N> {
        self.bounds.captures.of(from)
    }

    /// Returns an upper bound of the squares from which a piece here can be captured on some position.
    #[must_use]
    pub fn may_capture_from(&self, to: Square) -> Bitboard<N> {
        self.bounds.captured_from.of(to)
    }

    /// Returns an upper bound of the squares whose contents can matter to moves from here.
    #[must_use]
    pub fn depends_on(&self, from: Square) -> Bitboard<N> {
        self.bounds.seen.of(from)
    }

    /// Adds the moves from a square; none if the conditions of the mover fail.
    ///
    /// # Errors
    /// [`ChainError`]; the moves added so far are then incomplete.
    pub fn generate(
        &self,
        view: &View<'_, N>,
        from: Square,
        scratch: &mut ChainScratch<N>,
        out: &mut ChainMoves<N>,
    ) -> Result<(), ChainError> {
        if !view.mover.contains(self.program.condition) {
            return Ok(());
        }
        if is_large(N)
            && let Some(leg) = self.plain.as_ref().filter(|leg| leg.is_enough(view))
        {
            leg.generate(&self.board, view, from, out);
            return Ok(());
        }
        let asked = match view.wanted {
            Some(wanted) if !self.may_capture(from).contains(wanted) => return Ok(()),
            Some(wanted) => {
                let ahead = self.ahead.get_or_init(|| Ahead::of(&self.program, &self.board)).as_ref();
                Some(Asked { wanted, ahead, looked: &mut scratch.looked })
            }
            None => None,
        };
        let ChainScratch { machine: memory, captures, relocations, path, nested, budget, .. } = scratch;
        memory.clear();
        let world = Position { view, asked, out, flown: None, captures, relocations, path, nested };
        let mut machine = Machine {
            program: &self.program,
            board: &self.board,
            origin: from,
            world,
            scratch: memory,
            budget: *budget,
            limit: STEP_LIMIT,
        };
        let facts = Facts {
            own: view.own.without(Bitboard::of(from)),
            enemy: view.enemy,
            puts: List::EMPTY,
            hand: List::EMPTY,
            put_back: List::EMPTY,
        };
        let start = machine.start(facts);
        let result = machine.run(start);
        *budget = machine.budget;
        result
    }
}

/// The board as a path has changed it, without the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Facts<const N: usize> {
    pub own: Bitboard<N>,
    pub enemy: Bitboard<N>,
    /// The pieces that the path has put down, with their squares.
    pub puts: List,
    /// The pieces captured and not put down again, named by their squares before the move.
    pub hand: List,
    /// Squares whose own piece was captured and put down there again.
    put_back: List,
}

impl<const N: usize> Facts<N> {
    /// Returns where the piece on a square stood before the move.
    pub fn token(&self, lists: &Lists, square: Square) -> Option<Square> {
        if !(self.own | self.enemy).contains(square) {
            return None;
        }
        let put = lists.iter(self.puts).find_map(|item| match item {
            Entry::Put(on, token) if on == square => Some(token),
            _ => None,
        });
        Some(put.unwrap_or(square))
    }

    /// Takes what stands on a square off the board.
    pub fn lift(&mut self, lists: &Lists, square: Square) -> Option<Square> {
        let token = self.token(lists, square)?;
        self.own.remove(square);
        self.enemy.remove(square);
        Some(token)
    }

    /// Brings equivalent states to one form: of the pieces put on a square only the last one matters, and their order
    /// does not.
    pub fn settle(&mut self, lists: &mut Lists) {
        if self.puts != List::EMPTY {
            let put_back: Bitboard<N> = lists.squares(self.put_back).collect();
            let is_moved = |&(token, on): &(Square, Square)| token != on || put_back.contains(on);
            let mut moved: Vec<(Square, Square)> = self.moved(lists, List::EMPTY).filter(is_moved).collect();
            moved.sort_unstable();
            let of = |list, (token, on)| lists.push(list, Entry::Put(on, token));
            self.puts = moved.into_iter().fold(List::EMPTY, of);
            self.put_back = put_back.into_iter().fold(List::EMPTY, |list, s| lists.push(list, Entry::Square(s)));
        }
        for list in [&mut self.puts, &mut self.hand, &mut self.put_back] {
            *list = lists.settle(*list);
        }
    }

    /// Returns the pieces that the path has moved: the square before the move and the square now, the last one put down
    /// first.
    pub fn moved(&self, lists: &Lists, since: List) -> impl Iterator<Item = (Square, Square)> {
        let mut list = self.puts;
        let mut done = Bitboard::<N>::EMPTY;
        let occupied = self.own | self.enemy;
        std::iter::from_fn(move || {
            while list != since {
                let (rest, item) = lists.pop(list)?;
                list = rest;
                if let Entry::Put(on, token) = item
                    && !done.contains(on)
                {
                    done.insert(on);
                    if occupied.contains(on) {
                        return Some((token, on));
                    }
                }
            }
            None
        })
    }
}

/// The question whether one enemy is captured.
struct Asked<'a, const N: usize> {
    wanted: Square,
    /// What lies ahead of paths, if that is known.
    ahead: Option<&'a Ahead<N>>,
    /// Where paths have looked ([`ChainScratch::looked`]).
    looked: &'a mut Bitboard<N>,
}

/// A position under a chain.
pub(super) struct Position<'a, 'v, const N: usize> {
    pub view: &'a View<'v, N>,
    /// What is asked, if not for all moves.
    asked: Option<Asked<'a, N>>,
    pub out: &'a mut ChainMoves<N>,
    /// The boards that the fragments of an eruption have led to, while an eruption is under way.
    pub flown: Option<Vec<Facts<N>>>,
    pub captures: &'a mut Vec<Square>,
    pub relocations: &'a mut Vec<(Square, Square)>,
    pub path: &'a mut Vec<Square>,
    pub nested: &'a mut Option<Box<(ChainScratch<N>, ChainMoves<N>)>>,
}

impl<const N: usize> Position<'_, '_, N> {
    /// Notes that the path looks at a square.
    #[inline(always)]
    pub fn note(&mut self, square: Square) {
        // PERF: what is seldom done stands elsewhere, so that who looks stays small enough to be inlined.
        if self.asked.is_some() {
            self.note_one(square);
        }
    }

    #[inline(never)]
    fn note_one(&mut self, square: Square) {
        self.note_all(&Bitboard::of(square));
    }

    /// Notes that the path looks at these squares.
    pub fn note_all(&mut self, squares: &Bitboard<N>) {
        if let Some(asked) = &mut self.asked {
            *asked.looked |= *squares;
        }
    }

    /// Puts a piece, named by where it stood, on an empty square.
    pub fn put(&self, lists: &mut Lists, facts: &mut Facts<N>, square: Square, token: Square) {
        if self.view.enemy.contains(token) {
            facts.enemy.insert(square)
        } else {
            facts.own.insert(square)
        }
        facts.puts = lists.push(facts.puts, Entry::Put(square, token));
    }
}

impl<const N: usize> Position<'_, '_, N> {
    /// Puts a piece on a square. A piece that stands there under the mover is captured.
    pub fn put_over(&mut self, lists: &mut Lists, facts: &mut Facts<N>, square: Square, token: Square) {
        self.note(square);
        if let Some(under) = facts.lift(lists, square) {
            facts.hand = lists.push(facts.hand, Entry::Square(under));
        }
        self.put(lists, facts, square, token);
    }

    /// Returns the enemy that is wanted, what lies ahead, and from where. Nothing can be told of one that the path has
    /// moved or captured, of fragments of an eruption, which depend on one another, and off the board.
    #[inline]
    fn looks_ahead(&self, board: &Board, state: &State<Facts<N>>) -> Option<(&Ahead<N>, Square, Square)> {
        let Asked { wanted, ahead: Some(ahead), .. } = *self.asked.as_ref()? else { return None };
        let State { control: Control { at, .. }, facts } = state;
        let stands = facts.enemy.contains(wanted) && facts.puts == List::EMPTY && self.flown.is_none();
        let at = board.at(at.0.into(), at.1.into()).filter(|_| stands)?;
        Some((ahead, wanted, at))
    }

    /// Puts the last captured piece down; on an occupied square it stays captured.
    fn put_down(&mut self, lists: &mut Lists, facts: &mut Facts<N>, place: Square) {
        self.note(place);
        if (facts.own | facts.enemy).contains(place) {
            return;
        }
        if let Some((rest, Entry::Square(token))) = lists.pop(facts.hand) {
            facts.hand = rest;
            if token == place {
                facts.put_back = lists.push(facts.put_back, Entry::Square(place));
            }
            self.put(lists, facts, place, token);
        }
    }

    /// Captures for a mover that ends on `here`. A piece that would be put down there stays captured.
    fn take_and_land(&mut self, lists: &mut Lists, state: &mut State<Facts<N>>, square: Square, here: Square) {
        self.take(lists, state, square);
        if let Some(token) = state.facts.lift(lists, here) {
            state.facts.hand = lists.push(state.facts.hand, Entry::Square(token));
        }
    }
}

impl<const N: usize> World<N> for Position<'_, '_, N> {
    type Facts = Facts<N>;
    const FORKS: bool = false;

    #[inline]
    fn look(&mut self, _: &mut Lists, facts: &Facts<N>, square: Square) -> Look<Facts<N>> {
        self.note(square);
        let content = if facts.enemy.contains(square) {
            Content::Foe
        } else if facts.own.contains(square) {
            Content::Friend
        } else {
            Content::Empty
        };
        Look { found: (content, *facts), or: None }
    }

    fn may_take(&self, lists: &Lists, facts: &Facts<N>, square: Square, content: Content, victims: Victims) -> bool {
        if victims.is_empty() || content == Content::Empty {
            return true;
        }
        let Some(token) = facts.token(lists, square) else { return true };
        let unmoved_only =
            victims.contains(if content == Content::Foe { Victims::UNMOVED_FOE } else { Victims::UNMOVED_FRIEND });
        let royal = self.view.royal.contains(token);
        let spared = (unmoved_only && !self.view.unmoved.contains(token))
            || (victims.contains(Victims::ROYAL) && !royal)
            || (victims.contains(Victims::NOT_ROYAL) && royal)
            || (victims.contains(Victims::SWEPT) && !self.view.swept.contains(token));
        !spared
    }

    #[inline(always)]
    fn is_asked(&self) -> bool {
        self.asked.is_some()
    }

    #[inline(never)]
    fn is_worth_following(&self, board: &Board, state: &State<Facts<N>>) -> bool {
        let pc = state.control.pc;
        self.looks_ahead(board, state).is_none_or(|(ahead, wanted, at)| ahead.may_capture(pc, at, wanted))
    }

    #[inline(never)]
    fn is_worth_riding(&self, board: &Board, leg: u16, course: u16, state: &State<Facts<N>>) -> bool {
        let asked = self.looks_ahead(board, state);
        asked.is_none_or(|(ahead, wanted, at)| ahead.may_capture_along(leg, course, at, wanted))
    }

    fn take(&mut self, lists: &mut Lists, state: &mut State<Facts<N>>, square: Square) {
        self.note(square);
        let Some(token) = state.facts.lift(lists, square) else { return };
        state.facts.hand = lists.push(state.facts.hand, Entry::Square(token));
        if let Some(first) = state.control.waiting.checked_sub(1) {
            let place = lists.squares(state.control.unloading).nth(first.into());
            state.control.waiting = first;
            if let Some(place) = place {
                self.put_down(lists, &mut state.facts, place);
            }
        }
    }

    fn swap(&mut self, lists: &mut Lists, state: &mut State<Facts<N>>, square: Square) {
        let carried = lists.pop(state.facts.hand);
        let lifted = state.facts.lift(lists, square);
        if let Some((rest, Entry::Square(token))) = carried {
            state.facts.hand = rest;
            self.put(lists, &mut state.facts, square, token);
        }
        if let Some(token) = lifted {
            state.facts.hand = lists.push(state.facts.hand, Entry::Square(token));
        }
    }

    fn unload(&mut self, lists: &mut Lists, state: &mut State<Facts<N>>, place: Square) {
        if lists.pop(state.facts.hand).is_none() {
            state.control.unloading = lists.push(state.control.unloading, Entry::Square(place));
            state.control.waiting += 1;
        } else {
            self.put_down(lists, &mut state.facts, place);
        }
    }

    fn stop(machine: &mut Machine<'_, Self, N>, landing: Landing, state: &State<Facts<N>>) {
        if !state.control.survives {
            // A mover that is removed may end on any square.
            return machine.finish(state);
        }
        let Some(here) = machine.square(state.control.at) else { return };
        let Landing { modes, victims } = landing;
        let lists = &mut machine.scratch.lists;
        let content = machine.world.look(lists, &state.facts, here).found.0;
        if content == Content::Empty {
            if modes.contains(Modes::MOVE) {
                machine.finish(state);
            }
            if modes.contains(Modes::EN_PASSANT) && machine.world.view.en_passant.iter().any(|e| e.square == here) {
                let mut end = *state;
                for right in machine.world.view.en_passant.iter().filter(|e| e.square == here) {
                    machine.world.take_and_land(&mut machine.scratch.lists, &mut end, right.victim, here);
                }
                machine.finish(&end);
            }
        } else {
            let mode = if content == Content::Foe { Modes::CAPTURE } else { Modes::DESTROY };
            if modes.contains(mode) && machine.world.may_take(lists, &state.facts, here, content, victims) {
                let mut end = *state;
                machine.world.take_and_land(lists, &mut end, here, here);
                machine.finish(&end);
            }
        }
        if modes.contains(Modes::SWAP) {
            let mut end = *state;
            machine.world.swap(&mut machine.scratch.lists, &mut end, here);
            machine.finish(&end);
        }
    }

    fn settle(lists: &mut Lists, facts: &mut Facts<N>) {
        facts.settle(lists);
    }

    fn leap_home(
        machine: &mut Machine<'_, Self, N>,
        masks: &[Bitboard<N>],
        modes: Modes,
        state: &State<Facts<N>>,
    ) -> bool {
        let Some(here) = machine.square(state.control.at) else { return false };
        // A piece that was put down has another name than its square, so its capture is listed by itself.
        let is_plain = state.facts.puts == List::EMPTY && state.control.waiting == 0 && state.control.survives;
        if machine.world.flown.is_some() || !is_plain {
            return false;
        }
        machine.world.note_all(&masks[here.index()]);
        let Facts { own, enemy, .. } = state.facts;
        let mut targets = Bitboard::EMPTY;
        for (mode, set) in [(Modes::MOVE, !(own | enemy)), (Modes::CAPTURE, enemy), (Modes::DESTROY, own)] {
            if modes.contains(mode) {
                targets |= masks[here.index()] & set;
            }
        }
        // A square on which the path has captured before is not listed twice when the path ends there.
        let again = targets & machine.scratch.lists.squares(state.facts.hand).collect();
        let rest = targets.without(again);
        if !rest.is_empty() {
            machine.report(rest, state);
        }
        for square in again {
            machine.report(Bitboard::of(square), state);
        }
        true
    }

    fn effect(machine: &mut Machine<'_, Self, N>, number: u16, state: State<Facts<N>>) -> Result<(), ChainError> {
        machine.effect(number, state)
    }
}

impl<const N: usize> Machine<'_, Position<'_, '_, N>, N> {
    /// Ends a path: reports a move, or notes where a fragment has led.
    pub(super) fn finish(&mut self, state: &State<Facts<N>>) {
        if let Some(flown) = &mut self.world.flown {
            flown.push(state.facts);
            return;
        }
        let control = &state.control;
        if !self.lies_in_sectors(control) {
            return;
        }
        let to = self.square(control.at).filter(|_| control.survives);
        self.report(to.map_or(Bitboard::EMPTY, Bitboard::of), state);
    }

    /// Reports the moves that end on these squares; an empty set stands for the move in which the mover is removed.
    fn report(&mut self, to: Bitboard<N>, state: &State<Facts<N>>) {
        let State { control, facts } = state;
        let lists = &self.scratch.lists;
        let Position { out, captures, relocations, path, .. } = &mut self.world;
        captures.clear();
        captures.extend(lists.squares(facts.hand).filter(|&s| !to.contains(s)));
        captures.sort_unstable();
        relocations.clear();
        relocations.extend(facts.moved(lists, List::EMPTY).filter(|&(from, now)| {
            from != now || facts.put_back != List::EMPTY && lists.squares(facts.put_back).any(|s| s == now)
        }));
        relocations.sort_unstable();
        path.clear();
        if self.program.keeps_path {
            path.extend(lists.squares(control.path));
            path.reverse();
        }
        let passed = lists.squares(control.passed).collect();
        let length = captures.len() + relocations.len() + path.len();
        out.add(to, SideEffects { captures, relocations, path }, passed);
        self.charge(length);
    }
}
