//! Promotion by moving and in place.

use super::reach::{Which, stays_inside};
use super::{Deed, Ruled, count, men};
use betza_compile::walk::{self, Man, Outcome, Scene};
use betza_game::setup::Setup;
use betza_game::variant::{Forced, KindId, Promotion};
use betza_ir::Piece;
use betza_ir::geometry::{Side, Square};

impl Ruled<'_> {
    /// What a piece may be after a move: `None` is itself. Nothing: the move is not allowed.
    pub(super) fn becomes(&self, setup: &Setup, from: Square, m: &Outcome) -> Vec<Option<KindId>> {
        let man = setup.at(from).expect("a man moves");
        let stays = vec![None];
        let successor = self.successor(man.kind);
        if let Some(caught) = self.caught(setup, man.kind, m) {
            return vec![(caught != man.kind || successor.is_some()).then_some(caught)];
        }
        let (Some(rule), Some(to)) = (&self.variant.kinds[man.kind.index()].promotion, m.to) else { return stays };
        let passer = setup.en_passant_victim.filter(|victim| m.captures == [*victim] && *victim != to);
        let is_en_passant = passer.is_some() && m.path.len() <= 1;
        if rule.in_place || is_en_passant {
            return stays;
        }
        let stays = if rule.only_promoted[man.side.index()].contains(to) { Vec::new() } else { stays };
        if !promotes(rule, man.side, from, to, m) {
            return stays;
        }
        let choices: Vec<Option<KindId>> = self.choices(rule, setup, man.side, to).into_iter().map(Some).collect();
        let must = match &rule.forced {
            Forced::No => false,
            Forced::Always => true,
            Forced::WhenStuck => self.is_stuck(man.side, man.kind, to),
            Forced::OnRegion(region) => region[man.side.index()].contains(to),
        };
        let is_forcing =
            |square: &Square| setup.at(*square).is_some_and(|man| self.variant.forces_promotion.contains(&man.kind));
        let must = must || !choices.is_empty() && m.captures.iter().any(is_forcing);
        if must {
            return choices;
        }
        // By promoting to what it would become anyway it makes the same move.
        let others = choices.into_iter().filter(|choice| stays.is_empty() || *choice != successor || choice.is_none());
        stays.iter().copied().chain(others).collect()
    }

    /// What a piece becomes by moving, whatever it captures.
    pub(super) fn successor(&self, kind: KindId) -> Option<KindId> {
        self.variant.transformation.becomes.iter().find(|b| b.0 == kind).map(|b| b.1)
    }

    /// What a piece becomes by what it captures.
    fn caught(&self, setup: &Setup, captor: KindId, m: &Outcome) -> Option<KindId> {
        let rules = &self.variant.transformation;
        let victim = m.captures.iter().find_map(|square| {
            let victim = setup.at(*square)?;
            rules.contagion.iter().find(|(from, _)| *from == victim.kind)
        })?;
        (!rules.immune.contains(&captor)).then_some(victim.1)
    }

    /// What may be chosen on a square.
    fn choices(&self, rule: &Promotion, setup: &Setup, side: Side, to: Square) -> Vec<KindId> {
        let is_left = |kind: KindId| {
            let class =
                |k: KindId| rule.counted_as.iter().find(|(other, _)| *other == k).map_or(k, |(_, class)| *class);
            let all = self.variant.kind_ids().filter(|&k| class(k) == class(kind));
            let number: usize = all.map(|k| count(setup, side, k)).sum();
            rule.limits.iter().all(|&(k, n)| class(k) != class(kind) || number < usize::from(n))
        };
        let is_here =
            |kind: KindId| rule.only.iter().all(|(k, region)| *k != kind || region[side.index()].contains(to));
        let mut kinds: Vec<KindId> = rule.to[side.index()].clone();
        let at_start =
            |kind: KindId| self.start.iter().flatten().filter(|man| man.side == side && man.kind == kind).count();
        let is_lost = |kind: KindId| !rule.from_captured || count(setup, side, kind) < at_start(kind);
        let is_held = |kind: KindId| !rule.from_hand || setup.hands[side.index()][kind.index()] > 0;
        kinds.retain(|&kind| is_left(kind) && is_here(kind) && is_lost(kind) && is_held(kind));
        kinds
    }

    /// Sittuyin's promotions, in place or to an empty square as the new piece moves.
    pub(super) fn promotions_in_place(&self, setup: &Setup, side: Side) -> Vec<(Deed, Setup)> {
        let mut found = Vec::new();
        let held = self.held(setup, side);
        for (from, kind) in men(setup, side).filter(|m| !held.contains(&m.0)) {
            let Some(rule) = self.variant.kinds[kind.index()].promotion.as_ref().filter(|p| p.in_place) else {
                continue;
            };
            if !rule.zone[side.index()].contains(from) && count(setup, side, kind) > 1 {
                continue;
            }
            for becomes in rule.to[side.index()].iter().copied() {
                let mut promoted = self.begun(setup);
                promoted.turn = side;
                let man = promoted.men[from.index()].as_mut().expect("a man promotes");
                man.kind = becomes;
                let remembers = rule.remembers && self.variant.kinds[becomes.index()].in_hand != Some(kind);
                man.was = if remembers { Some(kind) } else { man.was };
                // What it becomes has no first moves.
                self.set_moved(&mut promoted, from, true);
                // It goes as what it becomes does, and is no such piece yet that a rule about its kind could hold.
                let goes = self.all_from(&promoted, from, Which::All).into_iter().filter(|m| m.captures.is_empty());
                let stays =
                    Outcome { to: Some(from), captures: vec![], relocations: vec![], path: vec![], passed: vec![] };
                for m in goes.chain([stays]) {
                    let Some(to) = m.to.filter(|&to| self.choices(rule, setup, side, to).contains(&becomes)) else {
                        continue;
                    };
                    let mut after = self.begun(&promoted);
                    after.men[from.index()] = None;
                    after.men[to.index()] = promoted.at(from);
                    self.settle(&mut after, setup, &[from, to].into());
                    self.lose_first_moves(&mut after, side, kind, to);
                    let checks = || self.variant.royalty.check && self.is_in_check(&after, side.other());
                    if !self.threats(&after, side).iter().any(|(s, _)| *s == to) && !checks() {
                        found.push((Deed::InPlace { from, to, becomes }, after));
                    }
                }
            }
        }
        found
    }

    /// Whether a piece could never move again from a square, whatever stood around it.
    pub(super) fn is_stuck(&self, side: Side, kind: KindId, on: Square) -> bool {
        let board = &self.variant.board;
        let man = |side: Side, moved: bool| Man { side, moved, royal: false, kind: Some(kind.index()) };
        let mut scene = Scene { kinds: Some(&self.kinds[side.index()]), ..Scene::empty(board) };
        scene.men[on.index()] = Some(man(side, true));
        let others: Vec<Square> = board.squares().filter(|&s| s != on).collect();
        let enemies_on = |squares: &[Square]| {
            let mut scene = scene.clone();
            squares.iter().for_each(|s| scene.men[s.index()] = Some(man(side.other(), true)));
            scene
        };
        let singles = others.iter().map(|&s| vec![s]);
        let mut scenes = singles.chain([vec![], others.clone()]).map(|squares| enemies_on(&squares));
        let piece = &self.kinds[side.index()][kind.index()];
        let may_stand = |s: Square| self.variant.kinds[kind.index()].region[side.index()].is_none_or(|r| r.contains(s));
        let leads_off = |m: &Outcome| m.to != Some(on) && m.to.is_none_or(may_stand);
        !scenes.any(|scene| {
            let leads = |piece: &Piece, leads: &dyn Fn(&Outcome) -> bool| {
                walk::moves(piece, &scene, on).is_ok_and(|moves| moves.iter().any(|m| leads_off(m) && leads(m)))
            };
            leads(piece, &|_| true)
                || self
                    .here(side, kind, on)
                    .any(|inside| leads(&inside.moves[side.index()], &|m| stays_inside(inside, side, m)))
        })
    }
}

/// Whether a move is one that promotes.
fn promotes(rule: &Promotion, side: Side, from: Square, to: Square, m: &Outcome) -> bool {
    let zone = &rule.zone[side.index()];
    let captures = !m.captures.is_empty();
    let by_place = match &rule.starting_inside {
        Some(onto) if zone.contains(from) => captures || onto[side.index()].contains(to),
        _ => zone.contains(to) || (rule.from_zone_too && zone.contains(from)),
    };
    by_place && (captures || !rule.by_capture)
}
