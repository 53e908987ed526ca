//! What the rules of a game need of the generator, as one set of flags.
//!
//! Ordinary chess is generated with masks: pinned pieces and the check mask are found once per position, and nearly
//! every move that they leave is legal without a test. Other rules need more, and each rule says by [`Needs`] what
//! ([`crate::rules::Rule`]). The generator chooses once from the union of all rules' flags how the moves of the game are
//! generated and how replies are counted. So its hot paths test one field or one mask of flags, and no rule by itself.

use crate::variant::Variant;

/// A combination of rules that has no agreed meaning or that no generator supports. The first part says whether the game
/// has it; the second names it for the user.
pub type Refusal = (bool, &'static str);

/// What a rule says about itself when a game is compiled.
pub struct Rule {
    /// What it needs of the generator in this game; empty if the game does not have the rule.
    pub needs: fn(&Variant) -> Needs,
    /// The combinations with other rules that it refuses.
    pub refusals: fn(&Variant) -> Vec<Refusal>,
    /// What it refuses if some pieces move by chains, which is known only after the pieces are compiled. `None` if the
    /// game may have both.
    pub beside_chains: fn(&Variant) -> Option<&'static str>,
}

impl Rule {
    /// A rule that needs nothing and refuses nothing, for the fields that a rule does not set.
    pub const NONE: Rule = Rule { needs: |_| Needs::empty(), refusals: |_| Vec::new(), beside_chains: |_| None };
}

bitflags::bitflags! {
    /// What the rules of a game need of the generator.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Needs: u64 {
        // How the legal moves are found.

        /// Each move is judged by itself, against every rule that has something to say about single moves
        /// (`rules/judge.rs` of the generator).
        const JUDGED = 1;
        /// A judge makes the move and looks at the position after it to see whether the royals are safe.
        const SAFETY_BY_MAKING = 1 << 1;
        /// Captures are compulsory: if there is a capture, only captures are legal.
        const COMPULSORY_CAPTURES = 1 << 2;
        /// A side that is stalemated passes.
        const PASS_IN_STALEMATE = 1 << 3;
        /// The rule generates the captures itself, because their legality depends on everything that they
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
        // (`rules/few_positions.rs` of the generator), so that the others are generated and counted by masks.

        /// Moves from the hands are judged, so moves are judged where the side to move holds something.
        const JUDGES_DROPS = 1 << 24;
        /// Moves are judged where a royal is in check.
        const JUDGES_IN_CHECK = 1 << 25;
        /// A promotion may change which pieces are royal, or barriers to others. Moves are judged, by making them, where
        /// there may be one.
        const PROMOTES_ROYALS = 1 << 26;
        /// Some moves from the hands come before all others.
        const DROPS_FIRST = 1 << 27;
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
        /// them is generated by `rules/whole.rs` of the generator.
        const BY_RULES = Needs::JUDGED.bits()
            | Needs::COMPULSORY_CAPTURES.bits()
            | Needs::PASS_IN_STALEMATE.bits()
            | Needs::FORBIDS_CHECKS.bits()
            | Needs::CAPTURE_SERIES.bits()
            | Needs::PLACES_PIECES.bits()
            | Needs::PLACES_WALLS.bits()
            | Needs::PARTS_ROYALS.bits()
            | Needs::TRADES.bits()
            | Needs::IN_FEW_POSITIONS.bits();
        /// Rules that are seen in the position, and that otherwise leave generating and counting to masks.
        const IN_FEW_POSITIONS = Needs::JUDGES_DROPS.bits()
            | Needs::JUDGES_IN_CHECK.bits()
            | Needs::PROMOTES_ROYALS.bits()
            | Needs::DROPS_FIRST.bits()
            | Needs::PROMOTES_IN_PLACE.bits()
            | Needs::JUDGES_IMMUNE.bits()
            | Needs::FIRST_MOVES_ONLY.bits()
            | Needs::PETRIFIES.bits();
        /// With one of these, moves are judged in all positions where a rule of `IN_FEW_POSITIONS` would see to few.
        const UNFIT_FOR_FEW_POSITIONS = Needs::BY_RULES.bits() & !Needs::IN_FEW_POSITIONS.bits()
            | Needs::CAPTURES_APART.bits()
            | Needs::KINDS_MATTER.bits()
            | Needs::BORROWS_MOVES.bits();
        /// With one of these, `CAPTURES_APART` does not work: the captures are judged one by one instead.
        const UNFIT_FOR_CAPTURES_APART = Needs::BY_RULES.bits() | Needs::CHAINS.bits();
        /// With one of these, two passes (captures, then quiets) do not find compulsory captures: moves are judged
        /// instead.
        const UNFIT_FOR_COMPULSORY_CAPTURES = Needs::CHAINS.bits()
            | Needs::FORBIDS_CHECKS.bits()
            | Needs::PLACES_PIECES.bits()
            | Needs::PLACES_WALLS.bits();
        /// With one of these, masks cannot tell which moves give a forbidden check: moves are judged instead.
        const UNFIT_FOR_FORBIDDEN_CHECKS = Needs::BY_RULES.bits()
            & !(Needs::FORBIDS_CHECKS.bits() | Needs::PASS_IN_STALEMATE.bits() | Needs::COMPULSORY_CAPTURES.bits());
        /// With one of these, each move is tested where there are several royals.
        const UNFIT_FOR_GUARDS = Needs::CHAINS.bits()
            | Needs::CAPTURES_APART.bits()
            | Needs::KINDS_MATTER.bits()
            | Needs::BORROWS_MOVES.bits()
            | Needs::PICKS_ROYALS.bits();
    }
}

