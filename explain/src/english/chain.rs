//! Chains in words: the parts of a move one after the other, and what must hold of the squares between them.

use super::leg::{Route, is_pause, leg};
use super::paths::{Home, Paths};
use super::words::{SENTENCE, begins_short, both, either, in_sentences, number, sentence, words};
use super::{Item, condition, foe, friend, landing_verb, moves, sectors, taken};
use betza_ir::{
    Acts, Chain, Count, Effect, Footing, Group, Joint, Landing, Leg, Link, Modes, Move, Part, Pass, Transit, Victims,
};

/// One way to move.
pub(super) fn one_move(m: &Move) -> Item {
    let m = &Move { chain: flat(&m.chain), ..m.clone() };
    let paths = Paths::of(m);
    let home = paths.as_ref().map_or(Home::Never, |p| p.home(m.sectors));
    let narrowed = sectors::narrowed(m, paths.as_ref());
    let only: Vec<String> = condition(m.condition).into_iter().chain(narrowed.clauses).collect();
    let mut item = match &m.chain.links[..] {
        [Link { part: Part::Leg(l), joint }] => {
            let verb = match joint.stop {
                Some(Landing::MOVE) if matches!(l.pass, Pass::TakeOne | Pass::TakeApart) => {
                    "captures by leaping to an empty square".into()
                }
                stop => stop.map_or_else(|| "can never end its move".into(), landing_verb),
            };
            if is_pause(l) {
                let ends = joint.stop.is_some_and(|l| l.modes.contains(Modes::MOVE));
                let text =
                    if ends { "Passes the turn" } else { "Can never end its move, as its own square counts as empty" };
                told(text.into(), &only)
            } else {
                // A capture whose victim comes to the square that the mover left is a change of places.
                let swap = match joint.stop {
                    Some(Landing::CAPTURE) => Some("Changes places with an enemy"),
                    Some(Landing::MOVE_OR_CAPTURE) => Some("Moves, or changes places with an enemy"),
                    _ => None,
                };
                let (verb, route) = match swap.filter(|_| l.unloads) {
                    Some(swap) => (swap.to_owned(), leg(&Leg { unloads: false, ..l.clone() })),
                    None => (sentence(&verb), leg(l)),
                };
                routed(&verb, ": ", "It goes", route, &only)
            }
        }
        links => {
            let behind = paths.as_ref().map_or(&[][..], |p| &p.behind);
            let mut steps = links_in_words(links, behind);
            if let (1, Some(mut one)) = (steps.len(), steps.pop()) {
                one.text = [told(String::new(), &only).text, one.text].join(" ").trim().to_owned();
                one
            } else {
                let steps = links_in_words(links, behind);
                let mut item =
                    told(format!("{} in {} parts", overview(&m.chain, home), number(steps.len() as u16)), &only);
                item.text = format!("{}:", item.text.trim_end_matches('.'));
                Item { steps, in_order: true, ..item }
            }
        }
    };
    for text in narrowed.sentences {
        item.add(text);
    }
    if m.leaves_en_passant {
        item.add("The squares passed are open to en passant capture on the next move.".into());
    }
    item
}

/// The chain with the links of groups that are walked once in the groups' places.
fn flat(chain: &Chain) -> Chain {
    let links = chain.links.iter().flat_map(|link| match &link.part {
        Part::Group(group) if group.count == Count::ONCE => {
            let mut body = flat(&group.body).links;
            if let Some(last) = body.last_mut() {
                last.joint = link.joint;
            }
            body
        }
        Part::Group(group) => {
            let group = Group { body: flat(&group.body), ..group.clone() };
            vec![Link { part: Part::Group(group), joint: link.joint }]
        }
        Part::Choice(chains) => {
            vec![Link { part: Part::Choice(chains.iter().map(flat).collect()), joint: link.joint }]
        }
        Part::Leg(_) | Part::Effect(_) => vec![link.clone()],
    });
    Chain { links: links.collect() }
}

/// Whether the move is more than one plain leap or slide in a straight line.
pub(super) fn is_special(m: &Move) -> bool {
    match &m.chain.links[..] {
        [Link { part: Part::Leg(l), .. }] => l.steps.bends() || l.pass != Pass::Clear || l.footing != Footing::Leap,
        _ => true,
    }
}

