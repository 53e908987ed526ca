//! The keys of hands and drops.

use super::pieces::letter;
use super::{Section, squares};
use crate::ini::{ENTERING_WORDS, name_of};
use crate::keys::words::ENTERING_PLACES;
use crate::region;
use betza_game::variant::{BySide, HandRule, Kind, KindId, Region};

impl Section {
    pub(super) fn hands(&mut self, hands: &HandRule) {
        let kinds = self.game.kinds.clone();
        self.put_bool("pieceDrops", hands.drops);
        self.put_bool("capturesToHand", hands.captures);
        self.drop_regions(&kinds);
        let of = |test: &dyn Fn(&Kind) -> bool| -> Vec<KindId> {
            kinds.iter().enumerate().filter(|(_, k)| test(k)).map(|(i, _)| KindId::from_index(i)).collect()
        };
        let limited = of(&|kind| kind.drop.per_file.is_some());
        if let Some(number) = limited.first().and_then(|kind| kinds[kind.index()].drop.per_file) {
            let limited = self.named(&limited);
            self.put("dropNoDoubled", limited);
            self.put("dropNoDoubledCount", number.to_string());
        }
        self.put_bool("shogiPawnDropMateIllegal", kinds.iter().any(|kind| kind.drop.no_mate));
        let remembers = kinds.iter().any(|kind| kind.promotion.as_ref().is_some_and(|p| p.remembers));
        let turns_back = kinds.iter().any(|kind| kind.in_hand.is_some());
        self.put_bool("dropLoop", hands.keeps_promoted || (hands.captures && !remembers && !turns_back));
        self.put_bool("dropPromoted", hands.drop_promoted);
        self.put_bool("dropChecks", hands.drop_checks);
        self.put_bool("castlingDroppedPiece", hands.castling_by_drop);
        self.put_bool("dropOppositeColoredBishop", !hands.opposite_coloured.is_empty());
        if !hands.must_drop.is_empty() {
            self.put_bool("mustDrop", true);
            let all = hands.must_drop.len() == kinds.len();
            let types = if all { "*".to_owned() } else { self.named(&hands.must_drop) };
            self.put("mustDropType", types);
        }
        if let Some(rule) = self.game.entering {
            self.put_word("enclosingDrop", &ENTERING_PLACES, ENTERING_WORDS, &rule.place);
            let opening = squares(&self.game.board, &rule.opening);
            self.put("enclosingDropStart", opening);
        }
    }

    /// Where most pieces are dropped; of that, pawns and rooks may have less, by keys of their own.
    fn drop_regions(&mut self, kinds: &[Kind]) {
        let board = &self.game.board;
        let all = [region::all(board); 2];
        let first = region::for_both(board, region::read(board, "*1").unwrap_or(Region::EMPTY));
        let others = || kinds.iter().filter(|kind| letter(kind).is_some() && name_of(kind) != Some("pawn"));
        let times = |region: &BySide<Region>| others().filter(|kind| kind.drop.region == *region).count();
        let usual = others().map(|kind| kind.drop.region).max_by_key(times).unwrap_or(all);
        let both = |a: &BySide<Region>, b: &BySide<Region>| [a[0] & b[0], a[1] & b[1]];
        let meets = |a: &BySide<Region>, b: &BySide<Region>| both(a, b).iter().any(|region| !region.is_empty());
        let pawns = || kinds.iter().filter(|kind| name_of(kind) == Some("pawn"));
        let on_first = pawns().any(|kind| meets(&kind.drop.region, &first));
        let in_zone = pawns().any(|k| k.promotion.as_ref().is_some_and(|p| meets(&k.drop.region, &p.zone)));
        let rook = kinds.iter().find(|kind| name_of(kind) == Some("rook")).map(|kind| kind.drop.region);
        let rooks_on_first = rook.is_some_and(|region| region != usual && region == both(&usual, &first));
        self.put_regions("dropRegion", &usual);
        self.put_bool("firstRankPawnDrops", on_first);
        self.put_bool("promotionZonePawnDrops", in_zone);
        self.put_bool("sittuyinRookDrop", rooks_on_first);
    }
}
