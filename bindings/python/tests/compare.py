"""Compares `betza.pyffish` with pyffish over random games of every variant that both have: start, legal moves (as sets), FEN after each
move, check, captures, SAN, end and result. Usage: compare.py [GAMES [VARIANT ...]]. What differs is printed, the first difference of
each sort and variant; PYFFISH.md has the reasons of those that are known."""

import collections
import pathlib
import random
import sys

import betza.pyffish as ours
import pyffish as theirs

PLIES = 60
PAGE = pathlib.Path(__file__).resolve().parent.parent / "PYFFISH.md"


def known():
    """The differences that the page lists: rows `| variant | sorts | reason |`."""
    rows = (line.split("|") for line in PAGE.read_text().splitlines() if line.startswith("| `"))
    return {(row[1].strip().strip("`"), sort) for row in rows for sort in row[2].replace("`", "").split(",") for sort in [sort.strip()]}


def asked(name, *args):
    """What both say to a question."""
    answers = []
    for module in (theirs, ours):
        try:
            answers.append(getattr(module, name)(*args))
        except Exception as error:  # noqa: BLE001: an exception is an answer
            answers.append(f"{type(error).__name__}: {error}")
    return answers


def play(variant, seed, differs):
    """Plays a random game, and notes the first difference of each sort."""
    rng = random.Random(f"{variant} {seed}")
    start, moves = theirs.start_fen(variant), []

    def check(sort, name, *args, key=lambda answer: answer):
        a, b = asked(name, *args)
        if key(a) != key(b):
            differs.setdefault((variant, sort), f"{args}: {a} / {b}")
        return a

    check("start", "start_fen", variant)
    for _ in range(PLIES):
        legal = check("moves", "legal_moves", variant, start, moves, key=lambda a: sorted(a) if isinstance(a, list) else a)
        check("fen", "get_fen", variant, start, moves)
        check("check", "gives_check", variant, start, moves)
        ended = check("end", "is_immediate_game_end", variant, start, moves, key=lambda a: a if a[0] else a[0])[0]
        if (variant, "moves") in differs or ended or not legal:
            break
        fen = theirs.get_fen(variant, start, moves)
        for move in rng.sample(sorted(legal), min(3, len(legal))):
            check("capture", "is_capture", variant, start, moves, move)
            check("san", "get_san", variant, fen, move)
        moves.append(rng.choice(sorted(legal)))
    else:
        return
    if not theirs.legal_moves(variant, start, moves):
        check("result", "game_result", variant, start, moves)


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    both = sorted(set(theirs.variants()) & set(ours.variants()))
    variants = sys.argv[2:] or both
    differs, expected = {}, known()
    for variant in variants:
        for seed in range(games):
            play(variant, seed, differs)
    sorts = collections.Counter(sort for _, sort in differs)
    print(f"{len(variants)} variants, {games} games of each: {dict(sorts) or 'no difference'}")
    new = {key: text for key, text in differs.items() if key not in expected and ("*", key[1]) not in expected}
    for (variant, sort), text in sorted(new.items()):
        print(f"{variant}: {sort}: {text[:400]}")
    return f"{len(new)} differences are not in PYFFISH.md" if new else None


if __name__ == "__main__":
    sys.exit(main())
