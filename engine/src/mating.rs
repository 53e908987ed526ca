//! What a piece can mate alone with its king: every position of the two and a bare king is decided, from the mates
//! back.
//!
//! A position is won if a move leads to a lost one, and lost if all moves lead to won ones ("retrograde analysis",
//! T. Ströhlein 1970, K. Thompson 1986). The rules about moves played (50 moves, repetition) are not looked at.

use crate::bare::{bare, may_stand, with_men};
use betza::movegen::keys::DEFAULT_SEED;
use betza::movegen::setup::Setup;
use betza::movegen::variant::{Variant, Worth};
use betza::movegen::{AnyGame, AnyPosition, MoveList};
use betza::{KindId, Side, Square};
use rayon::prelude::*;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The most squares of a board. All moves of all positions are kept: a queen on 144 squares takes 0.3 gigabytes.
pub const SQUARES: usize = 144;

/// What all positions of a king and a piece against a king are, with the side of the piece to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// How many there are.
    pub positions: u64,
    /// How many of them are won by force.
    pub won: u64,
    /// The most moves that a win takes, the mating one included; 0 if there is none.
    pub longest: u32,
    /// A position with that many.
    pub example: Option<Setup>,
    /// Whether a side that cannot move and is not in check has lost, so that wins need no check.
    pub stalemate_wins: bool,
}

/// Why an ending was not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// The game's sides have not one royal each that must be safe, or the piece is royal itself.
    Royals,
    /// The board has more squares than [`SQUARES`].
    Board(usize),
    /// A move does more to the three pieces than moving its own side's or capturing.
    Moves,
    /// The generator cannot do it.
    Rules(String),
    /// It was stopped.
    Stopped,
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undecided::Royals => f.write_str(
                "this needs a game with one king on each side that may not be left in check, and a piece that is none",
            ),
            Undecided::Board(squares) => {
                write!(f, "the board has {squares} squares, and positions are kept for at most {SQUARES}")
            }
            Undecided::Moves => f.write_str("its moves do more to kings and pieces than moving and capturing"),
            Undecided::Rules(why) => f.write_str(why),
            Undecided::Stopped => f.write_str("it was stopped"),
        }
    }
}

/// Not decided yet, and in the end: not by force.
const OPEN: u16 = u16::MAX;

/// All positions with the bare king on one square. A position is the number of the king's square times that of all
/// squares, and the number of the piece's.
struct Block {
    /// Whether each is a position at all with the attackers to move.
    is_position: Vec<bool>,
    /// The positions after the attackers' moves, those from each position in a row.
    attacks: Rows<u16>,
    /// The bare king's squares after its moves.
    flights: Rows<u8>,
    /// Whether the bare king draws: it may capture, it is stalemated, or the position cannot be.
    draws: Vec<bool>,
    /// In how many moves the attackers win, and the bare king is mated.
    won: Vec<u16>,
    lost: Vec<u16>,
}

/// Lists of numbers, one after the other.
struct Rows<T> {
    ends: Vec<u32>,
    all: Vec<T>,
}

impl<T> Rows<T> {
    fn new() -> Rows<T> {
        Rows { ends: Vec::new(), all: Vec::new() }
    }

    fn end_row(&mut self) {
        self.ends.push(self.all.len() as u32);
    }

    fn row(&self, number: usize) -> &[T] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.all[start..self.ends[number] as usize]
    }
}

/// The game with what is asked about it.
struct Question {
    game: AnyGame,
    squares: Vec<Square>,
    /// The number of each square, by its index.
    numbers: Vec<u8>,
    kings: [KindId; 2],
    piece: KindId,
}

