//! The rules of a game that its pieces' notations do not say, in English, a line each.
//!
//! Where a key of game files is the whole of what there is to say, its sentence in the table of keys is said, with the
//! pieces that it is about behind a colon. The sentences that stand here apart have values in their midst, say that a
//! switch is off, or join what several keys say.

mod results;

use crate::keys::words::{self, sentence};
use crate::keys::{AFTERMATH, CASTLING, DROP, GAME, HANDS, ROYALTY, SERIES, Table, WALLING, WHENS, When};
use crate::piece::steps_from_region;
use crate::region::{self, Part};
use betza_game::variant::{
    CastlingRule, Connection, Directions, DropRegion, EnPassantRule, EndRule, ExplosionRule, Forced, FurtherPartners,
    HandRule, Kind, KindId, PassRule, Promotion, Region, Shape, Variant, Walling, Worth,
};
use betza_ir::geometry::{Side, file_name};
use results::verdict;

/// All rules of a game.
pub fn rules(variant: &Variant) -> Vec<String> {
    let book = Book { variant };
    let mut lines = book.royalty();
    lines.extend(variant.kind_ids().flat_map(|id| book.kind(id)));
    lines.extend(variant.castling.as_ref().map(|rule| book.castling(rule)));
    lines.extend(variant.en_passant.as_ref().map(|rule| book.en_passant(rule)));
    lines.extend(variant.hands.as_ref().map(|rule| book.hands(rule)));
    if let Some(rule) = &variant.gating {
        lines.push(format!("Gating: {} may be left behind by a piece's first move.", book.names(&rule.kinds)));
    }
    lines.extend(pass(variant.pass));
    lines.extend(book.others());
    lines.extend(variant.ends.iter().map(|e| book.end(e)));
    lines.extend(book.results());
    if !variant.ends.is_empty() {
        lines.push(format!("Counting: {}.", sentence(&words::END_CONDITIONS, &variant.end_conditions)));
    }
    lines
}

fn pass(rule: [PassRule; 2]) -> Option<String> {
    let when = |r: PassRule| sentence(&words::PASSES, &r);
    match rule {
        [PassRule::Never, PassRule::Never] => None,
        [a, b] if a == b => Some(format!("Passing: {}.", when(a))),
        [a, b] => Some(format!("Passing: White {}; Black {}.", when(a), when(b))),
    }
}

/// A sentence of the table of keys, as one that stands alone.
fn alone(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

struct Book<'a> {
    variant: &'a Variant,
}

