//! The smallest position in which a law does not hold.

use crate::positions::may_take_royal;
use crate::subject::{Depth, Fault, Subject};
use betza_game::setup::Setup;
use betza_perft::smaller::parts_taken_away;

/// Takes away from a position whatever it can lose while the same law still does not hold in it.
pub fn shrink(subject: &Subject, setup: &Setup, depth: Depth, fault: Fault) -> (Setup, Fault) {
    let (mut smallest, mut fault) = (setup.clone(), fault);
    loop {
        let smaller = parts_taken_away(&smallest).into_iter().find_map(|setup| {
            // A position in which the other side's royal can be captured is none that is asked about.
            if may_take_royal(subject.game(), &setup)? {
                return None;
            }
            let found = subject.check(&setup, depth).err().filter(|found| found.law == fault.law)?;
            Some((setup, found))
        });
        match smaller {
            Some(found) => (smallest, fault) = found,
            None => return (smallest, fault),
        }
    }
}
