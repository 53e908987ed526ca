"""Positions for and from python-chess (the package ``chess``): of chess, Chess960 and the variants that it has.

The moves played go along, so that repetition and the fifty-move rule hold on either side.

>>> import chess
>>> import betza.python_chess
>>> board = chess.Board()
>>> board.push_san("e4")
Move.from_uci('e2e4')
>>> position = betza.python_chess.from_board(board)
>>> position.perft(2)
600
>>> position.play("e5")
>>> betza.python_chess.to_board(position).peek()
Move.from_uci('e7e5')
"""

import chess
import chess.variant

from . import Game, Position

__all__ = ["from_board", "to_board"]

#: The games of betza by the classes of boards of python-chess.
_GAMES: "dict[type[chess.Board], str]" = {
    chess.Board: "chess",
    chess.variant.AntichessBoard: "antichess",
    chess.variant.AtomicBoard: "atomic",
    chess.variant.CrazyhouseBoard: "crazyhouse",
    chess.variant.GiveawayBoard: "giveaway",
    chess.variant.HordeBoard: "horde",
    chess.variant.KingOfTheHillBoard: "kingofthehill",
    chess.variant.RacingKingsBoard: "racingkings",
    chess.variant.SuicideBoard: "suicide",
    chess.variant.ThreeCheckBoard: "3check",
}


def from_board(board: chess.Board) -> Position:
    """The position on a board of python-chess, with the moves that were played on it.

    In suicide chess, python-chess has castling and betza, as Fairy-Stockfish, has not: the rights are left out.

    Raises :class:`ValueError` for a class of boards that betza has no game for, and its subclass
    :class:`betza.PositionError` for a position to which no game can come.
    """
    name = _GAMES.get(type(board))
    if name is None:
        raise ValueError(f"no game of betza is that of {type(board).__name__}: take a board of chess or chess.variant")
    if board.chess960 and name == "chess":
        name = "chess960"
    root = board.root()
    if name == "suicide":
        root.castling_rights = chess.BB_EMPTY
    # Chess960 needs rights by the rooks' files.
    position = Game(name).position(root.fen(shredder=board.chess960))
    for move in board.move_stack:
        if move:
            position.play(move.uci())
        else:
            position.play_null()
    return position


def to_board(position: Position) -> chess.Board:
    """A board of python-chess with the position, and with the moves played since it was set up.

    Raises :class:`ValueError` if python-chess does not have the game.
    """
    name = position.game.name
    boards = {game: board for board, game in _GAMES.items()}
    kind = boards.get("chess" if name == "chess960" else name)
    if kind is None:
        raise ValueError(f"python-chess has no '{name}': it has {', '.join(sorted(boards))}")
    played = position.history
    replay = position.copy()
    for _ in played:
        replay.undo()
    if kind is chess.Board:
        board: chess.Board = chess.Board(replay.fen, chess960=name == "chess960")
    else:
        board = kind(replay.fen)
    for move in played:
        if move is None:
            board.push(chess.Move.null())
            replay.play_null()
        else:
            board.push_uci(replay.text(move, "uci"))
            replay.play(move)
    return board
