//! Chains in words: the parts of a move one after the other, and what must hold of the squares between them.

use super::leg::leg;
use super::words::{both, either, number, sentence};
use super::{Item, condition, foe, friend, landing_verb, moves, sectors, taken};
use crate::ir::{Acts, Chain, Count, Effect, Group, Joint, Landing, Link, Modes, Move, Part, Transit, Victims};

/// One way to move.
pub(super) fn one_move(m: &Move) -> Item {
    let way = sectors::narrowed(m).map(|way| format!("only where the move as a whole leads {way}"));
    let only: Vec<String> = condition(m.condition).into_iter().chain(way).collect();
    let only = (!only.is_empty()).then(|| both(&only));
    let mut item = match &m.chain.links[..] {
        [Link { part: Part::Leg(l), joint }] => {
            let verb = joint.stop.map_or_else(|| "can never end its move".into(), landing_verb);
            let path = leg(l);
            let text = if path == "where it stands" {
                "Passes the turn: it stays where it stands".to_owned()
            } else {
                format!("{}: {path}", sentence(&verb))
            };
            Item::new(match &only {
                Some(only) => format!("{text}; {only}."),
                None => format!("{text}."),
            })
        }
        links => {
            let mut steps = links_in_words(links);
            let only = only.as_deref().map(|only| format!(", {only}")).unwrap_or_default();
            if let (1, Some(mut one)) = (steps.len(), steps.pop()) {
                if !only.is_empty() {
                    one.text = format!("{}{only}: {}", "This", lowered(&one.text));
                }
                one
            } else {
                let steps = links_in_words(links);
                let text = format!("Moves in {} parts{only}:", number(steps.len() as u16));
                Item { text, steps, in_order: true }
            }
        }
    };
    if m.leaves_en_passant {
        item.text.push_str(" The squares passed are open to en passant capture on the next move.");
    }
    item
}

fn links_in_words(links: &[Link]) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for (i, link) in links.iter().enumerate() {
        let last = i + 1 == links.len();
        let mut item = match &link.part {
            Part::Leg(l) => {
                let path = leg(l);
                let text = match (i, &path[..]) {
                    (_, "where it stands" | "it stays there") => "It stays where it is".to_owned(),
                    (0, _) => sentence(&path),
                    _ => format!("Then {path}"),
                };
                Item::new(format!("{text}."))
            }
            Part::Group(g) => group(g, i == 0),
            Part::Choice(chains) => choice(chains, i == 0),
            Part::Effect(e) => effect(e, i == 0),
        };
        let carried = links[i + 1..].iter().any(|l| puts_down(&l.joint));
        let after = if last { ending(link) } else { crossing(link, carried) };
        if !after.is_empty() {
            // What follows a repetition or a list stands below it.
            if item.steps.is_empty() {
                item.text = format!("{} {after}", item.text);
            } else {
                item.steps.push(Item::new(after));
            }
        }
        items.push(item);
    }
    items
}

/// The last joint of a chain.
fn ending(link: &Link) -> String {
    let Some(landing) = link.joint.stop else { return String::new() };
    // After an effect the piece stands on the same square as before it.
    let stands = matches!(link.part, Part::Effect(_)) && landing.modes.contains(Modes::MOVE);
    match link.part {
        _ if stands => String::new(),
        Part::Group(_) => format!("After the last time it {}.", ends(landing)),
        _ => format!("There it {}.", ends(landing)),
    }
}

fn ends(landing: Landing) -> String {
    let Landing { modes, .. } = landing;
    let mut ways = Vec::new();
    if modes.contains(Modes::MOVE) {
        ways.push("ends on an empty square".to_owned());
    }
    ways.extend(taken(landing).iter().map(|whom| format!("captures {whom}")));
    if modes.contains(Modes::EN_PASSANT) {
        ways.push("captures en passant".into());
    }
    if modes.contains(Modes::SWAP) {
        ways.push("puts down the piece that it carries, and takes up what stands there, if anything".into());
    }
    if ways.is_empty() { "can never end".into() } else { either(&ways) }
}

