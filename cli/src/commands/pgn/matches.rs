//! Files of matches on two boards, BPGN, among those that are read.

use super::visit::{Answer, Counts, Wanted, counted};
use betza::Style;
use betza::bughouse::{Match, MatchRecord};
use betza::pgn::Fault;

/// What is wanted of a match: its faults, its FENs, the answer.
pub struct Told {
    pub faults: Vec<Fault>,
    pub fens: String,
    pub answer: Option<Box<Answer>>,
}

/// The name of the game of a match: that of its boards, or else that of its tag.
fn variant<'a>(record: &'a MatchRecord, assumed: &'a str) -> &'a str {
    let named = record.start.as_ref().map(|start| start.game().name());
    named.or_else(|| record.tag("Variant")).unwrap_or(assumed)
}

/// Plays a match once more and keeps what is wanted of it.
pub fn tell(record: MatchRecord, wanted: &Wanted, assumed: &str, counts: &mut Counts) -> Told {
    let name = variant(&record, assumed).to_owned();
    counted(counts, &name, record.moves.len() as u64, record.claimed);
    let (mut fens, mut moves, mut boards) = (String::new(), Vec::new(), Vec::new());
    if wanted.all_fens || wanted.answer {
        let mut at = record.start.clone();
        for m in &record.moves {
            let Some(at) = &mut at else { break };
            if wanted.all_fens {
                fens.push_str(&at.fen());
                fens.push('\n');
            }
            moves.push(at.board(m.table).text(m.played, Style::Uci));
            boards.push(m.table.to_string());
            // The record holds none but legal moves.
            if at.play(m.table, m.played).is_err() {
                break;
            }
        }
    }
    let fen = record.end().map(Match::fen);
    if let Some(fen) = fen.as_ref().filter(|_| wanted.last_fen) {
        fens.push_str(fen);
        fens.push('\n');
    }
    let answer = wanted.answer.then(|| {
        let end = record.end().and_then(Match::outcome);
        Box::new(Answer {
            game: record.place.game,
            line: record.place.line,
            variant: record.start.as_ref().map(|_| name),
            start: record.start.as_ref().map(Match::fen),
            tags: record.tags.clone(),
            moves,
            boards: Some(boards),
            fen,
            claimed: record.claimed.map(|claimed| claimed.to_string()),
            result: end.map(|end| end.text().to_owned()),
            reason: end.map(|end| end.outcome.reason().to_string()),
            board: end.map(|end| end.table.to_string()),
            faults: record.faults.iter().map(Into::into).collect(),
            ..Answer::default()
        })
    });
    Told { faults: record.faults, fens, answer }
}