impl Needs {
    /// Each move is judged, and the royals' safety is seen in the position after it.
    pub const JUDGED_BY_MAKING: Needs = Needs::JUDGED.union(Needs::SAFETY_BY_MAKING);

    /// These flags and those that follow from rules meeting each other. `checks` says whether there are pieces that may
    /// not be left attacked.
    #[must_use]
    pub fn combined(mut self, checks: bool) -> Needs {
        let by_making = if checks { Needs::JUDGED_BY_MAKING } else { Needs::JUDGED };
        // Where nothing must be safe, all captures are legal. Masks do not tell which checks they give.
        if !checks {
            if self.contains(Needs::CAPTURES_APART | Needs::FORBIDS_CHECKS) {
                self |= Needs::JUDGED;
            }
            self -= Needs::CAPTURES_APART;
        }
        // A rule that generates the captures itself leaves out those of immune pieces.
        if self.contains(Needs::MUTUAL_IMMUNITY) && !self.contains(Needs::CAPTURES_APART) {
            self |= Needs::JUDGES_IMMUNE;
        }
        let petrifies_alone = self & Needs::IN_FEW_POSITIONS == Needs::PETRIFIES && checks;
        if self.intersects(Needs::IN_FEW_POSITIONS) && self.intersects(Needs::UNFIT_FOR_FEW_POSITIONS) {
            self |= if self.contains(Needs::PROMOTES_ROYALS) { by_making } else { Needs::JUDGED };
        }
        if self.contains(Needs::PETRIFIES) && (self.contains(Needs::JUDGED) || !petrifies_alone) {
            self |= by_making | Needs::TRANSFORMS;
        }
        if self.contains(Needs::COMPULSORY_CAPTURES) && self.intersects(Needs::UNFIT_FOR_COMPULSORY_CAPTURES) {
            self |= Needs::JUDGED;
        }
        if self.contains(Needs::KINDS_MATTER) && checks {
            self |= by_making;
        }
        if self.contains(Needs::CAPTURES_APART) && self.intersects(Needs::UNFIT_FOR_CAPTURES_APART) {
            self |= by_making;
        }
        self
    }

    /// Whether forbidden checks are the only reason for judging moves, so that masks may tell which moves give check.
    pub fn only_forbids_checks(self) -> bool {
        self.contains(Needs::FORBIDS_CHECKS) && !self.intersects(Needs::UNFIT_FOR_FORBIDDEN_CHECKS)
    }
}
