//! Direction letters of a leg: from letters to the courses of a draft ([`courses`]), and back from the vectors that a
//! leg takes in every heading to the shortest letters that select exactly these ([`find`]).

use crate::direction::{self, Arrangement, Letter, LetterGroup, arrange, pick, select, shortened, straight_on};
use crate::{Code, Diagnostic};
use betza_ir::draft::Courses;
use betza_ir::geometry::Vector;
use betza_ir::{Course, Steps};
use std::collections::{HashSet, VecDeque};
use std::ops::Range;
use std::rc::Rc;

/// The error for an `h` that follows no direction (docs/notation, D3).
#[must_use]
pub fn halves_nothing(span: Range<usize>) -> Diagnostic {
    Diagnostic::error(
        Code::DanglingHalf,
        span,
        "`h` halves the direction letter before it, and there is none",
        "write the direction first: `fh`, `bh`, `lh` or `rh`",
    )
}

/// What a leg without letters takes of a set of vectors in a heading.
pub type Unlettered = fn(&[Vector], Vector) -> Vec<Vector>;

/// [`Unlettered`] of a first leg: all vectors.
#[must_use]
pub fn all(set: &[Vector], _heading: Vector) -> Vec<Vector> {
    set.to_vec()
}

/// [`Unlettered`] of a later leg: straight on (D6).
#[must_use]
pub fn ahead(set: &[Vector], heading: Vector) -> Vec<Vector> {
    straight_on(set, heading)
}

/// The vectors that letters choose of each of these sets in a heading; without letters, `default` chooses. `None` is
/// the start of a move, where the heading is forward (D1).
#[must_use]
pub fn chosen(
    groups: &[LetterGroup],
    sets: &[Vec<Vector>],
    default: Unlettered,
    heading: Option<Vector>,
) -> Vec<Vector> {
    let heading = heading.unwrap_or(Vector::FORWARD);
    let of = |set: &Vec<Vector>| if groups.is_empty() { default(set, heading) } else { select(groups, set, heading) };
    sets.iter().flat_map(of).collect()
}

/// The straight courses of a leg whose letters choose of each of these sets: one set for most atoms, two for a `K`
/// whose letters distribute over `W` and `F` (D5).
#[must_use]
pub fn courses(groups: Vec<LetterGroup>, sets: Vec<Vec<Vector>>, default: Unlettered) -> Courses {
    Rc::new(move |heading| chosen(&groups, &sets, default, heading).into_iter().map(Course::straight).collect())
}

/// What the letters of a leg have to select in one heading: places in a set arranged around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// How the set lies around the heading.
    pub kind: Arrangement,
    /// The places to be selected, as bits clockwise from the heading ([`LetterGroup::places`]).
    pub target: u8,
    /// The places that no letters at all select.
    pub default: u8,
    /// The places that exist.
    pub all: u8,
    /// Here `ls` and `rs` join too, and mean `lv` and `rv` (E1a).
    pub side_pairs: bool,
}

impl Selection {
    /// The selection of exactly `wanted` from `set` in a heading; `None` if a wanted vector is missing from the set,
    /// which means that the atom is the wrong one.
    #[must_use]
    pub fn new(set: &[Vector], heading: Option<Vector>, wanted: &[Vector], default: Unlettered) -> Option<Selection> {
        let heading = heading.unwrap_or(Vector::FORWARD);
        let (kind, sorted) = arrange(set, heading);
        let bits =
            |some: &[Vector]| (0..sorted.len()).filter(|&i| some.contains(&sorted[i])).fold(0, |b, i| b | 1 << i);
        if sorted.len() > 8 || !wanted.iter().all(|v| sorted.contains(v)) {
            return None;
        }
        let all = pick(&sorted, 0xff);
        Some(Selection {
            kind,
            target: bits(wanted),
            default: bits(&default(set, heading)),
            all: bits(&all),
            side_pairs: false,
        })
    }
}

/// The selections of a leg over the sets of its atom, in every heading in which it is entered; `None` if a course bends
/// or belongs to another atom.
#[must_use]
pub fn selections(steps: &Steps, sets: &[Vec<Vector>], default: Unlettered) -> Option<Vec<Selection>> {
    let Steps::Turns(turns) = steps else { return None };
    let mut found = Vec::new();
    for turn in turns {
        let vectors: Vec<Vector> =
            turn.courses.iter().map(|c| (c.0.len() == 1).then(|| c.0[0])).collect::<Option<_>>()?;
        if vectors.iter().any(|v| !sets.iter().any(|s| s.contains(v))) {
            return None;
        }
        for set in sets {
            let wanted: Vec<Vector> = vectors.iter().copied().filter(|v| set.contains(v)).collect();
            found.push(Selection::new(set, turn.heading, &wanted, default)?);
        }
    }
    Some(found)
}

