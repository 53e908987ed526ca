"""What programs ask of pyffish, asked of it and of `betza.pyffish`: the answers must be equal. The ways are those of four programs:
fairyfishnet (analysis for a server), fairyfishtest (matches between engines), chess-variant-puzzler (puzzles from games), and
FairyFishGUI (a board).

Usage: programs.py [GAMES]."""

import random
import sys

import betza.pyffish as ours
import pyffish as theirs

VARIANTS = ["chess", "crazyhouse", "bughouse", "capablanca", "makruk", "cambodian", "shogi", "minixiangqi", "xiangqi", "janggi"]

#: A game that the board loads. Both modules keep it under its name.
LOADED = "[heronchess:chess]\nmaxRank = 8\ncustomPiece1 = h:NW\nstartFen = rhbqkbhr/pppppppp/8/8/8/8/PPPPPPPP/RHBQKBHR w KQkq - 0 1\n"


def played(module, variant, seed):
    """A game as the puzzles' generator plays it: at random, until it is over or may be claimed."""
    rng, start, moves, told = random.Random(seed), module.start_fen(variant), [], []
    while len(moves) < 24:
        legal = sorted(module.legal_moves(variant, start, moves))
        if not legal or module.is_optional_game_end(variant, start, moves)[0]:
            break
        moves.append(rng.choice(legal))
        told.append((module.get_fen(variant, start, moves), module.get_fen(variant, start, moves[:-1]), module.gives_check(variant, start, moves)))
    return start, moves, told


def puzzler(module, variant, seed):
    start, moves, told = played(module, variant, seed)
    styles = [module.NOTATION_LAN, module.NOTATION_SAN]
    last = moves[-4:]
    before = module.get_fen(variant, start, moves[: len(moves) - len(last)])
    texts = [module.get_san_moves(variant, before, last, False, style) for style in styles]
    ways = len(module.legal_moves(variant, before, last))
    return told, texts, ways, module.get_fen(variant, before, [], False, True, True)


def fishnet(module, variant, seed):
    """A job's position after its moves, where promoted pieces are shown in some games, and whether what was asked can be told."""
    start, moves, _ = played(module, variant, seed)
    shown = variant in ("makruk", "cambodian", "bughouse")
    try:
        module.get_fen(variant, start, [*moves, "a1a1"], False, False, shown)
        refused = False
    except Exception:  # noqa: BLE001: the program catches all
        refused = True
    return module.get_fen(variant, start, moves, False, False, shown), refused, variant in module.variants()


def matches(module, variant, seed):
    """Each move of an engine is looked up, and the result asked for when no move is left."""
    start, moves, _ = played(module, variant, seed)
    legal = [move in module.legal_moves(variant, start, moves[:ply]) for ply, move in enumerate(moves)]
    over = not module.legal_moves(variant, start, moves)
    result = module.game_result(variant, start, moves) if over else module.is_optional_game_end(variant, start, moves)
    return all(legal), over, result, module.two_boards(variant), start.count("/") + 1


def board(module, variant, seed):
    """A board of buttons: a square is touched, then one of the moves from there is chosen, and moves are taken back."""
    module.load_variant_config(LOADED)
    told = []
    for name in (variant, "heronchess"):
        start, moves, _ = played(module, name, seed)
        for _ in range(2):
            fen = module.get_fen(name, start, moves)
            legal = module.legal_moves(name, start, moves)
            for first in sorted({move[:2] for move in legal}):
                told.append(sorted(move for move in legal if move.startswith(first) or move.endswith(first)))
            told.append((fen, module.get_san_moves(name, start, moves), [module.get_san(name, fen, move) for move in sorted(legal)]))
            if moves:
                moves.pop()
    return told


def main():
    games, wrong = int(sys.argv[1]) if len(sys.argv) > 1 else 2, 0
    for program in (puzzler, fishnet, matches, board):
        for variant in VARIANTS:
            for seed in range(games):
                answers = [program(module, variant, seed) for module in (theirs, ours)]
                if answers[0] != answers[1]:
                    wrong += 1
                    print(f"{program.__name__}, {variant}, game {seed}:\n  pyffish {answers[0]}\n  betza   {answers[1]}")
    print(f"{4 * len(VARIANTS) * games} runs of four programs' ways, {wrong} with other answers")
    return 1 if wrong else None


if __name__ == "__main__":
    sys.exit(main())
