//! Start positions as Fairy-Stockfish reads them.

use super::model::Model;
use crate::problem::{Place, ProblemCode};
use crate::section::Findings;
use betza_game::fen::{self, FenCode};
use betza_game::variant::{Flavour, Variant};

/// Of a built-in game whose start has numbers of squares: the id of the piece that a number alone stands for, and the
/// start as a FEN.
pub(super) fn numbered(variant: &Variant) -> Option<(String, String)> {
    let start = fen::is_pdn(&variant.start).then(|| fen::read(variant, &variant.start).ok())??;
    Some((variant.kinds.first()?.id.clone(), fen::write_as(variant, &start, Flavour::Fen)))
}

impl Model<'_> {
    /// Lets the numbers of a parent's start stand for the piece that they stand for in the parent, though another piece
    /// may have come first. A start of the section's own is read as it is, and that is told.
    pub(super) fn keep_men(&mut self, start: &Place, findings: &Findings) {
        let (Some((man, position)), Some(first)) = (&self.numbered, self.variant.kinds.first()) else { return };
        if first.id == *man || !fen::is_pdn(&self.variant.start) {
            return;
        }
        if self.last("startFen").is_none() {
            self.variant.start.clone_from(position);
            return;
        }
        let message =
            format!("a number alone stands for {} in this start, and not for {man} as in the parent's", first.id);
        let remedy = format!("write '{man}' before the numbers of its squares, or a FEN");
        findings.warning(ProblemCode::ReadDifferently, start, message, remedy);
    }

    /// Makes of a start what Fairy-Stockfish reads: rights to castle that there are no pieces for are taken out of it;
    /// what was taken out but for one byte.
    pub(super) fn drop_idle_rights(&mut self, start: &Place, findings: &Findings) -> std::ops::Range<usize> {
        let mut cut = 0..0;
        let told = |message: String, remedy: &str| findings.warning(ProblemCode::NoEffect, start, message, remedy);
        // A side for each letter, and a wing.
        for _ in 0..2 * self.variant.board.files() {
            let refused = fen::read(&self.variant, &self.variant.start).err().filter(|e| e.code == FenCode::Castling);
            let Some(error) = refused else { break };
            let text = self.variant.start.clone();
            let begin = text[..error.span.start].rfind(' ').map_or(0, |i| i + 1);
            let end = text[begin..].find(' ').map_or(text.len(), |i| begin + i);
            let mut left = text[begin..end].to_owned();
            if self.variant.castling.is_none() {
                told(
                    format!("the game has no castling, so that '{left}' in its start has no effect"),
                    "write '-' there",
                );
                // Where unmoved pieces have rights of other kinds, the letters of files are such.
                left.retain(|c| self.variant.gating.is_some() && !"KQkq".contains(c));
            } else {
                let (from, to) = (error.span.start - begin, error.span.end - begin);
                told(
                    format!("'{}' in the start has no effect: {}", &left[from..to], error.message),
                    "leave it out of the start",
                );
                left.replace_range(from..to, "");
            }
            if left.is_empty() {
                left.push('-');
            }
            cut = begin..end - left.len();
            self.variant.start.replace_range(begin..end, &left);
        }
        cut
    }

    /// Adds White to a start that names no side to move, and takes out marks of promotion that the game does not keep.
    pub(super) fn complete_start(&mut self, start: &Place, findings: &Findings) {
        let told = |message: &str, remedy: &str| findings.warning(ProblemCode::ReadDifferently, start, message, remedy);
        // Numbered squares are no board of Fairy-Stockfish's, and have a side in front.
        if fen::is_pdn(&self.variant.start) {
            return;
        }
        self.pass_over_strangers(start, findings);
        let mut text = self.variant.start.clone();
        let words: Vec<String> = text.split_ascii_whitespace().map(str::to_owned).collect();
        let board = words.first().map_or(0, String::len);
        if words.len() == 1 || words.get(1).is_some_and(|w| w == "-") {
            told("the start names no side to move, which is White then", "write ' w' behind the board");
            let at = text.find(&words[0]).unwrap_or(0) + board;
            text.insert_str(at, " w");
        }
        // Checks that nobody counts.
        let is_number = |word: &str| word.parse::<u8>().is_ok();
        let is_checks = |w: &&String| w.split_once('+').is_some_and(|(a, b)| is_number(a) && is_number(b));
        if let Some(checks) = words.iter().skip(1).find(is_checks).filter(|_| self.variant.checks_to_win().is_none()) {
            let message = "the checks in the start have no effect in a game that does not count them";
            told(message, "write 'checkCounting = true'");
            text = text.replacen(&format!(" {checks}"), "", 1);
        }
        if words.get(3..5).is_some_and(|fields| fields == ["-", "-"]) && text.contains('[') {
            told(
                "the start has one field '-' too many, which is passed over",
                "write en passant, half moves, moves: '- 0 1'",
            );
            text = text.replacen(" - - ", " - ", 1);
        }
        let remembers = self.variant.kinds.iter().any(|k| k.promotion.as_ref().is_some_and(|p| p.remembers));
        // Covered pieces have it in their letters.
        let covers = self.variant.kinds.iter().any(|k| k.letters.iter().any(|letters| letters.ends_with('~')));
        let hand = text.find(['[', ' ']).unwrap_or(text.len());
        if !remembers && !covers && text[..hand].contains('~') {
            let message = "'~' in the start has no effect in a game whose captures do not tell promoted pieces apart";
            told(message, "leave it out");
            let plain = text[..hand].replace('~', "");
            text.replace_range(..hand, &plain);
        }
        self.variant.start = text;
    }

    /// Takes out of a start the letters that are no pieces of the game: Fairy-Stockfish passes over them, so that what
    /// follows in a rank stands further to the left.
    fn pass_over_strangers(&mut self, start: &Place, findings: &Findings) {
        let told = |text: &str| {
            let message = format!(
                "'{text}' in the start is no piece of the game: Fairy-Stockfish passes over it, and what follows in its rank stands further \
                 to the left"
            );
            let remedy = "name its pieces with keys as customPiece1, or write a start of those that there are";
            findings.warning(ProblemCode::Start, start, message, remedy);
        };
        let quoted = self.variant.start.strip_prefix('"').map(|rest| rest.strip_suffix('"').unwrap_or(rest).to_owned());
        if let Some(inner) = quoted {
            told("\"");
            self.variant.start = inner;
        }
        let mut seen = Vec::new();
        for _ in 0..self.variant.start.len() {
            let text = &self.variant.start;
            let refused = fen::read(&self.variant, text).err().filter(|e| e.code == FenCode::UnknownPiece);
            let Some(stranger) = refused.and_then(|e| text[e.span.start..].chars().next().map(|c| (e.span.start, c)))
            else {
                break;
            };
            let (at, letter) = stranger;
            if !seen.contains(&letter) {
                told(letter.encode_utf8(&mut [0; 4]));
                seen.push(letter);
            }
            self.variant.start.replace_range(at..at + letter.len_utf8(), "");
            self.fill_rank(at);
        }
    }

    /// Lets the rank of a start's board that a byte is in end with empty squares, as many as it lacks.
    fn fill_rank(&mut self, byte: usize) {
        let text = &self.variant.start;
        let board = text.find(['[', ' ']).unwrap_or(text.len());
        if byte > board {
            return;
        }
        let begin = text[..byte].rfind('/').map_or(0, |i| i + 1);
        let end = text[byte..board].find('/').map_or(board, |i| byte + i);
        let mut squares = 0;
        let mut number = 0;
        for c in text[begin..end].chars() {
            match c.to_digit(10) {
                Some(digit) => number = 10 * number + digit as usize,
                None => {
                    squares += std::mem::take(&mut number) + usize::from(!"+~".contains(c));
                }
            }
        }
        let squares = squares + number;
        let files = self.variant.board.files();
        if squares < files {
            let kept = text[begin..end].trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
            let empty = files - squares + number;
            self.variant.start.replace_range(begin..end, &format!("{kept}{empty}"));
        }
    }
}
