//! Moves tried among example men, which shows hurdles, victims and squares that must be empty.

use super::{Diagram, Marks, scene};
use betza_compile::walk::{self, Outcome, WalkError};
use betza_ir::geometry::{Board, Side, Square};
use betza_ir::sorted;
use betza_ir::{Chain, Footing, Joint, Landing, Link, Modes, Move, Part, Piece, Victims};

/// Three pieces at once are tried on at most so many squares.
const THREES: usize = 16;

/// Pairs of example pieces are tried on this many squares nearest to the piece: all of an 8x8 board, and fewer of
/// larger boards, where each try costs more.
fn pair_squares(board: &Board) -> usize {
    64 * 8 / board.files().max(board.ranks()).max(8)
}

/// One move, tried among example men.
pub(super) struct Examples<'a> {
    /// The move ending in each mode, with the end allowed on an empty square.
    versions: Vec<(Modes, Piece)>,
    has_side_effects: bool,
    needs_men: bool,
    /// It has leaps that can be blocked on several ways.
    is_lame: bool,
    wraps: bool,
    /// Whom the captures that end the move may take.
    victims: Marks,
    board: &'a Board,
    at: Square,
    side: Side,
}

impl<'a> Examples<'a> {
    pub(super) fn new(one: &Piece, board: &'a Board, at: Square, side: Side) -> Examples<'a> {
        let modes = [Modes::MOVE, Modes::CAPTURE, Modes::DESTROY, Modes::EN_PASSANT];
        let versions = modes.into_iter().filter_map(|m| Some((m, ending_in(one, m)?))).collect();
        let has_side_effects = one.has_side_effects();
        let needs_men = !one.castlings.is_empty() || one.moves.iter().any(|m| m.chain.needs_men());
        let is_lame = one.moves.iter().any(|m| m.chain.any_leg(&|leg| leg.footing == Footing::Clear));
        let wraps = one.moves.iter().any(|m| m.chain.wraps());
        let taken = one.moves.iter().filter_map(|m| victims(&m.chain)).reduce(|all, taken| all & taken);
        let limits = [(Victims::ROYAL, Marks::ROYAL_ONLY), (Victims::NOT_ROYAL, Marks::NOT_ROYAL)];
        let is_limit = |limit: Victims| taken.is_some_and(|taken| taken.contains(limit));
        let victims = limits.into_iter().filter(|(limit, _)| is_limit(*limit)).map(|(_, mark)| mark).collect();
        Examples { versions, has_side_effects, needs_men, is_lame, wraps, victims, board, at, side }
    }

    pub(super) fn draw(&self, d: &mut Diagram) -> Result<(), WalkError> {
        let ask = |version: &Piece, men: &[(Square, Side)]| self.ask(version, men);
        let mut bare = Vec::new();
        for (mode, version) in &self.versions {
            let outcomes = ask(version, &[])?;
            outcomes.iter().for_each(|o| self.mark(d, *mode, o, &[]));
            bare.push(outcomes);
        }
        // If pieces elsewhere can only block, only squares without another mark are tried.
        let reached = d.used_squares();
        let of_interest = |s: &Square| *s != self.at && (self.needs_men || !reached.contains(s));
        let sides = if self.needs_men { &Side::BOTH[..] } else { &Side::BOTH[..1] };
        for ((mode, version), bare) in self.versions.iter().zip(&bare) {
            let mut helped = false;
            for square in self.board.squares().filter(of_interest) {
                for &side in sides {
                    let men = [(square, side)];
                    let found = ask(version, &men)?;
                    for o in found.iter().filter(|o| !bare.contains(o)) {
                        self.mark(d, *mode, o, &men);
                        helped = true;
                    }
                    let keeps = |o: &Outcome| o.to == Some(square) || found.iter().any(|f| f.to == o.to);
                    if !bare.iter().all(keeps) {
                        d.add(square, Marks::BLOCKER);
                    }
                }
            }
            if self.needs_men && !helped && (bare.is_empty() || self.has_side_effects) {
                let squares = pair_squares(self.board);
                if self.board.area() > squares {
                    let note = format!(
                        "What needs two other pieces at once is drawn for pieces on the {squares} nearest squares only."
                    );
                    if !d.notes.contains(&note) {
                        d.notes.push(note);
                    }
                }
                for men in self.pairs() {
                    for o in ask(version, &men)?.iter().filter(|o| !bare.contains(o)) {
                        self.mark(d, *mode, o, &men);
                    }
                }
            }
        }
        for to in reached {
            if !d.mark(to).intersects(Marks::MOVE | Marks::CAPTURE | Marks::DESTROY) {
                continue;
            }
            if self.leaps_to(to)? {
                d.add(to, Marks::LEAP);
            } else if self.is_lame {
                self.ways(d, to)?;
            }
        }
        Ok(())
    }

    fn ask(&self, version: &Piece, men: &[(Square, Side)]) -> Result<Vec<Outcome>, WalkError> {
        walk::moves(version, &scene(self.board, self.at, self.side, men), self.at)
    }

    /// Whether it comes to a square that is not next to it in some version, quietly, with these men on the board.
    fn comes_to(&self, to: Square, men: &[(Square, Side)]) -> Result<bool, WalkError> {
        for (_, version) in &self.versions {
            if self.ask(version, men)?.iter().any(|o| o.to == Some(to) && o.captures.is_empty()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether nothing between keeps it from a square: it comes there even if all other squares are full. A step to the
    /// next square is no leap.
    pub(super) fn leaps_to(&self, to: Square) -> Result<bool, WalkError> {
        if self.wraps || self.board.vector(self.at, to).king_steps() < 2 {
            return Ok(false);
        }
        for side in Side::BOTH {
            let others = self.board.squares().filter(|&s| s != to && s != self.at);
            let men: Vec<(Square, Side)> = others.map(|s| (s, side)).collect();
            if !self.comes_to(to, &men)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Marks squares on which two or three pieces together keep it from a square that no single piece keeps it from.
    fn ways(&self, d: &mut Diagram, to: Square) -> Result<(), WalkError> {
        let between = |a: i32, b: i32, x: i32| (a.min(b)..=a.max(b)).contains(&x);
        let board = self.board;
        let inside = |s: &Square| {
            *s != self.at
                && *s != to
                && between(board.file(self.at), board.file(to), board.file(*s))
                && between(board.rank(self.at), board.rank(to), board.rank(*s))
        };
        let inside: Vec<(Square, Side)> = board.squares().filter(inside).map(|s| (s, self.side)).collect();
        for &one in &inside {
            if !self.comes_to(to, &[one])? {
                return Ok(());
            }
        }
        let mut found = false;
        for (i, &a) in inside.iter().enumerate() {
            for &b in &inside[i + 1..] {
                if !self.comes_to(to, &[a, b])? {
                    found = true;
                    d.add(a.0, Marks::WAY);
                    d.add(b.0, Marks::WAY);
                }
            }
        }
        if !found && inside.len() <= THREES {
            for (i, &a) in inside.iter().enumerate() {
                for (j, &b) in inside.iter().enumerate().skip(i + 1) {
                    for &c in &inside[j + 1..] {
                        if !self.comes_to(to, &[a, b, c])? {
                            [a, b, c].iter().for_each(|man| d.add(man.0, Marks::WAY));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn pairs(&self) -> Vec<[(Square, Side); 2]> {
        let away = |s: &Square| {
            let files = (self.board.file(*s) - self.board.file(self.at)).abs();
            let ranks = (self.board.rank(*s) - self.board.rank(self.at)).abs();
            files.max(ranks)
        };
        let mut near: Vec<Square> = self.board.squares().filter(|&s| s != self.at).collect();
        sorted::sort_by_key(&mut near, away);
        near.truncate(pair_squares(self.board));
        let men: Vec<(Square, Side)> = near.into_iter().flat_map(|s| Side::BOTH.map(|side| (s, side))).collect();
        let with_later =
            |(i, &a): (usize, &(Square, Side))| men[i + 1..].iter().map(move |&b| [a, b]).collect::<Vec<_>>();
        men.iter().enumerate().flat_map(with_later).filter(|[a, b]| a.0 != b.0).collect()
    }

    /// Marks one outcome. With example pieces, it is an outcome that does not exist without them.
    fn mark(&self, d: &mut Diagram, mode: Modes, o: &Outcome, men: &[(Square, Side)]) {
        let quiet = !d.side_effects(o);
        let Some(to) = o.to else { return };
        // A move that captures on arrival and then has an effect there (`cW-xacK`) counts as a capture.
        let taken = men.iter().find(|m| m.0 == to && o.captures.contains(&to));
        let (mode, helped) = match taken {
            Some((_, owner)) if *owner == self.side => (Modes::DESTROY, false),
            Some(_) => (Modes::CAPTURE, men.len() > 1),
            None => (mode, !men.is_empty()),
        };
        if !quiet {
            d.add(to, Marks::SIDE);
        } else if to == self.at {
            d.add(to, Marks::PASS);
        } else {
            let end = match (mode, helped) {
                (Modes::MOVE, false) => Marks::MOVE,
                (Modes::MOVE, true) => Marks::HOP_MOVE,
                (Modes::CAPTURE, false) => Marks::CAPTURE,
                (Modes::CAPTURE, true) => Marks::HOP_CAPTURE,
                (Modes::DESTROY, _) => Marks::DESTROY,
                _ => Marks::EN_PASSANT,
            };
            d.add(to, if end.intersects(Marks::TAKES) { end | self.victims } else { end });
        }
    }
}

/// Whom every capture that may end a move may take; `None` if it ends with none.
pub(super) fn victims(chain: &Chain) -> Option<Victims> {
    let limits = |joint: &Joint| {
        let stop = joint.stop.filter(|s| s.modes.intersects(Modes::CAPTURE | Modes::EN_PASSANT))?;
        Some(stop.victims)
    };
    let of = |link: &Link| {
        let inside = match &link.part {
            Part::Group(g) => [limits(&g.between), victims(&g.body)].into_iter().flatten().reduce(|a, b| a & b),
            Part::Choice(chains) => chains.iter().filter_map(victims).reduce(|a, b| a & b),
            Part::Leg(_) | Part::Effect(_) => None,
        };
        [limits(&link.joint), inside].into_iter().flatten().reduce(|a, b| a & b)
    };
    chain.links.iter().filter_map(of).reduce(|a, b| a & b)
}

/// The piece with only those ends that `mode` allows, made on empty squares: where it could end if there were something
/// to capture. `None` if it never ends so. Castling ends as a move.
pub(super) fn ending_in(piece: &Piece, mode: Modes) -> Option<Piece> {
    // A victim that is put down elsewhere (`u` in `xbetza`) must be there to be seen.
    let landing = |m: &Move| if m.chain.any_leg(&|leg| leg.unloads) { Landing::new(mode) } else { Landing::MOVE };
    let moves: Vec<Move> = piece
        .moves
        .iter()
        .filter(|m| ends_in(&m.chain, mode))
        .map(|m| Move { chain: chain_ending_in(&m.chain, mode, landing(m)), ..m.clone() })
        .collect();
    let castlings = if mode == Modes::MOVE { piece.castlings.clone() } else { Vec::new() };
    (!moves.is_empty() || !castlings.is_empty()).then(|| Piece { moves, castlings, ..Piece::default() })
}

fn ends_in(chain: &Chain, mode: Modes) -> bool {
    let stops = |j: &Joint| j.stop.is_some_and(|l| l.modes.contains(mode));
    chain.links.iter().any(|link| {
        stops(&link.joint)
            || match &link.part {
                Part::Group(g) => stops(&g.between) || ends_in(&g.body, mode),
                Part::Choice(chains) => chains.iter().any(|chain| ends_in(chain, mode)),
                Part::Leg(_) | Part::Effect(_) => false,
            }
    })
}

/// The chain with the ends that `mode` allows made as `landing` says.
fn chain_ending_in(chain: &Chain, mode: Modes, landing: Landing) -> Chain {
    let joint = |j: &Joint| Joint { stop: j.stop.filter(|l| l.modes.contains(mode)).map(|_| landing), ..*j };
    let mut chain = chain.clone();
    for link in &mut chain.links {
        link.joint = joint(&link.joint);
        match &mut link.part {
            Part::Group(g) => {
                g.between = joint(&g.between);
                g.body = chain_ending_in(&g.body, mode, landing);
            }
            Part::Choice(chains) => chains.iter_mut().for_each(|chain| *chain = chain_ending_in(chain, mode, landing)),
            Part::Leg(_) | Part::Effect(_) => {}
        }
    }
    chain
}
