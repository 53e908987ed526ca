//! What covered pieces are, as a referee knows it (jieqi). docs/rules.md, R42.
//!
//! A position tells what everyone knows: where covered pieces lie, and which pieces their side holds that they can be.
//! Its legal moves are those of a player who does not know, one for each piece as which the mover may turn out. A
//! [`Deal`] beside it is what the referee knows.

use crate::error::DealError;
use crate::position::Position;
use betza_game::variant::{KindId, Promotion, Variant};
use betza_ir::geometry::{Side, Square};
use betza_ir::sorted;
use betza_movegen::moves::Move;

/// Which piece lies on each square whose piece is covered. It holds for the whole game, back and forth: a covered piece
/// does not leave its square without being uncovered, and none comes to another square.
///
/// ```
/// use betza::{Deal, Game, Style};
///
/// let mut position = Game::builtin("jieqi")?.start();
/// // For the example, the last piece in hand goes to each square in turn; a server takes numbers that nobody can guess.
/// let deal = Deal::draw(&position, |below| below - 1);
/// // A player does not know what the cannon's piece is. The referee does.
/// let asked = position.read_move("b3b10r")?;
/// let played = deal.truth(&position, asked).expect("it is legal");
/// assert_eq!(position.text(played, Style::Uci), "b3b10n");
/// // What was captured is told to the captor alone.
/// assert_eq!(deal.captured(&position, played).len(), 1);
/// position.play(played)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal(Vec<(Square, KindId)>);

impl Deal {
    /// Draws what the covered pieces of a position are from what their sides hold. `random` gives a number from 0 to
    /// one below what it is given; a larger one is taken as the largest. Covered pieces for which nothing is left stay
    /// out.
    #[must_use]
    pub fn draw(position: &Position, mut random: impl FnMut(usize) -> usize) -> Deal {
        let variant = position.game().variant();
        let mut dealt = Vec::new();
        for side in Side::BOTH {
            let mut held: Vec<KindId> =
                position.hand(side).flat_map(|(kind, count)| std::iter::repeat_n(kind, usize::from(count))).collect();
            for (square, kind) in covered(position).filter(|(square, _)| is_of(position, *square, side)) {
                let rule = variant.kinds[kind.index()].promotion.as_ref();
                let fits = |held: &KindId| rule.is_some_and(|rule| may_be(rule, side, *held));
                let places: Vec<usize> = (0..held.len()).filter(|&i| fits(&held[i])).collect();
                if let Some(last) = places.len().checked_sub(1) {
                    dealt.push((square, held.swap_remove(places[random(places.len()).min(last)])));
                }
            }
        }
        sorted::sort_by_key(&mut dealt, |(square, _)| *square);
        Deal(dealt)
    }

    /// Takes what each covered piece of a position is from elsewhere, as a server has stored it ([`Deal::iter`]).
    ///
    /// # Errors
    /// `deal-missing` if a covered piece is not among them; `deal-not-covered` if a square has none or is named twice;
    /// `deal-not-held` if the side does not hold as many of a kind, or the piece cannot be one.
    pub fn new(position: &Position, kinds: impl IntoIterator<Item = (Square, KindId)>) -> Result<Deal, DealError> {
        let game = position.game();
        let variant = game.variant();
        let mut dealt: Vec<(Square, KindId)> = kinds.into_iter().collect();
        sorted::sort_by_key(&mut dealt, |(square, _)| *square);
        let name = |square: Square| {
            if game.has(square) { game.square_name(square) } else { "a square off the board".to_owned() }
        };
        let wrong = |code, message: String, remedy: &str| Err(DealError::new(code, 0..0, message, remedy));
        for (i, &(square, kind)) in dealt.iter().enumerate() {
            let Some((_, cover)) = covered(position).find(|(s, _)| *s == square) else {
                return wrong("deal-not-covered", format!("no covered piece lies on {}", name(square)), "leave it out");
            };
            if i > 0 && dealt[i - 1].0 == square {
                return wrong("deal-not-covered", format!("{} is named twice", name(square)), "name each square once");
            }
            let side = position.piece_at(square).map_or(Side::White, |(side, _)| side);
            let rule = variant.kinds[cover.index()].promotion.as_ref();
            let same = dealt[..=i].iter().filter(|(s, k)| *k == kind && is_of(position, *s, side)).count();
            let held = position.hand(side).find(|(k, _)| *k == kind).map_or(0, |(_, count)| usize::from(count));
            if !rule.is_some_and(|rule| may_be(rule, side, kind)) || same > held {
                let what = variant.kinds.get(kind.index()).map_or("such a piece", |kind| kind.name.as_str());
                let message =
                    format!("the piece on {} cannot be a {what}: its side holds {held} of them", name(square));
                return wrong("deal-not-held", message, "give each covered piece one of the pieces in its side's hand");
            }
        }
        match covered(position).find(|(square, _)| !dealt.iter().any(|(s, _)| s == square)) {
            Some((square, _)) => wrong(
                "deal-missing",
                format!("nothing is said of the covered piece on {}", name(square)),
                "say what it is",
            ),
            None => Ok(Deal(dealt)),
        }
    }

