//! Writes a game in the native format (FORMAT.md): what is written reads as the same game.

mod ends;
mod keys;
mod values;

use crate::game::read_toml;
use crate::keys::words::{
    COUNTING_LAWS, COUNTINGS, END_CONDITIONS, ENTERING_PLACES, FLAVOURS, FORBIDDEN_CHECKS, FORCED, MATERIALS, PASSES,
    REPETITION_WORTHS, SERIES_PROMOTIONS, SEVERAL_ROYALS, TURNINGS, WALL_PLACES, WORTHS,
};
use crate::keys::{
    AFTERMATH, BLAST, CASTLING, CHASE, COUNTING, DROP, EN_PASSANT, ENTERING, FORCED_ON, GAME, GATING, HANDS, INSIDE,
    MATERIAL, PIECE, PROMOTION, RESULTS, ROYALTY, SERIES, SHAK, TRADING, WALLING,
};
use crate::piece::{dropped_on, letters_of, steps_from_region};
use crate::region;
use betza_game::variant::{
    BySide, CastlingRule, ChaseRule, CountingRule, DropRegion, Forced, HandRule, Kind, KindId, MaterialRule, Promotion,
    Region, ResultRules, Royalty, Transformation, Variant,
};
use betza_ir::geometry::Board;
use betza_ir::sorted;
use keys::Keys;
use values::{by_side, file, squares, word};
pub(crate) use values::{list, quoted};

/// The text of a game's file, without keys that say what holds without them.
#[must_use]
pub fn write_toml(variant: &Variant) -> String {
    // What the notations of pieces bring by themselves.
    let mut noted: Vec<&str> = Vec::new();
    for rule in ["castling", "en_passant"] {
        noted.push(rule);
        let is_same = read_toml("", &text(variant, false, &noted)).is_ok_and(|read| read.variant == *variant);
        if !is_same {
            noted.pop();
        }
    }
    text(variant, false, &noted)
}

/// The text of a game's file with the keys of all its pieces and rules, for comparing games key by key.
pub(crate) fn write_complete(variant: &Variant) -> String {
    text(variant, true, &[])
}

/// The text of a game's file without these tables of rules.
fn text(variant: &Variant, complete: bool, left_out: &[&str]) -> String {
    let writer = Writer { variant, complete };
    let mut tables = writer.rules();
    tables.retain(|(name, _)| !left_out.contains(name));
    tables.extend(variant.kinds.iter().map(|kind| ("pieces", writer.piece(kind))));
    tables.extend(variant.ends.iter().map(|end| ("ends", format!("\n[[ends]]\n{}", writer.end(end).lines()))));
    sorted::sort_by_key(&mut tables, |(name, _)| GAME.keys.iter().position(|key| key.name == *name));
    let mut out = writer.top().lines();
    out.extend(tables.into_iter().map(|(_, text)| text));
    out
}

struct Writer<'a> {
    variant: &'a Variant,
    /// Keys of pieces are written though they say what holds without them.
    complete: bool,
}

