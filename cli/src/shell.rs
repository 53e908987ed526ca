//! Words as a shell reads them.

/// A word that a POSIX shell reads as this text.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/-_.,:=@+".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn what_a_shell_would_change_is_quoted() {
        assert_eq!(quoted("chess"), "chess");
        assert_eq!(quoted("8/8 w - -"), "'8/8 w - -'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("a[b]"), "'a[b]'");
    }
}
