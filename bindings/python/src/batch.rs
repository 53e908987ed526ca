//! Many positions of one game, stepped together.

mod planes;
mod slot;
mod threads;

use crate::arrays::{flat, integers, numpy, refused, to_fill, writable};
use crate::error::{BetzaError, MoveError, remedied};
use crate::game::Game;
use crate::position::Position;
use betza::Side;
use betza::movegen::AnyGame;
use betza::movegen::moves::Move;
use numpy::{Element, PyArray1, PyArrayDescrMethods, PyArrayDyn, PyReadwriteArrayDyn, PyUntypedArrayMethods, dtype};
use planes::Planes;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use slot::{Begin, Slot};
use std::sync::Arc;
use threads::each;

/// The bits of no move: a position that is not to be stepped, or was not.
const NONE: u64 = u64::MAX;

/// Many positions of one game, stepped together: all of them in one call, in which other threads of Python run, and
/// with arrays of NumPy, which must be installed. A batch of `size` begins with the game's start position at each
/// place; it does its work on so many `threads`. What it gives does not depend on them.
///
/// >>> import betza
/// >>> batch = betza.Batch(betza.Game("chess"), 3)
/// >>> moves, offsets = batch.legal_moves()
/// >>> offsets.tolist()
/// [0, 20, 40, 60]
/// >>> batch.step([0, 7, -1])
/// >>> batch.turns().tolist()
/// [1, 1, 0]
/// >>> batch.planes().shape
/// (3, 18, 8, 8)
/// >>> for seed in range(400):
/// ...     played = batch.step_random(seed)
/// ...     over, winner = batch.results()
/// ...     batch.reset(over)
#[pyclass(module = "betza")]
pub struct Batch {
    game: betza::Game,
    planes: Planes,
    slots: Vec<Slot>,
    #[pyo3(get)]
    threads: usize,
}

/// Which move of a position a caller chose.
type Chosen = Result<Option<Move>, ()>;

impl Batch {
    fn with(py: Python<'_>, game: betza::Game, slots: Vec<Slot>, threads: usize) -> PyResult<Batch> {
        numpy(py)?;
        if threads == 0 {
            let remedy = "give 1 or more: os.cpu_count() for all cores";
            return Err(remedied::<BetzaError>("threads", &"no work is done on 0 threads", remedy));
        }
        Ok(Batch { planes: Planes::of(&game), game, slots, threads })
    }

    /// The shape of an array that has this for each position.
    fn shape(&self, of_one: &[usize]) -> Vec<usize> {
        [&[self.slots.len()], of_one].concat()
    }

    /// Fills one share of `out` for each position, while other threads of Python run.
    fn fill<T: Send>(
        &mut self,
        py: Python<'_>,
        out: &mut [T],
        width: usize,
        work: impl Fn(&AnyGame, usize, &mut Slot, &mut [T]) + Sync + Send,
    ) {
        let (game, threads, slots) = (self.game.any(), self.threads, &mut self.slots);
        py.detach(|| each(slots, out, width, threads, |i, slot, share| work(game, i, slot, share)));
    }

