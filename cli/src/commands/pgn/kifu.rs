//! Files of shogi games among those that are read.

use betza::kifu::{Format, Records};
use encoding_rs::SHIFT_JIS;
use std::borrow::Cow;
use std::io::{self, BufRead, Cursor};

/// The games of a file in CSA's format or in KIF, which is read whole; `None`, and nothing read, if it is neither.
pub fn records(input: &mut impl BufRead) -> io::Result<Option<Records<Cursor<String>>>> {
    let Some(format) = Format::of(&decoded(input.fill_buf()?)) else { return Ok(None) };
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    Ok(Some(Records::new(Cursor::new(decoded(&bytes).into_owned()), format)))
}

/// Text in UTF-8, as CSA's V3 and `.kifu` have it, or else in Shift_JIS, as older files have it.
fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        // The last character is cut where the buffer ends.
        Err(e) if e.error_len().is_none() => String::from_utf8_lossy(&bytes[..e.valid_up_to()]),
        Err(_) => SHIFT_JIS.decode(bytes).0,
    }
}