    /// The squares with what lies there, ascending: all of the position that was dealt, also those that are uncovered
    /// by now.
    pub fn iter(&self) -> impl Iterator<Item = (Square, KindId)> {
        self.0.iter().copied()
    }

    /// What the covered piece on a square is; `None` if no covered piece lies there in the position.
    #[must_use]
    pub fn kind(&self, position: &Position, square: Square) -> Option<KindId> {
        is_covered(position, square).then(|| self.0.iter().find(|(s, _)| *s == square).map(|(_, kind)| *kind))?
    }

    /// The legal moves as the referee knows them: covered pieces turn out to be what they are.
    #[must_use]
    pub fn legal_moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = position.legal_moves();
        moves.retain(|&m| self.is_true(position, m));
        moves
    }

    /// The move as which a player's move is played: with the same squares, whatever the player says that the piece
    /// turns out to be. `None` if it is not legal.
    #[must_use]
    pub fn truth(&self, position: &Position, m: Move) -> Option<Move> {
        if !position.is_legal(m) {
            return None;
        }
        if self.is_true(position, m) {
            return Some(m);
        }
        self.legal_moves(position).into_iter().find(|t| !t.enters() && (t.from(), t.to()) == (m.from(), m.to()))
    }

    /// The move that a text names by its two squares alone, of a covered piece, as which it is played: a player does
    /// not know as what the piece turns out. `None` if the text is another one, or if there is no such move.
    #[must_use]
    pub fn read_move(&self, position: &Position, text: &str) -> Option<Move> {
        let game = position.game();
        let names = |m: &Move| text == game.square_name(m.from()) + &game.square_name(m.to());
        let covered = |m: &Move| !m.enters() && is_covered(position, m.from());
        self.legal_moves(position).into_iter().find(|m| covered(m) && names(m))
    }

    /// The covered pieces that a move captures, with what they are, which the captor alone learns. Empty if it is not
    /// legal.
    #[must_use]
    pub fn captured(&self, position: &Position, m: Move) -> Vec<(Square, KindId)> {
        position.captured(m).into_iter().filter_map(|square| Some((square, self.kind(position, square)?))).collect()
    }

    /// The number of leaves of the tree of legal moves in which covered pieces turn out to be what they are.
    #[must_use]
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let (mut position, mut total) = (position.clone(), 0_u64);
        // The moves that are still to be played from each position of the line, the last one first. It has no calls in
        // each other: a depth may be any number.
        let mut line = vec![self.legal_moves(&position)];
        loop {
            let is_above_leaves = line.len() as u32 == depth;
            let Some(moves) = line.last_mut() else { return total };
            if is_above_leaves {
                total = total.saturating_add(moves.len() as u64);
                moves.clear();
            }
            if let Some(m) = moves.pop() {
                position.play_legal(m);
                line.push(self.legal_moves(&position));
            } else {
                line.pop();
                position.undo();
            }
        }
    }

    /// Whether a legal move uncovers nothing, or what lies there.
    fn is_true(&self, position: &Position, m: Move) -> bool {
        m.enters() || !is_covered(position, m.from()) || m.promotion() == self.kind(position, m.from())
    }
}

/// Whether the piece on a square is covered.
fn is_covered(position: &Position, square: Square) -> bool {
    position.piece_at(square).is_some_and(|(_, kind)| position.game().variant().is_covered(kind))
}

/// The covered pieces of a position, by square, with the kind that their cover is.
fn covered(position: &Position) -> impl Iterator<Item = (Square, KindId)> {
    let variant: &Variant = position.game().variant();
    let kinds: Vec<bool> = (0..variant.kinds.len()).map(|k| variant.is_covered(KindId::from_index(k))).collect();
    let piece = |square| Some((square, position.piece_at(square)?.1));
    position.game().squares().filter_map(piece).filter(move |(_, kind)| kinds[kind.index()])
}

/// Whether a side has a piece on a square.
fn is_of(position: &Position, square: Square, side: Side) -> bool {
    position.piece_at(square).is_some_and(|(of, _)| of == side)
}

/// Whether a covered piece of a side may be of a kind.
fn may_be(rule: &Promotion, side: Side, kind: KindId) -> bool {
    rule.to[side.index()].contains(&kind)
}
