//! The pictures of pieces that were drawn for this project, and which piece has which.

use betza_game::variant::Kind;
use betza_ir::Piece;
use betza_notation::Dialect;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

/// The shapes as data; the text says how it is read.
const TEXT: &str = include_str!("shapes.txt");

/// One picture.
pub(super) struct Shape {
    /// Its name, which is also that of pieces.
    pub name: &'static str,
    parts: Vec<Placed>,
}

/// How a part is drawn.
#[derive(Clone, Copy, PartialEq)]
enum Stroke {
    /// Filled and outlined.
    Filled,
    /// A line upon what is filled.
    Upon,
    /// A line beside it.
    Beside,
}

/// A part at its place.
struct Placed {
    path: &'static str,
    stroke: Stroke,
    /// Steps to the right and down, and the scale; `None` if it stands as it was drawn.
    place: Option<[f32; 3]>,
}

/// The colours of one side's pieces.
pub(super) struct Ink {
    /// What is filled.
    pub fill: &'static str,
    /// Its outline, and lines beside it.
    pub outline: &'static str,
    /// Lines upon it.
    pub line: &'static str,
    /// A thin rim around the outline, which keeps parts of one colour apart.
    pub rim: Option<&'static str>,
}

impl Shape {
    /// The picture in a cell of 40 by 40.
    pub(super) fn draw(&self, ink: &Ink) -> String {
        let mut svg = format!(
            "<g fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\" stroke-linejoin=\"round\" stroke-linecap=\"round\">",
            ink.fill, ink.outline
        );
        for part in &self.parts {
            let _ = write!(svg, "<path d=\"{}\"", part.path);
            let _ = match (part.stroke, ink.rim) {
                (Stroke::Filled, None) => Ok(()),
                (Stroke::Filled, Some(rim)) => write!(svg, " stroke=\"{rim}\" stroke-width=\".9\""),
                (Stroke::Upon, _) => write!(svg, " fill=\"none\" stroke=\"{}\"", ink.line),
                (Stroke::Beside, _) => write!(svg, " fill=\"none\""),
            };
            if let Some([x, y, scale]) = part.place {
                let _ = write!(svg, " transform=\"translate({x} {y}) scale({scale})\"");
            }
            svg.push_str("/>");
        }
        svg.push_str("</g>");
        svg
    }
}

/// All shapes, and who has them.
#[derive(Default)]
struct Shapes {
    all: Vec<Shape>,
    /// By names in lower case.
    names: HashMap<String, usize>,
    /// By moves.
    moves: Vec<(Piece, usize)>,
}

/// The shapes of the text. There are none if it is wrong, which a test refuses.
static SHAPES: LazyLock<Shapes> = LazyLock::new(|| read(TEXT).unwrap_or_default());

/// The picture of a kind: by its name, else by its moves. `None` if it has neither a name nor moves that are known.
pub(super) fn of(kind: &Kind) -> Option<&'static Shape> {
    let shapes = &*SHAPES;
    let name = plain_name(&kind.name);
    let by_name = || shapes.names.get(&name).copied();
    let by_moves = || {
        let royal = kind.royal.then(|| shapes.names.get("king").copied()).flatten();
        let alike = || shapes.moves.iter().find(|(piece, _)| alike(piece, &kind.moves[0])).map(|(_, i)| *i);
        royal.or_else(alike)
    };
    by_name().or_else(by_moves).and_then(|i| shapes.all.get(i))
}

/// The name of a kind as pictures go by it: promoted pieces look as unpromoted ones of the name.
pub(super) fn plain_name(name: &str) -> String {
    name.trim_end_matches("(promoted)").trim().to_lowercase()
}

/// Whether two pieces have the same moves, in any order; what they promote to and how they castle does not matter.
fn alike(a: &Piece, b: &Piece) -> bool {
    a.moves.len() == b.moves.len() && a.moves.iter().all(|m| b.moves.contains(m)) && a.immobilizes == b.immobilizes
}

/// Reads the text; an error names the line.
fn read(text: &'static str) -> Result<Shapes, String> {
    let mut parts: HashMap<&str, (Stroke, &str)> = HashMap::new();
    let mut shapes = Shapes::default();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let wrong = |what: &str| format!("{what}: {line}");
        let (word, rest) = line.split_once(' ').ok_or_else(|| wrong("no word"))?;
        let stroke = match word {
            "part" => Stroke::Filled,
            "line" => Stroke::Upon,
            "limb" => Stroke::Beside,
            "shape" => {
                shapes.add(rest, &parts).map_err(|e| wrong(&e))?;
                continue;
            }
            _ => return Err(wrong("an unknown word")),
        };
        let (name, path) = rest.split_once(' ').ok_or_else(|| wrong("no path"))?;
        if parts.insert(name, (stroke, path)).is_some() {
            return Err(wrong("a part of this name is there"));
        }
    }
    Ok(shapes)
}

