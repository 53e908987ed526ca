//! Moves of a single leg in `betza` and `extended`. A [`Single`] is what the letters say; it lowers to a [`Move`], and
//! is recovered from one for writing.

use crate::atoms::Bend;
use crate::direction::LetterGroup;
use crate::letters::{self, Alphabet, Selection};
use betza_ir::geometry::{Vector, orbit};
use betza_ir::sorted;
use betza_ir::{Chain, Count, Course, Footing, Joint, Landing, Leg, Link, Modes, Move, Part, Pass, Steps, Turn, Wrap};

/// One leap or ride of a single size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Single {
    /// The size of the leap, longer coordinate first.
    pub size: (u16, u16),
    /// The vectors that the first step may take.
    pub firsts: Vec<Vector>,
    /// How many steps.
    pub count: Count,
    /// How the ride turns.
    pub bend: Option<Bend>,
    /// `n`.
    pub lame: bool,
    /// What is passed. Under a single leap [`Pass::Hop`] stands for a hurdle (docs/notation, B3a, B5),
    /// [`Pass::HopOnto`] for a hurdle right before its end.
    pub pass: Pass,
    /// `o`.
    pub cylinder: bool,
    /// What the destination may hold.
    pub landing: Landing,
}

impl Single {
    /// All of an atom's leaps or rides, without conditions.
    #[must_use]
    pub fn plain(size: (u16, u16), count: Count) -> Single {
        Single {
            size,
            firsts: orbit(size.0, size.1),
            count,
            bend: None,
            lame: false,
            pass: Pass::Clear,
            cylinder: false,
            landing: Landing::MOVE_OR_CAPTURE,
        }
    }

    /// The same, in the directions that letters select (D1, D4).
    #[must_use]
    pub fn towards(mut self, groups: &[LetterGroup]) -> Single {
        self.firsts = letters::chosen(groups, &[orbit(self.size.0, self.size.1)], letters::all, None);
        self
    }

    /// The move; `None` if it has no steps, because something must be passed and no square lies between.
    #[must_use]
    pub fn lower(&self) -> Option<Move> {
        let set = orbit(self.size.0, self.size.1);
        let is_leap = self.count.max == Some(1);
        let bend = self.bend.filter(|b| !is_leap && *b != Bend::Alternating(self.size));
        let has_between = self.size.0 > 1 || matches!(bend, Some(Bend::Alternating((2.., _))));
        let of = |&first: &Vector| bend.map_or_else(|| vec![Course::straight(first)], |b| b.courses(first, &set));
        let mut courses: Vec<Course> = self.firsts.iter().flat_map(of).collect();
        sorted::sort(&mut courses);
        courses.dedup();
        let footing = match self.pass {
            Pass::HopOnto if is_leap && self.size.0 > 2 => Footing::HurdleAtEnd,
            Pass::Hop | Pass::HopOnto if is_leap && has_between => Footing::Hurdle,
            Pass::Hop | Pass::HopOnto if is_leap => return None,
            _ if self.lame && has_between => Footing::Clear,
            _ => Footing::Leap,
        };
        let leg = Leg {
            count: self.count,
            footing,
            pass: if is_leap { Pass::Clear } else { self.pass },
            wrap: if self.cylinder { Wrap::Cylinder } else { Wrap::None },
            avoids_origin: bend.is_some(),
            ..Leg::leap(Steps::Turns(vec![Turn { heading: None, courses }]))
        };
        let link = Link { part: Part::Leg(leg), joint: Joint::end(self.landing) };
        Some(Move::new(Chain { links: vec![link] }))
    }

    /// The single that lowers to this move, if there is one; condition and sectors of the move are ignored.
    #[must_use]
    pub fn find(m: &Move) -> Option<Single> {
        let [Link { part: Part::Leg(leg), joint: Joint { stop: Some(landing), .. } }] = &m.chain.links[..] else {
            return None;
        };
        let Steps::Turns(turns) = &leg.steps else { return None };
        let courses = &turns.first()?.courses;
        let mut firsts: Vec<Vector> = courses.iter().map(|c| c.0[0]).collect();
        // Courses are sorted by their first steps, so equal first steps are adjacent.
        firsts.dedup();
        let size = firsts.first()?.size();
        let single = Single {
            size,
            firsts,
            count: leg.count,
            bend: match courses[0].0[..] {
                [_] => None,
                [a, b] if a.size() != b.size() => Some(Bend::Alternating(b.size())),
                [_, _] => Some(Bend::Zigzag),
                _ => Some(Bend::Circle),
            },
            lame: leg.footing == Footing::Clear,
            pass: match leg.footing {
                Footing::Hurdle => Pass::Hop,
                Footing::HurdleAtEnd => Pass::HopOnto,
                _ => leg.pass,
            },
            cylinder: leg.wrap == Wrap::Cylinder,
            landing: *landing,
        };
        single.lower().filter(|found| found.chain == m.chain).is_some().then_some(single)
    }