/// The direction letters that a dialect can write.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alphabet<'a> {
    /// `a` selects everything.
    pub has_a: bool,
    /// `h` may be written.
    pub has_h: bool,
    /// Opposite letters side by side in a run of three are one letter (D3).
    pub shortens: bool,
    /// Pairs of letters that must not stand side by side, because the dialect joins them differently from D3.
    pub apart: &'a [(char, char)],
    /// Further words, with the places that each selects in every selection, in order (`hr` and `hl` in `xbetza`).
    pub extra: &'a [(&'a str, Vec<u8>)],
}

/// The shortest letters that select the target in every selection; empty if the default does; `None` if no letters do.
///
/// The search goes through texts by length. Its state is that of the reader, which joins letters (D3), and it drops
/// texts that select too much. So the result is read back as the same selection.
#[must_use]
pub fn find(selections: &[Selection], alphabet: &Alphabet<'_>) -> Option<String> {
    if selections.iter().all(|s| s.default == s.target) {
        return Some(String::new());
    }
    if alphabet.has_a && selections.iter().all(|s| s.target == s.all) {
        return Some("a".to_owned());
    }
    // A leg that turns alike in all headings asks the same of each.
    let words = |i: usize| alphabet.extra.iter().map(move |(_, places)| places[i]);
    let is_first = |&i: &usize| !(0..i).any(|j| selections[j] == selections[i] && words(j).eq(words(i)));
    let kept: Vec<usize> = (0..selections.len()).filter(is_first).collect();
    let extra: Vec<(&str, Vec<u8>)> =
        alphabet.extra.iter().map(|(word, places)| (*word, kept.iter().map(|&i| places[i]).collect())).collect();
    let selections: &[Selection] = &kept.iter().map(|&i| selections[i].clone()).collect::<Vec<_>>();
    let target: Vec<u8> = selections.iter().map(|s| s.target).collect();
    let start = vec![Search { covered: 0, pending: None }; selections.len()];
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([(start, String::new())]);
    let mut next = Vec::new();
    while let Some((search, text)) = queue.pop_front() {
        let ends = search.iter().zip(selections).zip(&target).all(|((search, s), target)| search.ended(s) == *target);
        let shortens = || alphabet.shortens && shortened(&text.chars().collect::<Vec<_>>()).is_some();
        if !text.is_empty() && ends && !shortens() {
            return Some(text);
        }
        let last = text.chars().next_back();
        let mut visit = |step: &dyn Fn(usize) -> Option<Search>, more: &str| {
            let apart = more.chars().next().zip(last).is_some_and(|(c, last)| alphabet.apart.contains(&(last, c)));
            let within = |i: usize| step(i).filter(|next| next.covered & !target[i] == 0);
            next.clear();
            next.extend((0..selections.len()).map_while(within));
            if !apart && next.len() == selections.len() && !seen.contains(&next) {
                seen.insert(next.clone());
                queue.push_back((next.clone(), format!("{text}{more}")));
            }
        };
        for letter in Letter::ALL {
            let read = |i: usize| Some(search[i].read(letter, &selections[i]));
            visit(&read, letter.to_char().encode_utf8(&mut [0; 4]));
        }
        if alphabet.has_h {
            visit(&|i| search[i].halve(&selections[i]), "h");
        }
        for (word, places) in &extra {
            visit(&|i| search[i].word(places[i]), word);
        }
    }
    None
}

/// Letters of the copies of one leg in the order of the documents, which have `Nrf8`. On a set that turns with its own
/// steps the order says nothing.
#[must_use]
pub fn side_first(letters: String) -> String {
    match &letters[..] {
        "fr" => "rf".to_owned(),
        "fl" => "lf".to_owned(),
        "br" => "rb".to_owned(),
        "bl" => "lb".to_owned(),
        _ => letters,
    }
}

/// The reader's state after some letters, in one selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Search {
    /// What the groups so far select.
    covered: u8,
    /// The last letter, if it may still join the next one.
    pending: Option<Letter>,
}

impl Search {
    /// What is selected if the text ends here.
    fn ended(self, selection: &Selection) -> u8 {
        self.covered | self.pending.map_or(0, |p| selection.places(LetterGroup::Single(p)))
    }

