"""Fairy-Stockfish's legal moves, from the Python package pyffish, for a program that runs in another process.

One JSON object a line is read, one is written for each:
  {"ini": TEXT}                                       reads custom games     {"games": [NAME, ..]}
  {"game": NAME, "moves": [MOVE, ..], "chess960": B}  moves from the start   {"moves": [MOVE, ..]}
  the same with "ask": "fen"                                                {"fen": FEN}
  the same with "ask": "divide", "depth": N                                 {"divide": {MOVE: COUNT, ..}}
  the same with "ask": "outcomes", "at": [[BASE, N, STUCK], ..]             {"plies": [PLY, ..]}
  the same with "ask": "san", "notation": NAME, "texts": [MOVE, ..]         {"san": [TEXT, ..]}
A PLY tells of the position after N moves, as set up after BASE of them: {"result": the value of the game if it is over,
"claim": the value that may be claimed, "dead": whether no side has the material to win}. STUCK: there is no legal move.
Values are those of the side to move, in Fairy-Stockfish's units; null where there is none.
Moves are from the game's start, or from the position "from". "seconds" ends the program if an answer takes longer.
What cannot be answered gets {"error": TEXT}.
"""

import json
import signal
import sys

import pyffish


def ply(game, fen, moves, stuck, chess960):
    ended, value = pyffish.is_immediate_game_end(game, fen, moves, chess960)
    if not ended:
        value = pyffish.game_result(game, fen, moves, chess960) if stuck else None
    claims, claim = pyffish.is_optional_game_end(game, fen, moves, chess960)
    dead = all(pyffish.has_insufficient_material(game, fen, moves, chess960))
    return {"result": value, "claim": claim if claims else None, "dead": dead}


def plies(game, start, moves, at, chess960):
    fens = {0: start}
    for base, n, stuck in at:
        if base not in fens:
            fens[base] = pyffish.get_fen(game, start, moves[:base], chess960)
        if stuck and pyffish.legal_moves(game, fens[base], moves[base:n], chess960):
            raise ValueError("there are legal moves after " + " ".join(moves[:n]))
        yield ply(game, fens[base], moves[base:n], stuck, chess960)


def perft(game, fen, moves, depth, chess960):
    legal = pyffish.legal_moves(game, fen, moves, chess960)
    if depth == 1:
        return len(legal)
    return sum(perft(game, fen, [*moves, m], depth - 1, chess960) for m in legal)


def divide(game, fen, moves, depth, chess960):
    legal = pyffish.legal_moves(game, fen, moves, chess960)
    if depth == 1:
        return {m: 1 for m in legal}
    return {m: perft(game, fen, [*moves, m], depth - 1, chess960) for m in legal}


def answer(question):
    if "seconds" in question and hasattr(signal, "alarm"):
        signal.alarm(question["seconds"])
    if "ini" in question:
        pyffish.load_variant_config(question["ini"])
        return {"games": list(pyffish.variants())}
    game, moves, chess960 = question["game"], question["moves"], question["chess960"]
    start = question.get("from") or pyffish.start_fen(game)
    if question.get("ask") == "divide":
        return {"divide": divide(game, start, moves, question["depth"], chess960)}
    if question.get("ask") == "fen":
        return {"fen": pyffish.get_fen(game, start, moves, chess960)}
    if question.get("ask") == "san":
        fen = pyffish.get_fen(game, start, moves, chess960)
        notation = getattr(pyffish, "NOTATION_" + question["notation"])
        return {"san": [pyffish.get_san(game, fen, m, chess960, notation) for m in question["texts"]]}
    if question.get("ask") == "outcomes":
        return {"plies": list(plies(game, start, moves, question["at"], chess960))}
    return {"moves": pyffish.legal_moves(game, start, moves, chess960)}


def main():
    for line in sys.stdin:
        try:
            result = answer(json.loads(line))
        except (ValueError, KeyError, SystemError) as error:
            result = {"error": str(error)}
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