/// Decides all positions of White's king and piece against Black's king, on the threads of the current rayon pool.
/// `progress` is told what part is done.
///
/// # Errors
/// [`Undecided`].
pub fn ending(
    variant: &Variant,
    piece: KindId,
    stop: &AtomicBool,
    progress: impl Fn(f64) + Sync,
) -> Result<Ending, Undecided> {
    let question = Question::new(variant, piece)?;
    let count = question.squares.len();
    let block = |bare_king: usize| {
        let block = question.block(bare_king, stop)?;
        progress(1.0 / count as f64);
        Ok(block)
    };
    let mut blocks = (0..count).into_par_iter().map(block).collect::<Result<Vec<Block>, _>>()?;
    for moves in 1..OPEN {
        blocks.par_iter_mut().for_each(|block| block.attack(moves));
        let mated: Vec<Vec<u32>> = blocks.par_iter().map(|block| block.newly_lost(&blocks)).collect();
        if stop.load(Relaxed) {
            return Err(Undecided::Stopped);
        }
        if mated.iter().all(Vec::is_empty) {
            break;
        }
        for (block, mated) in blocks.iter_mut().zip(mated) {
            mated.into_iter().for_each(|position| block.lost[position as usize] = moves);
        }
    }
    Ok(question.summed_up(&blocks))
}

impl Question {
    fn new(variant: &Variant, piece: KindId) -> Result<Question, Undecided> {
        let start = betza::movegen::fen::read(variant, &variant.start);
        let start = start.map_err(|error| Undecided::Rules(error.message))?;
        let king = |side: Side| {
            let royal = |kind: KindId| variant.kinds[kind.index()].royal;
            let mut kings = start.men.iter().flatten().filter(|man| man.side == side && royal(man.kind));
            kings.next().filter(|_| kings.next().is_none()).map(|man| man.kind)
        };
        let (Some(white), Some(black)) = (king(Side::White), king(Side::Black)) else { return Err(Undecided::Royals) };
        if !variant.royalty.check || variant.may_be_royal(piece) {
            return Err(Undecided::Royals);
        }
        let bare = bare(variant);
        let squares: Vec<Square> = bare.board.squares().collect();
        if squares.len() > SQUARES {
            return Err(Undecided::Board(squares.len()));
        }
        let mut numbers = vec![0; bare.board.area()];
        squares.iter().enumerate().for_each(|(number, square)| numbers[square.index()] = number as u8);
        let game = AnyGame::compile(&bare, &Setup::empty(&bare), DEFAULT_SEED)
            .map_err(|error| Undecided::Rules(error.to_string()))?;
        Ok(Question { game, squares, numbers, kings: [white, black], piece })
    }

    /// The men of a position, if each may stand there.
    fn men(&self, king: usize, piece: usize, bare_king: usize) -> Option<[(Square, Side, KindId); 3]> {
        let [white, black] = self.kings;
        let men = [
            (self.squares[king], Side::White, white),
            (self.squares[piece], Side::White, self.piece),
            (self.squares[bare_king], Side::Black, black),
        ];
        let apart = king != piece && king != bare_king && piece != bare_king;
        let stand = |&(square, side, kind): &_| may_stand(self.game.variant(), side, kind, square);
        (apart && men.iter().all(stand)).then_some(men)
    }

    /// All positions with the bare king on a square.
    fn block(&self, bare_king: usize, stop: &AtomicBool) -> Result<Block, Undecided> {
        let count = self.squares.len();
        let all = count * count;
        let mut block = Block {
            is_position: vec![false; all],
            attacks: Rows::new(),
            flights: Rows::new(),
            draws: vec![true; all],
            won: vec![OPEN; all],
            lost: vec![OPEN; all],
        };
        let mut list = MoveList::default();
        for number in 0..all {
            if number % count == 0 && stop.load(Relaxed) {
                return Err(Undecided::Stopped);
            }
            if let Some(men) = self.men(number / count, number % count, bare_king) {
                let position = |turn| self.game.position(&with_men(self.game.variant(), turn, &men));
                if let (Ok(ours), Ok(theirs)) = (position(Side::White), position(Side::Black)) {
                    let (we_are_in_check, they_are) = (self.game.is_check(&ours), self.game.is_check(&theirs));
                    if !they_are {
                        block.is_position[number] = true;
                        self.attacks(ours, &mut list, bare_king, &mut block.attacks.all)?;
                    }
                    if !we_are_in_check {
                        block.draws[number] = self.flights(theirs, &mut list, &mut block.flights.all)?;
                        if list.is_empty() {
                            let results = &self.game.variant().results;
                            let worth = if they_are { results.mate } else { results.stalemate };
                            let is_lost = worth == Worth::Loss && !results.stalemate_by_count;
                            (block.draws[number], block.lost[number]) = (!is_lost, if is_lost { 0 } else { OPEN });
                        }
                    }
                }
            }
            block.attacks.end_row();
            block.flights.end_row();
        }
        Ok(block)
    }