/// What a move of several parts comes to, as the beginning of a sentence.
fn overview(chain: &Chain, home: Home) -> &'static str {
    if home != Home::Always {
        return "Moves";
    }
    match (may_take(chain), takes(chain), may_leave_all(chain)) {
        (false, ..) => "Passes the turn",
        (true, true, false) => "Captures without leaving its square (rifle capture),",
        (true, true, true) => "Passes the turn or captures without leaving its square (rifle capture),",
        (true, false, _) => "Comes back to its own square",
    }
}

/// Whether the chain may take up or remove another piece on its way.
fn may_take(chain: &Chain) -> bool {
    let takes = |t: &Transit| (t.empty | t.friend | t.foe).intersects(Acts::TAKE | Acts::SWAP);
    chain.links.iter().any(|link| {
        takes(&link.joint.onward)
            || match &link.part {
                Part::Leg(leg) => leg.unloads || matches!(leg.pass, Pass::TakeOne | Pass::TakeApart),
                Part::Group(group) => takes(&group.between.onward) || may_take(&group.body),
                Part::Choice(chains) => chains.iter().any(may_take),
                Part::Effect(effect) => *effect != Effect::Return,
            }
    })
}

/// Whether all that the chain does to other pieces is capturing them.
fn takes(chain: &Chain) -> bool {
    let swaps = |t: &Transit| (t.empty | t.friend | t.foe).contains(Acts::SWAP);
    let kinds = |link: &Link| match &link.part {
        Part::Leg(leg) => !leg.unloads,
        Part::Group(group) => !swaps(&group.between.onward) && takes(&group.body),
        Part::Choice(chains) => chains.iter().all(takes),
        Part::Effect(effect) => {
            matches!(effect, Effect::Approach | Effect::Withdraw | Effect::Ranged(_) | Effect::Return)
        }
    };
    chain.links.iter().all(|link| kinds(link) && !swaps(&link.joint.onward))
}

/// Whether the chain can be walked without doing anything to other pieces.
fn may_leave_all(chain: &Chain) -> bool {
    let passes = |t: &Transit| (t.empty | t.friend | t.foe | t.off).contains(Acts::PASS);
    let last = chain.links.len() - 1;
    chain.links.iter().enumerate().all(|(i, link)| {
        let quiet = match &link.part {
            Part::Leg(leg) => !matches!(leg.pass, Pass::TakeOne | Pass::TakeApart),
            Part::Group(group) => may_leave_all(&group.body) && (group.count.min == 1 || passes(&group.between.onward)),
            Part::Choice(chains) => chains.iter().any(may_leave_all),
            Part::Effect(effect) => matches!(effect, Effect::Return),
        };
        quiet && (i == last || passes(&link.joint.onward))
    })
}

/// A text without its full stop and what limits it, in one sentence if that is not too long.
fn told(text: String, only: &[String]) -> Item {
    let limits = both(only);
    if only.is_empty() {
        return Item::new(if text.is_empty() { text } else { format!("{text}.") });
    }
    let whole = if text.is_empty() { sentence(&format!("{limits}.")) } else { format!("{text}, {limits}.") };
    if words(&whole) <= SENTENCE {
        return Item::new(whole);
    }
    let limits: Vec<String> = only.iter().map(|limit| sentence(&format!("{limit}."))).collect();
    Item::new(format!("{} {}", limits.join(" "), if text.is_empty() { text } else { format!("{text}.") }).trim())
}

/// What a list of ways is told by.
const WAYS: &str = "in one of these ways";

