//! The rules of a game that its pieces' notations do not say, in English, a line each.

use betza_game::variant::{
    CastlingRule, Connection, Directions, DropRegion, EndConditions, EndRule, EnteringPlace, ForbiddenChecks, Forced,
    HandRule, Kind, KindId, PassRule, Promotion, Region, SeriesPromotion, SeveralRoyals, Shape, Turning, Variant,
    WallPlace, Walling, Worth,
};

/// All rules of a game.
pub fn rules(variant: &Variant) -> Vec<String> {
    let book = Book { variant };
    let mut lines = book.royalty();
    lines.extend(variant.kinds.iter().flat_map(|k| book.kind(k)));
    lines.extend(variant.castling.as_ref().map(|rule| book.castling(rule)));
    if let Some(rule) = &variant.en_passant {
        let (captors, victims) = (book.names(&rule.captors), book.names(&rule.victims));
        lines.push(format!("En passant: {captors} capture {victims} that have just passed a square."));
    }
    lines.extend(variant.hands.as_ref().map(|rule| book.hands(rule)));
    if let Some(rule) = &variant.gating {
        lines.push(format!("Gating: {} may be left behind by a piece's first move.", book.names(&rule.kinds)));
    }
    lines.extend(pass(variant.pass));
    lines.extend(book.others());
    lines.extend(variant.ends.iter().map(|e| book.end(e)));
    if !variant.ends.is_empty() {
        lines.push(match variant.end_conditions {
            EndConditions::Stop => "Counting: a position that has ended by these rules has no moves.".to_owned(),
            EndConditions::Ignore => "Counting: positions that have ended by these rules are played on.".to_owned(),
        });
    }
    lines
}

