//! Rides that bend at every step: crooked (`z`, docs/notation, B7) and circular (`q`, B8), shared by every dialect.

use crate::direction::arrange;
use betza_ir::Course;
use betza_ir::geometry::Vector;
use betza_ir::sorted;

/// The crooked rides whose first step is `first`: each turns to the neighbouring vector of the set on one side and
/// back. Sets are the vectors of one atom.
#[must_use]
pub fn crooked(set: &[Vector], first: Vector) -> Vec<Course> {
    let (_, around) = arrange(set, first);
    let neighbours = around.get(1).into_iter().chain(around.last());
    in_order(neighbours.map(|&side| Course(vec![first, side])))
}

/// The circular rides whose first step is `first`: each turns to the next vector of the set on the same side, all the
/// way round.
#[must_use]
pub fn circular(set: &[Vector], first: Vector) -> Vec<Course> {
    let (_, clockwise) = arrange(set, first);
    let mut counter = clockwise.clone();
    counter[1..].reverse();
    in_order([clockwise, counter].into_iter().map(Course))
}

fn in_order(courses: impl Iterator<Item = Course>) -> Vec<Course> {
    let mut courses: Vec<Course> = courses.collect();
    sorted::sort(&mut courses);
    courses.dedup();
    courses
}

#[cfg(test)]
mod tests {
    use super::*;
    use betza_ir::geometry::orbit;

    fn v(dx: i16, dy: i16) -> Vector {
        Vector::new(dx, dy)
    }

    /// B7a: on an oblique atom the neighbours are 37 or 53 degrees away.
    #[test]
    fn crooked_rides_alternate_between_neighbours() {
        assert_eq!(crooked(&orbit(1, 1), v(1, 1)), [Course(vec![v(1, 1), v(-1, 1)]), Course(vec![v(1, 1), v(1, -1)])]);
        assert_eq!(crooked(&orbit(1, 2), v(1, 2)), [Course(vec![v(1, 2), v(-1, 2)]), Course(vec![v(1, 2), v(2, 1)])]);
    }

    #[test]
    fn circular_rides_go_all_the_way_round() {
        let right = Course(vec![v(0, 1), v(1, 0), v(0, -1), v(-1, 0)]);
        let left = Course(vec![v(0, 1), v(-1, 0), v(0, -1), v(1, 0)]);
        assert_eq!(circular(&orbit(1, 0), v(0, 1)), [left, right]);
        assert_eq!(circular(&orbit(1, 2), v(1, 2))[1].0[..3], [v(1, 2), v(2, 1), v(2, -1)]);
    }
}
