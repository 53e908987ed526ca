//! Royals that face each other: both stand on one file or rank with nothing between them.
//!
//! Xiangqi forbids a side to bring this about (flying generals): each general attacks the other along the line. In
//! janggi it may be brought about (bikjang), and the reply must end it or pass, which ends the game
//! ([`EndRule::Bikjang`]).

use crate::needs::{Needs, Rule};
use crate::rules::ends::EndRule;
use crate::rules::royalty::SeveralRoyals;

/// Moves are judged where the royals face each other and that must end; passes in a row are counted with the ends.
/// Flying generals need nothing, because they are threats like others.
pub const RULE: Rule = Rule {
    needs: |variant| {
        if variant.ends.contains(&EndRule::Bikjang) { Needs::PARTS_ROYALS } else { Needs::empty() }
    },
    refusals: |variant| {
        let generals = &variant.flying_generals;
        vec![
            (
                !generals.iter().all(|&k| variant.may_be_royal(k)) || !generals.is_empty() && !variant.royalty.check,
                "flying generals that are not royal",
            ),
            (
                !generals.is_empty() && !variant.royal_kinds().all(|k| generals.contains(&k)),
                "flying generals together with other royal pieces",
            ),
            (
                !variant.royalty.royal_at_once
                    && variant.kinds.iter().any(|k| k.promotes_to(|to| generals.contains(to))),
                "promotions to flying generals that are not royal at once",
            ),
            (
                !generals.is_empty() && variant.royalty.several != SeveralRoyals::All,
                "flying generals where only one of several royals must be safe",
            ),
        ]
    },
    ..Rule::NONE
};