impl Shapes {
    /// Adds the shape of a line: its name and parts, its other names, its notations.
    fn add(&mut self, line: &'static str, parts: &HashMap<&str, (Stroke, &'static str)>) -> Result<(), String> {
        let [head, names, notations] = line.split('|').collect::<Vec<_>>()[..] else {
            return Err("not three fields".to_owned());
        };
        let (name, drawn) = head.split_once('=').ok_or("no parts")?;
        let (name, index) = (name.trim(), self.all.len());
        let drawn = drawn.split_whitespace().map(|part| {
            let (id, place) = part.split_once('@').map_or((part, None), |(id, place)| (id, Some(place)));
            let &(stroke, path) = parts.get(id).ok_or_else(|| format!("no part '{id}'"))?;
            let place = place.map(numbers).transpose()?;
            Ok(Placed { path, stroke, place })
        });
        let drawn = drawn.collect::<Result<Vec<_>, String>>()?;
        self.all.push(Shape { name, parts: drawn });
        let others = names.split(',').map(str::trim).filter(|other| !other.is_empty());
        for known in std::iter::once(name).chain(others) {
            let former = self.names.insert(known.to_lowercase(), index);
            if former.is_some_and(|other| other != index) {
                return Err(format!("'{known}' has another picture"));
            }
        }
        for notation in notations.split(',').map(str::trim).filter(|text| !text.is_empty()) {
            let (dialect, text) = notation.split_once(':').unwrap_or(("betza", notation));
            let dialect: Dialect = dialect.parse().map_err(|_| format!("no dialect '{dialect}'"))?;
            let reading = betza_notation::read(text, dialect).map_err(|_| format!("'{text}' cannot be read"))?;
            self.moves.push((reading.piece, index));
        }
        Ok(())
    }
}

/// Three numbers.
fn numbers(text: &str) -> Result<[f32; 3], String> {
    let all: Result<Vec<f32>, _> = text.split(',').map(str::parse).collect();
    all.ok().and_then(|all| all.try_into().ok()).ok_or_else(|| format!("'{text}' is not three numbers"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use betza_notation::names::Named;

    #[test]
    fn the_text_of_the_shapes_is_read_and_each_is_drawn() {
        let shapes = read(TEXT).unwrap_or_else(|e| panic!("{e}"));
        assert!(shapes.all.len() >= 60, "{} shapes", shapes.all.len());
        let ink = Ink { fill: "#fff", outline: "#000", line: "#000", rim: None };
        for (i, shape) in shapes.all.iter().enumerate() {
            let drawn = shape.draw(&ink);
            assert_eq!(drawn.matches("<path").count(), shape.parts.len(), "{}", shape.name);
            let is_other = |other: &&Shape| other.draw(&ink) != drawn;
            assert_eq!(
                shapes.all.iter().filter(is_other).count(),
                shapes.all.len() - 1,
                "{} is drawn twice",
                shape.name
            );
            assert!(shapes.names.get(shape.name) == Some(&i), "{} has its own name", shape.name);
        }
    }

    /// What inventors take from the page's gallery is no letter in a disc, and no piece looks like another one but for
    /// those that stand here: a Waffle is a Phoenix.
    #[test]
    fn known_pieces_have_pictures() {
        let mut drawn: HashMap<&str, Vec<&str>> = HashMap::new();
        for (_, names) in betza_notation::names::USED {
            for name in *names {
                let Some(Named(_, _, dialect, text)) = betza_notation::names::find(name) else {
                    panic!("{name} is no name")
                };
                let toml = format!(
                    "format = 1\nname = \"x\"\nboard = \"8x8\"\nstart = \"x7/8/8/8/8/8/8/X7 w - - 0 1\"\n\
                     [pieces.X]\nname = \"{name}\"\nmove = \"{text}\"\ndialect = \"{dialect}\"\n"
                );
                let game = betza_variants::read_toml("x", &toml).unwrap_or_else(|e| panic!("{name}: {e}")).variant;
                let shape = of(&game.kinds[0]).unwrap_or_else(|| panic!("{name} has no picture"));
                drawn.entry(shape.name).or_default().push(name);
            }
        }
        let mut alike: Vec<_> =
            drawn.into_values().filter(|names| names.iter().any(|name| name != &names[0])).collect();
        alike.iter_mut().for_each(|names| names.sort_unstable());
        alike.sort_unstable();
        let same = [
            vec!["buffalo", "gnu"],
            vec!["leo", "vao"],
            vec!["pawn of chess", "pawn without a double step"],
            vec!["phoenix", "waffle"],
            vec!["side mover", "swapper of rococo", "withdrawer of ultima"],
        ];
        assert_eq!(alike, same);
    }

    /// A path of an unknown letter would be drawn by no browser, and by none in the same way.
    #[test]
    fn paths_have_only_letters_and_numbers_of_paths() {
        for line in TEXT.lines().filter(|line| ["part ", "line ", "limb "].iter().any(|word| line.starts_with(word))) {
            let path = line.splitn(3, ' ').nth(2).unwrap_or("");
            assert!(path.starts_with('M'), "{line}");
            assert!(path.chars().all(|c| c.is_ascii_digit() || " .-MmLlHhVvCcSsQqAaZz".contains(c)), "{line}");
        }
    }

    #[test]
    fn a_wrong_line_is_refused() {
        for text in ["part base", "form a b", "shape a = b | |", "shape a = | ", "part a M0 0\nshape s = a@1,2 | |"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
