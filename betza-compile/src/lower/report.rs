//! A report of a piece's tables, to be read by people.

use super::chain::ChainTable;
use super::piece::{MoveTable, PieceTables};
use betza_ir::{Condition, Modes};
use std::time::Duration;

/// One table of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableReport {
    /// The kind of lookup, or `chain`.
    pub kind: &'static str,
    /// The modes of the end; of a chain, those of all its ends.
    pub modes: Modes,
    /// What must hold of the mover.
    pub condition: Condition,
    /// Entries: masks, rays, squares, paths; of a chain its instructions.
    pub entries: usize,
    /// The bytes that they take. Tables that others share are counted in full.
    pub bytes: usize,
    /// How long it took to build.
    pub build_time: Duration,
}

impl<const N: usize> MoveTable<N> {
    /// Returns what kind of table it is, and what it takes.
    #[must_use]
    pub fn report(&self) -> TableReport {
        let (entries, bytes) = self.reach.size();
        let passed = size_of_val(&*self.passed);
        let (modes, condition) = (self.modes, self.condition);
        let build_time = self.build_time;
        TableReport { kind: self.reach.lookup().kind(), modes, condition, entries, bytes: bytes + passed, build_time }
    }
}

impl<const N: usize> ChainTable<N> {
    /// Returns what kind of table it is, and what it takes.
    #[must_use]
    pub fn report(&self) -> TableReport {
        let (program, scope) = (&self.program, &self.bounds);
        let bounds = [&scope.captures, &scope.captured_from, &scope.seen, &scope.ends];
        let finals = program.finals.iter().flatten().flat_map(|f| &f.1);
        let bytes = size_of_val(&*program.ops)
            + size_of_val(&*program.legs)
            + size_of_val(&*program.choices)
            + program.courses.iter().map(|c| size_of_val(&*c.0)).sum::<usize>()
            + finals.map(|masks| size_of_val(&**masks)).sum::<usize>()
            + bounds.iter().map(|sets| sets.bytes()).sum::<usize>();
        TableReport {
            kind: "chain",
            modes: program.modes(),
            condition: self.condition(),
            entries: program.ops.len(),
            bytes,
            build_time: self.build_time,
        }
    }
}

impl<const N: usize> PieceTables<N> {
    /// Returns the kind of each table, and what it takes: the tables of `parts`, `passes` and `chains`, in this order.
    #[must_use]
    pub fn report(&self) -> Vec<TableReport> {
        let fixed = self.parts.iter().chain(&self.passes).map(MoveTable::report);
        fixed.chain(self.chains.iter().map(ChainTable::report)).collect()
    }

    /// Returns the bytes that its tables take; those that others share are counted in full.
    #[must_use]
    pub fn memory_usage(&self) -> usize {
        let two_legs = self.two_legs.as_ref().map_or(0, |table| table.bytes());
        self.report().iter().map(|table| table.bytes).sum::<usize>() + two_legs
    }

    /// Returns the bytes that it takes besides what [`super::Lowering::memory_usage`] counts.
    #[must_use]
    pub fn own_memory(&self) -> usize {
        let passed = self.parts.iter().chain(&self.passes).map(|part| size_of_val(&*part.passed));
        let chains = self.chains.iter().map(|chain| chain.report().bytes);
        let immobilizes = self.immobilizes.iter().map(|tables| tables.own_memory());
        passed.chain(chains).chain(immobilizes).sum::<usize>() + self.two_legs.as_ref().map_or(0, |table| table.bytes())
    }
}