/// A joint between parts: what lets the move go on, and whether it may end.
/// What is taken there is put down again later if it is `carried`.
fn crossing(link: &Link, carried: bool) -> String {
    let Joint { onward, stop } = link.joint;
    // After an effect the piece stands on the same square as before it.
    if matches!(link.part, Part::Effect(_)) && stop.is_none() && onward.empty.contains(Acts::PASS) {
        return String::new();
    }
    let on = goes_on(onward, carried);
    match stop {
        None => on,
        Some(landing) if onward.is_closed() => format!("There it {}.", ends(landing)),
        Some(landing) => format!("It may end there, {}, or go on {}.", by(landing), holds(onward)),
    }
}

/// Whether what was taken before may be put down here.
fn puts_down(joint: &Joint) -> bool {
    let Transit { empty, friend, foe, .. } = joint.onward;
    (empty | friend | foe).contains(Acts::SWAP) || joint.stop.is_some_and(|l| l.modes.contains(Modes::SWAP))
}

fn goes_on(t: Transit, carried: bool) -> String {
    let plain = Transit { victims: Victims::empty(), ..t };
    let said = [
        (Transit::EMPTY, "It must arrive on an empty square."),
        (Transit::OCCUPIED, "A piece of either side must stand there, and is left alone."),
        (Transit::FRIEND, "A piece of its own side must stand there, and is left alone."),
        (Transit::FOE, "An enemy must stand there, and is left alone."),
        (Transit::ANY, "Whatever stands there is left alone."),
        (Transit::OFF, "This must lead off the board."),
    ];
    if let Some((_, text)) = said.iter().find(|(rule, _)| *rule == plain).filter(|_| t.victims.is_empty()) {
        return (*text).to_owned();
    }
    let taken = match plain {
        Transit::TAKE_FOE => Some((foe(t.victims), "captured")),
        Transit::TAKE_FRIEND => Some((friend(t.victims), "removed")),
        Transit::TAKE_ANY if t.victims.is_empty() => Some(("a piece of either side".to_owned(), "removed")),
        _ => None,
    };
    if let Some((whom, fate)) = taken {
        let fate = if carried { "carried along" } else { fate };
        return sentence(&format!("{whom} must stand there, and is {fate}."));
    }
    if t.is_closed() {
        return "It can never go on from there.".into();
    }
    let swap = Transit::new(Acts::SWAP, Acts::SWAP, Acts::SWAP);
    if t == swap {
        return "There it puts down the piece that it carries, and takes up what stands there, if anything.".into();
    }
    format!("It goes on from there {}.", holds(t))
}

/// How it may end, as an adverb: `on an empty square or by capturing an enemy`.
fn by(landing: Landing) -> String {
    let has = |mode, way: &str| landing.modes.contains(mode).then(|| way.to_owned());
    let mut ways = Vec::from_iter(has(Modes::MOVE, "on an empty square"));
    ways.extend(taken(landing).iter().map(|whom| format!("by capturing {whom}")));
    ways.extend(has(Modes::EN_PASSANT, "by capturing en passant"));
    ways.extend(has(
        Modes::SWAP,
        "by putting down there the piece that it carries, and taking up what stands there, if anything",
    ));
    either(&ways)
}

/// Under which conditions a square is crossed, by what it holds.
fn holds(t: Transit) -> String {
    let mut ways = Vec::new();
    let exchange = "by putting down there the piece that it carries and taking up what stands there, if anything";
    if t.empty.contains(Acts::PASS) {
        ways.push("if the square is empty".to_owned());
    }
    let any = || "a piece of either side".to_owned();
    ways.extend(
        match (t.friend.contains(Acts::PASS), t.foe.contains(Acts::PASS)) {
            (true, true) => Some(any()),
            (true, false) => Some(friend(Victims::empty())),
            (false, true) => Some(foe(Victims::empty())),
            (false, false) => None,
        }
        .map(|whom| format!("if {whom} stands there, leaving it alone")),
    );
    let taken = match (t.friend.contains(Acts::TAKE), t.foe.contains(Acts::TAKE)) {
        (true, true) if t.victims.is_empty() => vec![any()],
        (friends, foes) => {
            let friends = friends.then(|| friend(t.victims));
            friends.into_iter().chain(foes.then(|| foe(t.victims))).collect()
        }
    };
    ways.extend(taken.iter().map(|whom| format!("by capturing {whom} there")));
    if (t.empty | t.friend | t.foe).contains(Acts::SWAP) {
        ways.push(exchange.into());
    }
    if t.off.contains(Acts::PASS) {
        ways.push("if this leads off the board".into());
    }
    either(&ways)
}