impl Book<'_> {
    fn name(&self, kind: KindId) -> &str {
        &self.variant.kinds[kind.index()].name
    }

    fn names(&self, kinds: &[KindId]) -> String {
        if kinds.len() == self.variant.kinds.len() {
            return "all pieces".to_owned();
        }
        if kinds.is_empty() {
            return "no piece".to_owned();
        }
        kinds.iter().map(|&k| self.name(k)).collect::<Vec<_>>().join(", ")
    }

    /// What a key says of pieces, if there are any.
    fn of_pieces(&self, table: &Table, key: &str, kinds: &[KindId]) -> Option<String> {
        (!kinds.is_empty()).then(|| alone(&format!("{}: {}", table.sentence(key), self.names(kinds))))
    }

    fn both(&self, kinds: &[Vec<KindId>; 2]) -> String {
        let [white, black] = kinds;
        if white == black {
            self.names(white)
        } else {
            format!("{} (White), {} (Black)", self.names(white), self.names(black))
        }
    }

    /// The squares of a region: ranks and files where they are whole, then rectangles.
    fn region(&self, region: &Region) -> String {
        let board = &self.variant.board;
        let lines = |word: &str, first: String, last: String, count: usize| match count {
            1 => format!("{word} {first}"),
            2 => format!("{word}s {first} and {last}"),
            _ => format!("{word}s {first} to {last}"),
        };
        let mut words: Vec<String> = Vec::new();
        let mut squares: Vec<String> = Vec::new();
        for part in region::parts(board, region) {
            match part {
                Part::Ranks(first, last) if last + 1 - first == board.ranks() => return "anywhere".to_owned(),
                Part::Ranks(first, last) => {
                    words.push(lines("rank", (first + 1).to_string(), (last + 1).to_string(), last + 1 - first));
                }
                Part::Files(first, last) => {
                    words.push(lines("file", file_name(first), file_name(last), last + 1 - first))
                }
                Part::Squares(first, last) => {
                    let (files, ranks) = (board.file(first)..=board.file(last), board.rank(first)..=board.rank(last));
                    let inside = |s: &betza_ir::geometry::Square| {
                        files.contains(&board.file(*s)) && ranks.contains(&board.rank(*s))
                    };
                    let all: Vec<String> = board.squares().filter(inside).map(|s| board.name(s)).collect();
                    // A few squares are named one by one.
                    let rectangle = || vec![format!("{}-{}", board.name(first), board.name(last))];
                    squares.extend(if all.len() > 4 { rectangle() } else { all });
                }
            }
        }
        words.extend((!squares.is_empty()).then(|| squares.join(" ")));
        if words.is_empty() { "nowhere".to_owned() } else { words.join(", ") }
    }

    fn regions(&self, regions: &[Region; 2]) -> String {
        let [white, black] = regions;
        if white == black {
            self.region(white)
        } else {
            format!("White {}; Black {}", self.region(white), self.region(black))
        }
    }

    fn royalty(&self) -> Vec<String> {
        let rule = &self.variant.royalty;
        let royals: Vec<KindId> =
            (0..self.variant.kinds.len()).filter(|&i| self.variant.kinds[i].royal).map(KindId::from_index).collect();
        let mut lines = Vec::new();
        if !royals.is_empty() {
            let names = self.names(&royals);
            lines.push(match rule.check {
                false => format!("Royal: {names}, captured like others."),
                true => format!("Royal: {names}; {}.", sentence(&words::SEVERAL_ROYALS, &rule.several)),
            });
        }
        if !rule.first_moves_in_check {
            lines.push("A royal in check has no moves that only unmoved pieces have.".to_owned());
        }
        if rule.first_moves_only {
            lines.push(alone(ROYALTY.sentence("first_moves_only")));
        }
        lines.extend(self.of_pieces(&ROYALTY, "first_moves_lost_to", &rule.first_moves_lost_to));
        if rule.stays_in_check {
            lines.push(alone(ROYALTY.sentence("stays_in_check")));
        }
        if !rule.pseudo.is_empty() {
            let (names, count) = (self.names(&rule.pseudo), rule.pseudo_count);
            lines.push(format!("Royal while no more than {count} of the kind are left: {names}."));
            lines.extend(rule.pseudo_together.iter().filter_map(|g| self.of_pieces(&ROYALTY, "pseudo_together", g)));
        }
        if !rule.royal_at_once {
            lines.push(
                "Who is royal changes only after a move that promotes: those that were royal before it must be safe."
                    .to_owned(),
            );
        }
        lines
    }

    fn kind(&self, id: KindId) -> Vec<String> {
        let kind = &self.variant.kinds[id.index()];
        let mut lines = Vec::new();
        if let Some(p) = &kind.promotion {
            lines.push(self.promotion(kind, p));
        }
        if kind.moves.iter().any(steps_from_region) {
            let region = self.regions(&kind.double_step_region);
            lines.push(format!("{} makes its first moves from: {region}, whether it has moved or not.", kind.name));
        }
        if let [Some(white), Some(black)] = kind.region {
            lines.push(format!("{} stays on: {}.", kind.name, self.regions(&[white, black])));
        }
        for inside in &kind.inside {
            let [white, black] = &inside.notation;
            let notation = if white == black { white.clone() } else { format!("{white} (Black {black})") };
            let region = self.regions(&inside.region);
            let within = if inside.leaves { "from" } else { "within" };
            lines.push(format!("{} also moves as {notation} {within}: {region}.", kind.name));
        }
        if !kind.barriers.is_empty() {
            let names = self.names(&kind.barriers);
            lines.push(format!("{} neither captures nor hops over: {names}.", kind.name));
        }
        if kind.grade > 0 {
            let whose = "takes it only if it is one of a higher grade";
            lines.push(format!("{} has grade {}: a piece that captures on its way {whose}.", kind.name, kind.grade));
        }
        let hands = self.variant.hands.as_ref();
        if let Some(held) = kind.in_hand.filter(|_| hands.is_some_and(|h| !h.endless)) {
            lines.push(format!("{} comes to a hand as: {}.", kind.name, self.name(held)));
        }
        let is_gated = self.variant.gating.as_ref().is_some_and(|rule| rule.kinds.contains(&id));
        if hands.is_some_and(|h| h.drops) || is_gated {
            lines.extend(self.drop(kind, &kind.drop));
        }
        lines
    }

    fn promotion(&self, kind: &Kind, p: &Promotion) -> String {
        let mut text = format!("{} promotes to {} on: {}", kind.name, self.both(&p.to), self.regions(&p.zone));
        let mut also = |condition: bool, words: &str| {
            if condition {
                text.push_str(words);
            }
        };
        also(p.from_zone_too, ", or when it leaves them");
        also(p.starting_inside.is_some(), "; a move that starts there by capturing only, wherever it ends");
        let onto = p.starting_inside.as_ref().filter(|onto| onto.iter().any(|r| !r.is_empty()));
        also(onto.is_some(), &onto.map_or(String::new(), |onto| format!(", or on: {}", self.regions(onto))));
        also(p.by_capture, ", by capturing only");
        also(p.in_place, ", as a move of its own");
        also(p.forced == Forced::No, "; it need not");
        also(p.forced == Forced::WhenStuck, "; it must only where it could never move again");
        also(p.from_captured, "; to a piece that its side has lost");
        also(p.from_hand, "; to a piece that its side holds, which leaves the hand");
        let returns = p.remembers && self.variant.hands.as_ref().is_some_and(|h| !h.keeps_promoted);
        also(returns, &format!("; what it has become comes to a hand as {}", kind.name));
        if let Forced::OnRegion(region) = &p.forced {
            text.push_str(&format!("; it must on: {}", self.regions(region)));
        }
        if p.only_promoted.iter().any(|region| !region.is_empty()) {
            text.push_str(&format!("; otherwise it does not go to: {}", self.regions(&p.only_promoted)));
        }
        for (limited, most) in &p.limits {
            text.push_str(&format!("; to {} while fewer than {most} are there", self.name(*limited)));
        }
        for (counted, as_one) in &p.counted_as {
            text.push_str(&format!("; {} is counted as {}", self.name(*counted), self.name(*as_one)));
        }
        for (kind, regions) in &p.only {
            text.push_str(&format!("; to {} only on: {}", self.name(*kind), self.regions(regions)));
        }
        text + "."
    }

    fn drop(&self, kind: &Kind, rule: &DropRegion) -> Option<String> {
        let mut words = Vec::new();
        if self.regions(&rule.region) != "anywhere" {
            words.push(format!("on: {}", self.regions(&rule.region)));
        }
        if let Some(n) = rule.per_file {
            words.push(format!("at most {n} on a file"));
        }
        if rule.not_stuck {
            words.push(DROP.sentence("not_stuck").to_owned());
        }
        if rule.no_mate {
            words.push(DROP.sentence("no_mate").to_owned());
        }
        (!words.is_empty()).then(|| format!("{} is dropped {}.", kind.name, words.join(", ")))
    }

    fn castling(&self, rule: &CastlingRule) -> String {
        let either =
            |files: Vec<u8>| files.into_iter().map(|f| file_name(usize::from(f))).collect::<Vec<_>>().join(" or ");
        let king = self.both(&rule.king.map(|k| vec![k]));
        let [white, black] =
            [0, 1].map(|side: usize| either([&rule.king_to[side], &rule.also_to[side].concat()[..]].concat()));
        let mut text = format!("Castling: {king} with {} to file {white}", self.both(&rule.partners));
        if white != black {
            text.push_str(&format!(", Black's to file {black}"));
        }
        let board = &self.variant.board;
        let [white, black] = rule.rank.map(|rank| usize::from(rank) + 1);
        if [white, black] != [1, board.ranks()] {
            text.push_str(&format!(", on rank {white} (Black's {black})"));
        }
        let corners = [[board.files() as u8 - 1, 0]; 2];
        if (rule.partner_file != corners || rule.further.is_some()) && !rule.any_files {
            let [white, black] =
                Side::BOTH.map(|side| either([0, 1].map(|wing| rule.partner_files(side, wing)).concat()));
            let both = if white == black { white } else { format!("{white} (Black's {black})") };
            text.push_str(&format!(", the partner from file {both}"));
        }
        if let Some(FurtherPartners { short, .. }) = &rule.further
            && *short != [0, 0]
        {
            text.push_str(&format!(", landing {} or {} files before it at least", short[0], short[1]));
        }
        if rule.any_files {
            text.push_str(", from any files");
        }
        if rule.ignores_check {
            text.push_str(", out of and through check too");
        }
        if rule.ends_opposite {
            text.push_str(&format!("; {}", CASTLING.sentence("ends_opposite")));
        }
        text + "."
    }

    fn en_passant(&self, rule: &EnPassantRule) -> String {
        let (captors, victims) = (self.names(&rule.captors), self.names(&rule.victims));
        let text = format!("En passant, on the square just passed: {captors} may capture {victims}");
        match self.regions(&rule.region) {
            all if all == "anywhere" => text + ".",
            region => format!("{text}, only on: {region}."),
        }
    }

    fn hands(&self, rule: &HandRule) -> String {
        let says = |key: &str| HANDS.sentence(key);
        let said = [
            (rule.captures, says("captures")),
            (rule.captures_return, says("captures_return")),
            (rule.drops && !rule.endless, says("drops")),
            (rule.endless, says("endless")),
            (rule.castling_by_drop, says("castling_by_drop")),
            (rule.drop_promoted, says("drop_promoted")),
            (!rule.drop_checks, "drops may not give check"),
            (rule.keeps_promoted, says("keeps_promoted")),
        ];
        let mut words: Vec<String> = said.iter().filter(|s| s.0).map(|s| s.1.to_owned()).collect();
        for (key, kinds) in [("opposite_coloured", &rule.opposite_coloured), ("must_drop", &rule.must_drop)] {
            if !kinds.is_empty() {
                words.push(format!("{}: {}", says(key), self.names(kinds)));
            }
        }
        if words.is_empty() {
            words.push("nothing comes into them or out of them".to_owned());
        }
        format!("Hands: {}.", words.join("; "))
    }

    fn transformation(&self) -> Vec<String> {
        let rule = &self.variant.transformation;
        let mut lines = Vec::new();
        for (key, pairs) in [("becomes", &rule.becomes), ("contagion", &rule.contagion)] {
            if !pairs.is_empty() {
                let pairs = pairs.iter().map(|&(from, to)| format!("{} {}", self.name(from), self.name(to)));
                let pairs = pairs.collect::<Vec<_>>().join(", ");
                lines.push(alone(&format!("{}: {pairs}", AFTERMATH.sentence(key))));
            }
        }
        if !rule.limits.is_empty() {
            let limits = rule.limits.iter().map(|&(kind, most)| format!("{} {most}", self.name(kind)));
            let limits = limits.collect::<Vec<_>>().join(", ");
            lines.push(alone(&format!("{}: {limits}", AFTERMATH.sentence("limits"))));
        }
        lines.extend(self.of_pieces(&AFTERMATH, "turncoats", &rule.turncoats));
        lines.extend(self.of_pieces(&AFTERMATH, "immune", &rule.immune));
        lines.extend(self.of_pieces(&AFTERMATH, "forward_until_capture", &rule.forward_until_capture));
        lines
    }

    fn walling(&self, rule: &Walling) -> String {
        let squares = sentence(&words::WALL_PLACES, &rule.place);
        let whose = if rule.instead { WALLING.sentence("instead") } else { "each move also places a wall" };
        match self.regions(&rule.region) {
            all if all == "anywhere" => alone(&format!("{whose} {squares}")),
            region => alone(&format!("{whose} {squares}, only on: {region}")),
        }
    }

    fn others(&self) -> Vec<String> {
        let v = self.variant;
        let mut lines = Vec::new();
        if v.must_capture {
            lines.push(alone(GAME.sentence("must_capture")));
        }
        if let Some(rule) = v.series {
            let most = rule.most.then(|| SERIES.sentence("most"));
            let promotion = sentence(&words::SERIES_PROMOTIONS, &rule.promotion);
            let said: Vec<&str> = [GAME.sentence("series")].into_iter().chain(most).chain([promotion]).collect();
            lines.push(alone(&said.join("; ")));
        }
        lines.extend(v.explosion.as_ref().map(|rule| self.explosion(rule)));
        if let Some(rule) = &v.entering {
            let place = sentence(&words::ENTERING_PLACES, &rule.place);
            let opening = match rule.opening.is_empty() {
                true => String::new(),
                false => format!("; at first, as long as one is empty, on: {}", self.region(&rule.opening)),
            };
            lines.push(format!("Pieces are dropped {place}{opening}."));
        }
        lines.extend(v.turning.map(|rule| alone(sentence(&words::TURNINGS, &rule))));
        lines.extend(v.walling.as_ref().map(|rule| self.walling(rule)));
        lines.extend(self.of_pieces(&GAME, "petrifies", &v.petrifies));
        lines.extend(self.transformation());
        if v.annan {
            lines.push(alone(GAME.sentence("moves_as_behind")));
        }
        if !v.second_board.is_empty() {
            lines.push(alone(GAME.sentence("second_board")));
        }
        if v.two_boards {
            lines.push(alone(GAME.sentence("two_boards")));
        }
        lines.extend(self.of_pieces(&GAME, "flying_generals", &v.flying_generals));
        if v.grid.is_some() {
            lines.push(alone(GAME.sentence("grid")));
        }
        lines.extend(v.forbidden_checks.map(|rule| alone(sentence(&words::FORBIDDEN_CHECKS, &rule))));
        lines.extend(self.of_pieces(&GAME, "mutually_immune", &v.mutually_immune));
        lines.extend(self.of_pieces(&GAME, "forces_promotion", &v.forces_promotion));
        lines.extend(self.of_pieces(&GAME, "spares_protected", &v.spares_protected));
        if let Some(trading) = &v.trading {
            let mut line = format!(
                "One of {} may capture another more than a step away only if nothing protects that one, or if it captures more besides",
                self.names(&trading.kinds)
            );
            if !trading.trifles.is_empty() {
                line.push_str(&format!(" than {}", self.names(&trading.trifles)));
            }
            line.push_str(
                "; when something else has captured one, such pieces are not captured in reply but on the same square.",
            );
            lines.push(line);
        }
        lines
    }

    fn explosion(&self, rule: &ExplosionRule) -> String {
        let mut text = alone(GAME.sentence("blast"));
        text.pop();
        if !rule.spares.is_empty() {
            text.push_str(&format!(" except {}", self.names(&rule.spares)));
        }
        if rule.captor_too {
            text.push_str(", and the captor");
        }
        if rule.petrifies {
            text.push_str("; walls stay where it stood");
        }
        if !rule.immune.is_empty() {
            text.push_str(&format!("; no explosion destroys {}", self.names(&rule.immune)));
        }
        text + "."
    }

    fn connection(&self, rule: &Connection) -> String {
        let along = |d: &Directions| {
            let words = [(d.horizontal, "ranks"), (d.vertical, "files"), (d.diagonal, "diagonals")];
            words.iter().filter(|w| w.0).map(|w| w.1).collect::<Vec<_>>().join(", ")
        };
        let how = match &rule.shape {
            Shape::Row(n, d) => format!("has {n} in a row, along {}", along(d)),
            Shape::Line(n, d) => format!("has {n} on one line, along {}", along(d)),
            Shape::Block(n) => format!("has a block of {n} by {n}"),
            Shape::Chain { ends: [from, to], directions, forward } => {
                let back = if *forward { ", never back" } else { "" };
                let (from, to) = (self.regions(from), self.regions(to));
                format!("has a chain along {}{back}, from: {from}; to: {to}", along(directions))
            }
        };
        let worth = match rule.worth {
            Worth::Win => "wins",
            Worth::Draw => "draws",
            Worth::Loss => "loses",
        };
        format!("End: who {how}, {worth}; pieces that count: {}.", self.names(&rule.kinds))
    }

    fn end(&self, end: &EndRule) -> String {
        let says = |when: When| sentence(&WHENS, &when);
        match end {
            EndRule::Extinct { kinds, count, together, opponent, reply, worth } => {
                let each = if *together { "all together of" } else { "any of" };
                let mut text = format!("End: a side has no more than {count} left, {each} {}", self.names(kinds));
                if *opponent > 0 {
                    text.push_str(&format!(", while the other has {opponent} or more"));
                }
                if *reply {
                    text.push_str(", and cannot do the same in reply");
                }
                format!("{text}; {}.", verdict(*worth))
            }
            EndRule::Connected(rule) => self.connection(rule),
            EndRule::Castled(wings) => {
                let side = |s: usize| {
                    let letters = ["K", "Q"].into_iter().zip(wings[s]).filter(|(_, on)| *on).map(|(letter, _)| letter);
                    let letters: String = letters.collect();
                    if letters.is_empty() { "-".to_owned() } else { letters }
                };
                format!("End: {}: White {}; Black {}.", says(When::Castled), side(0), side(1))
            }
            EndRule::Reached { kinds, region, reply, safe, count, blocked } => {
                let safe = if *safe { " where it cannot be captured" } else { "" };
                let drawn = |royal| if *reply { royal } else { !safe.is_empty() };
                let after = if *reply { ", after one more move of the other side" } else { "" };
                let number = if *count > 1 { format!("{count} of ") } else { String::new() };
                let full = if *blocked { ", or any if no square there is empty" } else { "" };
                let royal = kinds.iter().flatten().all(|k| self.variant.kinds[k.index()].royal);
                let both = if drawn(royal) { "; if both sides have, it is a draw" } else { "" };
                let (kinds, region) = (self.both(kinds), self.regions(region));
                format!("End: {number}{kinds} reaches: {region}{safe}{after}{full}; its side has won{both}.")
            }
            EndRule::Checks(n) => format!("End: a side has given {n} checks; it has won."),
            EndRule::Bikjang => format!("End: {}; it is a draw.", says(When::Bikjang)),
            EndRule::Passes => format!("End: {}; it is a draw.", says(When::Passes)),
            EndRule::Bared => format!("End: {}; it has lost, and if both have, it is a draw.", says(When::Bared)),
            EndRule::FullBoard => format!("End: {}; it is a draw.", says(When::FullBoard)),
        }
    }
}
