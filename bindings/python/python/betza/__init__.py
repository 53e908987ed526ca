"""Chess variants: pieces by notation, games, positions, legal moves, results, perft.

>>> import betza
>>> position = betza.Game("crazyhouse").start()
>>> len(position.legal_moves())
20
>>> betza.Piece("KAD", "betza").explain().splitlines()[0] != ""
True

The functions of pyffish, for programs that were written for it, are in :mod:`betza.pyffish`.
"""

from ._betza import (
    Attacks,
    Batch,
    BetzaError,
    Checked,
    CheckedSection,
    CompileError,
    Deal,
    Diagnostic,
    Finding,
    Game,
    Kind,
    LoadError,
    Match,
    MatchOutcome,
    Move,
    MoveError,
    MoveList,
    NotationError,
    Outcome,
    Piece,
    PieceMove,
    Position,
    PositionError,
    Side,
    SquareError,
    Summary,
    check_ini,
    dialects,
    read_bpgn,
)

__version__ = "0.1.0"

__all__ = [
    "Attacks",
    "Batch",
    "BetzaError",
    "Checked",
    "CheckedSection",
    "CompileError",
    "Deal",
    "Diagnostic",
    "Finding",
    "Game",
    "Kind",
    "LoadError",
    "Match",
    "MatchOutcome",
    "Move",
    "MoveError",
    "MoveList",
    "NotationError",
    "Outcome",
    "Piece",
    "PieceMove",
    "Position",
    "PositionError",
    "Side",
    "SquareError",
    "Summary",
    "check_ini",
    "dialects",
    "read_bpgn",
]