    /// The numbers of the positions after the attackers' moves.
    fn attacks(
        &self,
        mut position: AnyPosition,
        list: &mut MoveList,
        bare_king: usize,
        into: &mut Vec<u16>,
    ) -> Result<(), Undecided> {
        self.game.list_moves(&position, list);
        for &m in list.iter() {
            let undo = self.game.make_listed(&mut position, m, list);
            let (king, piece, other) = self.squares_of(&position)?;
            if other != bare_king {
                return Err(Undecided::Moves);
            }
            // A side that captures its own piece has nothing left to win with.
            if let Some(piece) = piece {
                into.push((king * self.squares.len() + piece) as u16);
            }
            self.game.unmake(&mut position, undo);
        }
        Ok(())
    }

    /// The squares of the bare king after its moves, and whether it may capture the piece.
    fn flights(&self, mut position: AnyPosition, list: &mut MoveList, into: &mut Vec<u8>) -> Result<bool, Undecided> {
        let before = self.squares_of(&position)?;
        let mut captures = false;
        self.game.list_moves(&position, list);
        for &m in list.iter() {
            let undo = self.game.make_listed(&mut position, m, list);
            let (king, piece, other) = self.squares_of(&position)?;
            match piece {
                None => captures = true,
                Some(_) if (king, piece) == (before.0, before.1) => into.push(other as u8),
                Some(_) => return Err(Undecided::Moves),
            }
            self.game.unmake(&mut position, undo);
        }
        Ok(captures)
    }

    /// The numbers of the squares of the attackers' king, of their piece, and of the bare king.
    fn squares_of(&self, position: &AnyPosition) -> Result<(usize, Option<usize>, usize), Undecided> {
        let [white, black] = self.kings;
        let find = |side, kind| position.pieces(side, kind).first().map(|s| usize::from(self.numbers[s.index()]));
        let (king, other) = (find(Side::White, white), find(Side::Black, black));
        let (Some(king), Some(other)) = (king, other) else { return Err(Undecided::Moves) };
        let piece = find(Side::White, self.piece);
        let known = 2 + u32::from(piece.is_some());
        let is_known = position.occupied().count() == known && position.walls().is_empty();
        if is_known { Ok((king, piece, other)) } else { Err(Undecided::Moves) }
    }

    fn summed_up(&self, blocks: &[Block]) -> Ending {
        let results = &self.game.variant().results;
        let mut ending = Ending {
            positions: 0,
            won: 0,
            longest: 0,
            example: None,
            stalemate_wins: results.stalemate == Worth::Loss && !results.stalemate_by_count,
        };
        let count = self.squares.len();
        for (bare_king, block) in blocks.iter().enumerate() {
            for number in (0..count * count).filter(|&number| block.is_position[number]) {
                ending.positions += 1;
                let moves = block.won[number];
                ending.won += u64::from(moves != OPEN);
                if moves != OPEN && u32::from(moves) > ending.longest {
                    ending.longest = u32::from(moves);
                    let men = self.men(number / count, number % count, bare_king);
                    ending.example = men.map(|men| with_men(self.game.variant(), Side::White, &men));
                }
            }
        }
        ending
    }
}

