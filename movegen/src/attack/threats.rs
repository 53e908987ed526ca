//! Finding who attacks a square, by leaps, lines and all other threats of a side.

use crate::attack::chains::AttackQuery;
use crate::compile::between::Form;
use crate::compile::lookup::Lookups;
use crate::compile::reverse::Classes;
use crate::compile::threats::OtherThreat;
use crate::compile::threats::PathThreat;
use crate::compile::threats::Threats;
use crate::position::board::Position;
use crate::units::each_square;
use betza_game::KindId;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;
use betza_ir::geometry::Square;

impl<const N: usize> Threats<N> {
    /// Returns whether the side attacks a square of the position as it stands.
    pub fn attacks_now(&self, position: &Position<N>, to: Square) -> bool {
        self.attacks(position, to, &position.occupied(), &Bitboard::EMPTY)
    }

    /// Returns whether the side attacks `to` with this occupancy and without its own pieces on `gone`.
    #[inline(always)]
    pub fn attacks(&self, position: &Position<N>, to: Square, occupied: &Bitboard<N>, gone: &Bitboard<N>) -> bool {
        self.attacks_simply(position, to, occupied, gone)
            || (self.has_unusual() && self.attacks_otherwise(position, to, occupied, gone))
    }

    /// Returns whether leaps or lines attack a square.
    #[inline(always)]
    fn attacks_simply(&self, position: &Position<N>, to: Square, occupied: &Bitboard<N>, gone: &Bitboard<N>) -> bool {
        let (leapers, sliders) = self.reverse.attacking(position, to);
        !leapers.without(*gone).is_empty() || self.is_line_open(sliders.without(*gone), to, occupied)
    }

    /// Returns whether the line from one of these pieces to a square is clear.
    #[inline(always)]
    fn is_line_open(&self, sliders: Bitboard<N>, to: Square, occupied: &Bitboard<N>) -> bool {
        for from in sliders {
            if self.lines.get(from, to).is_disjoint(occupied) {
                return true;
            }
        }
        false
    }

    /// Returns those of `squares` that the side attacks with this occupancy.
    #[inline(always)]
    pub fn attacked_among(&self, position: &Position<N>, squares: Bitboard<N>, occupied: &Bitboard<N>) -> Bitboard<N> {
        let mut pieces = Classes::new();
        self.reverse.unite(position, &mut pieces);
        let mut attacked = Bitboard::EMPTY;
        each_square!(squares, |to| {
            if self.reverse.is_attacked_by(&pieces, to, |sliders| self.is_line_open(sliders, to, occupied))
                || self.has_unusual() && self.attacks_otherwise(position, to, occupied, &Bitboard::EMPTY)
            {
                attacked.insert(to);
            }
        });
        attacked
    }

    /// Returns whether threats other than chains attack a square.
    #[inline(never)]
    pub fn attacks_but_by_chains(&self, position: &Position<N>, to: Square, occupied: &Bitboard<N>) -> bool {
        let gone = &Bitboard::EMPTY;
        self.attacks_simply(position, to, occupied, gone) || self.attacks_by_paths(position, to, occupied, gone)
    }

    /// Returns whether threats other than leaps and lines attack a square.
    #[inline(never)]
    fn attacks_otherwise(
        &self,
        position: &Position<N>,
        to: Square,
        occupied: &Bitboard<N>,
        gone: &Bitboard<N>,
    ) -> bool {
        let side = self.side;
        self.attacks_by_paths(position, to, occupied, gone)
            || !self.chains.plans.is_empty() && self.chains.attack(&AttackQuery { position, side, occupied, gone }, to)
    }

