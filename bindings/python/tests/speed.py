"""How fast `betza.pyffish` is beside pyffish, in one process: quotients of the best of some runs. Fails below 3.

Usage: speed.py [VARIANT ...]. PYFFISH.md has the figures of a run."""

import random
import sys
import time

import betza.pyffish as ours
import pyffish as theirs

GAMES = ["chess", "crazyhouse", "makruk", "shogi", "xiangqi", "capablanca"]

#: In these perft 4 in a loop takes pyffish less than a minute, in the others minutes: there it is counted if they are named.
QUICK = ["chess", "crazyhouse", "makruk"]


def best(run, times):
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def perft(module, variant, fen, moves, depth):
    legal = module.legal_moves(variant, fen, moves)
    return len(legal) if depth == 1 else sum(perft(module, variant, fen, [*moves, m], depth - 1) for m in legal)


def random_game(variant, fen, seed):
    rng, moves = random.Random(seed), []
    for _ in range(40):
        legal = theirs.legal_moves(variant, fen, moves)
        if not legal:
            break
        moves.append(rng.choice(sorted(legal)))
    return moves


def main():
    least = float("inf")
    for variant in sys.argv[1:] or GAMES:
        fen = theirs.start_fen(variant)
        games = [random_game(variant, fen, seed) for seed in range(20)]
        for name in ["legal_moves", "get_fen"]:
            ask = lambda module: [getattr(module, name)(variant, fen, moves) for moves in games]  # noqa: B023, E731
            quotient = best(lambda: ask(theirs), 3) / best(lambda: ask(ours), 3)  # noqa: B023
            print(f"{variant}: {name} after 40 moves: {quotient:.1f} times")
            least = min(least, quotient)
        if variant not in QUICK and variant not in sys.argv[1:]:
            continue
        count = {}
        seconds = {}
        for module in (theirs, ours):
            seconds[module] = best(lambda: count.update({module: perft(module, variant, fen, [], 4)}), 1)  # noqa: B023
        assert count[theirs] == count[ours], variant
        quotient = seconds[theirs] / seconds[ours]
        print(f"{variant}: perft 4 in a loop: {count[ours]} leaves, {seconds[theirs]:.2f} s / {seconds[ours]:.2f} s: {quotient:.1f} times")
        least = min(least, quotient)
    return "less than 3 times as fast" if least < 3 else None


if __name__ == "__main__":
    sys.exit(main())
