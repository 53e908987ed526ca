//! One piece as a picture: a drawn shape, a wedge of shogi, a disc of xiangqi or janggi, or a disc with its letters.

use super::shapes::{self, Ink};
use super::signs::{self, Family, Sign};
use betza_explain::diagram::svg::escaped;
use betza_game::variant::{Kind, Variant};
use betza_ir::geometry::Side;

/// White's pieces.
const WHITE: Ink = Ink { fill: "#fffdf6", outline: "#2b2826", line: "#2b2826", rim: None };
/// Black's pieces.
const BLACK: Ink = Ink { fill: "#2b2826", outline: "#2b2826", line: "#f4ead6", rim: Some("#f4ead6") };

/// The typefaces that have the characters.
const SERIF: &str =
    "'Noto Serif CJK JP','Noto Sans CJK JP','Hiragino Mincho ProN','Yu Mincho','MS Mincho',SimSun,serif";
/// The typeface of letters.
const SANS: &str = "'DejaVu Sans',Arial,sans-serif";

/// The wedge of shogi in a cell of 40 by 40.
const WEDGE: &str = "M20 3.5l9.5 4.5 4.5 28H6L10.5 8z";
/// The octagon of janggi.
const OCTAGON: &str = "M13.5 4h13L36 13.5v13L26.5 36h-13L4 26.5v-13z";

/// A picture and its name: pictures of one name are the same.
pub(super) struct Man {
    pub id: String,
    pub svg: String,
}

/// The picture of a side's kind in a cell of 40 by 40.
pub(super) fn of(variant: &Variant, family: Option<Family>, kind: &Kind, side: Side) -> Man {
    let white = side == Side::White;
    let colour = if white { "white" } else { "black" };
    if let Some(family) = family {
        let sign = signs::of(family, kind, side);
        // Of a family's game all pieces are signs, unless it is one of chess with a palace.
        let named = || variant.kinds.iter().filter(|kind| signs::of(family, kind, side).is_some()).count();
        if family == Family::Shogi || (sign.is_some() && 2 * named() > variant.kinds.len()) {
            let sign = sign.unwrap_or_else(|| letters(kind, side));
            let hue = if sign.is_promoted { "red" } else { "plain" };
            let id = format!("man-{family:?}-{colour}-{hue}-{}", code_points(&sign.text)).to_lowercase();
            return Man { id, svg: signed(family, &sign, side) };
        }
    }
    let ink = if white { WHITE } else { BLACK };
    if let Some(shape) = shapes::of(kind) {
        return Man { id: format!("man-{colour}-{}", shape.name), svg: shape.draw(&ink) };
    }
    let text = letters(kind, side).text;
    let svg = format!(
        "<circle cx=\"20\" cy=\"20\" r=\"15.5\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"/>{}",
        ink.fill,
        ink.outline,
        centred(&text, (20.0, 20.0), 18.0, ink.line, SANS)
    );
    Man { id: format!("man-{colour}-letters-{}", code_points(&text)), svg }
}

/// The numbers of a text's characters, which may stand in a name.
fn code_points(text: &str) -> String {
    text.chars().map(|c| format!("{:x}", u32::from(c))).collect::<Vec<_>>().join("-")
}

/// The letters of a kind where it has no sign.
fn letters(kind: &Kind, side: Side) -> Sign {
    let own = &kind.letters[side.index()];
    let text = if own.is_empty() { &kind.id } else { own };
    Sign { text: text.clone(), is_promoted: text.starts_with('+') }
}

/// A piece with a character. Shogi's second player's are turned, as they lie on a board.
fn signed(family: Family, sign: &Sign, side: Side) -> String {
    let white = side == Side::White;
    match family {
        Family::Shogi => {
            let ink = if sign.is_promoted { "#b3161b" } else { "#1c1712" };
            let turn = if white { "" } else { " transform=\"rotate(180 20 20)\"" };
            let shade = if white { "#f7dfa5" } else { "#ecc883" };
            format!(
                "<g{turn}><path d=\"{WEDGE}\" fill=\"{shade}\" stroke=\"#5d4420\" stroke-width=\"1.3\" stroke-linejoin=\"round\"/>{}</g>",
                centred(&sign.text, (20.0, 22.0), 21.0, ink, SERIF)
            )
        }
        Family::Xiangqi => {
            let ink = if white { "#b3161b" } else { "#1c1712" };
            format!(
                "<circle cx=\"20\" cy=\"20\" r=\"17\" fill=\"#f9e9c4\" stroke=\"{ink}\" stroke-width=\"1.4\"/>\
                 <circle cx=\"20\" cy=\"20\" r=\"14\" fill=\"none\" stroke=\"{ink}\" stroke-width=\".8\"/>{}",
                centred(&sign.text, (20.0, 20.0), 20.0, ink, SERIF)
            )
        }
        Family::Janggi => {
            let ink = if white { "#0d5c3f" } else { "#b3161b" };
            format!(
                "<path d=\"{OCTAGON}\" fill=\"#f9e9c4\" stroke=\"{ink}\" stroke-width=\"1.6\" stroke-linejoin=\"round\"/>{}",
                centred(&sign.text, (20.0, 20.0), 20.0, ink, SERIF)
            )
        }
    }
}

/// A text in the middle of a place, smaller the longer it is.
fn centred(text: &str, (x, y): (f32, f32), size: f32, ink: &str, face: &str) -> String {
    let length = text.chars().count().max(1) as f32;
    let is_wide = !text.is_ascii();
    let size = if length > 1.0 { (size * if is_wide { 1.0 } else { 1.4 } / length).min(size) } else { size };
    let base = y + size * 0.36;
    format!(
        "<text x=\"{x}\" y=\"{base:.1}\" font-size=\"{size:.1}\" font-weight=\"600\" font-family=\"{face}\" \
         text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
        escaped(text)
    )
}
