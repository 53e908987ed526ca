"""Fairy-Stockfish's legal moves, from the Python package pyffish, for a test that runs in another process.

One JSON object a line is read, one is written for each:
  {"ini": TEXT}                                       reads custom games     {"games": [NAME, ..]}
  {"game": NAME, "moves": [MOVE, ..], "chess960": B}  moves from the start   {"moves": [MOVE, ..]}
  the same with "ask": "fen"                                                {"fen": FEN}
What cannot be answered gets {"error": TEXT}.
"""

import json
import sys

import pyffish


def answer(question):
    if "ini" in question:
        pyffish.load_variant_config(question["ini"])
        return {"games": list(pyffish.variants())}
    game, moves, chess960 = question["game"], question["moves"], question["chess960"]
    start = pyffish.start_fen(game)
    if question.get("ask") == "fen":
        return {"fen": pyffish.get_fen(game, start, moves, chess960)}
    return {"moves": pyffish.legal_moves(game, start, moves, chess960)}


def main():
    for line in sys.stdin:
        try:
            result = answer(json.loads(line))
        except (ValueError, KeyError) as error:
            result = {"error": str(error)}
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
