//! Texts that were made to cost much.

use crate::costs::Reader;
use betza_notation::Dialect;

/// Notations that are long, nested, multiplied or repeated as far as each dialect lets them be.
#[must_use]
pub fn notations() -> Vec<(Reader, String)> {
    use Dialect::{Betza, Betza2, Bex, Extended, Fsf, Xbetza};
    let x = |text: &str, n: usize| text.repeat(n);
    // Every leap once, so that no two are alike.
    let leaps = |n: u32| (0..n).flat_map(|a| (a..n).map(move |b| format!("({a},{b})"))).collect::<String>();
    let mut all = Vec::new();
    let mut add =
        |dialects: &[Dialect], text: String| all.extend(dialects.iter().map(|&d| (Reader::Notation(d), text.clone())));
    let every = &Dialect::ALL[..];
    for atom in ["W", "K", "N", "Q", "R", "QN", "NCZG", "nN", "pQ", "gQ", "cpR", "mcdQ", "fbrlN"] {
        for n in [2, 64, 4096] {
            add(every, x(atom, n / atom.len() + 1));
        }
    }
    // Repetitions, with and without modifiers.
    for n in [2, 3, 8, 30, 255, 256, 99999] {
        for atom in ["W", "N", "K", "Q", "nN", "zN", "qN", "oK", "pK", "tK"] {
            add(every, format!("{atom}{n}"));
        }
        for group in ["(K)", "(K-K)", "(N-N)", "(W[~]-F)", "(cdK)", "(WF)", "(W|F|N)", "([WFN]-)", "(t[WF])"] {
            add(&[Bex, Betza2, Extended], format!("{group}{n}"));
        }
    }
    // Legs one after the other.
    for n in [2, 3, 4, 6, 8, 12, 16, 24, 31, 63, 200, 1000] {
        for leg in ["K", "Q", "N", "mK", "mcdK", "cK", "pQ", "abK", "[KN]", "{KQ}", "udK", "cudK", "mcpQ", "oQ"] {
            add(&[Bex, Betza2, Extended, Fsf], vec![leg; n].join("-"));
            add(&[Xbetza, Fsf], format!("[{}]", vec![leg; n].join("-")));
            add(&[Xbetza, Fsf], format!("[{}]", vec![leg; n].join("?")));
            add(&[Extended], format!("t[{}]", x(leg, n)));
            add(&[Betza], format!("t[{}]", vec![leg; n].join(",")));
            add(&[Betza, Bex], x("t[", n) + leg + &x("W]", n));
        }
        for leg in ["a", "mca", "da", "mcdua", "y", "cya", "sa", "xa", "pa", "ga", "mpa", "caib"] {
            add(&[Xbetza, Fsf, Extended, Bex], x(leg, n) + "K");
            add(&[Xbetza, Fsf, Extended, Bex], x(leg, n) + "Q");
            add(&[Xbetza, Fsf, Extended], x(leg, n) + "N0");
        }
        // Nested brackets, closed and not.
        for (open, inner, close) in [
            ("(", "K", ")2"),
            ("(", "K", ")"),
            ("[", "K", "]"),
            ("(K-", "K", ")3"),
            ("(K|", "N", ")2"),
            ("{", "K", "}"),
        ] {
            add(every, x(open, n) + inner + &x(close, n));
            add(every, x(open, n) + inner);
            add(every, inner.to_owned() + &x(close, n));
        }
        // Forks.
        add(&[Bex, Betza2, Extended], format!("({})", vec!["(K|N)"; n].join("-")));
        add(&[Bex, Betza2, Extended], vec!["(W|F|N)2"; n].join("-"));
        add(&[Bex, Betza2], vec!["[K/N/Q]"; n].join("-"));
        add(&[Xbetza, Fsf], format!("[{}]", vec!["K/N/Q"; n].join("-")));
        add(&[Xbetza, Fsf], format!("[{}]", vec!["K0/Q/N3"; n].join("-")));
        add(&[Bex, Betza2], vec!["{K,N,Q}"; n].join("-"));
    }
    // Modifiers without end.
    for letters in ["f", "fr", "frlbsvhgmcdpoaiejntqzuxy", "m", "aa", "fl", "rh", "i", "n", "j", "jn", "z", "q"] {
        add(every, x(letters, 4095 / letters.len()) + "K");
        add(every, x(letters, 2) + "Q");
    }
    add(every, leaps(16));
    add(every, leaps(40));
    add(every, x("(1,2)", 819));
    add(every, x("é", 2048));
    add(every, x("\u{0}", 4096));
    add(every, x("W", 5000));
    add(every, x("[W-F]", 819));
    add(every, x("fW[~]lF", 585));
    add(every, (0..500).map(|n| format!("N{}", n % 256)).collect());
    add(every, (1..40).flat_map(|n| ["fl", "br", "lv", "mc"].map(|m| format!("{m}R{n}{m}B{n}"))).collect());
    all
}

