//! Diagnostics as a person reads them: the notation, position or game file with carets under the place, the reason, and
//! the remedy.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use betza_game::fen::FenError;
use betza_notation::{Code, Diagnostic, Severity};
use betza_variants::problem::Report;
use std::io::IsTerminal;
use std::ops::Range;

/// Prints diagnostics about a text to standard error, with colours if that is a terminal.
pub fn print(text: &str, diagnostics: &[Diagnostic]) {
    let coloured = coloured();
    for d in diagnostics {
        say!("{}\n", render(text, d, coloured));
    }
}

/// One diagnostic under its text.
pub fn render(text: &str, d: &Diagnostic, coloured: bool) -> String {
    // What the target of a translation cannot say has no place in the text.
    let snippet = (d.code != Code::CannotSay || !d.span.is_empty()).then_some((text, None, &d.span));
    layout(d.severity, d.code.as_str(), &d.message, &d.remedy, snippet, coloured)
}

/// Prints why a text is no position, under the text.
pub fn print_fen(text: &str, error: &FenError) {
    let snippet = Some((text, None, &error.span));
    say!("{}\n", layout(Severity::Error, error.code.as_str(), &error.message, &error.remedy, snippet, coloured()));
}

/// Prints what is wrong with a game's files, each problem under the line that it is in.
pub fn print_report(report: &Report) {
    for p in &report.problems {
        let source = report.sources.get(p.place.source);
        let snippet = source.map(|s| (s.text.as_str(), Some(s.name.as_str()), &p.place.span));
        say!("{}\n", layout(p.severity, p.code.as_str(), &p.message, &p.remedy, snippet, coloured()));
    }
}

fn coloured() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}

/// A text, its file's name if it has one, and the place in it.
type Snipped<'a> = (&'a str, Option<&'a str>, &'a Range<usize>);

fn layout(
    severity: Severity,
    code: &str,
    message: &str,
    remedy: &str,
    snippet: Option<Snipped<'_>>,
    coloured: bool,
) -> String {
    let renderer = if coloured { Renderer::styled() } else { Renderer::plain() }.decor_style(DecorStyle::Ascii);
    let level = match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(message).id(code);
    let report = match snippet {
        None => {
            let title = Group::with_title(title);
            vec![if remedy.is_empty() { title } else { title.element(Level::HELP.message(remedy)) }]
        }
        Some((text, path, span)) => {
            let annotation = AnnotationKind::Primary.span(within(text, span));
            let mut report = vec![title.element(Snippet::source(text).path(path).annotation(annotation))];
            if !remedy.is_empty() {
                report.push(Group::with_title(Level::HELP.secondary_title(remedy)));
            }
            report
        }
    };
    renderer.render(&report)
}

/// The message and the remedy on one line.
pub fn with_remedy(d: &Diagnostic) -> String {
    if d.remedy.is_empty() { d.message.clone() } else { format!("{}; {}", d.message, d.remedy) }
}

/// `error` or `warning`.
pub fn severity(d: &Diagnostic) -> &'static str {
    match d.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// The span, cut to the text and to whole characters.
fn within(text: &str, span: &Range<usize>) -> Range<usize> {
    let down = |mut i: usize| {
        i = i.min(text.len());
        while !text.is_char_boundary(i) {
            i -= 1;
        }
        i
    };
    let start = down(span.start);
    start..down(span.end).max(start)
}
