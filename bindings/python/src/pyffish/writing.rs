//! Positions as Fairy-Stockfish writes them.

use betza::movegen::fen;
use betza::movegen::setup::Setup;
use betza::movegen::variant::Flavour;
use betza::{Game, KindInfo, Move, Position, Side, Square};

/// A start position as Fairy-Stockfish's texts of games like shogi have it, `[-] w 0 1`: captures come to hand, the
/// hands are empty, and no king castles. Servers edit this text, so its form matters.
pub(super) fn as_in_shogi(game: &Game, start: String) -> String {
    let variant = game.any().variant();
    let captures = variant.hands.as_ref().is_some_and(|hands| hands.captures);
    match start.split_once("[] ") {
        Some((board, rest)) if captures && variant.castling.is_none() => {
            format!("{board}[-] {} 0 1", rest.split(' ').next().unwrap_or("w"))
        }
        _ => start,
    }
}

/// The position in FEN, whatever notation the game itself has, with hands in Fairy-Stockfish's order.
pub(super) fn written(position: &Position, flavour: Flavour) -> String {
    written_from(position, &position.setup(), flavour)
}

/// A position's setup with all pieces marked that have promoted, those apart whose letters say it.
pub(super) fn with_promoted(position: &Position) -> Setup {
    let mut setup = position.setup();
    for square in position.promoted() {
        if let Some(man) = &mut setup.men[square.index()]
            && !position.game().kinds()[man.kind.index()].letters[0].starts_with('+')
        {
            man.was = Some(man.kind);
        }
    }
    setup
}

/// The same with this setup of the position, which may be marked.
pub(super) fn written_from(position: &Position, setup: &Setup, flavour: Flavour) -> String {
    let game = position.game().any();
    let mut setup = setup.clone();
    if game.variant().hands.as_ref().is_none_or(|hands| !hands.captures) {
        // Who holds nothing has no gates.
        let holds = Side::BOTH.map(|side| setup.hands[side.index()].iter().any(|&count| count > 0));
        setup.gating.retain(|s| setup.men[s.index()].is_some_and(|man| holds[man.side.index()]));
    }
    if flavour == Flavour::Sfen {
        // Fairy-Stockfish writes the board, the side to move, the hands and the number of the ply, and leaves out the
        // rest.
        setup = Setup {
            men: setup.men,
            hands: setup.hands,
            turn: setup.turn,
            move_number: setup.move_number,
            shift: setup.shift,
            ..Setup::empty(game.variant())
        };
    }
    let mut text = fen::write_as(game.variant(), &setup, flavour);
    if let Some(victim) = setup.en_passant_victim.filter(|_| flavour == Flavour::Fen && setup.counted.is_none()) {
        // Where the victim is named among the squares, they ascend.
        let name = |squares: &[Square]| squares.iter().map(|&s| position.game().square_name(s)).collect::<String>();
        let named = [&setup.en_passant[..], &[victim]].concat();
        let mut ascending = named.clone();
        ascending.sort_unstable();
        text = text.replacen(&format!(" {} ", name(&named)), &format!(" {} ", name(&ascending)), 1);
    }
    // Fairy-Stockfish has no named fields (`passes=1`).
    let text = text.split(' ').filter(|word| !word.contains('=')).collect::<Vec<_>>().join(" ");
    match (text.find('['), text.find(']')) {
        (Some(open), Some(close)) => format!("{}{}{}", &text[..=open], hands(position), &text[close..]),
        _ => text,
    }
}

/// The moves of Fairy-Stockfish's types of pieces, in the order of its numbers; pawns come before them, other pieces
/// behind.
const TYPES: [&str; 34] = [
    "N", "B", "R", "Q", "F", "A", "FA", "FfW", "RNF", "RF", "BN", "RN", "QN", "mNcB", "mBcN", "mNcR", "mRcN", "fW",
    "fR", "ffN", "WfF", "BW", "cW", "fmWfF", "", "mRcpR", "pR", "fsW", "nN", "nA", "nZ", "RcpRnN", "W", "K",
];

/// The number of xiangqi's Soldier, `fsW`, in Fairy-Stockfish's order.
const SOLDIER: usize = 28;

/// The letters of both hands, White's first, the highest type first.
fn hands(position: &Position) -> String {
    let (kinds, variant) = (position.game().kinds(), position.game().any().variant());
    let rank = |kind: &KindInfo| match &kind.notation[0] {
        _ if kind.royal => usize::MAX,
        // A pawn of shogi is another type.
        text if kind.letters[0] == "P" && (text.starts_with("fmW") || text.starts_with("mfW")) => 0,
        // A Soldier goes sideways in some region, and is another type than shogi's Pawn.
        _ if !variant.kinds[kind.id.index()].inside.is_empty() => SOLDIER,
        text => TYPES.iter().position(|t| t == text).map_or(TYPES.len() + 1 + usize::from(kind.id.0), |i| i + 1),
    };
    let mut text = String::new();
    for side in [Side::White, Side::Black] {
        let mut held: Vec<_> = position.hand(side).map(|(kind, count)| (&kinds[kind.index()], count)).collect();
        held.sort_by_key(|(kind, _)| std::cmp::Reverse(rank(kind)));
        for (kind, count) in held {
            text += &kind.letters[side.index()].repeat(usize::from(count));
        }
    }
    text
}

/// What the side to move does not see becomes `*`: all but its own pieces and the squares where it may go.
pub(super) fn fogged(position: &Position) -> String {
    let game = position.game();
    let mut seen: Vec<_> = position.legal_moves().into_iter().map(Move::to).collect();
    let own = |s| position.piece_at(s).is_some_and(|(side, _)| side == position.turn());
    seen.extend(game.squares().filter(|&s| own(s)));
    let mut ranks = Vec::new();
    for rank in (1..=game.ranks()).rev() {
        let (mut row, mut empty) = (String::new(), 0);
        for file in 0..game.files() {
            let square = game.square(&format!("{}{rank}", char::from(b'a' + file)));
            let content = match square {
                Some(s) if seen.contains(&s) => {
                    position.piece_at(s).map(|(side, kind)| game.kinds()[kind.index()].letters[side.index()].clone())
                }
                _ => Some("*".to_owned()),
            };
            match content {
                None => empty += 1,
                Some(letters) => {
                    if empty > 0 {
                        row += &empty.to_string();
                        empty = 0;
                    }
                    row += &letters;
                }
            }
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        ranks.push(row);
    }
    let text = written(position, Flavour::Fen);
    let rest = text.split_once(' ').map_or("", |(_, rest)| rest);
    let hands = text.split(' ').next().and_then(|board| board.find('[').map(|i| board[i..].to_owned()));
    format!("{}{} {rest}", ranks.join("/"), hands.unwrap_or_default())
}
