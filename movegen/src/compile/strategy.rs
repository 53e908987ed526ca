//! The strategy of a game: how its moves are generated, made and counted, chosen once from what its rules need.

use betza_game::needs::Needs;

/// How the moves of a position are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Generate {
    /// By masks alone: `generate/`.
    ByMasks,
    /// Captures by the rule that generates them itself ([`Needs::CAPTURES_APART`]), quiet moves by masks.
    CapturesApart,
    /// In several passes over the masks, or move by move: [`crate::rules::whole`].
    ByRules,
}

/// Why some replies need a count of their own where the replies to all moves of a position are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ToldApart {
    /// Captures are compulsory: quiet moves count only where there is no capture.
    CapturesFirst,
    /// Quiet moves are counted by masks, and each capture is judged by the occupancy after it.
    CapturesJudged,
    /// The moves that give check are subtracted.
    ForbiddenChecks,
    /// Some moves count once more for each piece that they may also place.
    PiecesPlaced,
}

/// How the moves of a game are generated, made and counted. It is chosen once, when the game is compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strategy {
    /// What all rules need, with what follows from their combinations.
    pub needs: Needs,
    /// How moves are generated.
    pub generate: Generate,
    /// The replies to all moves of a position are counted together. Most moves leave most replies as they are, so the
    /// moves of the side that replies are looked up once and updated after each move (`count/replies.rs`).
    pub counts_together: bool,
    /// Why some of these replies need a count of their own, if some do.
    pub told_apart: Option<ToldApart>,
    /// The replies to some moves are counted without making the moves (`count/without_making.rs`).
    pub counts_without_making: bool,
    /// Replies are counted without making the moves also where there are several royals (`count/guarded.rs`).
    pub counts_guarded: bool,
    /// Making a move does more than moving and capturing (`Game::make_with_rule_hooks`).
    pub makes_more: bool,
    /// What several royals demand together is found by masks (`attack/several.rs`).
    pub guards_several: bool,
    /// Every move except castling empties its origin, captures at most the piece on its destination, and touches no
    /// other square.
    pub moves_singly: bool,
}

impl Strategy {
    /// Chooses the strategy of a game from what its rules need. `checks` says whether there are royals that may not be
    /// left attacked.
    pub fn choose(needs: Needs, checks: bool) -> Strategy {
        let needs = needs.combined(checks);
        let generate = if needs.intersects(Needs::BY_RULES) {
            Generate::ByRules
        } else if needs.contains(Needs::CAPTURES_APART) {
            Generate::CapturesApart
        } else {
            Generate::ByMasks
        };
        // Whether this is the only rule that masks cannot express.
        let only = |rule: Needs| needs & (Needs::BY_RULES | Needs::CAPTURES_APART | Needs::MUTUAL_IMMUNITY) == rule;
        let plain_checks = !needs.intersects(Needs::ALLOWS_MATE | Needs::HANDS | Needs::CASTLES);
        let told_apart = if only(Needs::CAPTURES_APART) {
            Some(ToldApart::CapturesJudged)
        } else if only(Needs::COMPULSORY_CAPTURES) {
            Some(ToldApart::CapturesFirst)
        } else if only(Needs::FORBIDS_CHECKS) && plain_checks {
            Some(ToldApart::ForbiddenChecks)
        } else if only(Needs::PLACES_PIECES) {
            Some(ToldApart::PiecesPlaced)
        } else {
            None
        };
        // Rules of few positions do not prevent counting together: `Game::count_after` tests in each position whether
        // they matter.
        let others = needs.difference(Needs::IN_FEW_POSITIONS);
        let is_plain = told_apart.is_some()
            || !others.difference(Needs::PARTS_ROYALS).intersects(Needs::BY_RULES | Needs::CAPTURES_APART);
        let must_be_made = Needs::RECORDS_FOR_REPLY | Needs::COUNTS_BY_MAKING;
        let counts_without_making = !needs.intersects(must_be_made)
            && (told_apart.is_some() || !others.difference(Needs::PARTS_ROYALS).intersects(Needs::BY_RULES));
        let guards_several = !needs.intersects(Needs::UNFIT_FOR_GUARDS);
        Strategy {
            needs,
            generate,
            counts_together: is_plain && !needs.intersects(Needs::CHAINS | Needs::KINDS_MATTER),
            told_apart,
            counts_without_making,
            counts_guarded: counts_without_making && guards_several && told_apart.is_none() && checks,
            guards_several,
            makes_more: needs.intersects(Needs::MAKES_MORE | Needs::RECORDS_FOR_REPLY),
            moves_singly: !needs.intersects(Needs::CHANGES_OTHER_SQUARES | Needs::CHAINS),
        }
    }
}
