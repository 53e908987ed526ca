//! What a file says without effect, because of what else it says, is told.

use betza_variants::problem::ProblemCode;
use betza_variants::read_toml;

/// What is told of a game over chess with these lines, each warning's line, column and message.
fn told(lines: &str) -> Vec<String> {
    told_over("chess", lines)
}

fn told_over(parent: &str, lines: &str) -> Vec<String> {
    let text = format!("format = 1\nname = \"x\"\nparent = \"{parent}\"\n{lines}");
    let loaded = read_toml("x", &text).unwrap_or_else(|report| panic!("{report}\n{text}"));
    let of = |problem: &betza_variants::problem::Problem| {
        assert_eq!(problem.code, ProblemCode::NoEffect, "{}", problem.message);
        assert!(!problem.remedy.is_empty());
        let before = &text[..problem.place.span.start];
        let line = before.matches('\n').count() + 1;
        format!("{line}:{}: {}", before.len() - before.rfind('\n').unwrap(), problem.message)
    };
    loaded.warnings.problems.iter().map(of).collect()
}

/// The Knight of chess, `N`, has no `e`. Its King, `K`, has no double step, and no Pawn becomes one.
#[test]
fn pieces_without_moves_for_en_passant_are_told() {
    assert_eq!(told("[en_passant]\ncaptors = [\"P\"]\nvictims = [\"P\"]\n"), [""; 0]);
    assert_eq!(
        told("[en_passant]\ncaptors = [\"P\", \"N\"]\n"),
        ["5:17: the notation of Knight has no captures en passant, so that 'N' has no effect here"]
    );
    assert_eq!(
        told("[en_passant]\nvictims = \"K\"\n"),
        ["5:11: the notation of King leaves no squares for en passant, so that 'K' has no effect here"]
    );
    // What a Pawn may become by its double step on a small board may be captured.
    let small =
        "board = \"8x4\"\nstart = \"4k3/8/4P3/4K3 w - - 0 1\"\ncastling = false\n[pieces.P]\nmove = \"fmWfceFifmnD\"\n";
    assert_eq!(
        told(&format!("{small}promotion = {{ zone = \"rank 4\" }}\n[en_passant]\nvictims = [\"Q\"]\n")),
        [""; 0]
    );
}

/// What a notation says of promotion (`=Q,R` of dialect `bex`) and a table says otherwise, or no table says where.
#[test]
fn promotions_in_notations_that_come_to_nothing_are_told() {
    let piece = |id: &str, lines: &str| told(&format!("[pieces.{id}]\ndialect = \"bex\"\n{lines}"));
    assert_eq!(piece("P", "move = \"fmW+fcF=Q,N\"\n"), [""; 0]);
    assert_eq!(piece("P", "move = \"fmW+fcF=Q,N\"\npromotion = { to = [\"N\", \"Q\"] }\n"), [""; 0]);
    assert_eq!(
        piece("P", "move = \"fmW+fcF=Q,N\"\npromotion = { to = \"R\" }\n"),
        ["4:1: its promotion has 'to', so that '=Q,N' in the notation of piece P has no effect"]
    );
    assert_eq!(
        piece("N", "move = \"N=Q\"\n"),
        ["4:1: it has no promotion, so that '=Q' in the notation of piece N has no effect"]
    );
}

