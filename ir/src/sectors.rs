//! Directions of a whole path.

use crate::geometry::Vector;

/// Sectors of the compass: 16 bits, clockwise from straight forward, rays at the even places (0 forward, 2 the right
/// forward diagonal, 4 right, ...) and the octants between them at the odd ones.
///
/// They select paths by their overall displacement (docs/notation, E2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Sectors(pub u16);

impl Sectors {
    /// Every direction.
    pub const ALL: Sectors = Sectors(0xffff);

    /// The sector in which a vector lies; `None` for the zero vector.
    #[must_use]
    pub fn of(v: Vector) -> Option<Sectors> {
        let compass =
            [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)].map(|(x, y)| Vector::new(x, y));
        if v == Vector::ZERO {
            return None;
        }
        let on_ray = compass.iter().position(|&c| c.cross(v) == 0 && c.dot(v) > 0);
        let place = on_ray.map(|i| 2 * i).or_else(|| {
            (0..8).find(|&i| compass[i].cross(v) < 0 && compass[(i + 1) % 8].cross(v) > 0).map(|i| 2 * i + 1)
        })?;
        Some(Sectors(1 << place))
    }

    /// Whether the vector lies in one of these sectors; the zero vector lies in none.
    #[must_use]
    pub fn contains(self, v: Vector) -> bool {
        Sectors::of(v).is_some_and(|s| self.0 & s.0 != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sectors_follow_the_compass() {
        assert_eq!(Sectors::of(Vector::new(0, 3)), Some(Sectors(1)));
        assert_eq!(Sectors::of(Vector::new(1, 5)), Some(Sectors(2)));
        assert_eq!(Sectors::of(Vector::new(-2, 2)), Some(Sectors(1 << 14)));
    }
}
