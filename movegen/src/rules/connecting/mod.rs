//! Connecting: a side's pieces stand in a row or otherwise together, which ends the game (Connect Four, Hex, Tic-tac-toe).
//!
//! This file has the rule as data; `plan.rs` compiles it and needs whether it holds. It is an end of the game
//! ([`betza_game::variant::EndRule::Connected`]). Sources: the rules of Connect Four and Hex; in details, Fairy-Stockfish
//! (`connectN`, `connectRegion...`, `connectNxN`, `collinearN`).

pub(crate) mod plan;
