//! The board of a game that has a parent: the parent's regions on it.

use super::model::Model;
use super::values::{Reader, place, starred};
use crate::game::placed;
use crate::problem::ProblemCode;
use crate::section::Findings;
use betza_game::variant::{Connection, EndRule, KindId, Region, Shape};
use betza_ir::Condition;
use betza_ir::geometry::{Board, Side, Square};
use betza_notation::Dialect;

impl Model<'_> {
    /// The board, and its holes where the start has them; the parent's regions by the names of their squares.
    pub(super) fn resize(&mut self, findings: &Findings) -> Option<()> {
        let old = self.variant.board.clone();
        let reader = Reader { findings, board: &old };
        let side = |key: &str, now: usize| match (self.last(key), key) {
            (None, _) => Some(now as u32),
            (Some(e), "maxFile") => reader.file(e).map(|f| u32::from(f) + 1),
            (Some(e), _) => reader.rank(e).map(|r| u32::from(r) + 1),
        };
        let (files, ranks) = (side("maxFile", old.files())?, side("maxRank", old.ranks())?);
        let mut board = Board::new(files, ranks).ok()?;
        if let Some(start) = self.last("startFen") {
            self.variant.start = start.value.clone().into_owned();
        }
        let starred = starred(&self.variant.start, &board);
        board = board.with_holes(starred);
        let mut move_region = |r: &mut Region| *r = carried(*r, &old, &board);
        for kind in &mut self.variant.kinds {
            kind.region.iter_mut().flatten().for_each(&mut move_region);
            kind.double_step_region.iter_mut().for_each(&mut move_region);
            kind.drop.region.iter_mut().for_each(&mut move_region);
            kind.inside.iter_mut().for_each(|i| i.region.iter_mut().for_each(&mut move_region));
            kind.promotion.iter_mut().for_each(|p| p.each_region(&mut move_region));
        }
        self.parents_pawns.iter_mut().for_each(|p| p.each_region(&mut move_region));
        if let Some(grid) = &mut self.variant.grid {
            let cell = |s: Square| old.at(board.file(s), board.rank(s)).and_then(|s| grid.get(s.index()).copied());
            let cells: Option<Vec<u8>> = board.squares().map(cell).collect();
            let Some(cells) = cells.filter(|cells| cells.len() == board.area()) else {
                let entry = self.last("maxRank").or(self.last("maxFile")).or(self.last("startFen"))?;
                let message = format!("the grid of {} has no cells for this board", self.variant.name);
                let remedy = "take a board that lies in its parent's, without holes, or a parent without a grid";
                findings.error(ProblemCode::Conflict, &place(entry), message, remedy);
                return None;
            };
            *grid = cells;
        }
        if let Some(rule) = &mut self.variant.entering {
            move_region(&mut rule.opening);
        }
        if let Some(rule) = &mut self.variant.walling {
            rule.region.iter_mut().for_each(&mut move_region);
        }
        if let Some(rule) = &mut self.variant.en_passant {
            rule.region.iter_mut().for_each(&mut move_region);
        }
        for end in &mut self.variant.ends {
            match end {
                EndRule::Reached { region, .. } => region.iter_mut().for_each(&mut move_region),
                EndRule::Connected(Connection { shape: Shape::Chain { ends, .. }, .. }) => {
                    ends.iter_mut().flatten().for_each(&mut move_region);
                }
                _ => {}
            }
        }
        // Black's ranks are counted from the other edge.
        let top = ranks.saturating_sub(1) as u8;
        let castling = self.variant.castling.iter_mut().chain(&mut self.parents_castling).map(|rule| &mut rule.rank);
        for rank in castling.chain(self.variant.gating.iter_mut().map(|rule| &mut rule.rank)) {
            rank[1] = top.saturating_sub(rank[0]);
        }
        self.variant.board = board;
        Some(())
    }

    /// What a parent says of unmoved pieces, as Fairy-Stockfish has it: of those in the region where they start, which
    /// is one for all pieces: the rank that is nearest to their side, and of others the squares that they stand on.
    /// Where a field of the position names the unmoved, it stays so.
    pub(super) fn double_steps_by_region(&mut self) {
        if self.variant.unmoved_field {
            return;
        }
        let Some(start) = placed(&self.variant) else { return };
        let board = self.variant.board.clone();
        let (mut turned, mut squares) = (Vec::new(), Side::BOTH.map(|_| Vec::new()));
        for (i, kind) in self.variant.kinds.iter_mut().enumerate() {
            let unmoved = kind.moves.iter().flat_map(|p| &p.moves).any(|m| m.condition.contains(Condition::UNMOVED));
            let same = |n: &String| betza_notation::read(n, Dialect::Fsf).map(|r| r.piece);
            let (Ok(white), Ok(black)) = (same(&kind.notation[0]), same(&kind.notation[1])) else { continue };
            if !unmoved || kind.dialect != Dialect::Xbetza {
                continue;
            }
            kind.moves = [white, black];
            kind.dialect = Dialect::Fsf;
            turned.push(i);
            for square in board.squares() {
                if let Some(man) = start.at(square).filter(|m| m.kind == KindId::from_index(i)) {
                    squares[man.side.index()].push(square);
                }
            }
        }
        let region = Side::BOTH.map(|side| {
            let squares = &squares[side.index()];
            let ranks = squares.iter().map(|&s| board.rank(s));
            let nearest = if side == Side::White { ranks.min() } else { ranks.max() };
            let mut region = Region::EMPTY;
            board.squares().filter(|&s| Some(board.rank(s)) == nearest).for_each(|s| region.insert(s));
            squares.iter().for_each(|&s| region.insert(s));
            region
        });
        for i in turned {
            self.variant.kinds[i].double_step_region = region;
        }
    }
}

/// A parent's region on the board of its child: whole ranks and files stay whole on a larger board, as those of
/// Fairy-Stockfish do, which knows them without their ends; other squares keep their names.
fn carried(region: Region, old: &Board, new: &Board) -> Region {
    let whole = |on_line: &dyn Fn(Square) -> bool| {
        let mut line = old.squares().filter(|&s| on_line(s)).peekable();
        line.peek().is_some() && line.all(|s| region.contains(s))
    };
    let whole_rank: Vec<bool> = (0..old.ranks() as i32).map(|r| whole(&|s| old.rank(s) == r)).collect();
    let whole_file: Vec<bool> = (0..old.files() as i32).map(|f| whole(&|s| old.file(s) == f)).collect();
    let of = |whole: &[bool], i: usize| whole.get(i).copied();
    let mut out = Region::EMPTY;
    for square in new.squares() {
        let (file, rank) = (new.file(square), new.rank(square));
        let inside = match old.at(file, rank) {
            Some(s) => region.contains(s),
            // A square that is new lies on the ranks and files that were whole, where the old board had them; or in all
            // of it.
            None => match (of(&whole_file, file as usize), of(&whole_rank, rank as usize)) {
                (None, None) => whole_rank.iter().all(|w| *w),
                (in_file, in_rank) => in_file == Some(true) || in_rank == Some(true),
            },
        };
        if inside {
            out.insert(square);
        }
    }
    out
}
