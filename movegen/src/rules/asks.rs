//! What the rules of a game ask of the generator, as one set of flags, and the strategy that is chosen from it.
//!
//! Ordinary chess is generated with masks: pinned pieces and the check mask are found once per position, and nearly every move that
//! they leave is legal without a test. Other rules need more. A rule's room says by [`Asks`] what its rule needs. The union of all
//! rooms' flags decides, in [`Strategy::choose`] and nowhere else, how the moves of the game are generated and how replies are
//! counted. Hot code tests a field of [`Strategy`] or one mask of flags; it never asks which rules a game has.

bitflags::bitflags! {
    /// What the rules of a game ask of the generator.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) struct Asks: u32 {
        // How the legal moves are found.

        /// Each move is judged by itself, against every rule that has something to say about single moves ([`super::judge`]).
        const JUDGED = 1;
        /// A judge makes the move and looks at the position after it to see whether the royals are safe.
        const SAFETY_BY_MAKING = 1 << 1;
        /// Captures are compulsory: if there is a capture, only captures are legal.
        const COMPULSORY_CAPTURES = 1 << 2;
        /// A side that has no legal move passes.
        const PASS_IN_STALEMATE = 1 << 3;
        /// The rule's room generates the captures itself, because their legality depends on everything that they remove. Masks give
        /// only the quiets.
        const CAPTURES_APART = 1 << 4;
        /// A move that gives check is illegal.
        const FORBIDS_CHECKS = 1 << 5;
        /// A check is legal if it is mate. Only together with `FORBIDS_CHECKS`.
        const ALLOWS_MATE = 1 << 6;
        /// One move is a series of captures by the same piece.
        const CAPTURE_SERIES = 1 << 7;
        /// A move may also place a piece from the hands, so that one move of the masks becomes several.
        const PLACES_PIECES = 1 << 8;
        /// Each move also places a wall, so that one move of the masks becomes many.
        const PLACES_WALLS = 1 << 9;
        /// A position in which the royals face each other must be left. Moves are judged in such positions only.
        const PARTS_ROYALS = 1 << 10;
        /// Some captures may be forbidden trades. Moves are judged only in positions where such a capture is possible.
        const TRADES = 1 << 11;
        /// A piece moves as another one does, and not by its own kind's tables.
        const BORROWS_MOVES = 1 << 12;
        /// Some pieces promote by a move of its own kind instead of by reaching a zone.
        const PROMOTES_IN_PLACE = 1 << 13;
        /// Generated moves are rewritten, because the mover changes its kind or owner, or becomes a wall.
        const TRANSFORMS = 1 << 14;
        /// Pieces of some kinds may not capture enemies of their own kind.
        const MUTUAL_IMMUNITY = 1 << 15;
        /// What a piece may capture depends on the kinds of other pieces, and not only on which squares are occupied by whom.
        const KINDS_MATTER = 1 << 16;

        // What making a move does.

        /// A move may change squares other than its origin and destination.
        const CHANGES_OTHER_SQUARES = 1 << 17;
        /// A move records something on which the legality of the reply depends: passes in a row, a trade.
        const RECORDS_FOR_REPLY = 1 << 18;
        /// Making a move does more than moving and capturing: it counts checks, removes neighbours of the destination, and so on.
        const MAKES_MORE = 1 << 19;
        /// The replies to a move can be counted only once it is made.
        const COUNTS_BY_MAKING = 1 << 20;

        // What else the game has, for the choice of how to count.

        /// The sides hold pieces beside the board.
        const HANDS = 1 << 21;
        /// There is castling.
        const CASTLES = 1 << 22;
        /// Some pieces move by chains: several legs with effects on the way.
        const CHAINS = 1 << 23;

        // Sets of these that are tested together.

        /// Rules about all moves of a position, or about single moves, that masks cannot express. A game with one of them is generated
        /// by [`super::whole`].
        const BY_RULES = Asks::JUDGED.bits()
            | Asks::COMPULSORY_CAPTURES.bits()
            | Asks::PASS_IN_STALEMATE.bits()
            | Asks::FORBIDS_CHECKS.bits()
            | Asks::CAPTURE_SERIES.bits()
            | Asks::PLACES_PIECES.bits()
            | Asks::PLACES_WALLS.bits()
            | Asks::PARTS_ROYALS.bits()
            | Asks::TRADES.bits();
        /// With one of these, `CAPTURES_APART` does not work: the captures are judged one by one instead.
        const UNFIT_FOR_CAPTURES_APART = Asks::BY_RULES.bits() | Asks::CHAINS.bits();
        /// With one of these, two passes (captures, then quiets) do not find compulsory captures: moves are judged instead.
        const UNFIT_FOR_COMPULSORY_CAPTURES = Asks::CHAINS.bits()
            | Asks::FORBIDS_CHECKS.bits()
            | Asks::PLACES_PIECES.bits()
            | Asks::PLACES_WALLS.bits();
        /// With one of these, masks cannot tell which moves give a forbidden check: moves are judged instead.
        const UNFIT_FOR_FORBIDDEN_CHECKS = Asks::BY_RULES.bits()
            & !(Asks::FORBIDS_CHECKS.bits() | Asks::PASS_IN_STALEMATE.bits() | Asks::COMPULSORY_CAPTURES.bits());
    }
}