/// Files of games and positions with a hundred thousand lines or a megabyte.
#[must_use]
pub fn files() -> Vec<(Reader, String)> {
    const LINES: usize = 100_000;
    const MEGABYTE: usize = 1 << 20;
    let lines = |line: &dyn Fn(usize) -> String| (0..LINES).map(line).collect::<String>();
    let x = |text: &str| text.repeat(MEGABYTE / text.len());
    let ini = |text: String| (Reader::Ini, text);
    let toml = |text: &str| (Reader::Toml, format!("format = 1\nname = \"a\"\nparent = \"chess\"\n{text}"));
    let mut all = vec![
        ini("[a:chess]\n".to_owned() + &lines(&|i| format!("key{i} = {i}\n"))),
        ini("[a:chess]\n".to_owned() + &lines(&|_| "maxRank = 8\n".to_owned())),
        ini("[a:chess]\n".to_owned() + &lines(&|i| format!("customPiece{i} = a:N\n"))),
        ini("[a:chess]\n".to_owned() + &lines(&|_| "no key\n".to_owned())),
        ini(lines(&|_| "maxRank = 8\n".to_owned())),
        ini(lines(&|i| format!("[a{i}:nobody{i}]\n"))),
        ini(lines(&|i| format!("[a{}:a{i}]\n", i + 1))),
        ini("[a0:chess]\n".to_owned() + &lines(&|i| format!("[a{}:a{i}]\n", i + 1))),
        ini(lines(&|_| "[a:chess]\n".to_owned())),
        ini(lines(&|_| "[a\n".to_owned())),
        ini("[a:chess]\ncustomPiece1 = a:".to_owned() + &x("N")),
        ini("[a:chess]\nstartFen = ".to_owned() + &x("k")),
        ini("[a:chess]\npromotionPieceTypes = ".to_owned() + &x("q ")),
        ini(x("[")),
        toml(&lines(&|i| format!("key{i} = {i}\n"))),
        toml(&lines(&|i| format!("[pieces.A{i}]\nmove = \"N\"\n"))),
        toml(&format!("a = {}", x("["))),
        toml(&format!("a = [{}]", x("0,"))),
        toml(&format!("{} = 1", vec!["a"; MEGABYTE / 2].join("."))),
        toml(&format!("start = \"{}\"", x("k"))),
        toml(&format!("[pieces.A]\nmove = \"{}\"", x("K"))),
        toml(&x("\"")),
    ];
    for game in ["chess", "crazyhouse", "shogi", "seirawan", "international"] {
        for text in
            ["1", "k", "/", "9", "[", "[k", "+k", "k~", " ", "- ", "8/", "é", "-1 ", "99999999999", "a1", "w:W1,", "1k"]
        {
            all.push((Reader::Fen(game), x(text)));
            let field = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w ";
            all.push((Reader::Fen(game), field.to_owned() + &x(text)));
        }
    }
    all
}
