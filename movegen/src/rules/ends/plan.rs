//! The ends of a game, compiled for one board width.

use crate::rules::connecting::plan::ConnectionPlan;
use betza_game::rules::ends::{EndConditions, EndRule};
use betza_game::rules::results::Worth;
use betza_game::variant::Variant;
use betza_game::{BySide, KindId, narrow};
use betza_ir::bitboard::Bitboard;

/// One way in which the game ends, compiled.
pub(crate) enum EndPlan<const N: usize> {
    /// [`EndRule::Extinct`], one plan for each group of kinds that is counted together, and [`EndRule::Bared`]. `bares`
    /// says that a side with so few pieces has a bare king.
    Extinct { kinds: Vec<KindId>, count: u32, opponent: u32, reply: bool, worth: Worth, bares: bool },
    /// [`EndRule::Reached`].
    Reached {
        kinds: BySide<Vec<KindId>>,
        region: BySide<Bitboard<N>>,
        reply: bool,
        safe: bool,
        count: u32,
        blocked: bool,
    },
    /// [`EndRule::Castled`], as the numbers of castling rights by side.
    Castled(BySide<u8>),
    /// [`EndRule::Connected`].
    Connected(ConnectionPlan<N>),
    /// [`EndRule::Checks`].
    Checks,
    /// [`EndRule::Bikjang`].
    Bikjang,
    /// [`EndRule::Passes`].
    Passes,
    /// [`EndRule::FullBoard`].
    FullBoard,
}

/// The ends of a game, and what is counted for them while moves are made.
pub(crate) struct EndPlans<const N: usize> {
    /// The ends that stop the game; empty if counting ignores them ([`EndConditions::Ignore`]).
    pub plans: Vec<EndPlan<N>>,
    /// The ends that counting ignores. They decide the game all the same.
    pub ignored: Vec<EndPlan<N>>,
    /// The checks that each side gives are counted.
    pub counts_checks: bool,
    /// A piece that changes its kind, on the board or as it is dropped, may bring about an end.
    pub by_kinds: bool,
    /// Passes in a row are counted.
    pub counts_passes: bool,
    /// The castling rights by which castling wins, as the bits of their numbers.
    pub wins_by_castling: u8,
}

impl<const N: usize> EndPlans<N> {
    /// Compiles the ends of a game.
    #[inline(never)]
    pub fn new(variant: &Variant) -> EndPlans<N> {
        let all = plans(variant);
        let castled =
            all.iter().filter_map(|end| if let EndPlan::Castled(rights) = end { Some(*rights) } else { None });
        let wins_by_castling = castled.flatten().fold(0, |all, rights| all | rights);
        let (plans, ignored) = match variant.end_conditions {
            EndConditions::Stop => (all, Vec::new()),
            EndConditions::Ignore => (Vec::new(), all),
        };
        let counts_apart = |a: KindId, b: KindId| {
            plans.iter().any(|end| match end {
                EndPlan::Extinct { kinds, .. } => kinds.contains(&a) != kinds.contains(&b),
                EndPlan::Reached { kinds, .. } => kinds.iter().any(|kinds| kinds.contains(&b) && !kinds.contains(&a)),
                _ => false,
            })
        };
        let mut kinds = variant.kinds.iter().enumerate();
        EndPlans {
            by_kinds: kinds.any(|(i, kind)| kind.promotes_to(|&to| counts_apart(KindId::from_index(i), to))),
            wins_by_castling,
            plans,
            ignored,
            counts_checks: variant.ends.iter().any(|e| matches!(e, EndRule::Checks(_))),
            counts_passes: variant.ends.iter().any(|e| matches!(e, EndRule::Bikjang | EndRule::Passes)),
        }
    }
}

/// Compiles the ends of a game.
#[inline(never)]
fn plans<const N: usize>(variant: &Variant) -> Vec<EndPlan<N>> {
    let mut plans = Vec::new();
    for end in &variant.ends {
        match end {
            EndRule::Extinct { kinds, count, together, opponent, reply, worth } => {
                let all_kinds = kinds.len();
                let lists: Vec<Vec<KindId>> =
                    if *together { vec![kinds.clone()] } else { kinds.iter().map(|&k| vec![k]).collect() };
                plans.extend(lists.into_iter().map(|kinds| EndPlan::Extinct {
                    kinds,
                    count: u32::from(*count),
                    opponent: u32::from(*opponent),
                    reply: *reply,
                    worth: *worth,
                    bares: *together && *count == 1 && variant.kinds.len() == all_kinds,
                }));
            }
            EndRule::Reached { kinds, region, reply, safe, count, blocked } => plans.push(EndPlan::Reached {
                kinds: kinds.clone(),
                region: [narrow(&region[0]), narrow(&region[1])],
                reply: *reply,
                safe: *safe,
                count: u32::from(*count),
                blocked: *blocked,
            }),
            EndRule::Castled(wings) => {
                let right = |side: usize, wing: usize| u8::from(wings[side][wing]) << (2 * side + wing);
                plans.push(EndPlan::Castled([0, 1].map(|side| right(side, 0) | right(side, 1))));
            }
            EndRule::Connected(rule) => plans.push(EndPlan::Connected(ConnectionPlan::new(&variant.board, rule))),
            EndRule::Checks(_) => plans.push(EndPlan::Checks),
            EndRule::Bikjang => plans.push(EndPlan::Bikjang),
            EndRule::Passes => plans.push(EndPlan::Passes),
            EndRule::Bared => plans.push(EndPlan::Extinct {
                kinds: (0..variant.kinds.len()).filter(|&k| !variant.kinds[k].royal).map(KindId::from_index).collect(),
                count: 0,
                opponent: 0,
                reply: false,
                worth: Worth::Loss,
                bares: true,
            }),
            EndRule::FullBoard => plans.push(EndPlan::FullBoard),
        }
    }
    plans
}