    /// A number for each position.
    fn numbers<'py, T: Element + Copy>(
        &mut self,
        py: Python<'py>,
        first: T,
        work: impl Fn(&AnyGame, usize, &mut Slot) -> T + Sync + Send,
    ) -> Bound<'py, PyArray1<T>> {
        let mut numbers = vec![first; self.slots.len()];
        self.fill(py, &mut numbers, 1, |game, i, slot, out| out[0] = work(game, i, slot));
        flat(py, numbers)
    }

    /// Something for each legal move, with where those of each position begin.
    fn of_moves<'py, T: Element>(
        &mut self,
        py: Python<'py>,
        of: impl Fn(&Planes, Move) -> T + Sync + Send,
    ) -> (Vec<T>, Bound<'py, PyArray1<i64>>) {
        let mut lengths = vec![0_usize; self.slots.len()];
        self.fill(py, &mut lengths, 1, |game, _, slot, out| out[0] = slot.listed(game).len());
        let (game, planes, slots) = (self.game.any(), &self.planes, &mut self.slots);
        let (all, offsets) = py.detach(|| {
            let mut all = Vec::with_capacity(lengths.iter().sum());
            let mut offsets = vec![0];
            for slot in slots {
                all.extend(slot.listed(game).iter().map(|&m| of(planes, m)));
                offsets.push(all.len() as i64);
            }
            (all, offsets)
        });
        (all, flat(py, offsets))
    }

    /// The planes of all positions in an array.
    fn planes_in<'py, T: Element + From<u8> + Copy>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let of_one = self.planes.shape();
        let array: Bound<'py, PyArrayDyn<T>> = to_fill(py, out, &self.shape(&of_one))?;
        let mut memory: PyReadwriteArrayDyn<'py, T> = writable(&array)?;
        let (slots, planes, threads) = (&mut self.slots, &self.planes, self.threads);
        if let Ok(out) = memory.as_slice_mut() {
            let fill = |_, slot: &mut Slot, share: &mut [T]| planes.fill(slot.now(), share);
            py.detach(|| each(slots, out, of_one.iter().product(), threads, fill));
        }
        Ok(array.into_any().unbind())
    }

    /// Plays the moves that were chosen, or none of them if one was chosen wrongly.
    fn play(
        &mut self,
        py: Python<'_>,
        given: usize,
        wrong: impl Fn(usize, &mut Slot) -> PyErr,
        choose: impl Fn(&AnyGame, usize, &mut Slot) -> Chosen + Sync + Send,
    ) -> PyResult<()> {
        if given != self.slots.len() {
            let message = format!("{given} moves were given for {} positions", self.slots.len());
            return Err(refused(&message, "give one for each position, and -1 for those that are not stepped"));
        }
        let mut chosen: Vec<Chosen> = vec![Ok(None); given];
        self.fill(py, &mut chosen, 1, |game, i, slot, out| out[0] = choose(game, i, slot));
        if let Some(i) = chosen.iter().position(Result::is_err) {
            return Err(wrong(i, &mut self.slots[i]));
        }
        self.fill(py, &mut chosen, 1, |game, _, slot, out| {
            if let Ok(Some(m)) = out[0] {
                slot.play(game, m);
            }
        });
        Ok(())
    }
}

