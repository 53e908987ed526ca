//! What pieces become by moving, compiled.

use betza_game::KindId;
use betza_game::rules::transformation::Transformation;
use betza_game::variant::Variant;

/// The transformations of a game, compiled.
pub(crate) struct TransformationPlan {
    pub rule: Transformation,
    /// Captors of these kinds turn into walls.
    pub petrifies: Vec<KindId>,
}

impl TransformationPlan {
    /// Compiles the rule; `None` if the game does not have it.
    pub fn new(variant: &Variant) -> Option<TransformationPlan> {
        let any = !variant.transformation.is_empty() || !variant.petrifies.is_empty();
        any.then(|| TransformationPlan { rule: variant.transformation.clone(), petrifies: variant.petrifies.clone() })
    }

    /// Returns the kind that a piece of a kind becomes by every move, if any.
    pub fn successor(&self, kind: KindId) -> Option<KindId> {
        self.rule.becomes.iter().find(|(from, _)| *from == kind).map(|(_, to)| *to)
    }

    /// Returns the number of pieces of a kind at which no further piece may become it; `None` if there is no limit.
    pub fn limit(&self, kind: KindId) -> Option<u32> {
        self.rule.limits.iter().find(|(k, _)| *k == kind).map(|(_, most)| u32::from(*most))
    }
}
