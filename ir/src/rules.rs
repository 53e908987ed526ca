//! What a square must hold, and what happens on it.

use bitflags::bitflags;

bitflags! {
    /// What may happen on a connecting square. Each bit is a path of its own; without any bit the square blocks.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
    pub struct Acts: u8 {
        /// Go on, and leave what is there.
        const PASS = 1;
        /// Remove what is there and go on.
        const TAKE = 2;
        /// Exchange what is there with the piece captured last and not yet put down (`u` in `betza2`, docs/notation,
        /// T4).
        const SWAP = 4;
    }

    /// What a piece must be for a rule to capture it. No bit: anything.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
    pub struct Victims: u8 {
        /// Foes must be unmoved (`ic`).
        const UNMOVED_FOE = 1;
        /// Friends must be unmoved (`id`).
        const UNMOVED_FRIEND = 2;
        /// Must be royal (`k` in `xbetza`).
        const ROYAL = 4;
        /// Must not be royal (`t` on a last leg in `xbetza`).
        const NOT_ROYAL = 8;
        /// Must be of one of [`Piece::sweeps`](crate::Piece::sweeps). No notation says it.
        const SWEPT = 16;
    }

    /// What the destination may hold.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
    pub struct Modes: u8 {
        /// Nothing (`m`).
        const MOVE = 1;
        /// An enemy, who is captured (`c`).
        const CAPTURE = 2;
        /// A friend, who is captured (`d`).
        const DESTROY = 4;
        /// Nothing, but the opponent's last double step passed it; that piece is removed (`e`).
        const EN_PASSANT = 8;
        /// The last leg of a fragment exchanges the piece it carries with what is there (`u`, T6).
        const SWAP = 16;
    }

    /// What must hold of the mover before it moves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
    pub struct Condition: u8 {
        /// It has not moved (`i`).
        const UNMOVED = 1;
        /// It stands on a square where its kind starts (`ii` in `xbetza`).
        const ON_START = 2;
        /// It stands in the variant's region of double steps (`i` in `fsf`).
        const IN_DOUBLE_STEP_REGION = 4;
    }
}

/// What a connecting square does, by what stands on it. The default blocks everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Transit {
    /// On an empty square.
    pub empty: Acts,
    /// On a piece of the mover's side.
    pub friend: Acts,
    /// On an enemy.
    pub foe: Acts,
    /// Off the board.
    pub off: Acts,
    /// Which pieces [`Acts::TAKE`] takes.
    pub victims: Victims,
}

impl Transit {
    /// Empty squares pass: the usual joint.
    pub const EMPTY: Transit = Transit::new(Acts::PASS, Acts::empty(), Acts::empty());
    /// Any piece is hopped over.
    pub const OCCUPIED: Transit = Transit::new(Acts::empty(), Acts::PASS, Acts::PASS);
    /// A friend is hopped over.
    pub const FRIEND: Transit = Transit::new(Acts::empty(), Acts::PASS, Acts::empty());
    /// An enemy is hopped over.
    pub const FOE: Transit = Transit::new(Acts::empty(), Acts::empty(), Acts::PASS);
    /// Whatever is there is leapt over.
    pub const ANY: Transit = Transit::new(Acts::PASS, Acts::PASS, Acts::PASS);
    /// An enemy is captured.
    pub const TAKE_FOE: Transit = Transit::new(Acts::empty(), Acts::empty(), Acts::TAKE);
    /// A friend is captured.
    pub const TAKE_FRIEND: Transit = Transit::new(Acts::empty(), Acts::TAKE, Acts::empty());
    /// A piece of either side is captured.
    pub const TAKE_ANY: Transit = Transit::new(Acts::empty(), Acts::TAKE, Acts::TAKE);
    /// The edge of the board is crossed.
    pub const OFF: Transit = Transit {
        empty: Acts::empty(),
        friend: Acts::empty(),
        foe: Acts::empty(),
        off: Acts::PASS,
        victims: Victims::empty(),
    };

    /// What happens on empty squares, friends and enemies; off the board it blocks.
    #[must_use]
    pub const fn new(empty: Acts, friend: Acts, foe: Acts) -> Transit {
        Transit { empty, friend, foe, off: Acts::empty(), victims: Victims::empty() }
    }

    /// The union: whatever either does.
    #[must_use]
    pub fn or(self, other: Transit) -> Transit {
        Transit {
            empty: self.empty | other.empty,
            friend: self.friend | other.friend,
            foe: self.foe | other.foe,
            off: self.off | other.off,
            victims: self.victims | other.victims,
        }
    }

    /// Whether it blocks everything.
    #[must_use]
    #[inline]
    pub fn is_closed(self) -> bool {
        (self.empty | self.friend | self.foe | self.off).is_empty()
    }
}

/// What the destination may hold, and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Landing {
    /// The ways to land.
    pub modes: Modes,
    /// Which pieces may be captured there.
    pub victims: Victims,
}

impl Landing {
    /// Empty or an enemy, who is captured (M4).
    pub const MOVE_OR_CAPTURE: Landing = Landing::new(Modes::MOVE.union(Modes::CAPTURE));
    /// Empty only.
    pub const MOVE: Landing = Landing::new(Modes::MOVE);
    /// An enemy only.
    pub const CAPTURE: Landing = Landing::new(Modes::CAPTURE);

    /// These modes, for any victim.
    #[must_use]
    pub const fn new(modes: Modes) -> Landing {
        Landing { modes, victims: Victims::empty() }
    }
}

/// What may happen on the square where a part of a chain ends: continuing, stopping, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Joint {
    /// Under which conditions the chain goes on.
    pub onward: Transit,
    /// Under which conditions the move may end here.
    pub stop: Option<Landing>,
}

impl Joint {
    /// Neither continuing nor stopping: the last link of a group's body, where the group's joints apply.
    pub const NONE: Joint = Joint { onward: Transit::new(Acts::empty(), Acts::empty(), Acts::empty()), stop: None };

    /// The end of a chain.
    #[must_use]
    pub const fn end(landing: Landing) -> Joint {
        Joint { onward: Joint::NONE.onward, stop: Some(landing) }
    }

    /// Go on under this rule, without stopping.
    #[must_use]
    pub const fn on(onward: Transit) -> Joint {
        Joint { onward, stop: None }
    }

    /// Go on under this rule, or stop as `landing` allows.
    #[must_use]
    pub const fn on_or_stop(onward: Transit, landing: Landing) -> Joint {
        Joint { onward, stop: Some(landing) }
    }
}
