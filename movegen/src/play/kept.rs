//! The legal moves of a position, listed when they are first asked for.

use crate::position::list::{Listed, MoveList};
use std::sync::{Mutex, OnceLock};

/// The legal moves of a position once they are listed. When the position is left, the memory is kept for the next list.
#[derive(Default)]
pub(crate) struct KeptList {
    listed: OnceLock<Box<Listed>>,
    /// The list of a position that was left.
    left: Mutex<Option<Box<Listed>>>,
}

/// A copy knows nothing: it is made for a position that is about to be left.
impl Clone for KeptList {
    fn clone(&self) -> KeptList {
        KeptList::default()
    }
}

impl KeptList {
    /// Returns the list if there is one.
    #[inline(always)]
    pub fn known(&self) -> Option<&Listed> {
        self.listed.get().map(|listed| &**listed)
    }

    /// Returns the list. `list` makes it if there is none: it adds the legal moves to an empty list.
    #[inline(always)]
    pub fn get_or_list(&self, list: impl FnOnce(&mut MoveList)) -> &Listed {
        self.listed.get_or_init(|| {
            let mut listed = self.left.lock().ok().and_then(|mut left| left.take()).unwrap_or_default();
            listed.clear();
            list(&mut listed.list);
            listed
        })
    }

    /// The position is left, so that the list is no longer its own.
    #[inline(always)]
    pub fn leave(&mut self) {
        if let Some(listed) = self.listed.take()
            && let Ok(left) = self.left.get_mut()
        {
            *left = Some(listed);
        }
    }
}
