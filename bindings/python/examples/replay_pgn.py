#!/usr/bin/env python3
"""Replays games in PGN, of any variant that betza has, and reports the first illegal move of each.

    replay_pgn.py FILE.pgn ...        (or - for standard input)

The variant is that of the tag Variant, as pychess and lichess write it; chess without one. Games start at the tag FEN.
Moves may be in any notation that the variant's servers write. The exit code is 1 if a game has an illegal move, or is of a
variant that is not known.
"""

import re
import sys
from typing import Iterator, NamedTuple, Optional

import betza

TAG = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
# Comments, number tags, move numbers and results are no moves. In variations, parentheses nest.
TOKEN = re.compile(r"\{[^}]*\}?|;[^\n]*|\$\d+|\(|\)|(?:1-0|0-1|1/2-1/2|\*)(?=\s|$)|\d+\.+|[^\s(){};]+")


class Recorded(NamedTuple):
    """A game of a file."""

    tags: "dict[str, str]"
    #: Each move with its line in the file.
    moves: "list[tuple[str, int]]"
    line: int


def games(text: str) -> Iterator[Recorded]:
    """The games of a text in PGN."""
    at = 0
    while text[at:].strip():
        tags: "dict[str, str]" = {}
        line = text.count("\n", 0, at + len(text[at:]) - len(text[at:].lstrip())) + 1
        while tag := TAG.match(text, at):
            tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
            at = tag.end()
        end = re.compile(r"^\[\w+ +\"", re.MULTILINE).search(text, at)
        stop = end.start() if end else len(text)
        moves, depth = [], 0
        for token in TOKEN.finditer(text, at, stop):
            word = token[0]
            if word in "()":
                depth += 1 if word == "(" else -1
            elif depth == 0 and word[0] not in "{;$" and not re.fullmatch(r"1-0|0-1|1/2-1/2|\*|\d+\.+", word):
                moves.append((word.rstrip("!?"), text.count("\n", 0, token.start()) + 1))
        yield Recorded(tags, moves, line)
        at = stop


def variant(tag: str) -> betza.Game:
    """The game that a tag names: `Crazyhouse`, `King of the Hill`, `3-check`. Of `Crazyhouse 960`, the FEN says the rest."""
    plain = re.sub(r"[^0-9A-Za-z]", "", tag)
    for name in [tag, plain, re.sub("960$", "", plain)]:
        try:
            return betza.Game(name)
        except betza.LoadError as error:
            last = error
    raise last


def problem(game: Recorded) -> Optional[str]:
    """What is wrong with a game, with its line."""
    try:
        rules = variant(game.tags.get("Variant", "chess"))
        position = rules.position(game.tags["FEN"]) if "FEN" in game.tags else rules.start()
    except (betza.LoadError, betza.PositionError) as error:
        return f"line {game.line}: {error}"
    for ply, (text, line) in enumerate(game.moves):
        number = f"{ply // 2 + 1}{'...' if ply % 2 else '.'}"
        try:
            position.play(text)
        except betza.MoveError as error:
            return f"line {line}: move {number} {text} is not legal in {position.fen}\n    {error}"
    return None


def main(paths: "list[str]") -> int:
    """Replays all files."""
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    bad = 0
    for path in paths:
        if path == "-":
            text = sys.stdin.read()
        else:
            with open(path, encoding="utf-8-sig") as file:
                text = file.read()
        for number, game in enumerate(games(text), 1):
            found = problem(game)
            bad += found is not None
            print(f"{path}: game {number}: {found or f'all {len(game.moves)} moves are legal'}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
