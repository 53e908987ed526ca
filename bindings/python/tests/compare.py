"""Compares `betza.pyffish` with pyffish over random games of every variant that both have: start, legal moves (as sets), FEN after each
move, check, captures, moves in each notation that the variant uses, ends and result.

Usage: compare.py [--log FILE] [--first NUMBER] [GAMES [VARIANT ...]]

PYFFISH.md lists what differs: a row has variants, what is asked, the name of a test below, and the reason. A difference for which the
test does not hold is an error."""

import argparse
import collections
import pathlib
import random
import re
import sys

import betza.pyffish as ours
import pyffish as theirs

PLIES = 60
PAGE = pathlib.Path(__file__).resolve().parent.parent / "PYFFISH.md"

#: The notations of all variants, and those of some families. Which variants use those of shogi, Fairy-Stockfish says by its default.
ALL = ["DEFAULT", "SAN", "LAN"]
SHOGI = ["SHOGI_HOSKING", "SHOGI_HODGES", "SHOGI_HODGES_NUMBER"]
JANGGI = {"janggi", "janggicasual", "janggihouse", "janggimodern", "janggitraditional"}
XIANGQI = {"manchu", "minixiangqi", "supply", "xiangqi", "xiangqihouse", "xiangfu"}
MAKRUK = {"ai-wok", "asean", "cambodian", "karouk", "makpong", "makruk", "sittuyin"}


def notations(variant, start):
    """The notations that a variant uses."""
    first = theirs.legal_moves(variant, start, [])[0]
    in_shogi = theirs.get_san(variant, start, first) != theirs.get_san(variant, start, first, False, theirs.NOTATION_SAN)
    return [
        *ALL,
        *(SHOGI if in_shogi else []),
        *(["JANGGI"] if variant in JANGGI else []),
        *(["XIANGQI_WXF"] if variant in XIANGQI else []),
        *(["THAI_SAN", "THAI_LAN"] if variant in MAKRUK else []),
    ]


def differing(a, b):
    """The places of the fields in which two FENs differ; `None` if they have not the same number."""
    a, b = a.split(" "), b.split(" ")
    return [i for i in range(len(a)) if a[i] != b[i]] if len(a) == len(b) else None


def whole_start(a, b, variant):
    """Fairy-Stockfish writes the same when it is asked for the FEN of its start position."""
    return theirs.get_fen(variant, a, []) == b


def idle_en_passant(a, b, variant, start, moves, *_):
    """Some of Fairy-Stockfish's en-passant squares are not written, to which no piece may go by capturing en passant: as many moves
    capture without them."""
    if differing(a, b) != [3]:
        return False
    squares = lambda text: set(re.findall("[a-z][0-9]+", text.split(" ")[3]))  # noqa: E731
    count = lambda fen: len([m for m in theirs.legal_moves(variant, fen, []) if theirs.is_capture(variant, fen, [], m)])  # noqa: E731
    return squares(b) < squares(a) and count(a) == count(b)


def mark_of_check(a, b, variant, fen, move, *_):
    """Fairy-Stockfish does not mark a check, which by its own `gives_check` is one."""
    return b in (f"{a}+", f"{a}#") and theirs.gives_check(variant, fen, [move])


def ambiguous(a, b, variant, fen, move, chess960, notation):
    """Fairy-Stockfish writes another move the same, and here it is written as in UCI."""
    others = (theirs.get_san(variant, fen, m, chess960, notation) for m in theirs.legal_moves(variant, fen, []) if m != move)
    return b.rstrip("+#") == move and a in others


def drop_mate(a, b, variant, start, moves):
    """Fairy-Stockfish lets Pawns be dropped that mate."""

    def is_mate(move):
        after = [*moves, move]
        return "@" in move and theirs.gives_check(variant, start, after) and not theirs.legal_moves(variant, start, after)

    return set(b) < set(a) and all(is_mate(move) for move in set(a) - set(b))


def second_king(a, b, variant, start, moves):
    """An Elephant may become a second King while the first is in check."""
    return set(a) < set(b) and theirs.gives_check(variant, start, moves) and all(move.endswith("+") for move in set(b) - set(a))


