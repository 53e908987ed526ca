"""What pieces could do whatever the others do: `Piece.reach` and `Position.premoves`, held against moves among random men and against
legal moves after any move of the other side."""

import os
import random
import unittest

import betza

PLIES = int(os.environ.get("BETZA_PREMOVE_PLIES", "6"))
GAMES = os.environ.get("BETZA_PREMOVE_GAMES", "").split() or betza.Game.names()

# Each with a board on which random men bring about everything it could do.
PIECES = {
    "betza": ["W", "R", "Q", "mRcpR", "pR", "gQ", "nN", "mfWcfF", "t[FR]", "N0", "fmWfmW2"],
    "xbetza": ["mpafsW", "afafK", "pB", "jD", "[F-R]"],
    "bex": ["(K-K)", "K2"],
}


def among_random_men(piece, at, board, rng, rounds):
    squares = [chr(97 + f) + str(r + 1) for r in range(board[1]) for f in range(board[0])]
    others = [s for s in squares if s != at]
    found = set()
    for _ in range(rounds):
        share = rng.random()
        men = [s for s in others if rng.random() < share]
        foes = [s for s in men if rng.random() < 0.6]
        friends = [s for s in men if s not in foes]
        found |= {m.to for m in piece.moves(at, board, friends=friends, foes=foes)} - {None, at}
    return found


class Pieces(unittest.TestCase):
    def test_all_that_happens_and_nothing_else_is_reach(self):
        rng = random.Random(40)
        board = (5, 5)
        for dialect, notations in PIECES.items():
            for notation in notations:
                piece = betza.Piece(notation, dialect)
                for at in ("a1", "c3", "d2"):
                    reach = piece.reach(at, board)
                    self.assertEqual(set(reach), among_random_men(piece, at, board, rng, 150), (dialect, notation, at))

    def test_black_goes_the_other_way(self):
        pawn = betza.Piece("mfWcfF", "betza")
        self.assertEqual(pawn.reach("d4"), ["c5", "d5", "e5"])
        self.assertEqual(pawn.reach("d4", side=betza.Side.Black), ["c3", "d3", "e3"])
        with self.assertRaises(betza.SquareError):
            pawn.reach("j1")


class Positions(unittest.TestCase):
    def test_chess(self):
        start = betza.Game("chess").start()
        found = start.premoves(betza.Side.White)
        self.assertEqual(found["a2"], ["a3", "b3", "a4"])
        # A king may land on c1 and g1; programs drag it to a rook, too.
        self.assertEqual(found["e1"], ["a1", "c1", "d1", "f1", "g1", "h1", "d2", "e2", "f2"])
        self.assertEqual(len(found["d1"]), 21)
        moved = betza.Game("chess").position("4k3/8/8/8/P7/8/8/R3K3 w - - 0 1").premoves(betza.Side.White)
        self.assertEqual((moved["a4"], moved["e1"]), (["a5", "b5"], ["d1", "f1", "d2", "e2", "f2"]))

    def test_drops(self):
        position = betza.Game("crazyhouse").position("4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1")
        self.assertEqual(len(position.premoves(betza.Side.White)["P@"]), 48)
        self.assertEqual(len(position.premoves(betza.Side.Black)["N@"]), 64)

    def test_every_legal_reply_is_a_premove(self):
        rng = random.Random(41)
        for name in GAMES:
            game = betza.Game(name)
            position = game.start()
            for _ in range(PLIES):
                moves = list(position.legal_moves())
                if not moves or position.outcome() is not None:
                    break
                side = position.turn.other
                premoves = position.premoves(side)
                for m in rng.sample(moves, min(4, len(moves))):
                    position.play(m)
                    if position.turn == side:
                        for reply in position.legal_moves():
                            origin = f"{reply.drop}@" if reply.drop else reply.from_square
                            if reply.from_square != reply.to_square or reply.drop:
                                self.assertIn(reply.to_square, premoves.get(origin, []), (name, position.fen, origin))
                    position.undo()
                position.play(rng.choice(moves))


if __name__ == "__main__":
    unittest.main()
