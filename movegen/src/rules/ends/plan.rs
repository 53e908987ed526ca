//! The ends of a game, compiled.

use crate::rules::ends::{EndConditions, EndRule};
use crate::units::{BySide, KindId, narrow};
use crate::variant::Variant;
use betza_compile::bitboard::Bitboard;

/// One way to end, compiled.
pub(crate) enum EndPlan<const N: usize> {
    /// [`EndRule::Extinct`], one for each kind that is counted by itself, and [`EndRule::Bared`].
    Extinct { kinds: Vec<KindId>, count: u32, opponent: u32, reply: bool },
    /// [`EndRule::Reached`].
    Reached { kinds: BySide<Vec<KindId>>, region: BySide<Bitboard<N>>, reply: bool, safe: bool },
    /// [`EndRule::Checks`].
    Checks,
    /// [`EndRule::Bikjang`].
    Bikjang,
    /// [`EndRule::Passes`].
    Passes,
}

/// The ends that stop the game; none if the variant plays on.
pub(crate) fn end_plans<const N: usize>(variant: &Variant) -> Vec<EndPlan<N>> {
    let mut plans = Vec::new();
    if variant.end_conditions == EndConditions::Ignore {
        return plans;
    }
    for end in &variant.ends {
        match end {
            EndRule::Extinct { kinds, count, together, opponent, reply } => {
                let lists: Vec<Vec<KindId>> =
                    if *together { vec![kinds.clone()] } else { kinds.iter().map(|&k| vec![k]).collect() };
                plans.extend(lists.into_iter().map(|kinds| EndPlan::Extinct {
                    kinds,
                    count: u32::from(*count),
                    opponent: u32::from(*opponent),
                    reply: *reply,
                }));
            }
            EndRule::Reached { kinds, region, reply, safe } => {
                let region = [narrow(&region[0]), narrow(&region[1])];
                plans.push(EndPlan::Reached { kinds: kinds.clone(), region, reply: *reply, safe: *safe });
            }
            EndRule::Checks(_) => plans.push(EndPlan::Checks),
            EndRule::Bikjang => plans.push(EndPlan::Bikjang),
            EndRule::Passes => plans.push(EndPlan::Passes),
            EndRule::Bared => plans.push(EndPlan::Extinct {
                kinds: (0..variant.kinds.len()).filter(|&k| !variant.kinds[k].royal).map(|k| KindId(k as u8)).collect(),
                count: 0,
                opponent: 0,
                reply: false,
            }),
        }
    }
    plans
}