impl Block {
    /// Finds the positions that are won in so many moves: those with a move to a lost one.
    fn attack(&mut self, moves: u16) {
        for number in 0..self.won.len() {
            let to_lost = |&next: &u16| self.lost[usize::from(next)] < moves;
            if self.won[number] == OPEN && self.attacks.row(number).iter().any(to_lost) {
                self.won[number] = moves;
            }
        }
    }

    /// The positions that are lost by now and were not before: those whose moves all lead to won ones.
    fn newly_lost(&self, blocks: &[Block]) -> Vec<u32> {
        let is_won = |number: usize, to: u8| blocks[usize::from(to)].won[number] != OPEN;
        let is_new = |&number: &usize| {
            self.lost[number] == OPEN
                && !self.draws[number]
                && self.flights.row(number).iter().all(|&to| is_won(number, to))
        };
        (0..self.won.len()).filter(is_new).map(|number| number as u32).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Ending, Undecided, ending};
    use betza::Game;
    use std::sync::atomic::AtomicBool;

    fn chess(id: &str) -> Ending {
        let game = Game::builtin("chess").unwrap();
        let variant = game.any().variant();
        ending(variant, variant.kind(id).unwrap(), &AtomicBool::new(false), |_| {}).unwrap()
    }

    /// T. Ströhlein, "Untersuchungen über kombinatorische Spiele" (1970), and K. Thompson, "Retrograde analysis of
    /// certain endgames" (1986): the rook mates in at most 16 moves and the queen in at most 10, whoever has them and
    /// is to move.
    #[test]
    fn rook_and_queen_mate_in_16_and_10() {
        for (id, longest) in [("R", 16), ("Q", 10)] {
            let ending = chess(id);
            assert_eq!((ending.longest, ending.won), (longest, ending.positions), "{id}");
            assert!(ending.example.is_some() && !ending.stalemate_wins);
        }
    }

    /// FIDE's laws, 5.2.2, have both as dead positions.
    #[test]
    fn a_knight_or_a_bishop_mates_nobody() {
        for id in ["N", "B"] {
            let ending = chess(id);
            assert_eq!((ending.won, ending.longest, ending.example), (0, 0, None), "{id}");
        }
        // By hand: the kings are apart in 3612 ways, with 62 squares left for the knight. Of these it attacks the bare
        // king from each square of a knight's jump, with its own king on any square apart from the bare one but the
        // knight's.
        let around = |at: i32| (at > 0) as u64 + 1 + (at < 7) as u64;
        let (mut all, mut checks) = (0, 0);
        for (file, rank) in (0..64).map(|square| (square % 8, square / 8)) {
            let apart = 64 - around(file) * around(rank);
            let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
            let on_board = |&&(x, y): &&(i32, i32)| (0..8).contains(&(file + x)) && (0..8).contains(&(rank + y));
            all += apart * 62;
            checks += jumps.iter().filter(on_board).count() as u64 * (apart - 1);
        }
        assert_eq!(all, 223_944);
        assert_eq!(chess("N").positions, all - checks);
    }

    #[test]
    fn what_is_not_asked_says_why() {
        let asked = |game: &str, id: &str| {
            let game = Game::builtin(game).unwrap();
            let variant = game.any().variant();
            ending(variant, variant.kind(id).unwrap(), &AtomicBool::new(false), |_| {}).unwrap_err()
        };
        assert_eq!(asked("chess", "K"), Undecided::Royals);
        assert_eq!(asked("antichess", "Q"), Undecided::Royals);
        assert_eq!(asked("tenjiku", "G"), Undecided::Board(256));
        let game = Game::builtin("chess").unwrap();
        let variant = game.any().variant();
        let stopped = ending(variant, variant.kind("Q").unwrap(), &AtomicBool::new(true), |_| {});
        assert_eq!(stopped, Err(Undecided::Stopped));
    }
}