/// Where nothing is left of the rule, the table is told.
#[test]
fn en_passant_that_comes_to_nothing_is_told() {
    for (lines, why) in [
        ("captors = []\n", "'captors' is empty"),
        ("victims = []\n", "'victims' is empty"),
        ("region = \"none\"\n", "'region' has no square"),
        ("region = \"rank 6\"\n[pieces]\nP = \"fmWfcFifmnD\"\n", "no notation has captures en passant ('e')"),
        (
            "region = \"rank 6\"\n[pieces]\nP = \"fmWfceFifmD\"\n",
            "no notation has a step over squares that are left for en passant ('n')",
        ),
    ] {
        let told = told(&format!("[en_passant]\n{lines}"));
        assert_eq!(told, [format!("4:1: {why}, so that [en_passant] has no effect")]);
    }
    assert_eq!(told("en_passant = false\n"), [""; 0]);
    // One side may go without.
    assert_eq!(told("[en_passant]\nregion = { white = \"none\", black = \"rank 3\" }\n"), [""; 0]);
    // The parent's table is no slip of this file's author.
    assert_eq!(told_over("horde", "[pieces]\nP = \"fmWfcFifmnD\"\n"), [""; 0]);
}

/// D7: a leap too large for the board has no moves, which is a warning.
#[test]
fn leaps_too_large_for_the_board_are_told() {
    let told = told("[pieces]\nQ = { move = \"BR(9,1)\", dialect = \"extended\" }\n");
    assert_eq!(told, ["5:5: piece Q has a leap of (1,9), which fits nowhere on the board"]);
}

#[test]
fn ends_that_stand_twice_are_told() {
    let checks = |n: u8| format!("[[ends]]\nwhen = \"checks\"\ncount = {n}\n");
    assert_eq!(told(&checks(3)), [""; 0]);
    assert_eq!(
        told(&(checks(3) + &checks(5))),
        ["7:1: a number of checks that wins stands above and counts, so that this one has no effect"]
    );
    let bared = "[[ends]]\nwhen = \"bared\"\n";
    assert_eq!(
        told(&(bared.to_owned() + &checks(3) + bared)),
        ["9:1: the same end stands above, so that this one has no effect"]
    );
}

/// A captured piece stays promoted in the hand: there must be a hand that it goes to, and a promotion that is
/// remembered. In chess none is, in crazyhouse that of the Pawn.
#[test]
fn promotions_that_no_hand_keeps_are_told() {
    let message = |why: &str| [format!("5:18: {why}, so that 'keeps_promoted' has no effect")];
    assert_eq!(told("[hands]\nkeeps_promoted = true\ncaptures = true\n"), message("no promotion is remembered"));
    assert_eq!(told("[hands]\nkeeps_promoted = true\n"), message("captured pieces go to no hand"));
    assert_eq!(told_over("crazyhouse", "[hands]\nkeeps_promoted = true\n"), [""; 0]);
}

/// The Pawn of torpedo is written in Fairy-Stockfish's dialect, in which `i` is a move from the region of double steps.
#[test]
fn a_region_of_double_steps_without_such_moves_is_told() {
    let pawn =
        |notation: &str| format!("[pieces.P]\ndialect = \"fsf\"\nmove = \"{notation}\"\ndouble_step = \"rank 2\"\n");
    assert_eq!(told(&pawn("fmWfceFifmnD")), [""; 0]);
    assert_eq!(
        told(&pawn("fmWfceF")),
        ["7:15: piece P has no moves from the region of double steps, so that 'double_step' has no effect"]
    );
}

/// Captured pieces go to one hand: to that of their owner if `captures_return` says so.
#[test]
fn captured_pieces_go_to_one_hand() {
    assert_eq!(told("[hands]\ncaptures = true\n"), [""; 0]);
    assert_eq!(
        told("[hands]\ncaptures = true\ncaptures_return = true\n"),
        ["5:12: captured pieces return to their owner ('captures_return'), so that 'captures' has no effect"]
    );
    assert_eq!(told("[hands]\ncaptures = false\ncaptures_return = true\n"), [""; 0]);
    assert_eq!(
        told("[hands]\nendless = true\ncaptures = true\n"),
        ["6:12: all pieces are in hand at all times ('endless'), so that 'captures' has no effect"]
    );
    // Over a parent with captures to the hand, what is written here counts.
    assert_eq!(told_over("crazyhouse", "[hands]\ncaptures_return = true\n"), [""; 0]);
}
