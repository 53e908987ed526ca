//! Games that nobody designed: rules, pieces and boards of the built-in ones, mixed at random.

use betza_testkit::Random;

/// Games to lay changes over, by board, hands, gates, promotion and royalty.
const PARENTS: [&str; 16] = [
    "chess",
    "chess960",
    "crazyhouse",
    "seirawan",
    "placement",
    "sittuyin",
    "makruk",
    "berolina",
    "capablanca",
    "losalamos",
    "minishogi",
    "janggi",
    "3check",
    "atomic",
    "annanshogi",
    "spartan",
];

/// Changes. `P` stands for a piece, `PS` for a list of pieces, `R` for a region, `M` for a notation, after a `$` each.
const CHANGES: &[&str] = &[
    "must_capture = true",
    "pass = \"always\"",
    "pass = \"stalemate\"",
    "petrifies = $PS",
    "flying_generals = [\"K\"]",
    "mutually_immune = $PS",
    "no_checks = \"any\"",
    "no_checks = \"unless-mate\"",
    "moves_as_behind = true",
    "end_conditions = \"ignore\"",
    "royalty.check = false",
    "royalty.several = \"one\"",
    "royalty.several = \"first\"",
    "royalty.pseudo = $PS",
    "royalty.pseudo = $PS\nroyalty.pseudo_count = 2",
    "royalty.pseudo = $PS\nroyalty.pseudo_together = true",
    "royalty.royal_at_once = false",
    "royalty.first_moves_in_check = false",
    "royalty.first_moves_only = true",
    "royalty.first_moves_lost_to = $PS",
    "royalty.stays_in_check = true",
    "castling.ignores_check = true",
    "castling.any_files = true",
    "castling.also_to = [[\"f\"], [\"b\"]]",
    "castling = false",
    "en_passant.captors = $PS",
    "en_passant.victims = $PS",
    "en_passant.region = \"$R\"",
    "hands.captures = true",
    "hands.captures_return = true\nhands.captures = true",
    "hands.keeps_promoted = true\nhands.captures = true",
    "hands.drop_promoted = true\nhands.captures = true",
    "hands.drop_checks = false\nhands.captures = true",
    "hands.opposite_coloured = $PS\nhands.captures = true",
    "hands.must_drop = $PS\nhands.captures = true",
    "hands.castling_by_drop = true\nhands.captures = true",
    "blast.spares = $PS",
    "blast.immune = $PS",
    "blast.captor_too = false",
    "trading.pieces = $PS",
    "trading.pieces = $PS\ntrading.trifles = $PS",
    "spares_protected = $PS\nroyalty.check = false",
    "series.promotion = \"ends\"",
    "series.promotion = \"goes-on\"",
    "series.promotion = \"at-end\"\nseries.most = true",
    "aftermath.becomes.$P = \"$P\"",
    "aftermath.becomes.$P = \"$P\"\naftermath.becomes.$P = \"$P\"",
    "aftermath.becomes.$P = \"$P\"\naftermath.limits.$P = 2",
    "aftermath.turncoats = $PS",
    "aftermath.contagion.$P = \"$P\"",
    "aftermath.contagion.$P = \"$P\"\naftermath.contagion.$P = \"$P\"\naftermath.immune = $PS",
    "pieces.$P.grade = 1",
    "aftermath.forward_until_capture = $PS",
    "pieces.$P.royal = true",
    "pieces.$P.royal = false",
    "pieces.$P.region = \"$R\"",
    "pieces.$P.spurns = $PS",
    "pieces.$P.in_hand = \"$P\"",
    "pieces.$P.inside = { region = \"$R\", move = \"$M\" }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, from_zone_too = true, forced = \"no\" }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, from_zone_too = true, forced = \"when-stuck\" }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, from_zone_too = true, forced = \"no\", only_promoted = \"$R\" }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, starting_inside = \"$R\", forced = \"no\" }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, forced = { region = \"$R\" } }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, by_capture = true }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, forced = \"no\" }\nforces_promotion = $PS",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, by_capture = true, forced = \"no\" }\nforces_promotion = $PS",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, in_place = true }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, limits = { $P = 2 } }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, only = { $P = \"$R\" } }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, from_captured = true }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, from_hand = true }",
    "pieces.$P.promotion = { zone = \"$R\", to = $PS, remembers = true }",
    "pieces.$P.drop = { region = \"$R\" }",
    "pieces.$P.drop = { per_file = 1, not_stuck = true }",
    "pieces.$P.drop = { no_mate = true }",
    "[[ends]]\nwhen = \"extinct\"\npieces = $PS",
    "[[ends]]\nwhen = \"extinct\"\npieces = $PS\ntogether = true\ncount = 1",
    "[[ends]]\nwhen = \"extinct\"\npieces = $PS\nreply = true\nopponent = 2",
    "[[ends]]\nwhen = \"reached\"\npieces = $PS\nregion = \"$R\"",
    "[[ends]]\nwhen = \"reached\"\npieces = $PS\nregion = \"$R\"\nreply = true",
    "[[ends]]\nwhen = \"reached\"\npieces = $PS\nregion = \"$R\"\nsafe = true",
    "[[ends]]\nwhen = \"checks\"\ncount = 2",
    "[[ends]]\nwhen = \"bikjang\"",
    "[[ends]]\nwhen = \"passes\"",
    "[[ends]]\nwhen = \"bared\"",
    "[[ends]]\nwhen = \"reached\"\npieces = $PS\nregion = \"$R\"\ncount = 2\nblocked = true",
    "[[ends]]\nwhen = \"reached\"\npieces = $PS\nregion = \"$R\"\ncount = 2\nsafe = true\nreply = true",
    "[[ends]]\nwhen = \"in-a-row\"\npieces = $PS\ncount = 3\ndirections = [\"vertical\", \"diagonal\"]",
    "[[ends]]\nwhen = \"in-line\"\npieces = $PS\ncount = 3\ndirections = [\"vertical\"]\nvalue = \"loss\"",
    "[[ends]]\nwhen = \"in-a-block\"\npieces = $PS\ncount = 2",
    "[[ends]]\nwhen = \"in-a-chain\"\npieces = $PS\nfrom = \"$R\"\nto = \"rank 4\"",
    "[[ends]]\nwhen = \"castled\"\nwings = { white = \"K\", black = \"KQ\" }",
    "castling.ends_opposite = true",
    "walling = \"duck\"",
    "walling = \"arrow\"",
    "walling = \"past\"",
    "walling = { place = \"static\", region = \"$R\" }",
    "walling = { place = \"edge\", region = \"$R\", instead = true }",
    "entering = \"enclosing\"\nhands.captures = true",
    "entering = { place = \"beside-own\", opening = \"$R\" }\nhands.captures = true",
    "entering = \"apart\"\nhands.endless = true",
    "entering = \"edges\"\nhands.captures = true",
    "entering = \"top\"\nhands.captures = true",
    "turning = \"enclosed\"\nroyalty.check = false",
    "turning = \"around\"\nroyalty.check = false",
    "turning = \"around-if-joined\"\nroyalty.check = false\nhands.captures = true",
];

