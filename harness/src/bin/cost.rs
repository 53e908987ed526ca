//! `cost notations|files [MILLISECONDS]`: reads all hostile texts, one after the other, and prints what cost more than
//! so much; then the number of texts, the longest time and the most memory of the process.

#![forbid(unsafe_code)]

use betza_harness::{costs, hostile};
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let texts = match words.next().as_deref() {
        Some("notations") => hostile::notations(),
        Some("files") => hostile::files(),
        _ => {
            eprintln!("usage: cost notations|files [MILLISECONDS]");
            return ExitCode::from(2);
        }
    };
    let least = words.next().and_then(|n| n.parse().ok()).map_or(Duration::MAX, Duration::from_millis);
    let mut longest = Duration::ZERO;
    for (reader, text) in &texts {
        let (answer, time) = costs::timed(|| reader.read(text));
        longest = longest.max(time);
        if time >= least {
            let short = |text: &str| text.chars().take(60).collect::<String>();
            let answer = answer.map_err(|message| short(&message));
            println!("{} ms, {reader:?}, {} bytes, {:?}: {answer:?}", time.as_millis(), text.len(), short(text));
        }
    }
    let memory = costs::most_memory().map_or("?".to_owned(), |bytes| (bytes >> 20).to_string());
    println!("{} texts, longest {} ms, most memory {memory} MiB", texts.len(), longest.as_millis());
    ExitCode::SUCCESS
}
