//! Writes a game in the native format (FORMAT.md): what is written reads as the same game.

use crate::placing::{ENTERING_PLACES, TURNINGS, WALL_PLACES};
use crate::region;
use crate::results::WORTHS;
use betza_game::variant::{
    BySide, CastlingRule, Connection, Counting, CountingLaw, Directions, EndConditions, EndRule, Flavour,
    ForbiddenChecks, Forced, Kind, KindId, MaterialRule, PassRule, Promotion, Region, RepetitionWorth, ResultRules,
    SeriesPromotion, SeveralRoyals, Shape, Variant, Worth,
};
use betza_ir::geometry::{Board, Side};
use std::fmt::Write as _;

/// The text of a game's file.
#[must_use]
pub fn write_toml(variant: &Variant) -> String {
    let mut writer = Writer { variant, out: String::new() };
    writer.top();
    writer.rules();
    variant.kinds.iter().for_each(|kind| writer.piece(kind));
    variant.ends.iter().for_each(|end| writer.end(end));
    writer.out
}

struct Writer<'a> {
    variant: &'a Variant,
    out: String,
}

/// A text in quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => write!(out, "\\u{:04x}", u32::from(c)).unwrap_or_default(),
            c => out.push(c),
        }
    }
    out + "\""
}

fn list<T>(items: impl IntoIterator<Item = T>, text: impl FnMut(T) -> String) -> String {
    format!("[{}]", items.into_iter().map(text).collect::<Vec<_>>().join(", "))
}

/// One value, or that of each side.
fn by_side<T: PartialEq>(sides: &BySide<T>, text: impl Fn(&T) -> String) -> String {
    let [white, black] = sides;
    if white == black { text(white) } else { format!("{{ white = {}, black = {} }}", text(white), text(black)) }
}

fn file(n: u8) -> String {
    quoted(&((b'a' + n) as char).to_string())
}

/// The word for a value in the table from which it is read.
fn word<T: PartialEq>(words: &[(&str, T)], value: &T) -> String {
    words.iter().find(|(_, v)| v == value).map_or_else(String::new, |(word, _)| quoted(word))
}

fn worth(worth: Worth) -> String {
    word(&WORTHS, &worth)
}

/// The squares of a region: whole ranks where they are, then the rest.
fn squares(board: &Board, region: &Region) -> String {
    let all = region::all(board);
    if all.is_subset(region) {
        return "all".to_owned();
    }
    let mut words = Vec::new();
    let mut left = *region & all;
    for rank in 0..board.ranks() as i32 {
        let line: Vec<_> = board.squares().filter(|&s| board.rank(s) == rank).collect();
        if !line.is_empty() && line.iter().all(|&s| left.contains(s)) {
            words.push(format!("rank {}", rank + 1));
            line.into_iter().for_each(|s| left.remove(s));
        }
    }
    words.extend(board.squares().filter(|&s| left.contains(s)).map(|s| board.name(s)));
    if words.is_empty() { "none".to_owned() } else { words.join(" ") }
}

