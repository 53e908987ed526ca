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

BETZA_FAIRY_STOCKFISH may name an engine of the same version: it gives the legal moves then, in a tenth of the time, since pyffish sets up
all its tables at each call.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile

import pyffish


class Engine:
    """Legal moves from Fairy-Stockfish over UCI: `go perft 1` lists them."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.options = {}

    def tell(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def set(self, name, value):
        if self.options.get(name) != value:
            self.options[name] = value
            self.tell(f"setoption name {name} value {value}")

    def load(self, ini):
        """Reads custom games. It reads the file before it answers."""
        with tempfile.NamedTemporaryFile("w", suffix=".ini") as file:
            file.write(ini)
            file.flush()
            self.set("VariantPath", file.name)
            self.tell("isready")
            self.until("readyok")

    def until(self, end):
        """The lines before the one that begins so."""
        lines = []
        for line in self.process.stdout:
            if line.startswith(end):
                return lines
            lines.append(line)
        raise ValueError("the engine ended without an answer")

    def legal_moves(self, game, fen, moves, chess960):
        self.set("UCI_Chess960", str(bool(chess960)).lower())
        self.set("UCI_Variant", game)
        self.tell(" ".join(["position fen", fen, "moves", *moves]), "go perft 1")
        listed = [line.rpartition(": ") for line in self.until("Nodes searched")]
        return [move for move, colon, count in listed if colon and count.strip() == "1"]


engine = Engine(os.environ["BETZA_FAIRY_STOCKFISH"]) if os.environ.get("BETZA_FAIRY_STOCKFISH") else None


def legal_moves(game, fen, moves, chess960):
    return (engine or pyffish).legal_moves(game, fen, moves, chess960)


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
        if stuck and legal_moves(game, fens[base], moves[base:n], chess960):
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
        if engine:
            engine.load(question["ini"])
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
    return {"moves": legal_moves(game, start, moves, chess960)}


def main():
    for line in sys.stdin:
        try:
            result = answer(json.loads(line))
        except (ValueError, KeyError, SystemError) as error:
            result = {"error": str(error)}
        finally:
            # The time is the answer's: whoever asked may take as long as they like before the next question.
            if hasattr(signal, "alarm"):
                signal.alarm(0)
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
