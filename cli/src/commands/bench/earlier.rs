//! An earlier run of `betza bench`, and whether this one is slower.

use super::{Answer, Row, median, range};
use crate::failure::Failure;
use betza_perft::DEEPEST;
use std::path::Path;

/// Reads what `betza bench --json` printed.
///
/// # Errors
/// That it is none, with the place.
pub(super) fn read(path: &Path) -> Result<Answer, Failure> {
    let failed = |e: &dyn std::fmt::Display| {
        Failure::Input(format!("{}: {e}; write such a file with betza bench --json > FILE", path.display()))
    };
    let text = std::fs::read_to_string(path).map_err(|e| failed(&e))?;
    let answer: Answer = serde_json::from_str(&text).map_err(|e| failed(&e))?;
    if answer.rows.is_empty() || answer.rows.iter().any(|row| row.seconds.is_empty()) {
        return Err(failed(&"it has no times"));
    }
    if let Some(row) = answer.rows.iter().find(|row| row.depth > DEEPEST) {
        return Err(failed(&format!("{}: depth {} is over {DEEPEST}", row.variant, row.depth)));
    }
    Ok(answer)
}

/// Tells how this run's times are to the earlier ones, and whether one is slower by more than the spread.
pub(super) fn is_slower(before: &Answer, now: &Answer) -> bool {
    if before.machine != now.machine {
        say!("warning: the earlier run was made on another machine ({})", before.machine.processor);
    }
    let mut slower = false;
    for (then, row) in before.rows.iter().zip(&now.rows) {
        let quotient = median(&row.seconds) / median(&then.seconds);
        let verdict = verdict(then, row);
        slower |= verdict == Verdict::Slower;
        say!(
            "{} {} plies, {} threads, {} MB: {:.3} times the earlier time: {}",
            row.variant,
            row.depth,
            row.threads,
            row.hash,
            quotient,
            match verdict {
                Verdict::Slower => "slower",
                Verdict::Same => "within the spread",
                Verdict::Faster => "faster",
            }
        );
    }
    slower
}

/// How one time is to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Slower,
    Same,
    Faster,
}

fn verdict(then: &Row, now: &Row) -> Verdict {
    let spread = |row: &Row| {
        let (least, most) = range(&row.seconds);
        most - least
    };
    let difference = median(&now.seconds) - median(&then.seconds);
    if difference.abs() <= spread(then).max(spread(now)) {
        return Verdict::Same;
    }
    if difference > 0.0 { Verdict::Slower } else { Verdict::Faster }
}

#[cfg(test)]
mod tests {
    use super::{Row, Verdict, verdict};

    fn row(seconds: &[f64]) -> Row {
        Row {
            variant: "chess".to_owned(),
            depth: 1,
            nodes: "20".to_owned(),
            threads: 1,
            hash: 0,
            seconds: seconds.to_vec(),
            nps: 0,
            nps_low: 0,
            nps_high: 0,
            against: None,
        }
    }

    #[test]
    fn slower_is_what_exceeds_the_spread_of_both() {
        let then = row(&[1.0, 1.1, 1.2]);
        // The medians differ by as much as the rounds of either run, and by more.
        assert_eq!(verdict(&then, &row(&[1.29, 1.29, 1.29])), Verdict::Same);
        assert_eq!(verdict(&then, &row(&[1.31, 1.31, 1.31])), Verdict::Slower);
        assert_eq!(verdict(&then, &row(&[1.31, 1.31, 1.6])), Verdict::Same);
        assert_eq!(verdict(&then, &row(&[0.8, 0.8, 0.8])), Verdict::Faster);
    }
}
