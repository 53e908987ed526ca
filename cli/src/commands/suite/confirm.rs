//! Writes into tables by which other ways their counts were met.

use super::File;
use crate::failure::Failure;
use betza_perft::suite::Verdict;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// That words can be added to these files, before anything is counted.
///
/// # Errors
/// A file that is no table with such a column.
pub(super) fn check(files: &[File]) -> Result<(), Failure> {
    files.iter().try_for_each(|file| place(&read(file)?).map(|_| ()).ok_or_else(|| lacks_column(file)))
}

fn read(file: &File) -> Result<String, Failure> {
    std::fs::read_to_string(&file.name).map_err(|e| failed(file, &e))
}

fn failed(file: &File, why: &dyn std::fmt::Display) -> Failure {
    Failure::Input(format!("{}: {why}", file.name))
}

fn lacks_column(file: &File) -> Failure {
    failed(file, &"it has no column 'confirmed'; --confirm is for the ledger's .tsv files")
}

/// Adds words to the column `confirmed` of the lines that were met.
///
/// # Errors
/// A file that is no table with such a column, or cannot be written.
pub(super) fn write(files: &[File], verdicts: &[Verdict], words: &str) -> Result<(), Failure> {
    let mut verdicts = verdicts.iter();
    for file in files {
        let met: BTreeSet<usize> = file
            .cases
            .iter()
            .zip(verdicts.by_ref())
            .filter(|(_, verdict)| **verdict == Verdict::Met)
            .map(|(case, _)| case.line)
            .collect();
        let text = confirmed(&read(file)?, &met, words).ok_or_else(|| lacks_column(file))?;
        let part = PathBuf::from(format!("{}.part", file.name));
        std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, &file.name)).map_err(|e| failed(file, &e))?;
    }
    Ok(())
}

/// Which column of a table is `confirmed`.
fn place(text: &str) -> Option<usize> {
    let header = text.lines().find(|line| !line.is_empty() && !line.starts_with('#'))?;
    header.split('\t').position(|name| name == "confirmed")
}

/// The text with the words added on these lines, where they are not there yet; `None` without such a column.
fn confirmed(text: &str, lines: &BTreeSet<usize>, words: &str) -> Option<String> {
    let place = place(text)?;
    let add = |(index, line): (usize, &str)| {
        let mut columns: Vec<String> = line.split('\t').map(str::to_owned).collect();
        if lines.contains(&(index + 1))
            && let Some(column) = columns.get_mut(place)
            && !column.split(", ").any(|way| way == words)
        {
            column.push_str(if column.is_empty() { "" } else { ", " });
            column.push_str(words);
        }
        columns.join("\t") + "\n"
    };
    Some(text.lines().enumerate().map(add).collect())
}

#[cfg(test)]
mod tests {
    use super::confirmed;
    use std::collections::BTreeSet;

    #[test]
    fn words_are_added_once_to_the_lines_that_were_met() {
        let text = "fen\tconfirmed\na\t\nb\tkeys\n";
        let lines = BTreeSet::from([2, 3]);
        let once = confirmed(text, &lines, "walk").unwrap();
        assert_eq!(once, "fen\tconfirmed\na\twalk\nb\tkeys, walk\n");
        assert_eq!(confirmed(&once, &lines, "walk").unwrap(), once);
        assert_eq!(confirmed("fen\na\n", &lines, "walk"), None);
    }
}
