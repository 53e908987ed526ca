//! Diagnostics as a person reads them: the notation with carets under the place, the reason, and the remedy.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use betza_compile::notation::{Code, Diagnostic, Severity};
use std::io::IsTerminal;
use std::ops::Range;

/// Prints diagnostics about a text to standard error, with colours if that is a terminal.
pub fn print(text: &str, diagnostics: &[Diagnostic]) {
    let coloured = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    for d in diagnostics {
        eprintln!("{}\n", render(text, d, coloured));
    }
}

/// One diagnostic under its text.
pub fn render(text: &str, d: &Diagnostic, coloured: bool) -> String {
    let renderer = if coloured { Renderer::styled() } else { Renderer::plain() }.decor_style(DecorStyle::Ascii);
    let level = match d.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(d.message.as_str()).id(d.code.as_str());
    // What the target of a translation cannot say has no place in the text.
    let report = if d.code == Code::CannotSay && d.span.is_empty() {
        let title = Group::with_title(title);
        vec![if d.remedy.is_empty() { title } else { title.element(Level::HELP.message(d.remedy.as_str())) }]
    } else {
        let span = within(text, &d.span);
        let mut report = vec![title.element(Snippet::source(text).annotation(AnnotationKind::Primary.span(span)))];
        if !d.remedy.is_empty() {
            report.push(Group::with_title(Level::HELP.secondary_title(d.remedy.as_str())));
        }
        report
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
