//! Results, in positions worked out by hand: one for each reason, and the rules about the moves played.

use betza_game::fen;
use betza_game::variant::Variant;
use betza_movegen::keys::DEFAULT_SEED;
use betza_movegen::{AnyGame, AnyPosition};
use betza_movegen::{History, Outcome};
use betza_variants::{find, read_ini, read_toml};

/// A game that is being played.
struct Play {
    game: AnyGame,
    position: AnyPosition,
    history: History,
}

impl Play {
    fn on(variant: &Variant, fen: &str) -> Play {
        let start = fen::placement(variant).expect("a start");
        let game = AnyGame::compile(variant, &start, DEFAULT_SEED).expect("a game");
        let setup = fen::read(variant, fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        let position = game.position(&setup).expect("a position");
        let history = game.history(&position);
        Play { game, position, history }
    }

    fn new(name: &str, fen: &str) -> Play {
        Play::on(&find(name).expect("a built-in game").variant, fen)
    }

    fn start(name: &str) -> Play {
        let variant = find(name).expect("a built-in game").variant;
        let start = variant.start.clone();
        Play::on(&variant, &start)
    }

    fn play(mut self, moves: &str) -> Play {
        for text in moves.split_ascii_whitespace() {
            let list = self.game.legal_moves(&self.position);
            let m = self.game.read_move(&self.position, &list, text).unwrap_or_else(|| panic!("{text} is not legal"));
            self.game.make_listed(&mut self.position, m, &list);
            self.game.record(&mut self.history, &self.position, Some(m));
        }
        self
    }

    fn times(self, n: usize, moves: &str) -> Play {
        (0..n).fold(self, |play, _| play.play(moves))
    }

    fn over(&self) -> String {
        text(self.game.automatic_outcome(&self.position, &self.history))
    }

    fn claim(&self) -> String {
        text(self.game.claimable_outcome(&self.position, &self.history))
    }

    fn halfmoves(&self) -> u16 {
        self.position.state().halfmoves
    }
}

fn text(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "-".to_owned(), |outcome| outcome.to_string())
}

fn over(name: &str, fen: &str) -> String {
    Play::new(name, fen).over()
}

/// A game over another, by lines of a game's file.
fn changed(parent: &str, lines: &str) -> Variant {
    let text = format!("format = 1\nparent = \"{parent}\"\nname = \"changed\"\n{lines}\n");
    read_toml("changed.toml", &text).unwrap_or_else(|e| panic!("{e}")).variant
}

#[test]
fn mate_is_worth_what_the_game_says() {
    let fool = "f2f3 e7e5 g2g4 d8h4";
    assert_eq!(Play::start("chess").play(fool).over(), "Black wins: checkmate");
    assert_eq!(Play::start("misere").play(fool).over(), "White wins: checkmate");
    assert_eq!(Play::start("chess").play("f2f3 e7e5 g2g4").over(), "-");
}

#[test]
fn stalemate_is_worth_what_the_game_says() {
    let queen = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(over("chess", queen), "draw: stalemate");
    assert_eq!(over("armageddon", queen), "Black wins: stalemate");
    // The general may go to neither e10, before the other general, nor d9, before the soldier.
    assert_eq!(over("xiangqi", "3k5/9/3P5/9/9/9/9/9/9/4K4 b - - 0 1"), "White wins: stalemate");
    // All pawns are blocked. In antichess who cannot move has won, in suicide chess who has fewer pieces.
    let equal = "8/8/8/p6p/P6P/8/8/8 w - - 0 1";
    assert_eq!(over("antichess", equal), "White wins: stalemate");
    assert_eq!(over("suicide", equal), "draw: stalemate");
    assert_eq!(over("suicide", "8/8/8/p6p/P6P/7P/8/8 w - - 0 1"), "Black wins: stalemate");
    assert_eq!(over("suicide", "8/8/7p/p6p/P6P/8/8/8 w - - 0 1"), "White wins: stalemate");
}

