//! Counts replies under rules that treat some moves apart: compulsory captures, captures that are judged one by one,
//! forbidden checks, and moves that also place a piece.
//!
//! Captures and quiets are counted separately. A position without captures, as most are, is counted as in games
//! without such rules.

use crate::compile::game::Game;
use crate::compile::processor::for_processor;
use crate::compile::program::Program;
use crate::compile::strategy::ToldApart;
use crate::count::context::Context;
use crate::count::pseudo_legal::{ByCapture, PseudoLegal};
use crate::count::unmade::Unmade;
use crate::count::zone::RoyalZone;
use crate::generate::Node;
use crate::generate::sink::Counter;
use crate::position::board::Position;
use betza_ir::bitboard::Bitboard;

impl<const N: usize> Game<N> {
    /// Returns the number of replies to a move that has not been made; `None` if the move must be made to count them.
    ///
    /// `stale` and `context` are as in [`PseudoLegal::count`] after the move; `zone` is the royal's zone before it.
    /// `other_moves` is the number of replies that are not in `pseudo_legal`.
    #[inline(always)]
    pub(crate) fn count_pseudo_legal(
        &self,
        pseudo_legal: &PseudoLegal<N>,
        zone: &RoyalZone<N>,
        stale: u64,
        context: &Context<'_, N>,
        unmade: Unmade<'_, N>,
        other_moves: u64,
    ) -> Option<u64> {
        let program = unmade.program;
        let rule = match self.rules.strategy.told_apart {
            Some(rule @ (ToldApart::CapturesFirst | ToldApart::CapturesJudged)) => rule,
            rule => {
                let all = pseudo_legal.count(self, program, stale, context) + other_moves;
                return match rule {
                    Some(ToldApart::ForbiddenChecks) => {
                        let checks =
                            self.checks_without_making(pseudo_legal, zone, stale, *context, unmade.replying())?;
                        Some(all - checks)
                    }
                    Some(ToldApart::PiecesPlaced) => {
                        Some(all + self.count_placing(pseudo_legal, program, stale, *context))
                    }
                    _ => Some(all),
                };
            }
        };
        let (illegal, pinned_lookups) = pseudo_legal.illegal_quiets;
        if stale & pinned_lookups != 0 {
            return None;
        }
        let counts = pseudo_legal.count_by_capture(self, program, stale, context);
        let captures = match rule {
            // The royal's captures are among the other moves.
            ToldApart::CapturesFirst if zone.depends_on(&context.landing.enemies) => return None,
            _ if counts.captures == 0 => 0,
            ToldApart::CapturesJudged => {
                let moved = (unmade.piece(), unmade.from(), unmade.to());
                self.judged_captures_without_making(pseudo_legal, zone, stale, *context, moved)?
            }
            _ => return Some(counts.captures),
        };
        Some(counts.quiets - illegal + captures + other_moves)
    }

    /// Does [`PseudoLegal::count_placing`].
    ///
    /// PERF: among the code that counts replies in games without such a rule it would slow that down. So would a
    /// reference to the context, which would have to be in memory then.
    #[cold]
    #[inline(never)]
    pub(crate) fn count_placing(
        &self,
        pseudo_legal: &PseudoLegal<N>,
        program: &Program<N>,
        stale: u64,
        context: Context<'_, N>,
    ) -> u64 {
        count_placing(self, pseudo_legal, program, stale, &context)
    }
}

for_processor! {
    fn count_placing[const N: usize](
        game: &Game<N>,
        pseudo_legal: &PseudoLegal<N>,
        program: &Program<N>,
        stale: u64,
        context: &Context<'_, N>,
    ) -> u64 => game.processor;
    {
        pseudo_legal.count_placing(game, program, stale, context)
    }
}

for_processor! {
    /// Counts the replies in a position of a game whose rule treats some moves apart. The position is one move after
    /// that of `pseudo_legal` and `zone`; `touched` has the squares of the move. Returns false if the
    /// moves must be generated.
    pub(crate) fn count_told_apart[const N: usize](
        game: &Game<N>,
        position: &Position<N>,
        rule: ToldApart,
        pseudo_legal: &PseudoLegal<N>,
        zone: Option<&RoyalZone<N>>,
        touched: Bitboard<N>,
        counter: &mut Counter,
    ) -> bool => game.processor;
    {
        let node = &mut Node::before_limits(game, position);
        node.find_limits();
        let changed = node.changed(pseudo_legal, touched);
        match rule {
            ToldApart::CapturesFirst => node.count_compulsory(pseudo_legal, zone, changed, counter),
            ToldApart::CapturesJudged => node.count_captures_apart(pseudo_legal, zone, changed, counter),
            ToldApart::ForbiddenChecks => node.count_checkless(pseudo_legal, zone, changed, counter),
            ToldApart::PiecesPlaced => node.count_placing(pseudo_legal, zone, changed, counter),
        }
    }
}

impl<const N: usize> Node<'_, N> {
    /// Counts the cached pseudo-legal moves as they are in this node, after a change of these squares, captures and
    /// quiets separately.
    #[inline(always)]
    pub(crate) fn apart(&self, pseudo_legal: &PseudoLegal<N>, changed: Bitboard<N>) -> ByCapture {
        pseudo_legal.count_by_capture(
            self.game,
            &self.plan().program,
            self.stale(pseudo_legal, changed),
            &self.context(),
        )
    }
}