/// A way to go behind a beginning such as `Moves or captures`. If all is too long for one sentence, `again` begins the
/// further ones.
fn routed(start: &str, joint: &str, again: &str, route: Route, only: &[String]) -> Item {
    let Route { text, list, clauses } = route;
    let limits = if only.is_empty() { String::new() } else { format!("; {}", both(only)) };
    let listed = !list.is_empty();
    let longest = if listed { SENTENCE - words(WAYS) } else { SENTENCE };
    let head = if listed { start.to_owned() } else { format!("{start}{joint}{text}") };
    let all: Vec<String> = std::iter::once(head.clone()).chain(clauses.iter().cloned()).collect();
    let whole = format!("{}{limits}", all.join(", "));
    let mut item = if words(&whole) <= longest && (!listed || limits.is_empty()) {
        Item::new(format!("{whole}."))
    } else {
        // Each sentence takes as many clauses as go well into it.
        let mut sentences = vec![head];
        for clause in clauses {
            let last = sentences.last_mut().expect("there is the head");
            let longer = format!("{last}, {clause}");
            if words(&longer) <= longest {
                *last = longer;
            } else {
                sentences.push(format!("{again} {clause}"));
            }
        }
        sentences.extend(only.iter().map(|limit| sentence(limit)));
        Item::new(format!("{}.", sentences.join(". ")))
    };
    if listed {
        item.text = format!("{}, {WAYS}:", item.text.trim_end_matches('.'));
        item.steps = list.iter().map(|way| Item::new(format!("{}.", sentence(way)))).collect();
    }
    item
}

fn links_in_words(links: &[Link], behind: &[Home]) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for (i, link) in links.iter().enumerate() {
        let last = i + 1 == links.len();
        let mut item = match &link.part {
            Part::Leg(l) if is_pause(l) => Item::new("It stays where it is."),
            Part::Leg(l) => {
                let route = leg(l);
                match (i, route.list.is_empty()) {
                    (0, true) => {
                        let (text, route) = (sentence(&route.text), Route { text: String::new(), ..route });
                        routed(&text, "", "It goes", route, &[])
                    }
                    (0, false) => routed("It goes", " ", "It goes", route, &[]),
                    (_, true) => routed("Then", " ", "It goes", route, &[]),
                    (_, false) => routed("Then it goes", " ", "It goes", route, &[]),
                }
            }
            Part::Group(g) => group(g, i == 0),
            Part::Choice(chains) => choice(chains, i == 0),
            Part::Effect(e) => effect(e, i == 0),
        };
        let home = behind.get(i).copied().unwrap_or(Home::Never);
        let carried = links[i + 1..].iter().any(|l| puts_down(&l.joint));
        let after = if last { ending(link, home) } else { crossing(link, carried, home) };
        if !after.is_empty() {
            let is_group = matches!(link.part, Part::Group(_));
            item.add(if is_group && !last { format!("After the last time: {}", lowered(&after)) } else { after });
        }
        items.push(item);
    }
    items
}

/// The last joint of a chain.
fn ending(link: &Link, home: Home) -> String {
    let Some(landing) = link.joint.stop else { return String::new() };
    // After an effect the piece stands on the same square as before it.
    let stands = matches!(link.part, Part::Effect(_)) && landing.modes.contains(Modes::MOVE);
    let moves = landing.modes.contains(Modes::MOVE);
    match (&link.part, home) {
        _ if stands => String::new(),
        (_, Home::Always) if moves => "There it ends, back on its own square.".into(),
        (_, Home::Always) => "There it can never end, as its own square counts as empty.".into(),
        (Part::Group(_), _) => in_sentences("After the last time it", &ends(landing, home)),
        _ => in_sentences("There it", &ends(landing, home)),
    }
}

fn ends(landing: Landing, home: Home) -> Vec<String> {
    let Landing { modes, .. } = landing;
    let mut ways = Vec::new();
    if modes.contains(Modes::MOVE) {
        let own = if home == Home::Sometimes { " (its own counts as one)" } else { "" };
        ways.push(format!("ends on an empty square{own}"));
    }
    ways.extend(taken(landing).iter().map(|whom| format!("captures {whom}")));
    if modes.contains(Modes::EN_PASSANT) {
        ways.push("captures en passant".into());
    }
    if modes.contains(Modes::SWAP) {
        ways.push("puts down the piece that it carries, and takes up what stands there, if anything".into());
    }
    if ways.is_empty() { vec!["can never end".into()] } else { ways }
}