impl Writer<'_> {
    fn id(&self, kind: KindId) -> String {
        quoted(&self.variant.kinds[kind.index()].id)
    }

    fn ids(&self, kinds: &[KindId]) -> String {
        list(kinds, |&k| self.id(k))
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

    /// Regions that are all of the board where they are not written.
    fn unless_all(&self, regions: &BySide<Region>) -> Option<String> {
        let all = region::all(&self.variant.board);
        (*regions != [all; 2]).then(|| self.regions(regions))
    }

    /// A table of pieces, each with a value.
    fn by_kind<T>(&self, entries: &[(KindId, T)], value: impl Fn(&T) -> String) -> String {
        let entries: Vec<String> = entries.iter().map(|(k, v)| format!("{} = {}", self.id(*k), value(v))).collect();
        format!("{{ {} }}", entries.join(", "))
    }

    fn top(&self) -> Keys {
        let variant = self.variant;
        let board = &variant.board;
        let mut keys = Keys::of(&GAME);
        keys.put("format", "1");
        keys.put("name", quoted(&variant.name));
        keys.some("title", (variant.title != variant.name).then(|| quoted(&variant.title)));
        keys.put("aliases", list(&variant.aliases, |t| quoted(t)));
        keys.put("sources", list(&variant.sources, |t| quoted(t)));
        keys.put("board", quoted(&format!("{}x{}", board.files(), board.ranks())));
        if let Ok(full) = Board::new(board.files() as u32, board.ranks() as u32) {
            keys.put("holes", quoted(&squares(&full, &region::all(&full).without(region::all(board)))));
        }
        keys.put("start", quoted(&variant.start));
        keys.put("flavour", word(&FLAVOURS, &variant.flavour));
        keys.put("moves_as_behind", variant.annan.to_string());
        keys.put("second_board", self.by_kind(&variant.second_board, |k| self.id(*k)));
        keys.put("two_boards", variant.two_boards.to_string());
        keys.put("unmoved_field", variant.unmoved_field.to_string());
        keys.put("must_capture", variant.must_capture.to_string());
        keys.put("pass", by_side(&variant.pass, |rule| word(&PASSES, rule)));
        keys.put("pass_from_first", variant.pass_from_first.to_string());
        keys.put("petrifies", self.ids(&variant.petrifies));
        if let Some(rule) = &variant.walling {
            let mut walling = Keys::of(&WALLING);
            walling.put("place", word(&WALL_PLACES, &rule.place));
            walling.some("region", self.unless_all(&rule.region));
            walling.put("instead", rule.instead.to_string());
            keys.put("walling", walling.inline());
        }
        if let Some(rule) = &variant.entering {
            let mut entering = Keys::of(&ENTERING);
            entering.put("place", word(&ENTERING_PLACES, &rule.place));
            entering.put("opening", quoted(&squares(board, &rule.opening)));
            keys.put("entering", entering.inline());
        }
        keys.some("turning", variant.turning.as_ref().map(|rule| word(&TURNINGS, rule)));
        keys.put("flying_generals", self.ids(&variant.flying_generals));
        keys.put("mutually_immune", self.ids(&variant.mutually_immune));
        keys.put("forces_promotion", self.ids(&variant.forces_promotion));
        keys.put("spares_protected", self.ids(&variant.spares_protected));
        if let Some(grid) = &variant.grid {
            let rows: Vec<String> =
                grid.chunks(board.files()).map(|row| row.iter().map(|&c| c as char).collect()).collect();
            keys.put("grid", list(rows.iter().rev(), |row| quoted(row)));
        }
        keys.some("no_checks", variant.forbidden_checks.as_ref().map(|rule| word(&FORBIDDEN_CHECKS, rule)));
        keys.put("end_conditions", word(&END_CONDITIONS, &variant.end_conditions));
        keys.put("count", word(&COUNTINGS, &variant.counting));
        // What the notations of pieces would bring by themselves.
        keys.some("castling", variant.castling.is_none().then(|| "false".to_owned()));
        keys.some("en_passant", variant.en_passant.is_none().then(|| "false".to_owned()));
        keys
    }

    /// The tables of rules with their names.
    fn rules(&self) -> Vec<(&'static str, String)> {
        let variant = self.variant;
        // These hold without being written, all others only if they are.
        let usual = [self.royalty(&variant.royalty), self.results(&variant.results)];
        let mut written: Vec<(&str, Keys)> =
            ["royalty", "results"].into_iter().zip(usual).filter(|(_, keys)| !keys.is_empty()).collect();
        let mut add = |name: &'static str, keys: Keys| written.push((name, keys));
        if let Some(rule) = &variant.castling {
            add("castling", self.castling(rule));
        }
        if let Some(rule) = &variant.en_passant {
            let mut keys = Keys::of(&EN_PASSANT);
            keys.put("captors", self.ids(&rule.captors));
            keys.put("victims", self.ids(&rule.victims));
            keys.some("region", self.unless_all(&rule.region));
            add("en_passant", keys);
        }
        if let Some(rule) = &variant.hands {
            add("hands", self.hands(rule));
        }
        if let Some(rule) = &variant.gating {
            let mut keys = Keys::of(&GATING);
            keys.put("pieces", self.ids(&rule.kinds));
            keys.put("rank", (rule.rank[0] + 1).to_string());
            add("gating", keys);
        }
        if let Some(rule) = &variant.explosion {
            let mut keys = Keys::of(&BLAST);
            keys.put("spares", self.ids(&rule.spares));
            keys.put("immune", self.ids(&rule.immune));
            keys.put("captor_too", rule.captor_too.to_string());
            keys.put("petrifies", rule.petrifies.to_string());
            add("blast", keys);
        }
        if let Some(rule) = &variant.trading {
            let mut keys = Keys::of(&TRADING);
            keys.put("pieces", self.ids(&rule.kinds));
            keys.put("trifles", self.ids(&rule.trifles));
            add("trading", keys);
        }
        if let Some(rule) = &variant.series {
            let mut keys = Keys::of(&SERIES);
            keys.put("promotion", word(&SERIES_PROMOTIONS, &rule.promotion));
            keys.put("most", rule.most.to_string());
            add("series", keys);
        }
        let after = self.aftermath(&variant.transformation);
        if !after.is_empty() {
            add("aftermath", after);
        }
        written.into_iter().map(|(name, keys)| (name, format!("\n[{name}]\n{}", keys.lines()))).collect()
    }

    fn royalty(&self, rule: &Royalty) -> Keys {
        let mut keys = Keys::of(&ROYALTY);
        keys.put("check", rule.check.to_string());
        keys.put("several", word(&SEVERAL_ROYALS, &rule.several));
        keys.put("pseudo", self.ids(&rule.pseudo));
        keys.put("pseudo_count", rule.pseudo_count.to_string());
        match &rule.pseudo_together[..] {
            [] => {}
            [all] if all.len() == rule.pseudo.len() => keys.put("pseudo_together", "true"),
            groups => keys.put("pseudo_together", list(groups, |group| self.ids(group))),
        }
        keys.put("royal_at_once", rule.royal_at_once.to_string());
        keys.put("first_moves_in_check", rule.first_moves_in_check.to_string());
        keys.put("first_moves_only", rule.first_moves_only.to_string());
        keys.put("first_moves_lost_to", self.ids(&rule.first_moves_lost_to));
        keys.put("stays_in_check", rule.stays_in_check.to_string());
        keys
    }

    fn castling(&self, rule: &CastlingRule) -> Keys {
        let pair = |[king_side, queen_side]: [u8; 2]| format!("[{}, {}]", file(king_side), file(queen_side));
        let mut keys = Keys::of(&CASTLING);
        keys.put("king", by_side(&rule.king, |k| self.id(*k)));
        keys.put("partners", by_side(&rule.partners, |kinds| self.ids(kinds)));
        keys.put("rank", (rule.rank[0] + 1).to_string());
        keys.some("king_file", rule.king_file.map(|files| by_side(&files, |&f| file(f))));
        keys.put("king_to", by_side(&rule.king_to, |&files| pair(files)));
        // Notations may say that there are more squares to go to.
        let noted = self.variant.kinds.iter().flat_map(|kind| &kind.moves).any(|piece| piece.castlings.len() > 1);
        let wings = |wings: &[Vec<u8>; 2]| list(wings, |files| list(files, |&f| file(f)));
        if noted || rule.has_choice() {
            keys.put("also_to", by_side(&rule.also_to, wings));
        }
        keys.put("partner_file", by_side(&rule.partner_file, |&files| pair(files)));
        if let Some(further) = &rule.further {
            keys.put("further_partners", by_side(&further.files, wings));
            keys.put("lands_short", list(&further.short, u8::to_string));
        }
        keys.put("any_files", rule.any_files.to_string());
        keys.put("ignores_check", rule.ignores_check.to_string());
        keys.put("ends_opposite", rule.ends_opposite.to_string());
        keys
    }

    fn hands(&self, rule: &HandRule) -> Keys {
        let mut keys = Keys::of(&HANDS);
        keys.put("captures", rule.captures.to_string());
        keys.put("captures_return", rule.captures_return.to_string());
        keys.put("endless", rule.endless.to_string());
        keys.put("drops", rule.drops.to_string());
        keys.put("must_drop", self.ids(&rule.must_drop));
        keys.put("castling_by_drop", rule.castling_by_drop.to_string());
        keys.put("drop_promoted", rule.drop_promoted.to_string());
        keys.put("drop_checks", rule.drop_checks.to_string());
        keys.put("keeps_promoted", rule.keeps_promoted.to_string());
        keys.put("opposite_coloured", self.ids(&rule.opposite_coloured));
        keys
    }

    fn aftermath(&self, rule: &Transformation) -> Keys {
        let mut keys = Keys::of(&AFTERMATH);
        keys.put("becomes", self.by_kind(&rule.becomes, |k| self.id(*k)));
        keys.put("limits", self.by_kind(&rule.limits, u8::to_string));
        keys.put("turncoats", self.ids(&rule.turncoats));
        keys.put("contagion", self.by_kind(&rule.contagion, |k| self.id(*k)));
        keys.put("immune", self.ids(&rule.immune));
        keys.put("forward_until_capture", self.ids(&rule.forward_until_capture));
        keys
    }

    fn results(&self, rules: &ResultRules) -> Keys {
        let mut keys = Keys::of(&RESULTS);
        keys.put("mate", word(&WORTHS, &rules.mate));
        keys.put("stalemate", word(&WORTHS, &rules.stalemate));
        keys.put("stalemate_by_count", rules.stalemate_by_count.to_string());
        for (key, rule) in [("moves", rules.move_rule), ("repetition", rules.repetition)] {
            keys.put(key, rule.map_or(0, |r| r.claim).to_string());
            keys.some(&format!("{key}_end"), rule.and_then(|r| r.automatic).map(|end| end.to_string()));
        }
        keys.put("repetition_value", word(&REPETITION_WORTHS, &rules.repetition_worth));
        keys.some("clock", rules.clock_kinds.as_ref().map(|kinds| by_side(kinds, |kinds| self.ids(kinds))));
        keys.put("perpetual_check", rules.perpetual_check.to_string());
        keys.put("move_repetition", rules.move_repetition.to_string());
        keys.some("chase", rules.chase.as_ref().map(|rule| self.chase(rule)));
        keys.some("material", rules.material.as_ref().map(|rule| self.material(rule)));
        keys.some("counting", rules.counting.as_ref().map(|rule| self.counting(rule)));
        if let Some(rule) = &rules.shak {
            let mut shak = Keys::of(&SHAK);
            shak.put("strong", self.ids(&rule.strong));
            shak.put("barred", self.ids(&rule.barred));
            keys.put("shak", shak.inline());
        }
        keys
    }

    fn chase(&self, rule: &ChaseRule) -> String {
        let ChaseRule { rook, cannon, horse, elephant, advisor, soldier } = rule;
        let pieces = [
            ("rook", rook),
            ("cannon", cannon),
            ("horse", horse),
            ("elephant", elephant),
            ("advisor", advisor),
            ("soldier", soldier),
        ];
        let mut keys = Keys::of(&CHASE);
        pieces.into_iter().for_each(|(key, kind)| keys.put(key, self.id(*kind)));
        keys.inline()
    }

    fn material(&self, rule: &MaterialRule) -> String {
        let MaterialRule::Points { points, lead } = rule else { return word(&MATERIALS, rule) };
        let mut keys = Keys::of(&MATERIAL);
        keys.put("points", self.by_kind(points, u8::to_string));
        keys.put("lead", lead.to_string());
        keys.inline()
    }

    fn counting(&self, rule: &CountingRule) -> String {
        let mut keys = Keys::of(&COUNTING);
        keys.put("law", word(&COUNTING_LAWS, &rule.law));
        let pieces = [("pawn", rule.pawn), ("rook", rule.rook), ("khon", rule.khon), ("knight", rule.knight)];
        pieces.into_iter().for_each(|(key, kind)| keys.some(key, kind.map(|kind| self.id(kind))));
        keys.inline()
    }

    fn piece(&self, kind: &Kind) -> String {
        let both =
            |[white, black]: &BySide<String>| format!("{{ white = {}, black = {} }}", quoted(white), quoted(black));
        let mut keys = Keys::of(&PIECE);
        keys.some("name", (kind.name != kind.id).then(|| quoted(&kind.name)));
        keys.put("move", by_side(&kind.notation, |text| quoted(text)));
        keys.put("dialect", quoted(kind.dialect.id()));
        let unless = |same: bool, value: String| (self.complete || !same).then_some(value);
        keys.some("letters", unless(kind.letters == letters_of(&kind.id), both(&kind.letters)));
        keys.put("synonyms", list(&kind.synonyms, both));
        keys.some("royal", unless(kind.royal == kind.moves.iter().any(|piece| piece.royal), kind.royal.to_string()));
        if kind.region.iter().any(Option::is_some) {
            let all = region::all(&self.variant.board);
            keys.put("region", self.regions(&kind.region.map(|r| r.unwrap_or(all))));
        }
        let no_steps =
            kind.double_step_region.iter().all(Region::is_empty) && !kind.moves.iter().any(steps_from_region);
        keys.some("double_step", unless(no_steps, self.regions(&kind.double_step_region)));
        keys.some("promotion", kind.promotion.as_ref().map(|rule| self.promotion(rule)));
        keys.some("in_hand", kind.in_hand.map(|held| self.id(held)));
        keys.put(
            "inside",
            list(&kind.inside, |inside| {
                let mut keys = Keys::of(&INSIDE);
                keys.put("region", self.regions(&inside.region));
                keys.put("move", by_side(&inside.notation, |text| quoted(text)));
                keys.put("leaves", inside.leaves.to_string());
                keys.inline()
            }),
        );
        keys.put("spurns", self.ids(&kind.barriers));
        keys.put("grade", kind.grade.to_string());
        let all = region::all(&self.variant.board);
        let anywhere = dropped_on([all; 2]);
        let is_noted = kind.moves.iter().any(|piece| !piece.drops.is_empty());
        keys.some("drop", unless(kind.drop == anywhere && !is_noted, self.drop(&kind.drop)));
        format!("\n[pieces.{}]\n{}", quoted(&kind.id), keys.lines())
    }

    fn promotion(&self, rule: &Promotion) -> String {
        let mut keys = Keys::of(&PROMOTION);
        keys.put("zone", self.regions(&rule.zone));
        keys.put("to", by_side(&rule.to, |kinds| self.ids(kinds)));
        keys.put(
            "forced",
            match &rule.forced {
                Forced::OnRegion(regions) => {
                    let mut forced = Keys::of(&FORCED_ON);
                    forced.put("region", self.regions(regions));
                    forced.inline()
                }
                other => word(&FORCED, other),
            },
        );
        keys.put("only_promoted", self.regions(&rule.only_promoted));
        keys.some("starting_inside", rule.starting_inside.as_ref().map(|regions| self.regions(regions)));
        keys.put("from_zone_too", rule.from_zone_too.to_string());
        keys.put("by_capture", rule.by_capture.to_string());
        keys.put("in_place", rule.in_place.to_string());
        keys.put("from_captured", rule.from_captured.to_string());
        keys.put("from_hand", rule.from_hand.to_string());
        keys.put("remembers", rule.remembers.to_string());
        keys.put("limits", self.by_kind(&rule.limits, u8::to_string));
        keys.put("counted_as", self.by_kind(&rule.counted_as, |k| self.id(*k)));
        keys.put("only", self.by_kind(&rule.only, |regions| self.regions(regions)));
        keys.inline()
    }

    fn drop(&self, rule: &DropRegion) -> String {
        let mut keys = Keys::of(&DROP);
        keys.put("region", self.regions(&rule.region));
        keys.some("per_file", rule.per_file.map(|most| most.to_string()));
        keys.put("not_stuck", rule.not_stuck.to_string());
        keys.put("no_mate", rule.no_mate.to_string());
        keys.inline()
    }
}