impl Asks {
    /// Each move is judged, and the royals' safety is seen in the position after it.
    pub const JUDGED_BY_MAKING: Asks = Asks::JUDGED.union(Asks::SAFETY_BY_MAKING);

    /// These flags and those that follow from rules meeting each other. `checks` says whether a royal may not be left
    /// attacked ([`crate::variant::Royalty::check`]).
    fn combined(mut self, checks: bool) -> Asks {
        let by_making = if checks { Asks::JUDGED_BY_MAKING } else { Asks::JUDGED };
        if self.contains(Asks::COMPULSORY_CAPTURES) && self.intersects(Asks::UNFIT_FOR_COMPULSORY_CAPTURES) {
            self |= Asks::JUDGED;
        }
        // A room that generates the captures itself leaves out those of immune pieces.
        if self.contains(Asks::MUTUAL_IMMUNITY) && !self.contains(Asks::CAPTURES_APART) {
            self |= Asks::JUDGED;
        }
        if self.contains(Asks::KINDS_MATTER) && checks {
            self |= by_making;
        }
        if self.contains(Asks::CAPTURES_APART) && self.intersects(Asks::UNFIT_FOR_CAPTURES_APART) {
            self |= by_making;
        }
        self
    }

    /// Whether forbidden checks are the only reason for judging moves, so that masks may tell which moves give check.
    pub fn only_forbids_checks(self) -> bool {
        self.contains(Asks::FORBIDS_CHECKS) && !self.intersects(Asks::UNFIT_FOR_FORBIDDEN_CHECKS)
    }
}

/// How the moves of a position are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Generate {
    /// By masks alone: `generate/`.
    ByMasks,
    /// Captures by the room that asked for it ([`Asks::CAPTURES_APART`]), quiets by masks.
    CapturesApart,
    /// In several passes over the masks or move by move: [`super::whole`].
    ByRules,
}

/// Why some replies need a count of their own where the replies to all moves of a position are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ToldApart {
    /// Captures are compulsory: quiets count only where there is no capture.
    CapturesFirst,
    /// Quiets count by masks, and each capture is judged by the occupancy after it.
    CapturesJudged,
    /// The moves that give check are subtracted.
    ForbiddenChecks,
}

/// How the moves of a game are generated, made and counted. It is chosen once, when the game is compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strategy {
    /// The union of what all rules ask, with what follows from it.
    pub asks: Asks,
    /// How moves are generated.
    pub generate: Generate,
    /// The replies to all moves of a position are counted together. Most moves leave most replies as they are, so what
    /// the replying side's pieces see is looked up once and updated after each move (`count/replies.rs`).
    pub counts_together: bool,
    /// The rule because of which some of these replies need a count of their own.
    pub told_apart: Option<ToldApart>,
    /// The replies to some moves are counted without making the moves (`count/without_making.rs`).
    pub counts_without_making: bool,
    /// Making a move does more than moving and capturing (`Game::make_more`).
    pub makes_more: bool,
    /// Every move except castling empties its origin, captures at most the piece on its destination, and touches no
    /// other square.
    pub moves_singly: bool,
}

impl Strategy {
    /// Chooses from what the rooms ask. `checks` says whether a royal may not be left attacked, `has_royals` whether
    /// the game has royals.
    pub fn choose(asks: Asks, checks: bool, has_royals: bool) -> Strategy {
        let asks = asks.combined(checks);
        let generate = if asks.intersects(Asks::BY_RULES) {
            Generate::ByRules
        } else if asks.contains(Asks::CAPTURES_APART) {
            Generate::CapturesApart
        } else {
            Generate::ByMasks
        };
        // Whether this is the only rule that masks cannot express.
        let only = |rule: Asks| asks & (Asks::BY_RULES | Asks::CAPTURES_APART | Asks::MUTUAL_IMMUNITY) == rule;
        let plain_checks = !asks.intersects(Asks::ALLOWS_MATE | Asks::HANDS | Asks::CASTLES);
        let told_apart = if only(Asks::CAPTURES_APART) {
            Some(ToldApart::CapturesJudged)
        } else if only(Asks::COMPULSORY_CAPTURES) && !has_royals {
            Some(ToldApart::CapturesFirst)
        } else if only(Asks::FORBIDS_CHECKS) && plain_checks {
            Some(ToldApart::ForbiddenChecks)
        } else {
            None
        };
        // Facing royals do not prevent counting together: `count_after` looks for them in each position.
        let others = asks.difference(Asks::PARTS_ROYALS);
        let is_plain = told_apart.is_some() || !others.intersects(Asks::BY_RULES | Asks::CAPTURES_APART);
        let must_be_made = Asks::RECORDS_FOR_REPLY | Asks::COUNTS_BY_MAKING;
        Strategy {
            asks,
            generate,
            counts_together: is_plain && !asks.intersects(Asks::CHAINS | Asks::KINDS_MATTER),
            told_apart,
            counts_without_making: !asks.intersects(must_be_made)
                && (told_apart.is_some() || !asks.intersects(Asks::BY_RULES)),
            makes_more: asks.intersects(Asks::MAKES_MORE | Asks::RECORDS_FOR_REPLY),
            moves_singly: !asks.intersects(Asks::CHANGES_OTHER_SQUARES | Asks::CHAINS),
        }
    }
}