impl Writer<'_> {
    fn line(&mut self, key: &str, value: impl AsRef<str>) {
        self.out += &format!("{key} = {}\n", value.as_ref());
    }

    /// A switch, if it is not as it is by default.
    fn switch(&mut self, key: &str, on: bool, default: bool) {
        if on != default {
            self.line(key, on.to_string());
        }
    }

    fn heading(&mut self, name: &str) {
        self.out += &format!("\n[{name}]\n");
    }

    fn id(&self, kind: KindId) -> String {
        quoted(&self.variant.kinds[kind.index()].id)
    }

    fn ids(&self, kinds: &[KindId]) -> String {
        list(kinds, |&k| self.id(k))
    }

    /// A list of pieces, if there are any.
    fn kinds(&mut self, key: &str, kinds: &[KindId]) {
        if !kinds.is_empty() {
            let text = self.ids(kinds);
            self.line(key, text);
        }
    }

    /// A region of each side: White's alone where Black's is its mirror image.
    fn regions(&self, regions: &BySide<Region>) -> String {
        let board = &self.variant.board;
        let text = |region: &Region| quoted(&squares(board, region));
        if region::for_both(board, regions[0]) == *regions {
            return text(&regions[0]);
        }
        let [white, black] = regions;
        format!("{{ white = {}, black = {} }}", text(white), text(black))
    }

    fn table<T>(&self, entries: &[(KindId, T)], value: impl Fn(&T) -> String) -> String {
        let entries: Vec<String> = entries.iter().map(|(k, v)| format!("{} = {}", self.id(*k), value(v))).collect();
        format!("{{ {} }}", entries.join(", "))
    }

    fn top(&mut self) {
        let variant = self.variant;
        self.line("format", "1");
        self.line("name", quoted(&variant.name));
        self.line("title", quoted(&variant.title));
        if !variant.aliases.is_empty() {
            self.line("aliases", list(&variant.aliases, |t| quoted(t)));
        }
        if !variant.sources.is_empty() {
            self.line("sources", list(&variant.sources, |t| quoted(t)));
        }
        let board = &variant.board;
        self.line("board", quoted(&format!("{}x{}", board.files(), board.ranks())));
        if let Ok(full) = Board::new(board.files() as u32, board.ranks() as u32) {
            let holes = region::all(&full).without(region::all(board));
            if !holes.is_empty() {
                self.line("holes", quoted(&squares(&full, &holes)));
            }
        }
        self.line("start", quoted(&variant.start));
        match variant.flavour {
            Flavour::Fen => {}
            Flavour::Sfen => self.line("flavour", "\"sfen\""),
            Flavour::Pdn => self.line("flavour", "\"pdn\""),
        }
        self.switch("moves_as_behind", variant.annan, false);
        self.switch("unmoved_field", variant.unmoved_field, false);
        self.switch("must_capture", variant.must_capture, false);
        if variant.pass != [PassRule::Never; 2] {
            let word = |rule: &PassRule| {
                quoted(match rule {
                    PassRule::Never => "never",
                    PassRule::Always => "always",
                    PassRule::Stalemate => "stalemate",
                })
            };
            self.line("pass", by_side(&variant.pass, word));
        }
        self.switch("pass_from_first", variant.pass_from_first, false);
        self.kinds("petrifies", &variant.petrifies);
        if let Some(rule) = &variant.walling {
            let (place, region) = (word(&WALL_PLACES, &rule.place), self.regions(&rule.region));
            self.line("walling", format!("{{ place = {place}, region = {region}, instead = {} }}", rule.instead));
        }
        if let Some(rule) = &variant.entering {
            let (place, opening) = (word(&ENTERING_PLACES, &rule.place), quoted(&squares(board, &rule.opening)));
            self.line("entering", format!("{{ place = {place}, opening = {opening} }}"));
        }
        if let Some(rule) = &variant.turning {
            self.line("turning", word(&TURNINGS, rule));
        }
        self.kinds("flying_generals", &variant.flying_generals);
        self.kinds("mutually_immune", &variant.mutually_immune);
        if let Some(grid) = &variant.grid {
            let rows: Vec<String> =
                grid.chunks(board.files()).map(|row| row.iter().map(|&c| c as char).collect()).collect();
            self.line("grid", list(rows.iter().rev(), |row| quoted(row)));
        }
        match variant.forbidden_checks {
            None => {}
            Some(ForbiddenChecks::Any) => self.line("no_checks", "\"any\""),
            Some(ForbiddenChecks::UnlessMate) => self.line("no_checks", "\"unless-mate\""),
        }
        if variant.end_conditions == EndConditions::Ignore {
            self.line("end_conditions", "\"ignore\"");
        }
        if variant.counting == Counting::Paths {
            self.line("count", "\"paths\"");
        }
        // What the notations of pieces would bring by themselves.
        if variant.castling.is_none() {
            self.line("castling", "false");
        }
        if variant.en_passant.is_none() {
            self.line("en_passant", "false");
        }
    }

    fn rules(&mut self) {
        let variant = self.variant;
        self.royalty();
        if let Some(rule) = &variant.castling {
            self.castling(rule);
        }
        if let Some(rule) = &variant.en_passant {
            self.heading("en_passant");
            self.kinds("captors", &rule.captors);
            self.kinds("victims", &rule.victims);
            let region = self.regions(&rule.region);
            self.line("region", region);
        }
        if let Some(rule) = &variant.hands {
            self.heading("hands");
            self.switch("captures", rule.captures, false);
            self.switch("captures_return", rule.captures_return, false);
            self.switch("drops", rule.drops, true);
            self.kinds("must_drop", &rule.must_drop);
            self.switch("castling_by_drop", rule.castling_by_drop, false);
            self.switch("drop_promoted", rule.drop_promoted, false);
            self.switch("drop_checks", rule.drop_checks, true);
            self.switch("keeps_promoted", rule.keeps_promoted, false);
            self.kinds("opposite_coloured", &rule.opposite_coloured);
            self.switch("endless", rule.endless, false);
        }
        if let Some(rule) = &variant.gating {
            self.heading("gating");
            self.kinds("pieces", &rule.kinds);
            self.line("rank", (rule.rank[0] + 1).to_string());
        }
        if let Some(rule) = &variant.explosion {
            self.heading("blast");
            self.kinds("spares", &rule.spares);
            self.kinds("immune", &rule.immune);
            self.switch("captor_too", rule.captor_too, true);
            self.switch("petrifies", rule.petrifies, false);
        }
        if let Some(rule) = &variant.trading {
            self.heading("trading");
            self.kinds("pieces", &rule.kinds);
            self.kinds("trifles", &rule.trifles);
        }
        if let Some(rule) = &variant.series {
            self.heading("series");
            self.line(
                "promotion",
                quoted(match rule.promotion {
                    SeriesPromotion::Ends => "ends",
                    SeriesPromotion::GoesOn => "goes-on",
                    SeriesPromotion::AtEnd => "at-end",
                }),
            );
            self.switch("most", rule.most, false);
        }
        let after = &variant.transformation;
        if !after.is_empty() || !after.limits.is_empty() {
            self.heading("aftermath");
            let (becomes, limits) =
                (self.table(&after.becomes, |k| self.id(*k)), self.table(&after.limits, u8::to_string));
            self.line("becomes", becomes);
            self.line("limits", limits);
            self.kinds("turncoats", &after.turncoats);
            self.kinds("forward_until_capture", &after.forward_until_capture);
        }
        self.results(&variant.results);
    }

    fn royalty(&mut self) {
        let rule = &self.variant.royalty;
        self.heading("royalty");
        self.switch("check", rule.check, true);
        match rule.several {
            SeveralRoyals::All => {}
            SeveralRoyals::One => self.line("several", "\"one\""),
            SeveralRoyals::First => self.line("several", "\"first\""),
        }
        self.kinds("pseudo", &rule.pseudo);
        if rule.pseudo_count != 1 {
            self.line("pseudo_count", rule.pseudo_count.to_string());
        }
        match &rule.pseudo_together[..] {
            [] => {}
            [all] if all.len() == rule.pseudo.len() => self.switch("pseudo_together", true, false),
            groups => {
                let groups: Vec<String> = groups.iter().map(|group| self.ids(group)).collect();
                self.line("pseudo_together", format!("[{}]", groups.join(", ")));
            }
        }
        self.switch("royal_at_once", rule.royal_at_once, true);
        self.switch("first_moves_in_check", rule.first_moves_in_check, true);
        self.switch("first_moves_only", rule.first_moves_only, false);
        self.kinds("first_moves_lost_to", &rule.first_moves_lost_to);
        self.switch("stays_in_check", rule.stays_in_check, false);
    }

    fn castling(&mut self, rule: &CastlingRule) {
        let pair = |[king_side, queen_side]: [u8; 2]| format!("[{}, {}]", file(king_side), file(queen_side));
        let king = by_side(&rule.king, |k| self.id(*k));
        let partners = by_side(&rule.partners, |kinds| self.ids(kinds));
        self.heading("castling");
        self.line("king", king);
        self.line("partners", partners);
        self.line("rank", (rule.rank[0] + 1).to_string());
        if let Some(at) = rule.king_file {
            self.line("king_file", file(at));
        }
        self.line("king_to", pair(rule.king_to));
        if rule.also_to != [Vec::new(), Vec::new()] {
            self.line("also_to", list(&rule.also_to, |files| list(files, |&f| file(f))));
        }
        self.line("partner_file", pair(rule.partner_file));
        self.line("any_files", rule.any_files.to_string());
        self.line("ignores_check", rule.ignores_check.to_string());
        self.switch("ends_opposite", rule.ends_opposite, false);
    }

    fn results(&mut self, rules: &ResultRules) {
        self.heading("results");
        self.line("mate", worth(rules.mate));
        self.line("stalemate", worth(rules.stalemate));
        self.switch("stalemate_by_count", rules.stalemate_by_count, false);
        for (key, rule) in [("moves", rules.move_rule), ("repetition", rules.repetition)] {
            self.line(key, rule.map_or(0, |r| r.claim).to_string());
            if let Some(end) = rule.and_then(|r| r.automatic) {
                self.line(&format!("{key}_end"), end.to_string());
            }
        }
        let value = match rules.repetition_worth {
            RepetitionWorth::ToMover(value) => worth(value),
            RepetitionWorth::Wins(side) => winner(side),
        };
        self.line("repetition_value", value);
        if let Some(kinds) = &rules.clock_kinds {
            let text = by_side(kinds, |kinds| self.ids(kinds));
            self.line("clock", text);
        }
        self.switch("perpetual_check", rules.perpetual_check, false);
        self.switch("move_repetition", rules.move_repetition, false);
        if let Some(rule) = &rules.shak {
            let text = format!("{{ strong = {}, barred = {} }}", self.ids(&rule.strong), self.ids(&rule.barred));
            self.line("shak", text);
        }
        if let Some(rule) = &rules.chase {
            let pieces = [
                ("rook", rule.rook),
                ("cannon", rule.cannon),
                ("horse", rule.horse),
                ("elephant", rule.elephant),
                ("advisor", rule.advisor),
                ("soldier", rule.soldier),
            ];
            let entries: Vec<String> = pieces.map(|(key, kind)| format!("{key} = {}", self.id(kind))).into();
            self.line("chase", format!("{{ {} }}", entries.join(", ")));
        }
        match &rules.material {
            None => {}
            Some(MaterialRule::Pieces) => self.line("material", "\"pieces\""),
            Some(MaterialRule::Wins(side)) => self.line("material", winner(*side)),
            Some(MaterialRule::Points { points, lead }) => {
                let points = self.table(points, u8::to_string);
                self.line("material", format!("{{ points = {points}, lead = {lead} }}"));
            }
        }
        if let Some(rule) = &rules.counting {
            let law = match rule.law {
                CountingLaw::Makruk => "makruk",
                CountingLaw::Cambodian => "cambodian",
                CountingLaw::Asean => "asean",
            };
            let pieces = [("pawn", rule.pawn), ("rook", rule.rook), ("khon", rule.khon), ("knight", rule.knight)];
            let pieces = pieces.iter().filter_map(|(key, kind)| Some(format!(", {key} = {}", self.id((*kind)?))));
            let text = format!("{{ law = \"{law}\"{} }}", pieces.collect::<String>());
            self.line("counting", text);
        }
    }

    fn piece(&mut self, kind: &Kind) {
        self.heading(&format!("pieces.{}", quoted(&kind.id)));
        self.line("name", quoted(&kind.name));
        self.line("move", by_side(&kind.notation, |text| quoted(text)));
        self.line("dialect", quoted(kind.dialect.id()));
        let [white, black] = &kind.letters;
        self.line("letters", format!("{{ white = {}, black = {} }}", quoted(white), quoted(black)));
        if !kind.synonyms.is_empty() {
            let both =
                |[white, black]: &BySide<String>| format!("{{ white = {}, black = {} }}", quoted(white), quoted(black));
            self.line("synonyms", list(&kind.synonyms, both));
        }
        self.line("royal", kind.royal.to_string());
        if kind.region.iter().any(Option::is_some) {
            let all = region::all(&self.variant.board);
            let text = self.regions(&kind.region.map(|r| r.unwrap_or(all)));
            self.line("region", text);
        }
        let text = self.regions(&kind.double_step_region);
        self.line("double_step", text);
        if let Some(rule) = &kind.promotion {
            let text = self.promotion(rule);
            self.line("promotion", text);
        }
        if let Some(held) = kind.in_hand {
            let text = self.id(held);
            self.line("in_hand", text);
        }
        if !kind.inside.is_empty() {
            let inside = |i: &betza_game::variant::Inside| {
                let notation = by_side(&i.notation, |text| quoted(text));
                format!("{{ region = {}, move = {notation}, leaves = {} }}", self.regions(&i.region), i.leaves)
            };
            let text = list(&kind.inside, inside);
            self.line("inside", text);
        }
        self.kinds("spurns", &kind.barriers);
        let drop = &kind.drop;
        let mut text = format!("{{ region = {}", self.regions(&drop.region));
        if let Some(most) = drop.per_file {
            text += &format!(", per_file = {most}");
        }
        self.line("drop", format!("{text}, not_stuck = {}, no_mate = {} }}", drop.not_stuck, drop.no_mate));
    }

    fn promotion(&self, rule: &Promotion) -> String {
        let mut entries = vec![
            format!("zone = {}", self.regions(&rule.zone)),
            format!("to = {}", by_side(&rule.to, |kinds| self.ids(kinds))),
        ];
        let mut add = |key: &str, value: String| entries.push(format!("{key} = {value}"));
        match &rule.forced {
            Forced::Always => {}
            Forced::No => add("forced", quoted("no")),
            Forced::WhenStuck => add("forced", quoted("when-stuck")),
            Forced::OnRegion(regions) => add("forced", format!("{{ region = {} }}", self.regions(regions))),
        }
        if rule.only_promoted.iter().any(|region| !region.is_empty()) {
            add("only_promoted", self.regions(&rule.only_promoted));
        }
        if let Some(regions) = &rule.starting_inside {
            add("starting_inside", self.regions(regions));
        }
        let switches = [
            ("from_zone_too", rule.from_zone_too),
            ("by_capture", rule.by_capture),
            ("in_place", rule.in_place),
            ("from_captured", rule.from_captured),
            ("remembers", rule.remembers),
        ];
        switches.into_iter().filter(|(_, on)| *on).for_each(|(key, _)| add(key, "true".to_owned()));
        if !rule.limits.is_empty() {
            add("limits", self.table(&rule.limits, u8::to_string));
        }
        if !rule.counted_as.is_empty() {
            add("counted_as", self.table(&rule.counted_as, |k| self.id(*k)));
        }
        if !rule.only.is_empty() {
            add("only", self.table(&rule.only, |regions| self.regions(regions)));
        }
        format!("{{ {} }}", entries.join(", "))
    }

    fn end(&mut self, end: &EndRule) {
        self.out += "\n[[ends]]\n";
        match end {
            EndRule::Extinct { kinds, count, together, opponent, reply, worth: value } => {
                self.line("when", "\"extinct\"");
                self.kinds("pieces", kinds);
                self.line("count", count.to_string());
                self.switch("together", *together, false);
                self.line("opponent", opponent.to_string());
                self.switch("reply", *reply, false);
                self.line("value", worth(*value));
            }
            EndRule::Reached { kinds, region, reply, safe, count, blocked } => {
                self.line("when", "\"reached\"");
                let (kinds, region) = (by_side(kinds, |kinds| self.ids(kinds)), self.regions(region));
                self.line("pieces", kinds);
                self.line("region", region);
                self.switch("reply", *reply, false);
                self.switch("safe", *safe, false);
                self.line("count", count.to_string());
                self.switch("blocked", *blocked, false);
            }
            EndRule::Checks(count) => {
                self.line("when", "\"checks\"");
                self.line("count", count.to_string());
            }
            EndRule::Bikjang => self.line("when", "\"bikjang\""),
            EndRule::Passes => self.line("when", "\"passes\""),
            EndRule::Bared => self.line("when", "\"bared\""),
            EndRule::FullBoard => self.line("when", "\"full-board\""),
            EndRule::Castled(wings) => {
                let names = |wings: &[bool; 2]| {
                    let names = wings.iter().zip(["K", "Q"]).filter(|(on, _)| **on);
                    quoted(&names.map(|(_, name)| name).collect::<String>())
                };
                self.line("when", "\"castled\"");
                self.line("wings", by_side(wings, names));
            }
            EndRule::Connected(rule) => self.connection(rule),
        }
    }
}

