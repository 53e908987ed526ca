//! Compiles Betza notation and its descendants: from a text to moves, and to move tables for one board.
//!
//! A chess-variant *notation* describes how a piece moves: `N` is the Knight, `mWcF` a piece that moves like a Wazir and captures like a
//! Ferz. Six *dialects* are known ([`Dialect`](notation::Dialect)). A piece goes through these stages:
//!
//! 1. **Reading** ([`notation`]) turns a text in one dialect into a piece, or into diagnostics that say where the text is wrong and what
//!    to write instead.
//! 2. **The IR** ([`ir`]) is the piece independent of any dialect: a set of moves, each a chain of legs, repeated groups and effects,
//!    and rules for the squares between them. It can be written in any dialect that can express it ([`notation::translate`]), explained
//!    in English ([`explain`]) and drawn ([`diagram`]).
//! 3. **The walk** ([`walk`]) defines what the IR means: it follows every path square by square on a board with pieces and returns the
//!    moves. It is slow and simple, and everything else is tested against it.
//! 4. **Lowering** ([`lower`]) turns the IR into tables for one board and one side. They give the same moves as the walk, as sets of
//!    squares ([`bitboard`]), fast enough for move generation.
//!
//! [`geometry`] has what all stages share: boards, squares, vectors and sides. The stages are crates of their own (`betza-ir`,
//! `betza-notation`, `betza-tables`), for programs that need only one; here they are one library, with English and pictures.
//!
//! ```
//! use betza_compile::bitboard::Bitboard;
//! use betza_compile::geometry::{Board, Side};
//! use betza_compile::lower::{Lowering, View};
//! use betza_compile::notation::{Dialect, read};
//! use betza_compile::walk::{self, Scene};
//!
//! // Read: moves one step along a file or rank, captures one step diagonally.
//! let piece = read("mWcF", Dialect::Betza).expect("the notation is correct").piece;
//!
//! // Walk: on d4, with an enemy on e5 and another on d5.
//! let board = Board::new(8, 8)?;
//! let square = |name| board.parse_square(name).expect("the board has it");
//! let (from, enemies) = (square("d4"), [square("d5"), square("e5")]);
//! let scene = Scene::bare(&board, Side::White, from, &[], &enemies, &[]);
//! let moves = walk::moves(&piece, &scene, from)?;
//! let names: Vec<String> = moves.iter().filter_map(|m| m.to).map(|to| board.name(to)).collect();
//! assert_eq!(names, ["d3", "c4", "e4", "e5"]);
//!
//! // Lower: the same moves from tables. One word of 64 bits holds the board.
//! let tables = Lowering::<1>::new(&board)?.piece(&piece, Side::White)?;
//! let view = View::<1>::of_scene(&scene, from);
//! let mut targets = Bitboard::EMPTY;
//! for table in &tables.parts {
//!     let (moves, captures) = table.destinations(&view, from);
//!     targets |= moves | captures;
//! }
//! assert_eq!(targets, names.iter().map(|name| square(name)).collect());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub use betza_ir::{self as ir, geometry};
pub use betza_notation as notation;
pub use betza_tables::{bitboard, hash, lower, walk};

pub mod compare;
pub mod diagram;
pub mod explain;