def moved_sergeant(a, b, variant, start, moves):
    """Fairy-Stockfish lets a Sergeant or Pawn go two squares that has come to the square of another."""
    men, first = men_of(theirs.get_fen(variant, start, moves)), men_of(start)

    def is_its(move):
        origin = re.match("[a-z][0-9]+", move)[0]
        has_moved = first.get(origin) != men[origin] or any(origin in re.findall("[a-z][0-9]+", played) for played in moves)
        return men[origin] in "SsPp" and has_moved

    return set(b) < set(a) and all(is_its(move) for move in set(a) - set(b))


def kings_side_by_side(a, b, variant, start, moves):
    """Fairy-Stockfish lets a King step next to the other."""
    men = {man: square for square, man in men_of(theirs.get_fen(variant, start, moves)).items()}
    own, other = (men["K"], men["k"]) if len(moves) % 2 == 0 else (men["k"], men["K"])
    near = lambda s: max(abs(ord(s[0]) - ord(other[0])), abs(int(s[1:]) - int(other[1:]))) == 1  # noqa: E731
    return set(b) < set(a) and all(move[:2] == own and near(move[2:]) for move in set(a) - set(b))


def elephant(a, b, *_):
    """Fairy-Stockfish writes the promotion to an Elephant with `+`."""
    return sorted(re.sub("[+]$", "e", move) for move in a) == sorted(b)


def repeated_but_for(place):
    """A test that the position has come three times for Fairy-Stockfish, which does not look at a field that differs."""

    def test(a, b, variant, start, moves):
        fens = [theirs.get_fen(variant, start, moves[:i]).split(" ")[:4] for i in range(len(moves) + 1)]
        same = [fen for fen in fens if fen[:place] + fen[place + 1 :] == fens[-1][:place] + fens[-1][place + 1 :]]
        return a == (True, 0) and not b[0] and len(same) > 2 and len({fen[place] for fen in same}) > 1

    return test


def men_of(fen):
    """The pieces on the board: letters by squares."""
    ranks = fen.split(" ")[0].split("[")[0].split("/")
    men = {}
    for i, rank in enumerate(ranks):
        file = 0
        for word in re.findall("[0-9]+|[+]?[^0-9]", rank):
            if word.isdigit():
                file += int(word)
            else:
                men[f"{chr(ord('a') + file)}{len(ranks) - i}"] = word
                file += 1
    return men


TESTS = {
    **{
        test.__name__: test
        for test in [
            whole_start,
            idle_en_passant,
            mark_of_check,
            ambiguous,
            drop_mate,
            second_king,
            moved_sergeant,
            kings_side_by_side,
            elephant,
        ]
    },
    "repeated_but_for_gates": repeated_but_for(2),
    "repeated_but_for_en_passant": repeated_but_for(3),
}


def listed():
    """The differences that the page lists: by variant and what is asked, the names of the tests."""
    found = collections.defaultdict(list)
    for line in PAGE.read_text().splitlines():
        if line.startswith("| `"):
            _, variants, asked, test, _, _ = line.split("|")
            for variant in re.findall("`([^`]+)`", variants):
                for sort in asked.split(","):
                    found[variant, sort.strip()].append(test.strip().strip("`"))
    return found