impl Writer<'_> {
    fn connection(&mut self, rule: &Connection) {
        let (when, count) = match &rule.shape {
            Shape::Row(count, _) => ("in-a-row", Some(count)),
            Shape::Line(count, _) => ("in-line", Some(count)),
            Shape::Block(count) => ("in-a-block", Some(count)),
            Shape::Chain { .. } => ("in-a-chain", None),
        };
        self.line("when", quoted(when));
        self.kinds("pieces", &rule.kinds);
        if let Some(count) = count {
            self.line("count", count.to_string());
        }
        if let Shape::Chain { ends: [from, to], forward, .. } = &rule.shape {
            let (from, to) = (self.regions(from), self.regions(to));
            self.line("from", from);
            self.line("to", to);
            self.switch("forward", *forward, false);
        }
        if let Shape::Row(_, directions) | Shape::Line(_, directions) | Shape::Chain { directions, .. } = &rule.shape {
            let Directions { horizontal, vertical, diagonal } = *directions;
            let all = [(horizontal, "horizontal"), (vertical, "vertical"), (diagonal, "diagonal")];
            self.line("directions", list(all.into_iter().filter(|(on, _)| *on), |(_, name)| quoted(name)));
        }
        self.line("value", worth(rule.worth));
    }
}

fn winner(side: Side) -> String {
    quoted(if side == Side::White { "white" } else { "black" })
}
