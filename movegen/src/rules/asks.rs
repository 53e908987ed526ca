//! What the rules of a game ask of the generator, as one set of flags, and the strategy that is chosen from it.
//!
//! Ordinary chess is generated with masks: pinned pieces and the check mask are found once per position, and nearly
//! every move that they leave is legal without a test. Other rules need more. A rule's room says by [`Asks`] what its
//! rule needs. The union of all rooms' flags decides, in [`Strategy::choose`] and nowhere else, how the moves of the
//! game are generated and how replies are counted. Hot paths test a field of [`Strategy`] or one mask of flags, instead
//! of asking rule by rule.

bitflags::bitflags! {
    /// What the rules of a game ask of the generator.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) struct Asks: u64 {
        // How the legal moves are found.

        /// Each move is judged by itself, against every rule that has something to say about single moves
        /// ([`super::judge`]).
        const JUDGED = 1;
        /// A judge makes the move and looks at the position after it to see whether the royals are safe.
        const SAFETY_BY_MAKING = 1 << 1;
        /// Captures are compulsory: if there is a capture, only captures are legal.
        const COMPULSORY_CAPTURES = 1 << 2;
        /// A side that is stalemated passes.
        const PASS_IN_STALEMATE = 1 << 3;
        /// The rule's room generates the captures itself, because their legality depends on everything that they
        /// remove. Masks give only the quiets.
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
        /// Some pieces promote by a separate move, and not by reaching a zone. The moves are added to the ordinary ones.
        const PROMOTES_IN_PLACE = 1 << 13;
        /// Generated moves are rewritten, because the mover changes its kind or owner, or becomes a wall.
        const TRANSFORMS = 1 << 14;
        /// Pieces of some kinds may not capture enemies of their own kind.
        const MUTUAL_IMMUNITY = 1 << 15;
        /// What a piece may capture depends on the kinds of other pieces, and not only on which squares are occupied by
        /// whom.
        const KINDS_MATTER = 1 << 16;

        // What making a move does.

        /// A move may change squares other than its origin and destination.
        const CHANGES_OTHER_SQUARES = 1 << 17;
        /// A move records something on which the legality of the reply depends: a trade. (Passes are recorded too, but other
        /// moves than passes record none.)
        const RECORDS_FOR_REPLY = 1 << 18;
        /// Making a move does more than moving and capturing: it counts checks, removes neighbours of the destination,
        /// and so on.
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

        // Rules about few positions, and rules that only add moves or order them. They are seen in the position
        // ([`super::seldom`]), so that the others are generated and counted by masks.

        /// Moves from the hands are judged, so moves are judged where the side to move holds something.
        const JUDGES_ENTERING = 1 << 24;
        /// Moves are judged where a royal is in check.
        const JUDGES_IN_CHECK = 1 << 25;
        /// A promotion may change which pieces are royal, or barriers to others. Moves are judged, by making them, where
        /// there may be one.
        const PROMOTES_ROYALS = 1 << 26;
        /// Some moves from the hands come before all others.
        const ENTERING_FIRST = 1 << 27;
        /// Some captors become walls. Whether that is legal masks tell; the captures are given with this effect.
        const PETRIFIES = 1 << 28;
        /// Royals may not capture. Only together with `PETRIFIES`.
        const ROYALS_SPARE = 1 << 29;
        /// Where pieces stand decides which of several royals must be safe.
        const PICKS_ROYALS = 1 << 30;
        /// Moves are judged where a piece might capture an enemy of its own kind that is immune to it.
        const JUDGES_IMMUNE = 1 << 31;
        /// An unmoved royal goes to empty squares only by moves that unmoved pieces have. Moves are judged where there are
        /// several royals.
        const FIRST_MOVES_ONLY = 1 << 32;
        /// Pieces of some kinds are barriers to moves of some kinds ([`crate::variant::Kind::barriers`]).
        const BARRIERS = 1 << 33;

        // Sets of these that are tested together.

        /// Rules about all moves of a position, or about single moves, that masks cannot express. A game with one of
        /// them is generated by [`super::whole`].
        const BY_RULES = Asks::JUDGED.bits()
            | Asks::COMPULSORY_CAPTURES.bits()
            | Asks::PASS_IN_STALEMATE.bits()
            | Asks::FORBIDS_CHECKS.bits()
            | Asks::CAPTURE_SERIES.bits()
            | Asks::PLACES_PIECES.bits()
            | Asks::PLACES_WALLS.bits()
            | Asks::PARTS_ROYALS.bits()
            | Asks::TRADES.bits()
            | Asks::SELDOM.bits();
        /// Rules that are seen in the position, and that otherwise leave generating and counting to masks.
        const SELDOM = Asks::JUDGES_ENTERING.bits()
            | Asks::JUDGES_IN_CHECK.bits()
            | Asks::PROMOTES_ROYALS.bits()
            | Asks::ENTERING_FIRST.bits()
            | Asks::PROMOTES_IN_PLACE.bits()
            | Asks::JUDGES_IMMUNE.bits()
            | Asks::FIRST_MOVES_ONLY.bits()
            | Asks::PETRIFIES.bits();
        /// With one of these, moves are judged in all positions where a rule of `SELDOM` would see to few.
        const UNFIT_FOR_SELDOM = Asks::BY_RULES.bits() & !Asks::SELDOM.bits()
            | Asks::CAPTURES_APART.bits()
            | Asks::KINDS_MATTER.bits()
            | Asks::BORROWS_MOVES.bits();
        /// With one of these, `CAPTURES_APART` does not work: the captures are judged one by one instead.
        const UNFIT_FOR_CAPTURES_APART = Asks::BY_RULES.bits() | Asks::CHAINS.bits();
        /// With one of these, two passes (captures, then quiets) do not find compulsory captures: moves are judged
        /// instead.
        const UNFIT_FOR_COMPULSORY_CAPTURES = Asks::CHAINS.bits()
            | Asks::FORBIDS_CHECKS.bits()
            | Asks::PLACES_PIECES.bits()
            | Asks::PLACES_WALLS.bits();
        /// With one of these, masks cannot tell which moves give a forbidden check: moves are judged instead.
        const UNFIT_FOR_FORBIDDEN_CHECKS = Asks::BY_RULES.bits()
            & !(Asks::FORBIDS_CHECKS.bits() | Asks::PASS_IN_STALEMATE.bits() | Asks::COMPULSORY_CAPTURES.bits());
        /// With one of these, each move is tested where there are several royals.
        const UNFIT_FOR_GUARDS = Asks::CHAINS.bits()
            | Asks::CAPTURES_APART.bits()
            | Asks::KINDS_MATTER.bits()
            | Asks::BORROWS_MOVES.bits()
            | Asks::PICKS_ROYALS.bits();
    }
}

