//! Where switches go: the expressions, bodies and arms that mutants of one file change.

use crate::drawn::{Genre, Mutant};
use crate::text::{Change, Piece};
use std::collections::HashMap;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// The changes that put mutants of one file behind switches. Mutants whose place is not found have none.
///
/// # Errors
/// If the file cannot be parsed.
pub fn switched(text: &str, mutants: &[&Mutant]) -> syn::Result<Vec<Change>> {
    let file = syn::parse_file(text)?;
    let mut places = Places { by_start: HashMap::new(), found: Vec::new() };
    for mutant in mutants {
        if let Some(bytes) = mutant.bytes(text) {
            places.by_start.entry((mutant.genre, bytes.start)).or_default().push((mutant, bytes));
        }
    }
    places.visit_file(&file);
    Ok(places.found)
}

/// A mutant with the bytes that it changes.
type Placed<'a> = (&'a Mutant, Range<usize>);

struct Places<'a> {
    /// The mutants by what they change and where that starts.
    by_start: HashMap<(Genre, usize), Vec<Placed<'a>>>,
    found: Vec<Change>,
}

impl<'a> Places<'a> {
    fn take(&mut self, genre: Genre, start: usize) -> Vec<Placed<'a>> {
        self.by_start.remove(&(genre, start)).unwrap_or_default()
    }

    /// A choice between an expression and the same with the changed bytes replaced.
    fn choose(&mut self, genre: Genre, start: usize, whole: &Range<usize>) {
        for (mutant, bytes) in self.take(genre, start) {
            let pieces = vec![
                Piece::text(format!("(if {} {{ (", is(mutant))),
                Piece::Source(whole.start..bytes.start),
                Piece::text(format!(" {} ", mutant.replacement)),
                Piece::Source(bytes.end..whole.end),
                Piece::text(") } else { ("),
                Piece::Source(whole.clone()),
                Piece::text(") })"),
            ];
            self.found.push(Change::new(mutant.number, whole.clone(), pieces));
        }
    }
}

impl Visit<'_> for Places<'_> {
    fn visit_block(&mut self, block: &syn::Block) {
        if let Some(first) = block.stmts.first() {
            for (mutant, bytes) in self.take(Genre::FnValue, first.span().byte_range().start) {
                let early = format!("if {} {{ return {}; }} ", is(mutant), mutant.replacement);
                let pieces = vec![Piece::marked(early), Piece::Source(bytes.clone())];
                self.found.push(Change::unmarked(mutant.number, bytes, pieces));
            }
        }
        visit::visit_block(self, block);
    }

    fn visit_expr_binary(&mut self, binary: &syn::ExprBinary) {
        self.choose(Genre::BinaryOperator, binary.op.span().byte_range().start, &binary.span().byte_range());
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &syn::ExprUnary) {
        let whole = unary.span().byte_range();
        self.choose(Genre::UnaryOperator, whole.start, &whole);
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_struct(&mut self, expression: &syn::ExprStruct) {
        for field in &expression.fields {
            let start = field.span().byte_range().start;
            self.choose(Genre::StructField, start, &expression.span().byte_range());
        }
        visit::visit_expr_struct(self, expression);
    }

    fn visit_arm(&mut self, arm: &syn::Arm) {
        if let Some((_, guard)) = &arm.guard {
            let whole = guard.span().byte_range();
            self.choose(Genre::MatchArmGuard, whole.start, &whole);
        }
        for (mutant, _) in self.take(Genre::MatchArm, arm.span().byte_range().start) {
            let (whole, before, after) = match &arm.guard {
                Some((_, guard)) => (guard.span().byte_range(), format!("!{} && (", is(mutant)), ")".to_owned()),
                None => (arm.pat.span().byte_range(), String::new(), format!(" if !{}", is(mutant))),
            };
            let pieces = vec![Piece::text(before), Piece::Source(whole.clone()), Piece::text(after)];
            self.found.push(Change::new(mutant.number, whole, pieces));
        }
        visit::visit_arm(self, arm);
    }
}

/// The expression that is true while a mutant runs.
fn is(mutant: &Mutant) -> String {
    format!("::betza_ir::mutant::is({})", mutant.number)
}