/// A random number for a place, of 64 bits: SplitMix64 of the seed and of the place.
fn random(seed: u64, place: usize) -> u64 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |mut z: u64| {
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    mix(mix(seed.wrapping_add(STEP)).wrapping_add((place as u64).wrapping_mul(STEP)))
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, size, threads = 1))]
    fn new(py: Python<'_>, game: &Game, size: usize, threads: usize) -> PyResult<Batch> {
        let begin = Arc::new(Begin::new(game.game.start()));
        let slots = (0..size).map(|_| Slot::new(Arc::clone(&begin))).collect();
        Batch::with(py, game.game.clone(), slots, threads)
    }

    /// A batch that begins with these positions of one game, and with the moves played in them.
    ///
    /// >>> import betza
    /// >>> chess = betza.Game("chess")
    /// >>> batch = betza.Batch.of([chess.start(), chess.position("7k/8/5KQ1/8/8/8/8/8 b - - 0 1")])
    /// >>> over, winner = batch.results()
    /// >>> over.tolist(), winner.tolist()
    /// ([False, True], [0, 0])
    #[classmethod]
    #[pyo3(signature = (positions, threads = 1))]
    fn of(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        positions: Vec<PyRef<'_, Position>>,
        threads: usize,
    ) -> PyResult<Batch> {
        let Some(first) = positions.first() else {
            return Err(remedied::<BetzaError>("batch", &"no position was given", "give one or more, or a game and 0"));
        };
        let game = first.position.game().clone();
        if let Some(i) = positions.iter().position(|p| !std::ptr::eq(p.position.game().any(), game.any())) {
            let message = format!("position {i} is of another game than position 0");
            return Err(remedied::<BetzaError>("batch", &message, "make all of them with one betza.Game"));
        }
        let slots = positions.iter().map(|p| Slot::new(Arc::new(Begin::new(p.position.clone())))).collect();
        Batch::with(py, game, slots, threads)
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game::of(self.game.clone())
    }

    fn __len__(&self) -> usize {
        self.slots.len()
    }

    /// The position at a place, with the moves played: a copy, which goes on by itself.
    fn position(&self, place: usize) -> PyResult<Position> {
        let slot = self.slots.get(place);
        let slot = slot.ok_or_else(|| PyIndexError::new_err(format!("there are {} positions", self.slots.len())))?;
        slot.position().map(Position::of).map_err(|e| crate::moves::illegal(&e))
    }

    /// The side to move of each position: 0 for White, 1 for Black (`uint8`).
    fn turns<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.numbers(py, 0, |_, _, slot| slot.now().turn().index() as u8)
    }

    /// The legal moves of all positions in one flat array of their bits ([`Move.bits`], `uint64`), and where those of
    /// each position begin (`int64`, one more than there are positions): those of position `i` are
    /// `moves[offsets[i]:offsets[i + 1]]`.
    fn legal_moves<'py>(&mut self, py: Python<'py>) -> (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<i64>>) {
        let (moves, offsets) = self.of_moves(py, |_, m| m.to_bits());
        (flat(py, moves), offsets)
    }

    /// For each legal move, in the order of [`Batch.legal_moves`], its place in the flattened mask of its position
    /// ([`Batch.legal_mask`], `int32`): what a policy's output for the move is taken from.
    fn actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        let (actions, _) = self.of_moves(py, |planes, m| planes.place(m) as i32);
        flat(py, actions)
    }

    /// The legal moves of each position as a mask (`bool`) of the shape (positions, origins, squares), written over all
    /// of `out` if that is given. Squares count rank by rank from White's first, `file + files * rank`, holes among
    /// them. An origin is a square; in games with hands, the squares are followed by the kinds that are dropped.
    /// Castling goes from the king's square to its partner's. Moves that differ in what they promote to, or in their
    /// way, have one place.
    ///
    /// >>> import betza
    /// >>> mask = betza.Batch(betza.Game("chess"), 1).legal_mask()
    /// >>> mask.shape, int(mask.sum()), bool(mask[0, 6, 21])   # g1f3
    /// ((1, 64, 64), 20, True)
    #[pyo3(signature = (out = None))]
    fn legal_mask<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        let of_one = self.planes.mask_shape();
        let array = to_fill::<bool>(py, out, &self.shape(&of_one))?;
        let mut memory = writable(&array)?;
        let (game, slots, planes, threads) = (self.game.any(), &mut self.slots, &self.planes, self.threads);
        if let Ok(out) = memory.as_slice_mut() {
            let fill = |_, slot: &mut Slot, share: &mut [bool]| {
                share.fill(false);
                slot.listed(game).iter().for_each(|&m| share[planes.place(m)] = true);
            };
            py.detach(|| each(slots, out, of_one.iter().product(), threads, fill));
        }
        Ok(array)
    }

    /// What each plane of [`Batch.planes`] is of, in their order: `"N"` for White's knights, `"n"` for Black's;
    /// `"hand P"`, in games with hands, the number of pawns in White's hand on all squares; `"walls"`; `"castling K"`,
    /// `"castling Q"`, `"castling k"`, `"castling q"`, 1 on all squares if the right is left; `"en passant"`, the
    /// squares open to such captures; `"turn"`, 1 on all squares if Black is to move. A game has the planes that it may
    /// need.
    #[getter]
    fn plane_names(&self) -> Vec<String> {
        self.planes.names(&self.game)
    }

    /// The positions as planes, of the shape (positions, planes, ranks, files), written over all of `out` if that is
    /// given: an array of `uint8` or `float32` in C order, which the caller keeps. Rank 0 is White's first, file 0 is
    /// a, whoever is to move. [`Batch.plane_names`] says what the planes are.
    #[pyo3(signature = (out = None))]
    fn planes<'py>(&mut self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Py<PyAny>> {
        let is_float = out.is_some_and(|out| {
            out.cast::<numpy::PyUntypedArray>().is_ok_and(|array| array.dtype().is_equiv_to(&dtype::<f32>(py)))
        });
        if is_float { self.planes_in::<f32>(py, out) } else { self.planes_in::<u8>(py, out) }
    }

    /// Plays a move in each position: the one at this place in its list ([`Batch.legal_moves`]), none if it is -1. If
    /// one is not in its list, nothing is played at all.
    fn step(&mut self, py: Python<'_>, indices: &Bound<'_, PyAny>) -> PyResult<()> {
        let indices: Vec<i64> = integers(indices, "iu")?;
        let game = self.game.clone();
        let wrong = |i: usize, slot: &mut Slot| {
            let number = slot.listed(game.any()).len();
            let message = format!("position {i} has {number} legal moves, and none at {}", indices[i]);
            remedied::<MoveError>(
                "illegal-move",
                &message,
                "count from 0, and give -1 for a position that is not stepped",
            )
        };
        self.play(py, indices.len(), wrong, |game, i, slot| match usize::try_from(indices[i]) {
            Err(_) if indices[i] == -1 => Ok(None),
            index => slot.listed(game).get(index.map_err(drop)?).copied().map(Some).ok_or(()),
        })
    }

    /// Plays a move in each position: the one with these bits ([`Batch.legal_moves`], [`Move.bits`]), none if they are
    /// 2**64 - 1, which are those of no move. If one is not legal, nothing is played at all.
    fn step_bits(&mut self, py: Python<'_>, moves: &Bound<'_, PyAny>) -> PyResult<()> {
        let moves: Vec<u64> = integers(moves, "iu")?;
        let wrong = |i: usize, _: &mut Slot| {
            let message = format!("{:#x} are the bits of no legal move of position {i}", moves[i]);
            remedied::<MoveError>("illegal-move", &message, "take them from legal_moves of this batch")
        };
        self.play(py, moves.len(), wrong, |game, i, slot| match moves[i] {
            NONE => Ok(None),
            bits => Move::from_bits(bits).filter(|m| slot.listed(game).contains(m)).map(Some).ok_or(()),
        })
    }

    /// Plays in each position one of its legal moves, any as likely as any other, and returns their bits (`uint64`):
    /// 2**64 - 1 where there is none. The same seed gives the same moves in the same positions.
    fn step_random<'py>(&mut self, py: Python<'py>, seed: u64) -> Bound<'py, PyArray1<u64>> {
        self.numbers(py, NONE, |game, place, slot| {
            let any_of = |number: usize| ((u128::from(random(seed, place)) * number as u128) >> 64) as usize;
            slot.play_any(game, any_of).map_or(NONE, Move::to_bits)
        })
    }

    /// Which games are over, as [`Position.outcome`] has it (`bool`), and who has won them (`int8`): 1 for White, -1
    /// for Black, 0 for a draw or a game that goes on.
    fn results<'py>(&mut self, py: Python<'py>) -> (Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<i8>>) {
        let mut results = vec![None; self.slots.len()];
        self.fill(py, &mut results, 1, |game, _, slot, out| {
            out[0] = slot.outcome(game).map(|outcome| outcome.winner())
        });
        let worth =
            |winner: &Option<Option<Side>>| winner.flatten().map_or(0, |side| if side == Side::White { 1 } else { -1 });
        (flat(py, results.iter().map(Option::is_some).collect()), flat(py, results.iter().map(worth).collect()))
    }

    /// Lets positions begin again with what they began with: all of them, those where an array of `bool` is true, or
    /// those at these places.
    #[pyo3(signature = (which = None))]
    fn reset(&mut self, py: Python<'_>, which: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let number = self.slots.len();
        let Some(which) = which else {
            self.slots.iter_mut().for_each(Slot::reset);
            return Ok(());
        };
        let which = numpy(py)?.call_method1("asarray", (which,))?;
        let is_mask = which.getattr("dtype")?.getattr("kind")?.extract::<String>()? == "b";
        let given: Vec<i64> = integers(&which, "iub")?;
        if is_mask && given.len() != number {
            let message = format!("the mask has {} values for {number} positions", given.len());
            return Err(refused(&message, "give one for each position"));
        }
        if is_mask {
            self.slots.iter_mut().zip(given).filter(|&(_, is_meant)| is_meant != 0).for_each(|(slot, _)| slot.reset());
            return Ok(());
        }
        let is_place = |&place: &i64| usize::try_from(place).is_ok_and(|place| place < number);
        if let Some(place) = given.iter().find(|place| !is_place(place)) {
            return Err(refused(&format!("there is no place {place}"), &format!("there are {number}, from 0")));
        }
        given.into_iter().for_each(|place| self.slots[place as usize].reset());
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {}: {}>", self.slots.len(), self.game.name())
    }
}