/// Regions of every board here.
const REGIONS: [&str; 8] =
    ["all", "rank 5", "ranks 4-5", "ranks 3-5", "files a-c", "a1-c3 d4", "all except ranks 1-2", "files b-d"];

/// Notations of the dialect that engines send to XBoard.
const NOTATIONS: &str = include_str!("../../testdata/cases/betza_strings_seen.txt");

/// Returns the text of a random game: one of a few built-in ones with up to six changes of its rules and up to two
/// other pieces.
///
/// # Panics
/// If a built-in game is missing.
pub fn mixed(random: &mut Random) -> String {
    let parent = PARENTS[random.below(PARENTS.len())];
    over(parent, random)
}

/// Returns the text of such a game over any built-in one, so that rules are mixed which few games have.
///
/// # Panics
/// If there are no built-in games.
pub fn mixed_over_any(random: &mut Random) -> String {
    let names: Vec<&str> = betza_variants::names().collect();
    over(names[random.below(names.len())], random)
}

/// Returns the text of a random game over this one.
fn over(parent: &str, random: &mut Random) -> String {
    let variant = betza_variants::find(parent).expect("built in").variant;
    let ids: Vec<&str> = variant.kinds.iter().map(|k| k.id.as_str()).collect();
    let notations: Vec<&str> = NOTATIONS.lines().filter(|l| !l.starts_with('#')).collect();
    let fill = |text: &str, random: &mut Random| {
        let mut parts = text.split('$');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        let piece = |random: &mut Random| ids[random.below(ids.len())];
        for part in parts {
            let (new, rest) = if let Some(rest) = part.strip_prefix("PS") {
                let mut list: Vec<_> = (0..=random.below(3)).map(|_| format!("{:?}", piece(random))).collect();
                list.sort_unstable();
                list.dedup();
                (format!("[{}]", list.join(", ")), rest)
            } else if let Some(rest) = part.strip_prefix('P') {
                let id = piece(random);
                (if filled.ends_with('"') { id.to_owned() } else { format!("{id:?}") }, rest)
            } else if let Some(rest) = part.strip_prefix('R') {
                (REGIONS[random.below(REGIONS.len())].to_owned(), rest)
            } else {
                (notations[random.below(notations.len())].to_owned(), &part[1..])
            };
            filled += &new;
            filled += rest;
        }
        filled
    };
    let (mut rules, mut tables) = (String::new(), String::new());
    for _ in 0..=random.below(5) {
        let change = fill(CHANGES[random.below(CHANGES.len())], random);
        let text = if change.starts_with('[') { &mut tables } else { &mut rules };
        *text += &change;
        text.push('\n');
    }
    for _ in 0..random.below(3) {
        rules += &fill("pieces.$P = { move = \"$M\", dialect = \"xbetza\" }\n", random);
    }
    format!("format = 1\nparent = \"{parent}\"\nname = \"mixed\"\n{rules}{tables}")
}