#[test]
fn mates_of_shatar_need_a_strong_check() {
    // A bishop mates: the other one has g8, the king g7 and h7.
    let bishops = Play::new("shatar", "7k/p7/4B2K/2B5/8/8/8/8 w - - 0 1").play("c5d4");
    assert_eq!(bishops.over(), "draw: a mate without a strong check before it");
    // The same after a rook's check, which was answered by taking it.
    let series = Play::new("shatar", "7k/8/4B2K/2B5/8/8/R7/r7 w - - 0 1").play("a2a8 a1a8 c5d4");
    assert_eq!(series.over(), "White wins: checkmate");
    // A quiet move between them ends the series.
    let broken = Play::new("shatar", "7k/8/4B2K/2B5/8/8/R7/r7 w - - 0 1").play("a2a8 a1a8 c5f2 a8b8 f2d4");
    assert_eq!(broken.over(), "draw: a mate without a strong check before it");
    let smothered = Play::new("shatar", "6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1").play("g5f7");
    assert_eq!(smothered.over(), "Black wins: a mate by a piece that may not mate alone");
    let back_rank = Play::new("shatar", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1").play("a1a8");
    assert_eq!(back_rank.over(), "White wins: checkmate");
}

#[test]
fn ends_of_the_position_have_a_winner() {
    assert_eq!(over("antichess", "8/8/8/p7/8/8/8/8 w - - 0 1"), "White wins: extinction");
    assert_eq!(over("extinction", "4k3/8/8/8/8/8/8/RNBQK3 w - - 0 1"), "White wins: extinction");
    let rook = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    assert_eq!(over("shatranj", rook), "White wins: a bare king");
    assert_eq!(over("losers", rook), "Black wins: a bare king");
    assert_eq!(over("shatar", rook), "draw: a bare king");
    // With the bare side to move, its reply might take the rook.
    assert_eq!(over("shatranj", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"), "-");
    assert_eq!(over("kingofthehill", "4k3/8/8/8/4K3/8/8/R7 b - - 0 1"), "White wins: a piece has reached its goal");
    assert_eq!(over("racingkings", "k6K/8/8/8/8/8/8/8 w - - 0 1"), "draw: a piece has reached its goal");
    assert_eq!(over("racingkings", "k7/8/8/7K/8/8/8/8 w - - 0 1"), "Black wins: a piece has reached its goal");
    // Black, on the seventh rank, still has a move.
    assert_eq!(over("racingkings", "7K/k7/8/8/8/8/8/8 b - - 0 1"), "-");
    let check = Play::new("3check", "4k3/8/8/8/8/8/8/4K2R w - - 1+3 0 1").play("h1h8");
    assert_eq!(check.over(), "White wins: the number of checks");
}

#[test]
fn bikjang_and_passes_are_draws_unless_the_material_decides() {
    let kings = "3k4r/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
    let faced = "e1d1 d10d10";
    assert_eq!(Play::new("janggitraditional", kings).play(faced).over(), "draw: bikjang: the royals face each other");
    // 13 points each: the second player has one and a half besides.
    assert_eq!(Play::new("janggi", kings).play(faced).over(), "Black wins: the count of the material");
    // A chariot and a soldier, 15 points, against a chariot.
    let more = "3k4r/9/9/9/9/9/P8/9/9/R3K4 w - - 0 1";
    assert_eq!(Play::new("janggi", more).play(faced).over(), "White wins: the count of the material");
    assert_eq!(Play::new("janggicasual", kings).play("e1e1 d10d10").over(), "draw: both sides have passed");
}

#[test]
fn a_full_board_ends_the_game_if_it_says_so() {
    let fen = "rnbqkbnr/pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/RNBQKBNR w - - 0 1";
    let game = |keys: &str| {
        let text = format!("[g:chess]\nadjudicateFullBoard = true\ncastling = false\nstartFen = {fen}\n{keys}\n");
        Play::on(&read_ini("g.ini", &text, "g").unwrap_or_else(|e| panic!("{e}")).variant, fen).over()
    };
    assert_eq!(game(""), "draw: the board is full");
    assert_eq!(game("materialCounting = whitedrawodds"), "White wins: the board is full");
    assert_eq!(game("materialCounting = unweighted"), "draw: the count of the material");
}

#[test]
fn who_cannot_mate_is_told_by_the_pieces() {
    let draw = "draw: insufficient material";
    for (board, result) in [
        ("4k3/8/8/8/8/8/8/4K3", draw),
        ("4k3/8/8/8/8/8/8/4KB2", draw),
        ("4k3/8/8/8/8/8/8/4KN2", draw),
        // c1 and f8 are dark, f1 is light.
        ("4kb2/8/8/8/8/8/8/2B1K3", draw),
        ("4kb2/8/8/8/8/8/8/4KB2", "-"),
        ("4k3/8/8/8/8/8/8/4KNN1", "-"),
        ("4kn2/8/8/8/8/8/8/4KN2", "-"),
        ("4k3/4p3/8/8/8/8/8/4K3", "-"),
        ("4k3/8/8/8/8/8/8/R3K3", "-"),
    ] {
        assert_eq!(over("chess", &format!("{board} w - - 0 1")), result, "{board}");
    }
    assert_eq!(over("armageddon", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "Black wins: insufficient material");
    // Captured pieces come back; a bare king has lost.
    assert_eq!(over("crazyhouse", "4k3/8/8/8/8/8/8/4KN2[] w - - 0 1"), "-");
    // A Knight that was a Pawn comes back to its owner as a Pawn.
    let returning = changed("crazyhouse", "hands.captures = false\nhands.captures_return = true");
    assert_eq!(Play::on(&returning, "4k3/8/8/8/8/8/8/4KN~2[] w - - 0 1").over(), "-");
    assert_eq!(over("kingofthehill", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "-");
}

#[test]
fn the_move_rule_is_claimed_and_later_holds_by_itself() {
    let rook = |n: u32| Play::new("chess", &format!("4k3/8/8/8/8/8/8/R3K3 w - - {n} 80"));
    let play = rook(98).play("a1a2");
    assert_eq!((play.over().as_str(), play.claim().as_str()), ("-", "-"));
    let play = play.play("e8d8");
    assert_eq!((play.over().as_str(), play.claim().as_str()), ("-", "draw: the 50-move rule"));
    let play = rook(149).play("a1a2");
    assert_eq!((play.over().as_str(), play.claim().as_str()), ("draw: the 75-move rule", "-"));
    // Mate comes first.
    let mate = Play::new("chess", "4k3/7R/8/8/8/8/8/R3K3 w - - 149 80").play("a1a8");
    assert_eq!(mate.over(), "White wins: checkmate");
    assert_eq!(Play::new("makruk", "4k3/8/8/8/8/8/P7/R3K3 w - - 200 150").claim(), "-");
}

/// By hand: where chases matter, the checks of a side beyond its tenth do not count, nor the replies.
#[test]
fn the_move_rule_of_xiangqi_does_not_count_many_checks() {
    let variant = changed("xiangqi", "[results]\nmoves = 15\nrepetition = 0");
    let start = || Play::on(&variant, "3k5/9/9/9/9/9/9/9/9/R4K3 w - - 0 1");
    // Fifteen moves of each side, first without a check, then each with one.
    let quiet = start().times(7, "a1a2 d10d9 a2a1 d9d10").play("a1a2 d10d9");
    assert_ne!(quiet.claim(), "-");
    let checks = start().play("a1a10 d10d9").times(7, "a10a9 d9d10 a9a10 d10d9");
    assert_eq!(checks.claim(), "-");
    // Ten of the moves count, and it takes five more without checks.
    let more = checks.play("a10b10 d9d8 b10b7 d8d9 b7b6 d9d8 b6b7 d8d9");
    assert_eq!(more.claim(), "-");
    assert_ne!(more.play("b7b6 d9d8").claim(), "-");
}

#[test]
fn repetition_is_worth_what_the_game_says() {
    let knights = "g1f3 g8f6 f3g1 f6g8";
    let play = Play::start("chess").play(knights);
    assert_eq!(play.claim(), "-");
    let play = play.play(knights);
    let three = "draw: repetition: the position has come about 3 times";
    assert_eq!((play.over().as_str(), play.claim()), ("-", three.to_owned()));
    let play = play.times(2, knights);
    let five = "draw: repetition: the position has come about 5 times";
    assert_eq!((play.over(), play.claim().as_str()), (five.to_owned(), "-"));

    let rooks = "h2g2 b8c8 g2h2 c8b8";
    let four = "repetition: the position has come about 4 times";
    assert_eq!(Play::start("shogi").times(2, rooks).claim(), "-");
    assert_eq!(Play::start("shogi").times(3, rooks).over(), format!("draw: {four}"));
    // In minishogi the first player has lost; its rook starts on e1, the other on a5.
    let mini = Play::start("minishogi").times(3, "e1e2 a5a4 e2e1 a4a5");
    assert_eq!(mini.over(), format!("Black wins: {four}"));
    let twice = changed("chess", "[results]\nrepetition = 2");
    let two = "draw: repetition: the position has come about twice";
    assert_eq!(Play::on(&twice, &twice.start.clone()).play(knights).claim(), two);
    let never = changed("chess", "[results]\nrepetition = 0");
    let start = never.start.clone();
    assert_eq!(Play::on(&never, &start).times(6, knights).claim(), "-");
}

/// The first position has rights that the later ones lack, so that it is another.
#[test]
fn positions_with_other_rights_are_not_the_same() {
    let rooks = "a1b1 a8b8 b1a1 b8a8";
    let play = Play::new("chess", "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1").times(2, rooks);
    assert_eq!(play.claim(), "-");
    assert_eq!(play.play(rooks).claim(), "draw: repetition: the position has come about 3 times");
}

#[test]
fn who_checks_for_ever_loses_where_the_game_says_so() {
    let checks = "a1a10 d10d9 a10a9 d9d10 a9a10 d10d9 a10a9 d9d10 a9a10";
    let fen = "3k5/9/9/9/9/9/9/9/9/R4K3 w - - 0 1";
    assert_eq!(Play::new("xiangqi", fen).play(checks).claim(), "Black wins: perpetual check");
    let chess = "h5e8 g8h7 e8h5 h7g8 h5e8 g8h7 e8h5 h7g8";
    let queen = Play::new("chess", "6k1/6p1/8/7Q/8/7P/rr6/7K w - - 0 1").play(chess);
    assert_eq!(queen.claim(), "draw: repetition: the position has come about 3 times");
}

/// By hand: it is a perpetual check only if each move since the position first came about was a check.
#[test]
fn only_checks_without_end_are_perpetual() {
    let variant = changed("chess", "[results]\nperpetual_check = true");
    let claim =
        |moves: [&str; 2]| Play::on(&variant, "7k/8/8/8/8/K7/8/1Q6 w - - 0 1").play(moves[0]).play(moves[1]).claim();
    let (checks, others) = ("b1b2 h8h7 b2b1 h7h8", "b1b4 h8g8 b4b1 g8h8");
    assert_eq!(claim([checks, checks]), "Black wins: perpetual check");
    let draw = "draw: repetition: the position has come about 3 times";
    for moves in [[checks, others], [others, checks], [others, others]] {
        assert_eq!(claim(moves), draw, "{moves:?}");
    }
    // With the other side to move.
    let claim =
        |moves: [&str; 2]| Play::on(&variant, "7k/8/8/8/8/K7/1Q6/8 b - - 0 1").play(moves[0]).play(moves[1]).claim();
    let (checks, others) = ("h8h7 b2b1 h7h8 b1b2", "h8g8 b2b1 g8h8 b1b2");
    assert_eq!(claim([checks, checks]), "Black wins: perpetual check");
    assert_eq!(claim([checks, others]), draw);
    assert_eq!(claim([others, checks]), draw);
}

#[test]
fn who_chases_for_ever_loses_in_xiangqi() {
    // The chariot attacks the cannon, which nothing protects, with every move.
    let chase = "c1b1 b7c7 b1c1 c7b7 c1b1 b7c7 b1c1 c7b7 c1b1";
    let fen = "3k5/9/9/1c7/9/9/9/9/9/2R2K3 w - - 0 1";
    assert_eq!(Play::new("xiangqi", fen).play(chase).claim(), "Black wins: perpetual chase");
    // Manchu chess does not have the rule.
    assert_eq!(
        Play::on(&changed("xiangqi", "[results]\nchase = false"), fen).play(chase).claim(),
        "draw: repetition: the position has come about 3 times"
    );
    // Along a rank as along a file.
    let moves = "a7a8 c8c7 a8a7 c7c8 a7a8 c8c7 a8a7 c7c8 a7a8";
    let along = "3k5/9/2c6/R8/9/9/9/9/9/5K3 w - - 0 1";
    assert_eq!(Play::new("xiangqi", along).play(moves).claim(), "Black wins: perpetual chase");
    // On e10 the general protects the horse, but may not face the other one there.
    let moves = "g5e5 e10g9 e5g5 g9e10 g5e5 e10g9 e5g5 g9e10 g5e5";
    let faced = "3kn4/9/9/9/9/6R2/9/9/9/4K4 w - - 0 1";
    assert_eq!(Play::new("xiangqi", faced).play(moves).claim(), "Black wins: perpetual chase");
    let kept = "3kn4/9/9/9/9/6R2/9/9/9/5K3 w - - 0 1";
    assert_eq!(Play::new("xiangqi", kept).play(moves).claim(), "draw: repetition: the position has come about 3 times");
    // A cannon that goes along the file of its attack attacked there before.
    let moves = "b1b2 d10d9 b2b1 d9d10 b1b2 d10d9 b2b1 d9d10 b1b2";
    let cannon = "3k5/9/1n7/9/9/9/1P7/9/9/1C3K3 w - - 0 1";
    let draw = "draw: repetition: the position has come about 3 times";
    assert_eq!(Play::new("xiangqi", cannon).play(moves).claim(), draw);
    // So does who chases a soldier that has crossed the river.
    let soldier = "3k5/9/9/9/9/9/1p7/9/9/2R2K3 w - - 0 1";
    let moves = "c1b1 b4c4 b1c1 c4b4 c1b1 b4c4 b1c1 c4b4 c1b1";
    assert_eq!(Play::new("xiangqi", soldier).play(moves).claim(), "Black wins: perpetual chase");
    // An elephant far off protects nothing.
    let elephant = "3k2b2/9/9/1c7/9/9/9/9/9/2R2K3 w - - 0 1";
    assert_eq!(Play::new("xiangqi", elephant).play(chase).claim(), "Black wins: perpetual chase");
    // One of two squares is protected, by a soldier that stands beside a horse, but not between it and the general.
    let beside = "3k5/9/1Np6/1c7/9/9/9/9/9/2R2K3 w - - 0 1";
    assert_eq!(Play::new("xiangqi", beside).play(chase).claim(), draw);
    // Who threatens to attack the general by a move of a soldier between chases only what that soldier attacks.
    let between = "RP1k5/1P7/9/9/9/7n1/9/9/9/5K3 b - - 0 1";
    let moves = "d10d9 a10a9 d9d10 a9a10 d10d9 a10a9 d9d10 a9a10";
    assert_eq!(Play::new("xiangqi", between).play(moves).claim(), draw);
    // Who has also come to the position without chasing has not chased for ever.
    let moves = "f1f2 d10d9 f2f1 d9d10 c1b1 b7c7 b1c1 c7b7";
    assert_eq!(Play::new("xiangqi", fen).play(moves).claim(), draw);
    // A protected cannon is not chased: a soldier of its own stands behind it on each square.
    let kept = "3k5/9/1pp6/1c7/9/9/9/9/9/2R2K3 w - - 0 1";
    assert_eq!(Play::new("xiangqi", kept).play(chase).claim(), "draw: repetition: the position has come about 3 times");
}

#[test]
fn a_piece_may_not_go_back_and_forth_in_modern_janggi() {
    let fen = "3k4r/9/9/9/9/9/9/9/9/R4K3 w - - 0 1";
    let play = Play::new("janggimodern", fen).play("a1a2 d10d10 a2a1 d10d10 a1a2");
    assert_eq!(play.claim(), "-");
    let play = play.play("d10d10 a2a1");
    assert_eq!(play.claim(), "-");
    let play = play.play("d10d10");
    assert_eq!(play.claim(), "-");
    assert_eq!(play.play("a1a2").claim(), "Black wins: a piece has gone back and forth");
    // It may go on.
    let on = Play::new("janggimodern", fen).play("a1a2 d10d10 a2a3 d10d10 a3a4 d10d10 a4a5 d10d10 a5a6 d10d10 a6a7");
    assert_eq!(on.claim(), "-");
    // A pass does not end it: the move after it goes back where the one before it came from.
    let passes = "a1a2 d10d9 a2a1 d9e9 a1a2 e9e10 a2a1 e10d10 f1f1 d10d9";
    let play = Play::new("janggimodern", fen).play(passes);
    assert_eq!(play.claim(), "-");
    assert_eq!(play.play("a1a2").claim(), "Black wins: a piece has gone back and forth");
    // It goes back and forth though it gives check.
    let checks = "a1d1 d10e10 d1a1 e10d10 a1d1 d10e10 d1a1 e10d10 a1d1";
    let checking = Play::new("janggimodern", "3k5/9/9/9/9/9/9/9/9/R4K3 w - - 0 1").play(checks);
    assert_eq!(checking.claim(), "Black wins: a piece has gone back and forth");
}

#[test]
fn makruk_counts_moves_against_who_cannot_mate() {
    let variant = changed("makruk", "[results]\nrepetition = 0");
    // Taking the last piece begins the count for one Ruea: 16 moves, the three pieces counted first: 6 of 32 plies.
    let play = Play::on(&variant, "4k3/8/8/8/8/8/r7/R3K3 w - - 0 1").play("a1a2");
    let play = play.times(6, "e8d8 a2a3 d8e8 a3a2").play("e8d8 a2a3");
    assert_eq!(play.claim(), "-");
    assert_eq!(play.play("d8e8").claim(), "draw: the count of moves has run out");
}

/// Without pawns a side with other pieces than its king counts 64 moves from the next move on, whoever takes what.
/// Fairy-Stockfish writes these counts as `128 0` and, a ply later, `128 1`.
#[test]
fn makruk_counts_where_no_pawns_are_left() {
    let play = Play::new("makruk", "4k3/8/8/8/8/7r/8/R3K3 w - - 0 1");
    assert_eq!(counted(&play), None);
    let play = play.play("e1d1");
    assert_eq!(counted(&play), Some((128, 0)));
    assert_eq!(counted(&play.play("e8d8")), Some((128, 1)));
}

/// The limit and the plies of the count after moves of a position, both in plies.
fn counted(play: &Play) -> Option<(u16, u16)> {
    play.history.counted().map(|count| (count.limit, count.plies))
}

/// By hand, from the rules (en.wikipedia.org/wiki/Makruk, aseanchess.org): full moves against a bare king by what its
/// enemy has, of which as many are over at once as pieces are on the board, but not in ASEAN chess.
#[test]
fn counts_against_a_bare_king_go_by_what_is_left() {
    for (name, pieces, moves) in [
        ("makruk", "rr", Some(8)),
        ("makruk", "r", Some(16)),
        ("makruk", "rss", Some(16)),
        ("makruk", "ss", Some(22)),
        ("makruk", "nn", Some(32)),
        ("makruk", "nnn", Some(32)),
        ("makruk", "sn", Some(44)),
        ("makruk", "n", Some(64)),
        ("makruk", "mm", Some(64)),
        ("makruk", "rp", None),
        ("cambodian", "rr", Some(7)),
        ("cambodian", "r", Some(15)),
        ("cambodian", "ss", Some(21)),
        ("cambodian", "nn", Some(31)),
        ("cambodian", "s", Some(43)),
        ("cambodian", "m", Some(63)),
        ("cambodian", "rp", None),
        ("asean", "r", Some(16)),
        ("asean", "rb", Some(16)),
        ("asean", "bn", Some(44)),
        ("asean", "nn", Some(64)),
        ("asean", "q", None),
        ("asean", "rp", None),
    ] {
        let rank = format!("{pieces}{}", 8 - pieces.len());
        let play = Play::new(name, &format!("8/k7/8/{rank}/8/8/8/7K b - - 0 1")).play("a7b7");
        let men = pieces.len() as u16 + 2;
        let over = if name == "asean" { 0 } else { 2 * men };
        assert_eq!(counted(&play), moves.map(|moves| (2 * moves, over)), "{name} {pieces}");
    }
}

/// By hand: in Cambodian chess a side with up to three pieces counts 63 moves, whoever has pawns, but not against a
/// bare king; in ASEAN chess only a bare king counts.
#[test]
fn counts_of_a_side_with_few_pieces() {
    for (name, ours, theirs, expected) in [
        ("cambodian", "R", "rp", Some((126, 0))),
        ("cambodian", "RN", "r", Some((126, 0))),
        ("cambodian", "RNN", "r", None),
        ("cambodian", "R", "", None),
        ("makruk", "RNN", "r", Some((128, 0))),
        ("makruk", "R", "", None),
        ("makruk", "R", "rp", None),
        ("asean", "R", "r", None),
    ] {
        let rank = format!("{ours}{theirs}{}", 8 - ours.len() - theirs.len());
        let play = Play::new(name, &format!("8/7k/8/{rank}/8/8/8/7K b - - 0 1")).play("h7h8");
        assert_eq!(counted(&play), expected, "{name} {ours} {theirs}");
    }
}

/// By hand: a bare king that takes the last pawn of the board has one ply less over than the pieces, since its enemy
/// moves before it; in ASEAN chess nothing is over, and the count begins with its own move. Against another king than a
/// bare one nothing is over either.
#[test]
fn counts_that_begin_with_the_capture_of_the_last_pawn() {
    let text = "k6r/8/8/3p4/4K3/8/8/8 w - - 0 1";
    for (name, limit) in [("makruk", 32), ("cambodian", 30)] {
        let play = Play::new(name, text).play("e4d5");
        assert_eq!(counted(&play), Some((limit, 5)), "{name}");
        assert_eq!(counted(&play.play("a8a7")), Some((limit, 6)), "{name}");
    }
    let play = Play::new("asean", text).play("e4d5");
    assert_eq!(counted(&play), None);
    assert_eq!(counted(&play.play("a8a7")), Some((32, 0)));
    let another = Play::new("makruk", "k6r/8/8/3p3p/4K3/8/8/8 w - - 0 1").play("e4d5");
    assert_eq!(counted(&another), None);
    assert_eq!(counted(&another.play("a8a7")), None);
    assert_eq!(counted(&Play::new("makruk", "k6r/8/8/3p4/4K3/8/8/1R6 w - - 0 1").play("e4d5")), Some((128, 0)));
}

/// By hand: a count of 63 moves goes on while a bare king's enemy has pawns. When the last one promotes, 15 moves are
/// counted against a rook, of which the four pieces on the board are over.
#[test]
fn a_promotion_begins_the_count_anew() {
    let play = Play::new("cambodian", "7k/8/8/8/p7/8/7r/K6R b - - 0 1").play("h8g8 a1b1 h2h1");
    assert_eq!(counted(&play), Some((126, 2)));
    assert_eq!(counted(&play.play("b1b2 a4a3m")), Some((30, 8)));
}

#[test]
fn sittuyin_is_drawn_where_only_promotions_are_left() {
    // The king in the corner is shut in by two Yahhta; the pawn on a8 can only promote.
    let play = Play::new("sittuyin", "Pr5k/8/8/8/8/8/7r/K7[] w - - 0 1");
    assert_eq!((play.over().as_str(), play.claim().as_str()), ("-", "draw: only promotions are left to play"));
}

#[test]
fn the_half_move_clock_is_the_games() {
    let clock = |name: &str, moves: &str| Play::start(name).play(moves).halfmoves();
    assert_eq!(clock("makruk", "d1d2 e8e7 a3a4"), 0);
    assert_eq!(clock("losalamos", "b1c3 b6c4 a2a3"), 0);
    assert_eq!(clock("chess", "g1f3 g8f6 f3g1 f6g8"), 4);
    // Pawns that go back never reset it; those that go sideways do by going forward.
    assert_eq!(clock("pawnback", "g1f3 e7e6 f3g1"), 3);
    let sideways = Play::start("pawnsideways").play("g1f3 a7a6 a2a3");
    assert_eq!(sideways.halfmoves(), 0);
    assert_eq!(sideways.play("g8f6 e2e4 f6g8 e4e5 g8f6 b2b3 f6g8 b3c3").halfmoves(), 2);
    // Soldiers of xiangqi count as other pieces; drops begin the clock anew.
    assert_eq!(clock("xiangqi", "a4a5 a7a6"), 2);
    let drop = Play::new("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 7 20").play("N@a1");
    assert_eq!(drop.halfmoves(), 0);
}

#[test]
fn undone_moves_leave_the_history() {
    let knights = "g1f3 g8f6 f3g1 f6g8";
    let mut play = Play::start("chess").times(2, knights);
    assert_eq!(play.history.plies(), 8);
    play.history.pop();
    assert_eq!(play.history.plies(), 7);
    (0..10).for_each(|_| play.history.pop());
    assert_eq!(play.history.plies(), 0);
}

#[test]
fn keys_of_fairy_stockfish_are_read() {
    use betza_game::variant::{CountingLaw, MaterialRule, RepetitionWorth, Threshold, Worth};
    let text = "[g:chess]\nnMoveRule = 60\nnFoldRule = 4\nnFoldValue = loss\nnFoldValueAbsolute = true\n\
        stalemateValue = win\ncheckmateValue = draw\nstalematePieceCount = true\nperpetualCheckIllegal = true\n\
        materialCounting = blackdrawodds\ncountingRule = asean\nmoveRepetitionIllegal = true\n\
        nMoveRuleTypesWhite = pn\nshatarMateRule = true\n";
    let results = read_ini("g.ini", text, "g").unwrap_or_else(|e| panic!("{e}")).variant.results;
    assert_eq!(results.move_rule, Some(Threshold { claim: 60, automatic: None }));
    assert_eq!(results.repetition, Some(Threshold { claim: 4, automatic: None }));
    assert_eq!(results.repetition_worth, RepetitionWorth::Wins(betza_ir::geometry::Side::Black));
    assert_eq!((results.stalemate, results.mate), (Worth::Win, Worth::Draw));
    assert!(results.stalemate_by_count && results.perpetual_check && results.move_repetition && results.shak.is_some());
    assert_eq!(results.material, Some(MaterialRule::Wins(betza_ir::geometry::Side::Black)));
    assert_eq!(results.counting.map(|rule| rule.law), Some(CountingLaw::Asean));
    assert_eq!(results.clock_kinds.map(|kinds| kinds.map(|k| k.len())), Some([2, 1]));
    let pawns = read_ini("g.ini", "[g:chess]\npawnTypes = pn\n", "g").unwrap_or_else(|e| panic!("{e}")).variant;
    assert_eq!(pawns.results.clock_kinds.map(|kinds| kinds.map(|k| k.len())), Some([2, 2]));

    let error = |text: &str| read_ini("g.ini", text, "g").expect_err("an error").to_string();
    assert_eq!(
        error("[g:chess]\nstalemateValue = none\n"),
        "g.ini:2:18: error[bad-value]: 'none' is no value of stalemateValue; write win, draw or loss"
    );
    let chase = read_ini("g.ini", "[g:chess]\nchasingRule = axf\n", "g").unwrap_or_else(|e| panic!("{e}"));
    assert!(chase.warnings.to_string().contains("all of xiangqi's pieces"), "{}", chase.warnings);
}

#[test]
fn a_game_cannot_end_by_itself_before_it_may_be_claimed() {
    let text = "format = 1\nparent = \"chess\"\nname = \"g\"\n[results]\nmoves = 60\nmoves_end = 50\n";
    let error = read_toml("g.toml", text).expect_err("an error").to_string();
    assert!(error.contains("g.toml:6:13: error[bad-value]") && error.contains("not below moves (60)"), "{error}");
}
