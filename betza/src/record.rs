//! What judgements about the moves played need. It is found when it is asked for, and kept for the next time.

use betza_game::variant::Counted;
use betza_ir::geometry::Square;
use betza_movegen::effects::Effect;
use betza_movegen::moves::{Move, MoveType};
use betza_movegen::{AnyGame, AnyLine, AnyPosition, History};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is known of the positions up to one.
#[derive(Clone)]
pub(crate) struct Record {
    pub history: History,
    /// Where pieces stand that have promoted, ascending, in each of these positions.
    promoted: Vec<Vec<Square>>,
}

impl Record {
    /// Where pieces stand that have promoted in the last position, ascending.
    pub fn promoted(&self) -> &[Square] {
        self.promoted.last().map_or(&[], Vec::as_slice)
    }
}

/// What a position knows of the record of its game.
pub(crate) struct Recorder(Mutex<Known>);

#[derive(Clone)]
struct Known {
    /// Where pieces stand that have promoted, in the position that was set up.
    promoted: Vec<Square>,
    /// How far moves were counted there.
    counted: Option<Counted>,
    /// The record as far as it was asked for. Of its plies, those that the line has had all the time are not taken back
    /// ([`AnyLine::fewest`]).
    record: Option<Arc<Record>>,
}

/// A copy shares the record until one of both goes on.
impl Clone for Recorder {
    fn clone(&self) -> Recorder {
        Recorder(Mutex::new(self.known().clone()))
    }
}

impl Recorder {
    /// The recorder of a position that was set up.
    pub fn new(promoted: Vec<Square>, counted: Option<Counted>) -> Recorder {
        Recorder(Mutex::new(Known { promoted, counted, record: None }))
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // What is known is whole between two statements, even if a thread panicked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The record of the positions up to `now`, which came about by `line`.
    pub fn record(&self, game: &AnyGame, now: &AnyPosition, line: &AnyLine) -> Arc<Record> {
        let mut known = self.known();
        let (plies, valid) = (line.plies(), line.fewest());
        if let Some(record) = &known.record
            && valid == plies
            && record.history.plies() == plies
        {
            return Arc::clone(record);
        }
        let kept = known.record.take();
        let is_first = kept.is_none();
        let missing = if is_first { plies } else { plies - valid };
        let mut position = game.before(now, line, missing);
        let mut record = kept.unwrap_or_else(|| {
            let history = game.history_from(&position, known.counted);
            Arc::new(Record { history, promoted: vec![known.promoted.clone()] })
        });
        let all = Arc::make_mut(&mut record);
        while all.history.plies() > valid {
            all.history.pop();
            all.promoted.pop();
        }
        for played in line.moves(missing) {
            // Only what has promoted needs the position before.
            let promotes = played.is_some_and(|m| m.promotion().is_some());
            let before = (promotes || !all.promoted().is_empty()).then(|| position.clone());
            // The moves are not taken back.
            match played {
                Some(m) => drop(game.make(&mut position, m)),
                None => drop(game.make_null(&mut position)),
            }
            game.record(&mut all.history, &position, played);
            let promoted = |before| promoted_after(game, &before, &position, played, all.promoted());
            let promoted = before.map_or_else(Vec::new, promoted);
            all.promoted.push(promoted);
        }
        line.note_plies();
        known.record = Some(Arc::clone(&record));
        record
    }

    /// Says where pieces stand that have promoted in the last position, that of this record.
    pub fn mark_promoted(&mut self, mut record: Arc<Record>, promoted: Vec<Square>) {
        if let Some(last) = Arc::make_mut(&mut record).promoted.last_mut() {
            *last = promoted;
        }
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner).record = Some(record);
    }
}

/// Where pieces stand that have promoted after a move, if they stood on `promoted` before it. A piece that goes back to
/// what it promoted from has not promoted.
fn promoted_after(
    game: &AnyGame,
    before: &AnyPosition,
    after: &AnyPosition,
    played: Option<Move>,
    promoted: &[Square],
) -> Vec<Square> {
    let Some(m) = played else { return promoted.to_vec() };
    let (from, to) = (m.from(), m.to());
    let mover = before.cell(from);
    let becomes = m.promotion().filter(|new| {
        let kind = &game.variant().kinds[new.index()];
        !(mover.is_piece() && kind.promotes_to(|k| *k == mover.kind()))
    });
    if promoted.is_empty() && becomes.is_none() {
        return Vec::new();
    }
    let landing = (m.kind == MoveType::Castling).then(|| before.castling_landing(to)).flatten();
    let list = m.short_effects().is_none().then(|| game.legal_moves(before));
    let effects = list.as_ref().map(|list| list.effects.of(m)).or_else(|| m.short_effects());
    let effects = effects.as_deref().unwrap_or(&[]);
    let relocated =
        |s| effects.iter().find_map(|e| if let Effect::Relocate(f, t) = *e { (f == s).then_some(t) } else { None });
    let stands = |s: Square| before.cell(s) == after.cell(s) && s != to;
    let goes = |&s: &Square| match landing {
        Some((king, _)) if s == from => Some(king),
        Some((_, partner)) if s == to => Some(partner),
        _ if s == from && !m.enters() => (m.promotion().is_none() || becomes.is_some()).then_some(to),
        _ => relocated(s).or_else(|| stands(s).then_some(s)),
    };
    let mut promoted: Vec<Square> = promoted.iter().filter_map(goes).chain(becomes.map(|_| to)).collect();
    promoted.retain(|&s| after.cell(s).is_piece());
    promoted.sort_unstable();
    promoted.dedup();
    promoted
}
