//! How moves name the kinds of a game, as plain data. The styles of moves find it when they are first asked for.

use betza_game::KindId;

/// How moves name the kinds of a game.
pub(crate) struct Names {
    /// Which kinds are pawns as in chess.
    pub pawns: Vec<bool>,
    /// The letter of each kind in the styles of players, if each kind has one ASCII capital; otherwise empty.
    pub letters: Vec<u8>,
}

impl Names {
    /// Returns the kinds that `letter` names; pawns have none.
    pub fn named(&self, letter: Option<u8>) -> impl Iterator<Item = KindId> {
        let kinds = self.letters.iter().zip(&self.pawns).enumerate();
        let fits = move |&(_, (own, is_pawn)): &(usize, (&u8, &bool))| letter.map_or(*is_pawn, |letter| *own == letter);
        kinds.filter(fits).map(|(kind, _)| KindId::from_index(kind))
    }
}