fn group(g: &Group, first: bool) -> Item {
    let times = match (g.count.min, g.count.max) {
        (1, None) => "as often as it likes, but at least once".to_owned(),
        (least, None) => format!("{} times or more", number(least)),
        (least, Some(most)) if least == most => format!("{} times", number(most)),
        (1, Some(most)) => format!("once to {} times", number(most)),
        (least, Some(most)) => format!("{} to {} times", number(least), number(most)),
    };
    if g.count == Count::ONCE {
        return Item { text: "This:".into(), steps: links_in_words(&g.body.links), in_order: true };
    }
    let then = if first { "The following" } else { "Then the following" };
    let same = if g.frozen { ", in the same directions each time" } else { "" };
    let mut steps = links_in_words(&g.body.links);
    let between = crossing(&Link { part: Part::Group(g.clone()), joint: g.between }, puts_down(&g.between));
    steps.push(Item::new(format!("Before it is repeated: {}", lowered(&between))));
    Item { text: format!("{then}, {times}{same}:"), steps, in_order: true }
}

fn choice(chains: &[Chain], first: bool) -> Item {
    let way = |chain: &Chain| match <[Item; 1]>::try_from(links_in_words(&chain.links)) {
        Ok([only]) => only,
        Err(steps) => Item { text: "This:".into(), steps, in_order: true },
    };
    let text = if first { "One of these:" } else { "Then one of these:" };
    Item { text: text.into(), steps: chains.iter().map(way).collect(), in_order: false }
}

fn lowered(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}

fn effect(e: &Effect, first: bool) -> Item {
    let with = |text: &str, list: &[Move]| Item { text: text.into(), steps: moves(list), in_order: false };
    match e {
        Effect::Approach => Item::new(
            "It must find an enemy on the next square beyond, in the direction in which it moved, and captures it \
             without going there.",
        ),
        Effect::Withdraw => Item::new(
            "It must have moved straight away from an enemy right behind the square that it left, and captures that enemy.",
        ),
        Effect::Ranged(list) if first => {
            with("Without moving it captures one enemy that it could capture in one of these ways:", list)
        }
        Effect::Ranged(list) => with(
            "From there it must capture, without going there, one enemy that it could capture in one of these ways:",
            list,
        ),
        Effect::Custodial(list) => with(
            "Every enemy between it and a piece of its own side is captured, if it could reach that piece in one of these ways:",
            list,
        ),
        Effect::SwapPlaces(list) if first => {
            with("Changes places with one enemy that it could reach in one of these ways:", list)
        }
        Effect::SwapPlaces(list) => {
            with("It must change places with one enemy that it could reach from there in one of these ways:", list)
        }
        Effect::Return => Item::new("It returns to the square where it started."),
        Effect::Vanish => Item::new("It is removed from the board."),
        Effect::Imitate => Item::new(
            "Against each enemy it captures as that enemy itself would, and takes only enemies of that same kind.",
        ),
        Effect::Erupt { fragments, explodes } => {
            let start = match (first, explodes) {
                (true, true) => "Without moving it explodes: it is removed from the board",
                (true, false) => "It stays where it is and erupts",
                (false, true) => "There its move is complete, and it explodes: it is removed from the board",
                (false, false) => "There its move is complete, and it erupts",
            };
            Item {
                text: format!(
                    "{start}. Fragments fly from there at once in every way described here; each that is not blocked does \
                     what is said, and vanishes:"
                ),
                steps: match &fragments[..] {
                    [one] => links_in_words(&one.links),
                    many => many.iter().map(|c| one_move(&Move::new(c.clone()))).collect(),
                },
                in_order: fragments.len() == 1,
            }
        }
    }
}
