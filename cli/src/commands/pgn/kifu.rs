//! Files of shogi and xiangqi games among those that are read.

use betza::kifu::{Format, Records};
use betza::wxf;
use encoding_rs::SHIFT_JIS;
use std::borrow::Cow;
use std::io::{self, BufRead, Cursor};

/// The games of a file that is read whole.
pub enum Kifu {
    /// In CSA's format or in KIF.
    Shogi(Records<Cursor<String>>),
    /// In WXF's.
    Xiangqi(wxf::Records<Cursor<String>>),
}

/// The games of a file in one of these formats; `None`, and nothing read, if it is in none.
pub fn records(input: &mut impl BufRead) -> io::Result<Option<Kifu>> {
    let (format, is_wxf) = {
        let first = decoded(input.fill_buf()?);
        (Format::of(&first), wxf::begins(&first))
    };
    if format.is_none() && !is_wxf {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    let text = Cursor::new(decoded(&bytes).into_owned());
    Ok(Some(match format {
        Some(format) => Kifu::Shogi(Records::new(text, format)),
        None => Kifu::Xiangqi(wxf::Records::new(text)),
    }))
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
