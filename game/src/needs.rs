//! What the rules of a game need of the generator, as one set of flags.
//!
//! Ordinary chess is generated with masks: pins and the check mask are found once for a position, and nearly every move
//! that they allow is legal without a further test. Other rules need more. Each [`Rule`] says what it needs as a set of
//! [`Needs`]. When a game is compiled, the generator chooses from the union of these sets how moves are generated and
//! how replies are counted. So its hot paths test one field or one mask of flags, and never go through the rules one by
//! one.

use crate::variant::Variant;

/// A combination of rules that has no agreed meaning or that no generator supports. The first part says whether the
/// game has it; the second names it for the user.
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

        /// Each move is judged by itself, by every rule about single moves (`rules/judge.rs` of the generator).
        const JUDGED = 1;
        /// The judge makes the move, and tests in the position after it whether the royals are safe.
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
        /// Royals that face each other must be parted. Moves are judged only in such positions.
        const PARTS_ROYALS = 1 << 10;
        /// Some captures may be forbidden: trades, those of protected pieces, or those by which a piece should have
        /// promoted. Moves are judged only in positions where such a capture is possible.
        const FORBIDS_CAPTURES = 1 << 11;
        /// A piece moves as another one does, and not by its own kind's tables.
        const BORROWS_MOVES = 1 << 12;
        /// Some pieces promote by a separate move, and not by reaching a zone. The moves are added to the ordinary
        /// ones.
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
        /// A move records something on which the legality of the reply depends: a trade.
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

        // Rules that matter in few positions, and rules that only add moves or order them. The generator tests in each
        // position whether they matter (`rules/few_positions.rs`). All other positions are generated and counted by
        // masks.

        /// Drops are judged. So moves are judged where the side to move has a piece in hand.
        const JUDGES_DROPS = 1 << 24;
        /// Moves are judged where a royal is in check.
        const JUDGES_IN_CHECK = 1 << 25;
        /// A promotion may change which pieces are royal, or which are barriers. Moves are judged by making them where
        /// such a promotion is possible.
        const PROMOTES_ROYALS = 1 << 26;
        /// Some drops come before all other moves: while one is legal, nothing else is.
        const DROPS_FIRST = 1 << 27;
        /// Some captors become walls. Masks tell which of these captures are legal; they are generated with this
        /// effect.
        const PETRIFIES = 1 << 28;
        /// Where pieces stand decides which of several royals must be safe.
        const PICKS_ROYALS = 1 << 29;
        /// Moves are judged where a piece might capture an enemy of its own kind that is immune to it.
        const JUDGES_IMMUNE = 1 << 30;
        /// An unmoved royal goes to empty squares only by moves that unmoved pieces have. Moves are judged where there
        /// are several royals.
        const FIRST_MOVES_ONLY = 1 << 31;
        /// Pieces of some kinds are barriers to moves of some kinds ([`crate::variant::Kind::barriers`]).
        const BARRIERS = 1 << 32;
        /// Pieces stand on two boards, which do not see each other, and change boards by moving.
        const TWO_BOARDS = 1 << 33;
        /// A promotion may change which pieces are royal, be it only from the next move on or where none must be safe.
        const CHANGES_ROYALS = 1 << 34;

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
            | Needs::FORBIDS_CAPTURES.bits()
            | Needs::IN_FEW_POSITIONS.bits();
        /// Rules that matter in few positions, and otherwise leave generating and counting to masks.
        const IN_FEW_POSITIONS = Needs::JUDGES_DROPS.bits()
            | Needs::JUDGES_IN_CHECK.bits()
            | Needs::PROMOTES_ROYALS.bits()
            | Needs::DROPS_FIRST.bits()
            | Needs::PROMOTES_IN_PLACE.bits()
            | Needs::JUDGES_IMMUNE.bits()
            | Needs::FIRST_MOVES_ONLY.bits()
            | Needs::PETRIFIES.bits();
        /// With one of these, a rule of `IN_FEW_POSITIONS` is judged in all positions.
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
        /// With one of these, it matters to a side's moves where the other side's royals are.
        const SEES_ENEMY_ROYALS = Needs::FORBIDS_CHECKS.bits()
            | Needs::PARTS_ROYALS.bits()
            | Needs::CAPTURES_APART.bits();
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

    /// Each move is judged: in the position after it, where some pieces may not be left attacked (`checks`).
    #[must_use]
    pub const fn judged(checks: bool) -> Needs {
        if checks { Needs::JUDGED_BY_MAKING } else { Needs::JUDGED }
    }

    /// Returns these flags with those that follow from combinations of rules. `checks` says whether some pieces may not
    /// be left attacked.
    #[must_use]
    pub fn combined(mut self, checks: bool) -> Needs {
        let by_making = Needs::judged(checks);
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
        // A rule that generates the captures itself leaves out the quiets where they must not be.
        let finds_captures = if self.contains(Needs::CAPTURE_SERIES) { Needs::CHAINS } else { Needs::empty() };
        let unfit = Needs::UNFIT_FOR_COMPULSORY_CAPTURES.difference(finds_captures);
        if self.contains(Needs::COMPULSORY_CAPTURES) && self.intersects(unfit) {
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

    /// Returns whether forbidden checks are the only reason for judging moves. Then masks may tell which moves give
    /// check.
    pub fn only_forbids_checks(self) -> bool {
        self.contains(Needs::FORBIDS_CHECKS) && !self.intersects(Needs::UNFIT_FOR_FORBIDDEN_CHECKS)
    }
}