    /// The letters that select the first steps; with `side_pairs` as in [`Selection`].
    #[must_use]
    pub fn letters(&self, words: &Alphabet<'_>, side_pairs: bool) -> Option<String> {
        let sight = Selection::new(&orbit(self.size.0, self.size.1), None, &self.firsts, letters::all)?;
        letters::find(&[Selection { side_pairs, ..sight }], words)
    }
}

/// The landing that `m` and `c` ask for; neither means both (M4).
#[must_use]
pub fn landing(moves: bool, captures: bool) -> Landing {
    match (moves, captures) {
        (true, false) => Landing::MOVE,
        (false, true) => Landing::CAPTURE,
        _ => Landing::MOVE_OR_CAPTURE,
    }
}

/// The letters of a landing; `None` if it asks for more than `m` and `c` can say.
#[must_use]
pub fn modality(landing: Landing) -> Option<&'static str> {
    if !landing.victims.is_empty() {
        return None;
    }
    let both = Modes::MOVE | Modes::CAPTURE;
    match landing.modes {
        modes if modes == both => Some(""),
        Modes::MOVE => Some("m"),
        Modes::CAPTURE => Some("c"),
        _ => None,
    }
}

/// A term to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The small letters.
    pub before: String,
    /// The capital with its suffix, or a bracket or group.
    pub base: String,
    /// The number, with what stands before it.
    pub after: String,
}

impl Term {
    /// The whole text.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}{}{}", self.before, self.base, self.after)
    }
}

/// A text with `K` for `W` and `Q` for `R`.
#[must_use]
pub fn king_of_rooks(text: &str) -> String {
    text.replace('W', "K").replace('R', "Q")
}

/// A text with `K` for `F` and `Q` for `B`.
#[must_use]
pub fn king_of_bishops(text: &str) -> String {
    text.replace('F', "K").replace('B', "Q")
}

/// Merges neighbours of several legs that together have `K` or `Q` where one has `W` or `R` and the other `F` or `B`:
/// `cW--K` and `cF--K` are `cK--K`. `same` says whether the text is read as the two.
#[must_use]
pub fn merge_kings(terms: Vec<Term>, same: &dyn Fn(&str, &[String; 2]) -> bool) -> Vec<Term> {
    let mut joined: Vec<Term> = Vec::new();
    for term in terms {
        if let Some(last) = joined.last_mut() {
            let both = king_of_rooks(&last.text());
            let texts = [last.text(), term.text()];
            let fits = texts[0] != texts[1] && both == king_of_bishops(&texts[1]);
            if fits && same(&both, &texts) {
                *last = Term { before: String::new(), base: both, after: String::new() };
                continue;
            }
        }
        joined.push(term);
    }
    joined
}

/// Merges neighbours that together are `K` or `Q`.
#[must_use]
pub fn merge_shortcuts(terms: Vec<Term>) -> Vec<Term> {
    let mut joined: Vec<Term> = Vec::new();
    for term in terms {
        if let Some(last) = joined.last_mut() {
            let shortcut = match (last.base.as_str(), term.base.as_str()) {
                ("W", "F") => Some("K"),
                ("R", "B") => Some("Q"),
                _ => None,
            };
            if let Some(shortcut) = shortcut.filter(|_| last.before == term.before && last.after == term.after) {
                shortcut.clone_into(&mut last.base);
                continue;
            }
        }
        joined.push(term);
    }
    joined
}

/// Joins terms to a text: neighbours that `K` or `Q` stands for are written so, and two terms that would read as a
/// doubled capital are kept apart by parentheses.
#[must_use]
pub fn join_terms(terms: Vec<Term>) -> String {
    beside(merge_shortcuts(terms).iter().map(Term::text))
}

/// Joins texts of moves; two that would read as a doubled capital are kept apart by parentheses.
#[must_use]
pub fn beside(texts: impl Iterator<Item = String>) -> String {
    let mut all = String::new();
    for text in texts {
        let doubles = text.starts_with(|c: char| c.is_ascii_uppercase() && all.ends_with(c));
        all.push_str(&if doubles { format!("({text})") } else { text });
    }
    all
}

/// The capital and the number of a ride or leap whose capital is `name`, a `W` or `F` ride being `R` or `B`. `None` for
/// a number of steps that is fixed and not 1.
#[must_use]
pub fn counted(name: &str, count: Count) -> Option<(String, String)> {
    let is_letter = name.len() == 1;
    match (count, name) {
        (Count::ONCE, _) => Some((name.to_owned(), String::new())),
        (Count::UNLIMITED, "W") => Some(("R".to_owned(), String::new())),
        (Count::UNLIMITED, "F") => Some(("B".to_owned(), String::new())),
        (Count::UNLIMITED, _) if is_letter => Some((format!("{name}{name}"), String::new())),
        (Count::UNLIMITED, _) => Some((name.to_owned(), "0".to_owned())),
        (Count { min: 1, max: Some(n) }, _) => Some((name.to_owned(), n.to_string())),
        _ => None,
    }
}
