"""Compares `betza.pyffish` with pyffish over random games of every variant that both have: start, legal moves (as sets), FEN after each
move, check, captures, moves in each notation that the variant uses, ends and result.

Usage: compare.py [--log FILE] [GAMES [VARIANT ...]]

PYFFISH.md lists what differs: a row has variants, what is asked, the name of a test below, and the reason. A difference for which the
test does not hold is an error. With a log, one line is added for each variant that was played."""

import argparse
import collections
import pathlib
import random
import re
import sys
import time

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


def fields_but(place):
    """A test that two FENs differ in one field, for which a test holds."""

    def decorate(test):
        def whole(variant, a, b):
            a, b = a.split(" "), b.split(" ")
            if len(a) != len(b) or a[:place] + a[place + 1 :] != b[:place] + b[place + 1 :]:
                return False
            return test(a[place], b[place])

        return whole

    return decorate


def whole_start(variant, a, b):
    """Fairy-Stockfish writes the same when it is asked for the FEN of its start position."""
    return theirs.get_fen(variant, a, []) == b


@fields_but(3)
def idle_en_passant(a, b):
    """Of Fairy-Stockfish's en-passant squares some, or all, are not written."""
    squares = lambda text: set(re.findall("[a-z][0-9]+", text))  # noqa: E731
    return squares(b) < squares(a)


@fields_but(2)
def empty_gates(a, b):
    """Of Fairy-Stockfish's gates some are not written."""
    return set(b) - {"-"} < set(a)


def check_mark(variant, a, b):
    """The moves differ only in the mark of check."""
    return a.rstrip("+#") == b.rstrip("+#")


TESTS = {test.__name__: test for test in [whole_start, check_mark]} | {"idle_en_passant": idle_en_passant, "empty_gates": empty_gates}


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
            tests = self.listed[variant, sort] + self.listed["*", sort]
            fitting = next((test for test in tests if TESTS[test](variant, a, b)), None)
            if fitting:
                self.known[variant, sort, fitting] += 1
            else:
                self.unknown.setdefault((variant, sort), []).append(f"{args}: {a} / {b}")
        return a

    def play(self, variant, seed):
        """Plays a random game."""
        rng = random.Random(f"{variant} {seed}")
        start, moves = theirs.start_fen(variant), []
        names = notations(variant, start)
        self.games += 1
        self.ask(variant, "start", "start_fen", variant)
        for _ in range(PLIES):
            legal = self.ask(variant, "moves", "legal_moves", variant, start, moves, key=lambda a: sorted(a) if isinstance(a, list) else a)
            fen = self.ask(variant, "fen", "get_fen", variant, start, moves)
            self.ask(variant, "fen with promotions", "get_fen", variant, start, moves, False, False, True)
            self.ask(variant, "check", "gives_check", variant, start, moves)
            # The value is that of the player who has lost, whoever is to move.
            ended = self.ask(variant, "end", "is_immediate_game_end", variant, start, moves, key=lambda a: a if a[0] else a[0])[0]
            self.ask(variant, "optional end", "is_optional_game_end", variant, start, moves, key=lambda a: a if a[0] else a[0])
            if (variant, "moves") in self.unknown or ended or not legal:
                break
            for move in rng.sample(sorted(legal), min(3, len(legal))):
                self.ask(variant, "capture", "is_capture", variant, fen, [], move)
                for name in names:
                    self.ask(variant, name, "get_san", variant, fen, move, False, getattr(theirs, f"NOTATION_{name}"))
            moves.append(rng.choice(sorted(legal)))
        else:
            return
        if not theirs.legal_moves(variant, start, moves):
            self.ask(variant, "result", "game_result", variant, start, moves)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--log", type=pathlib.Path)
    parser.add_argument("games", type=int, nargs="?", default=2)
    parser.add_argument("variants", nargs="*")
    options = parser.parse_args()
    both = sorted(set(theirs.variants()) & set(ours.variants()))
    variants = options.variants or both
    comparison = Comparison()
    for variant in variants:
        began = time.monotonic()
        for seed in range(options.games):
            comparison.play(variant, seed)
        if options.log:
            known = {f"{s}: {t}": n for (v, s, t), n in comparison.known.items() if v == variant}
            unknown = {s: len(all_) for (v, s), all_ in comparison.unknown.items() if v == variant}
            seconds = time.monotonic() - began
            with options.log.open("a") as log:
                print(f"{variant}: {options.games} games, {seconds:.0f} s, known {known}, unknown {unknown}", file=log)
    print(f"{len(variants)} of {len(both)} variants, {comparison.games} games, {sum(comparison.asked.values())} answers: {dict(comparison.asked)}")
    for (variant, sort, test), count in sorted(comparison.known.items()):
        print(f"known: {variant}: {sort}: {test}: {count}")
    for (variant, sort), texts in sorted(comparison.unknown.items()):
        print(f"{variant}: {sort}: {len(texts)}, as {texts[0][:400]}")
    return f"{len(comparison.unknown)} sorts of differences are not in PYFFISH.md" if comparison.unknown else None


if __name__ == "__main__":
    sys.exit(main())