    /// Returns whether threats other than leaps, lines and chains attack a square.
    #[inline(always)]
    fn attacks_by_paths(&self, position: &Position<N>, to: Square, occupied: &Bitboard<N>, gone: &Bitboard<N>) -> bool {
        let side = self.side;
        for threat in &self.paths {
            for from in threat.candidates(position, side, to).without(*gone) {
                let on_path = threat.between.get(from, to) & *occupied;
                if threat.form.is_open(on_path, || threat.hurdle(from, to)) {
                    return true;
                }
            }
        }
        for threat in &self.others {
            for from in threat.candidates(position, side, to).without(*gone) {
                if threat.hits(position, from, to, occupied, gone) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns the pieces on paths to `to` that hold at most two pieces: such a path may open if they leave.
    pub fn nearly_open_blockers(&self, position: &Position<N>, to: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        let mut found = Bitboard::EMPTY;
        let (_, sliders) = self.reverse.attacking(position, to);
        for from in sliders {
            let on_path = self.lines.get(from, to) & *occupied;
            if on_path.count() <= 2 {
                found |= on_path;
            }
        }
        for threat in &self.paths {
            for from in threat.candidates(position, self.side, to) {
                let on_path = threat.between.get(from, to) & *occupied;
                if on_path.count() <= 2 {
                    found |= on_path;
                }
            }
        }
        found
    }

    /// Returns the pieces that attack a square with this occupancy.
    pub fn attackers(&self, position: &Position<N>, to: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        let (side, gone) = (self.side, &Bitboard::EMPTY);
        let mut found = self.chains.attackers(&AttackQuery { position, side, occupied, gone }, to);
        let (leapers, sliders) = self.reverse.attacking(position, to);
        found |= leapers;
        found |= sliders.into_iter().filter(|&from| self.lines.get(from, to).is_disjoint(occupied)).collect();
        for threat in &self.paths {
            let is_open = |from: &Square| {
                threat.form.is_open(threat.between.get(*from, to) & *occupied, || threat.hurdle(*from, to))
            };
            found |= threat.candidates(position, side, to).into_iter().filter(is_open).collect();
        }
        for threat in &self.others {
            let hits = |from: &Square| threat.hits(position, *from, to, occupied, gone);
            found |= threat.candidates(position, side, to).into_iter().filter(hits).collect();
        }
        found.without(Bitboard::of(to))
    }

    /// Reports each piece that attacks a square whatever stands on other squares, or could with some occupancy of them;
    /// and squares that decide it, none of which another could decide. A piece with several threats is reported for
    /// each.
    pub fn each_line(&self, position: &Position<N>, to: Square, mut report: impl FnMut(Square, Bitboard<N>)) {
        let (leapers, sliders) = self.reverse.attacking(position, to);
        leapers.into_iter().for_each(|from| report(from, Bitboard::EMPTY));
        sliders.into_iter().for_each(|from| report(from, self.lines.get(from, to)));
        for threat in &self.paths {
            for from in threat.candidates(position, self.side, to) {
                report(from, threat.between.get(from, to));
            }
        }
        for threat in &self.others {
            for from in threat.candidates(position, self.side, to) {
                report(
                    from,
                    threat.single(from, to, &Bitboard::EMPTY).map_or(threat.depends[to.index()], |(path, _)| path),
                );
            }
        }
        self.chains.each_line(position, self.side, to, report);
    }
}

/// Returns the side's pieces of a kind; only those that have not moved if `unmoved` is set.
#[inline]
fn pieces_of<const N: usize>(position: &Position<N>, side: Side, kind: KindId, unmoved: bool) -> Bitboard<N> {
    let pieces = position.pieces(side, kind);
    if unmoved { pieces & position.state.unmoved } else { pieces }
}

impl<const N: usize> PathThreat<N> {
    /// Returns the hurdle square of the path.
    #[inline]
    pub fn hurdle(&self, from: Square, to: Square) -> Bitboard<N> {
        self.hurdles.get(from, to)
    }

    /// Returns the pieces from which a path leads to `to`, whether or not it is open.
    #[inline]
    pub fn candidates(&self, position: &Position<N>, side: Side, to: Square) -> Bitboard<N> {
        self.sources[to.index()] & pieces_of(position, side, self.kind, self.unmoved)
    }
}

impl<const N: usize> OtherThreat<N> {
    /// Returns whether the piece on `from` attacks `to` with this occupancy and without the pieces on `gone`.
    pub fn hits(
        &self,
        position: &Position<N>,
        from: Square,
        to: Square,
        occupied: &Bitboard<N>,
        gone: &Bitboard<N>,
    ) -> bool {
        if let Some(singles) = &self.singles {
            let walls = (position.of_kinds(&self.barriers) & *occupied).without(*gone);
            return singles.is_open(from, to, occupied) && singles.between(from, to).is_disjoint(&walls);
        }
        let reaches = self.reach.targets(from, occupied).contains(to);
        if !reaches || self.barriers.is_empty() {
            return reaches;
        }
        let walls = (position.of_kinds(&self.barriers) & *occupied).without(*gone);
        self.reach.paths(from, to).any(|p| p.is_open(occupied) && p.squares().is_disjoint(&walls))
    }

    /// Returns the pieces from which a path leads to `to`, whether or not it is open.
    #[inline]
    pub fn candidates(&self, position: &Position<N>, side: Side, to: Square) -> Bitboard<N> {
        self.sources[to.index()] & self.pieces(position, side)
    }

    /// Returns the squares on which a single move could open the path between two squares. If there may be several
    /// paths, returns all squares on which an attack may depend. This is valid only where `Strategy::moves_singly`
    /// holds.
    pub fn sensitive(&self, from: Square, to: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        match self.single(from, to, occupied) {
            None => self.depends[to.index()],
            // A move adds one piece to the path or removes one.
            Some((path, 0 | 1)) => path,
            Some(_) => Bitboard::EMPTY,
        }
    }

    /// Returns the single path between two squares, with how many pieces it has too many or too few to be open; `None`
    /// if there may be several paths.
    pub fn single(&self, from: Square, to: Square, occupied: &Bitboard<N>) -> Option<(Bitboard<N>, u32)> {
        let singles = self.singles.as_ref()?;
        let path = singles.between(from, to);
        let needed = if singles.form == Form::Clear { 0 } else { 1 };
        Some((path, (path & *occupied).count().abs_diff(needed)))
    }

    /// Returns the pieces that have this threat.
    #[inline]
    pub fn pieces(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        pieces_of(position, side, self.kind, self.unmoved)
    }

    /// Returns the squares that a piece with barriers attacks from `from`; none unless its paths are single ones.
    pub fn attacked(
        &self,
        lookups: &Lookups<N>,
        position: &Position<N>,
        from: Square,
        occupied: &Bitboard<N>,
    ) -> Bitboard<N> {
        let Some(singles) = &self.singles else { return Bitboard::EMPTY };
        let walls = position.of_kinds(&self.barriers) & *occupied;
        let mut attacked = Bitboard::EMPTY;
        lookups.targets(&self.targets, from, occupied).for_each(|to| {
            if singles.between(from, to).is_disjoint(&walls) {
                attacked.insert(to);
            }
        });
        attacked
    }
}