impl Asks {
    /// Each move is judged, and the royals' safety is seen in the position after it.
    pub const JUDGED_BY_MAKING: Asks = Asks::JUDGED.union(Asks::SAFETY_BY_MAKING);

    /// These flags and those that follow from rules meeting each other. `checks` says whether there are pieces that may
    /// not be left attacked.
    fn combined(mut self, checks: bool) -> Asks {
        let by_making = if checks { Asks::JUDGED_BY_MAKING } else { Asks::JUDGED };
        // Where nothing must be safe, all captures are legal. Masks do not tell which checks they give.
        if !checks {
            if self.contains(Asks::CAPTURES_APART | Asks::FORBIDS_CHECKS) {
                self |= Asks::JUDGED;
            }
            self -= Asks::CAPTURES_APART;
        }
        // A room that generates the captures itself leaves out those of immune pieces.
        if self.contains(Asks::MUTUAL_IMMUNITY) && !self.contains(Asks::CAPTURES_APART) {
            self |= Asks::JUDGES_IMMUNE;
        }
        let petrifies_alone = self & Asks::SELDOM == Asks::PETRIFIES && checks;
        if self.intersects(Asks::SELDOM) && self.intersects(Asks::UNFIT_FOR_SELDOM) {
            self |= if self.contains(Asks::PROMOTES_ROYALS) { by_making } else { Asks::JUDGED };
        }
        if self.contains(Asks::PETRIFIES) && (self.contains(Asks::JUDGED) || !petrifies_alone) {
            self |= by_making | Asks::TRANSFORMS;
        }
        if self.contains(Asks::COMPULSORY_CAPTURES) && self.intersects(Asks::UNFIT_FOR_COMPULSORY_CAPTURES) {
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
    /// Some moves count once more for each piece that they may also place.
    PiecesPlaced,
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
    /// That is so where there are several royals, too (`count/guarded.rs`).
    pub counts_guarded: bool,
    /// Making a move does more than moving and capturing (`Game::make_more`).
    pub makes_more: bool,
    /// What several royals demand together is found by masks (`attack/several.rs`).
    pub guards_several: bool,
    /// Every move except castling empties its origin, captures at most the piece on its destination, and touches no
    /// other square.
    pub moves_singly: bool,
    /// There is nothing but pieces that go, capture and come from the hands, and ends: no rule asks for anything, nothing must
    /// be safe, and nobody passes.
    pub is_bare: bool,
}

impl Strategy {
    /// Chooses from what the rooms ask. `checks` says whether there are royals that may not be left attacked.
    pub fn choose(asks: Asks, checks: bool) -> Strategy {
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
        } else if only(Asks::COMPULSORY_CAPTURES) {
            Some(ToldApart::CapturesFirst)
        } else if only(Asks::FORBIDS_CHECKS) && plain_checks {
            Some(ToldApart::ForbiddenChecks)
        } else if only(Asks::PLACES_PIECES) {
            Some(ToldApart::PiecesPlaced)
        } else {
            None
        };
        // Rules of few positions do not prevent counting together: `count_after` looks for them in each position.
        let others = asks.difference(Asks::SELDOM);
        let is_plain = told_apart.is_some()
            || !others.difference(Asks::PARTS_ROYALS).intersects(Asks::BY_RULES | Asks::CAPTURES_APART);
        let must_be_made = Asks::RECORDS_FOR_REPLY | Asks::COUNTS_BY_MAKING;
        let counts_without_making = !asks.intersects(must_be_made)
            && (told_apart.is_some() || !others.difference(Asks::PARTS_ROYALS).intersects(Asks::BY_RULES));
        let guards_several = !asks.intersects(Asks::UNFIT_FOR_GUARDS);
        Strategy {
            asks,
            generate,
            counts_together: is_plain && !asks.intersects(Asks::CHAINS | Asks::KINDS_MATTER),
            told_apart,
            counts_without_making,
            counts_guarded: counts_without_making && guards_several && told_apart.is_none() && checks,
            guards_several,
            makes_more: asks.intersects(Asks::MAKES_MORE | Asks::RECORDS_FOR_REPLY),
            moves_singly: !asks.intersects(Asks::CHANGES_OTHER_SQUARES | Asks::CHAINS),
            is_bare: false,
        }
    }
}