fn pass(rule: [PassRule; 2]) -> Option<String> {
    let when = |r: PassRule| match r {
        PassRule::Never => "never",
        PassRule::Always => "always, unless in check",
        PassRule::Stalemate => "when there is no other move",
    };
    match rule {
        [PassRule::Never, PassRule::Never] => None,
        [a, b] if a == b => Some(format!("Passing: {}.", when(a))),
        [a, b] => Some(format!("Passing: White {}; Black {}.", when(a), when(b))),
    }
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
        kinds.iter().map(|&k| self.name(k)).collect::<Vec<_>>().join(", ")
    }

    fn both(&self, kinds: &[Vec<KindId>; 2]) -> String {
        let [white, black] = kinds;
        if white == black {
            self.names(white)
        } else {
            format!("{} (White), {} (Black)", self.names(white), self.names(black))
        }
    }

    /// The squares of a region: whole ranks where they are, then the rest.
    fn region(&self, region: &Region) -> String {
        let board = &self.variant.board;
        let mut words = Vec::new();
        let mut left = *region;
        for rank in 0..board.ranks() as i32 {
            let squares: Vec<_> = board.squares().filter(|&s| board.rank(s) == rank).collect();
            if !squares.is_empty() && squares.iter().all(|&s| region.contains(s)) {
                words.push(format!("rank {}", rank + 1));
                squares.iter().for_each(|&s| left.remove(s));
            }
        }
        if words.len() == board.ranks() {
            return "anywhere".to_owned();
        }
        words.extend(board.squares().filter(|&s| left.contains(s)).map(|s| board.name(s)));
        if words.is_empty() { "nowhere".to_owned() } else { words.join(" ") }
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
            (0..self.variant.kinds.len()).filter(|&i| self.variant.kinds[i].royal).map(|i| KindId(i as u8)).collect();
        let mut lines = Vec::new();
        if !royals.is_empty() {
            let names = self.names(&royals);
            lines.push(match (rule.check, rule.several) {
                (false, _) => format!("Royal: {names}, captured like others."),
                (true, SeveralRoyals::All) => format!("Royal: {names}; none may be left in check."),
                (true, SeveralRoyals::First) => {
                    format!("Royal: {names}; of several the one on the first file, and there on the first rank.")
                }
                (true, SeveralRoyals::One) => format!("Royal: {names}; not all may be left in check."),
            });
        }
        if !rule.first_moves_in_check {
            lines.push("A royal in check has no moves that only unmoved pieces have.".to_owned());
        }
        if rule.first_moves_only {
            lines
                .push("A royal that has moves only unmoved pieces have makes no others until it has moved.".to_owned());
        }
        if !rule.first_moves_lost_to.is_empty() {
            let names = self.names(&rule.first_moves_lost_to);
            lines.push(format!("A royal loses the moves of unmoved pieces to an enemy on its file or rank: {names}."));
        }
        if rule.stays_in_check {
            lines.push("A royal in check may move only to capture the piece that gives it.".to_owned());
        }
        if !rule.pseudo.is_empty() {
            let (names, count) = (self.names(&rule.pseudo), rule.pseudo_count);
            lines.push(format!("Royal while no more than {count} of the kind are left: {names}."));
            for group in &rule.pseudo_together {
                lines.push(format!("These are counted as one kind: {}.", self.names(group)));
            }
        }
        lines
    }

    fn kind(&self, kind: &Kind) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(p) = &kind.promotion {
            lines.push(self.promotion(kind, p));
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
        let drops = self.variant.hands.as_ref().is_some_and(|h| h.drops);
        if drops && let Some(line) = self.drop(kind, &kind.drop) {
            lines.push(line);
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
        if let Forced::OnRegion(region) = &p.forced {
            text.push_str(&format!("; it must on: {}", self.regions(region)));
        }
        if p.only_promoted.iter().any(|region| !region.is_empty()) {
            text.push_str(&format!("; otherwise it does not go to: {}", self.regions(&p.only_promoted)));
        }
        for (limited, most) in &p.limits {
            text.push_str(&format!("; to {} while fewer than {most} are there", self.name(*limited)));
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
            words.push("not where it could never move again".to_owned());
        }
        if rule.no_mate {
            words.push("not to give mate".to_owned());
        }
        (!words.is_empty()).then(|| format!("{} is dropped {}.", kind.name, words.join(", ")))
    }

    fn castling(&self, rule: &CastlingRule) -> String {
        let file = |f: u8| (b'a' + f) as char;
        let [k, q] = rule.king_to;
        let king = self.both(&rule.king.map(|k| vec![k]));
        let mut text =
            format!("Castling: {king} with {} to file {} or {}", self.both(&rule.partners), file(k), file(q));
        for f in rule.also_to.iter().flatten() {
            text.push_str(&format!(" or {}", file(*f)));
        }
        if rule.any_files {
            text.push_str(", from any files");
        }
        if rule.ignores_check {
            text.push_str(", out of and through check too");
        }
        if rule.ends_opposite {
            text.push_str("; the other side may not castle to the same side any more");
        }
        text + "."
    }

    fn hands(&self, rule: &HandRule) -> String {
        let said = [
            (rule.captures, "captured pieces change sides"),
            (rule.captures_return, "captured pieces return to the hand of their owner"),
            (rule.drops && !rule.endless, "pieces in hand may be dropped"),
            (rule.endless, "all pieces may be dropped, as often as one likes"),
            (rule.castling_by_drop, "king and partners dropped where they castle from may castle"),
            (rule.drop_promoted, "pieces may be dropped promoted"),
            (!rule.drop_checks, "drops may not give check"),
            (rule.keeps_promoted, "captured pieces stay promoted"),
            (!rule.opposite_coloured.is_empty(), "two bishops of a side go to squares of opposite colours"),
        ];
        let mut words: Vec<String> = said.iter().filter(|s| s.0).map(|s| s.1.to_owned()).collect();
        if !rule.must_drop.is_empty() {
            words.push(format!("to be dropped before anything else is done: {}", self.names(&rule.must_drop)));
        }
        if words.is_empty() {
            words.push("nothing comes into them or out of them".to_owned());
        }
        format!("Hands: {}.", words.join("; "))
    }

    fn transformation(&self) -> Vec<String> {
        let rule = &self.variant.transformation;
        let mut lines = Vec::new();
        if !rule.becomes.is_empty() {
            let pairs = rule.becomes.iter().map(|&(from, to)| format!("{} {}", self.name(from), self.name(to)));
            lines.push(format!("By moving, a piece becomes the next: {}.", pairs.collect::<Vec<_>>().join(", ")));
        }
        if !rule.limits.is_empty() {
            let limits = rule.limits.iter().map(|&(kind, most)| format!("{} {most}", self.name(kind)));
            let limits = limits.collect::<Vec<_>>().join(", ");
            lines.push(format!("It may not move while its side has so many of what it would become: {limits}."));
        }
        if !rule.turncoats.is_empty() {
            lines.push(format!("These go over to the other side when they capture: {}.", self.names(&rule.turncoats)));
        }
        if !rule.forward_until_capture.is_empty() {
            let names = self.names(&rule.forward_until_capture);
            lines.push(format!("These move only forward until their side has captured: {names}."));
        }
        lines
    }

    fn walling(&self, rule: &Walling) -> String {
        let squares = match rule.place {
            WallPlace::Duck => "on another empty square, and there is only one: the duck",
            WallPlace::Arrow => "where an arrow lands that goes on from the piece's destination as the piece moves",
            WallPlace::Static => "on an empty square",
            WallPlace::Edge => "on an empty square at the edge or beside a wall",
            WallPlace::Past => "on the square that the piece has left",
        };
        let whose =
            if rule.instead { "Instead of moving, a side may place a wall" } else { "Each move also places a wall" };
        match self.regions(&rule.region) {
            all if all == "anywhere" => format!("{whose} {squares}."),
            region => format!("{whose} {squares}, only on: {region}."),
        }
    }

    fn others(&self) -> Vec<String> {
        let v = self.variant;
        let mut lines = Vec::new();
        if v.must_capture {
            lines.push("Captures are compulsory.".to_owned());
        }
        if let Some(rule) = v.series {
            let which = if rule.most { "; as many as possible must be captured" } else { "" };
            let promotion = match rule.promotion {
                SeriesPromotion::Ends => "who promotes ends the move",
                SeriesPromotion::GoesOn => "who promotes goes on as what it has become",
                SeriesPromotion::AtEnd => "promotion is only where the move ends",
            };
            lines.push(format!("A capture goes on as long as the captor can capture{which}; {promotion}."));
        }
        if let Some(rule) = &v.explosion {
            let mut text = "A capture destroys what stands around it".to_owned();
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
                text.push_str(&format!("; {} cannot be captured", self.names(&rule.immune)));
            }
            lines.push(text + ".");
        }
        if let Some(rule) = &v.entering {
            let place = match rule.place {
                EnteringPlace::Enclosing => "where they enclose enemies in a row with another piece of their side",
                EnteringPlace::BesideOwn => "next to a piece of their side",
                EnteringPlace::Apart => "not next to an enemy, along files and ranks",
                EnteringPlace::Edges => "where they come to stand that are pushed in from an edge",
                EnteringPlace::Top => "on the first rank or on top of another piece",
            };
            let opening = match rule.opening.is_empty() {
                true => String::new(),
                false => format!("; at first, as long as one is empty, on: {}", self.region(&rule.opening)),
            };
            lines.push(format!("Pieces are dropped {place}{opening}."));
        }
        match v.turning {
            Some(Turning::Enclosed) => lines
                .push("Enemies in a row between the piece that moves and another of its side change sides.".to_owned()),
            Some(Turning::Around) => lines.push("Enemies next to the piece that moves change sides.".to_owned()),
            Some(Turning::AroundIfJoined) => lines.push(
                "Enemies next to the piece that moves change sides, or if it is dropped next to one of its side."
                    .to_owned(),
            ),
            None => {}
        }
        lines.extend(v.walling.as_ref().map(|rule| self.walling(rule)));
        if !v.petrifies.is_empty() {
            lines.push(format!("These turn into a wall when they capture: {}.", self.names(&v.petrifies)));
        }
        lines.extend(self.transformation());
        if v.annan {
            lines.push("A piece with a friend right behind it moves as that one does.".to_owned());
        }
        if !v.flying_generals.is_empty() {
            lines.push(format!("These may not face each other on an open line: {}.", self.names(&v.flying_generals)));
        }
        if v.grid.is_some() {
            lines.push("A move must leave its cell of the grid.".to_owned());
        }
        match v.forbidden_checks {
            Some(ForbiddenChecks::Any) => lines.push("Giving check is not allowed.".to_owned()),
            Some(ForbiddenChecks::UnlessMate) => {
                lines.push("Giving check is not allowed unless it is mate.".to_owned())
            }
            None => {}
        }
        if !v.mutually_immune.is_empty() {
            lines.push(format!("These may not capture their own kind: {}.", self.names(&v.mutually_immune)));
        }
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
        match end {
            EndRule::Extinct { kinds, count, together, opponent, reply, .. } => {
                let each = if *together { "all together of" } else { "any of" };
                let mut text = format!("End: a side has no more than {count} left, {each} {}", self.names(kinds));
                if *opponent > 0 {
                    text.push_str(&format!(", while the other has {opponent} or more"));
                }
                if *reply {
                    text.push_str(", and cannot do the same in reply");
                }
                text + "."
            }
            EndRule::Connected(rule) => self.connection(rule),
            EndRule::Castled(wings) => {
                let side = |s: usize| {
                    let letters = ["K", "Q"].into_iter().zip(wings[s]).filter(|(_, on)| *on).map(|(letter, _)| letter);
                    let letters: String = letters.collect();
                    if letters.is_empty() { "-".to_owned() } else { letters }
                };
                format!("End: castling wins, and who no longer can has lost: White {}; Black {}.", side(0), side(1))
            }
            EndRule::Reached { kinds, region, reply, safe, count, blocked } => {
                let safe = if *safe { " where it cannot be captured" } else { "" };
                let reply = if *reply { ", after one more move of the other side" } else { "" };
                let number = if *count > 1 { format!("{count} of ") } else { String::new() };
                let full = if *blocked { ", or any if no square there is empty" } else { "" };
                format!("End: {number}{} reaches: {}{safe}{reply}{full}.", self.both(kinds), self.regions(region))
            }
            EndRule::Checks(n) => format!("End: a side has given {n} checks."),
            EndRule::Bikjang => "End: the royals face each other on an open line.".to_owned(),
            EndRule::Passes => "End: both sides have passed, one after the other.".to_owned(),
            EndRule::Bared => "End: a side has only royals left.".to_owned(),
            EndRule::FullBoard => "End: no square is empty.".to_owned(),
        }
    }
}