class Comparison:
    """The answers of both to the same questions, and where they differ."""

    def __init__(self):
        self.listed = listed()
        self.asked = collections.Counter()
        self.known = collections.Counter()
        self.unknown = {}
        self.games = 0
        self.played = set()

    def ask(self, variant, sort, name, *args, key=lambda answer: answer):
        """What pyffish says to a question, which is compared with what betza says."""
        answers = []
        for module in (theirs, ours):
            try:
                answers.append(getattr(module, name)(*args))
            except Exception as error:  # noqa: BLE001: an exception is an answer
                answers.append(f"{type(error).__name__}: {error}")
        self.asked[sort] += 1
        a, b = answers
        if key(a) != key(b):
            self.judge(variant, sort, a, b, args)
        return a

    def judge(self, variant, sort, a, b, args):
        """Finds out whether a difference is listed."""
        tests = self.listed[variant, sort] + self.listed["*", sort]
        fitting = next((test for test in tests if TESTS[test](a, b, *args)), None)
        if fitting:
            self.known[variant, sort, fitting] += 1
        else:
            self.unknown.setdefault((variant, sort), []).append(f"{args}: {a} / {b}")

    def report(self):
        """What was found."""
        variants = len(self.played)
        lines = [f"{variants} variants, {self.games} games, {sum(self.asked.values())} answers: {dict(self.asked)}"]
        lines += [f"known: {variant}: {sort}: {test}: {count}" for (variant, sort, test), count in sorted(self.known.items())]
        lines += [f"{variant}: {sort}: {len(texts)}, as {texts[0]}" for (variant, sort), texts in sorted(self.unknown.items())]
        return "\n".join(lines)

    def play(self, variant, seed):
        """Plays a random game."""
        rng = random.Random(f"{variant} {seed}")
        start, moves = theirs.start_fen(variant), []
        names = notations(variant, start)
        self.games += 1
        self.played.add(variant)
        self.ask(variant, "start", "start_fen", variant)
        for ply in range(PLIES + 1):
            now = variant, start, moves
            legal = self.ask(variant, "moves", "legal_moves", *now, key=lambda a: sorted(a) if isinstance(a, list) else a)
            fen = self.ask(variant, "fen", "get_fen", *now)
            self.ask(variant, "check", "gives_check", *now)
            # Without an end the value means nothing.
            ended = self.ask(variant, "end", "is_immediate_game_end", *now, key=lambda a: a if a[0] else a[0])[0]
            self.ask(variant, "optional end", "is_optional_game_end", *now, key=lambda a: a if a[0] else a[0])
            common = sorted(set(legal) & set(ours.legal_moves(*now)))
            if (variant, "moves") in self.unknown or ended or not common or ply == PLIES:
                break
            # pyffish takes as long for one question as for a whole game: a few moves that are not played.
            if ply % 6 == 0:
                name = names[ply // 6 % len(names)]
                self.ask(variant, name, "get_san", variant, fen, rng.choice(common), False, getattr(theirs, f"NOTATION_{name}"))
            move = rng.choice(common)
            self.ask(variant, "capture", "is_capture", variant, fen, [], move)
            moves.append(move)
        self.ask(variant, "fen with promotions", "get_fen", *now, False, False, True)
        if not legal and not ended:
            self.ask(variant, "result", "game_result", *now)
        for name in names:
            self.written(variant, name, start, moves)

    def written(self, variant, name, start, moves):
        """The moves of a game in a notation, where both write one differently as a question about that move."""
        notation = getattr(theirs, f"NOTATION_{name}")
        a, b = (module.get_san_moves(variant, start, moves, False, notation) for module in (theirs, ours))
        self.asked[name] += len(moves)
        for i in [i for i in range(len(moves)) if a[i] != b[i]]:
            # Promoted pieces may have names of their own.
            fen = theirs.get_fen(variant, start, moves[:i], False, False, True)
            self.judge(variant, name, a[i], b[i], (variant, fen, moves[i], False, notation))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--log", type=pathlib.Path, help="a file to which what has been found up to then is added after each game of all")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("games", type=int, nargs="?", default=2)
    parser.add_argument("variants", nargs="*")
    options = parser.parse_args()
    both = sorted(set(theirs.variants()) & set(ours.variants()))
    # pyffish ends the program if it is asked for a variant that it has not.
    if missing := sorted(set(options.variants) - set(both)):
        return f"not both have {', '.join(missing)}"
    comparison = Comparison()
    for seed in range(options.first, options.first + options.games):
        for variant in options.variants or both:
            comparison.play(variant, seed)
        if options.log:
            options.log.write_text(comparison.report())
    print(comparison.report())
    return f"{len(comparison.unknown)} sorts of differences are not in PYFFISH.md" if comparison.unknown else None


if __name__ == "__main__":
    sys.exit(main())