    /// After one more direction letter.
    fn read(self, letter: Letter, selection: &Selection) -> Search {
        let Some(first) = self.pending else { return Search { pending: Some(letter), ..self } };
        let joined = selection.join(first, letter);
        let covered = self.covered | selection.places(joined.unwrap_or(LetterGroup::Single(first)));
        Search { covered, pending: if joined.is_some() { None } else { Some(letter) } }
    }

    /// After an `h`, which must have a letter before it.
    fn halve(self, selection: &Selection) -> Option<Search> {
        let half = LetterGroup::Half(self.pending?);
        Some(Search { covered: self.covered | selection.places(half), pending: None })
    }

    /// After one of the dialect's extra words, which may only follow finished groups.
    fn word(self, places: u8) -> Option<Search> {
        self.pending.is_none().then_some(Search { covered: self.covered | places, pending: None })
    }
}

impl Selection {
    fn places(&self, group: LetterGroup) -> u8 {
        group.places(self.kind) & self.all
    }

    fn join(&self, first: Letter, second: Letter) -> Option<LetterGroup> {
        match (first, second) {
            (Letter::L | Letter::R, Letter::S) if self.side_pairs => Some(LetterGroup::Pair(first, Letter::V)),
            _ => direction::join(first, second),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::direction::group;
    use betza_ir::geometry::orbit;

    fn read(text: &str) -> Vec<LetterGroup> {
        group(&text.chars().collect::<Vec<_>>()).unwrap()
    }

    /// For every set that some letters select, letters of at most the same length are found again.
    #[test]
    fn what_letters_select_letters_say() {
        let alphabet = ['f', 'b', 'l', 'r', 'v', 's', 'h'];
        let mut texts: Vec<String> = vec![String::new()];
        for _ in 0..4 {
            let longer: Vec<String> =
                texts.iter().flat_map(|t| alphabet.iter().map(move |c| format!("{t}{c}"))).collect();
            texts.extend(longer);
            texts.sort_unstable();
            texts.dedup();
        }
        let headings = [None, Some(Vector::new(1, 1)), Some(Vector::new(2, 1)), Some(Vector::new(-1, 0))];
        let king = [orbit(1, 0), orbit(1, 1)];
        for sets in [vec![orbit(1, 0)], vec![orbit(1, 1)], vec![orbit(2, 1)], king.to_vec(), vec![king.concat()]] {
            for text in &texts {
                let Ok(groups) = group(&text.chars().collect::<Vec<_>>()) else { continue };
                for (default, headings) in [(all as Unlettered, &headings[..1]), (ahead, &headings[..])] {
                    let mut want = Vec::new();
                    for &heading in headings {
                        for set in &sets {
                            let wanted = chosen(&groups, std::slice::from_ref(set), default, heading);
                            want.push(Selection::new(set, heading, &wanted, default).unwrap());
                        }
                    }
                    let found = find(&want, &Alphabet { has_h: true, ..Alphabet::default() })
                        .unwrap_or_else(|| panic!("{text} {sets:?}"));
                    assert!(found.len() <= text.len(), "{text}: {found}");
                    for &heading in headings {
                        let sorted = |letters: &[LetterGroup]| {
                            let mut v = chosen(letters, &sets, default, heading);
                            v.sort_unstable();
                            v
                        };
                        assert_eq!(sorted(&read(&found)), sorted(&groups), "{text}: {found}");
                    }
                }
            }
        }
    }

    #[test]
    fn some_sets_have_no_letters() {
        // (1,0) and the diagonal (1,1) in a first leg of a distributing K: `r` also takes (1,-1).
        let sets = [orbit(1, 0), orbit(1, 1)];
        let wanted = [vec![Vector::new(1, 0)], vec![Vector::new(1, 1)]];
        let selections: Vec<_> =
            sets.iter().zip(&wanted).map(|(set, w)| Selection::new(set, None, w, all).unwrap()).collect();
        assert_eq!(find(&selections, &Alphabet { has_h: true, ..Alphabet::default() }), None);
        let north = Selection::new(&orbit(2, 1), None, &[Vector::new(1, 2), Vector::new(2, 1)], all).unwrap();
        assert_eq!(find(&[north], &Alphabet { has_h: true, ..Alphabet::default() }).as_deref(), Some("frrf"));
        let every = Selection::new(&orbit(1, 0), None, &orbit(1, 0), ahead).unwrap();
        assert_eq!(
            find(std::slice::from_ref(&every), &Alphabet { has_a: true, has_h: true, ..Alphabet::default() })
                .as_deref(),
            Some("a")
        );
        assert_eq!(find(&[every], &Alphabet { has_h: true, ..Alphabet::default() }).as_deref(), Some("vs"));
    }
}