/// A joint between parts: what lets the move go on, and whether it may end.
/// What is taken there is put down again later if it is `carried`.
fn crossing(link: &Link, carried: bool, home: Home) -> String {
    let Joint { onward, stop } = link.joint;
    // After an effect the piece stands on the same square as before it.
    if matches!(link.part, Part::Effect(_)) && stop.is_none() && onward.empty.contains(Acts::PASS) {
        return String::new();
    }
    if home == Home::Always && onward.empty.contains(Acts::PASS) {
        return match stop.filter(|l| l.modes.contains(Modes::MOVE)) {
            None => "It is then back on its own square.".into(),
            Some(_) => "It is then back on its own square, and may end there or go on.".into(),
        };
    }
    match stop {
        None => goes_on(onward, carried),
        Some(landing) if onward.is_closed() => in_sentences("There it", &ends(landing, home)),
        Some(landing) => {
            let (by, holds) = (by(landing), holds(onward));
            let whole = format!("It may end there, {}, or go on {}.", either(&by), either(&holds));
            if words(&whole) <= SENTENCE {
                return whole;
            }
            [in_sentences("It may end there", &by), in_sentences("It may go on", &holds)].join(" ")
        }
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
    in_sentences("It may go on", &holds(t))
}

/// How it may end, as an adverb: `on an empty square or by capturing an enemy`.
fn by(landing: Landing) -> Vec<String> {
    let has = |mode, way: &str| landing.modes.contains(mode).then(|| way.to_owned());
    let mut ways = Vec::from_iter(has(Modes::MOVE, "on an empty square"));
    ways.extend(taken(landing).iter().map(|whom| format!("by capturing {whom}")));
    ways.extend(has(Modes::EN_PASSANT, "by capturing en passant"));
    ways.extend(has(
        Modes::SWAP,
        "by putting down there the piece that it carries, and taking up what stands there, if anything",
    ));
    ways
}

/// Under which conditions a square is crossed, by what it holds.
fn holds(t: Transit) -> Vec<String> {
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
    ways
}

fn group(g: &Group, first: bool) -> Item {
    let times = match (g.count.min, g.count.max) {
        (1, None) => "as often as it likes, but at least once".to_owned(),
        (least, None) => format!("{} times or more", number(least)),
        (2, Some(2)) => "twice".into(),
        (1, Some(2)) => "once or twice".into(),
        (least, Some(most)) if least == most => format!("{} times", number(most)),
        (1, Some(most)) => format!("once to {} times", number(most)),
        (least, Some(most)) => format!("{} to {} times", number(least), number(most)),
    };
    let then = if first { "The following" } else { "Then the following" };
    let same = if g.frozen { ", in the same directions each time" } else { "" };
    let steps = links_in_words(&g.body.links, &[]);
    let mut item = Item { text: format!("{then}, {times}{same}:"), steps, in_order: true, ..Item::default() };
    // A repeated part is one step, which needs no number.
    item.in_order &= item.steps.len() > 1;
    let between = Link { part: Part::Group(g.clone()), joint: g.between };
    let between = crossing(&between, puts_down(&g.between), Home::Never);
    let whole = format!("Before each repetition: {}", lowered(&between));
    item.add(if begins_short(&whole) { whole } else { format!("This holds before each repetition. {between}") });
    item
}

fn choice(chains: &[Chain], first: bool) -> Item {
    let way = |chain: &Chain| match <[Item; 1]>::try_from(links_in_words(&chain.links, &[])) {
        Ok([only]) => only,
        Err(steps) => Item { text: "This:".into(), steps, in_order: true, ..Item::default() },
    };
    let text = if first { "One of these:" } else { "Then one of these:" };
    Item { text: text.into(), steps: chains.iter().map(way).collect(), ..Item::default() }
}

pub(super) fn lowered(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}

fn effect(e: &Effect, first: bool) -> Item {
    let with = |text: &str, list: &[Move]| Item { text: text.into(), steps: moves(list), ..Item::default() };
    match e {
        Effect::Approach => Item::new(
            "It must find an enemy on the next square beyond, in the direction in which it moved, and captures it \
             without going there.",
        ),
        Effect::Withdraw => Item::new(
            "It must have moved straight away from an enemy right behind the square that it left, and captures that enemy.",
        ),
        Effect::Ranged(list) if first => with(
            "Captures one enemy without leaving its square (rifle capture); it could capture that enemy in one of these ways:",
            list,
        ),
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
                    [one] => links_in_words(&one.links, &[]),
                    many => many.iter().map(|c| one_move(&Move::new(c.clone()))).collect(),
                },
                in_order: fragments.len() == 1,
                ..Item::default()
            }
        }
    }
}
