"""The example that replays games: what it says of games in chess and in variants, with all that PGN may hold between the moves."""

import pathlib
import subprocess
import sys
import unittest

SCRIPT = pathlib.Path(__file__).parent.parent / "examples" / "replay_pgn.py"

# P. Morphy against the Duke of Brunswick and Count Isouard, Paris 1858, and a short game of crazyhouse.
GOOD = """\
[Event "Paris"]
[Result "1-0"]

1.e4 e5 2.Nf3 d6 3.d4 Bg4 {This is a weak move [Fischer]} 4.dxe5 Bxf3 (4... dxe5 5.Qxd8+ (5.Nc3) Kxd8)
5.Qxf3 dxe5 6.Bc4 Nf6 $6 7.Qb3 Qe7 8.Nc3 c6 9.Bg5 b5 10.Nxb5! cxb5 11.Bxb5+ Nbd7 12.O-O-O Rd8 ; castled
13.Rxd7 Rxd7 14.Rd1 Qe6 15.Bxd7+ Nxd7 16.Qb8+ Nxb8 17.Rd8# 1-0

[Event "drops"]
[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. P@e4 Qxe4+ 4. Be2 *

[Event "shuffled"]
[Variant "Crazyhouse 960"]
[FEN "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN[] w KQkq - 0 1"]

1. g3 Nb6 2. O-O *
"""
BAD = """\
[Variant "King of the Hill"]
[FEN "4k3/8/8/8/8/4K3/8/8 w - - 0 1"]

1. Kd3 Ke7
2. Kd5 *
"""


def replay(text):
    ran = subprocess.run([sys.executable, str(SCRIPT), "-"], input=text, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout


class Games(unittest.TestCase):
    def test_legal_games(self):
        code, told = replay(GOOD)
        self.assertEqual(told, "-: game 1: all 33 moves are legal\n-: game 2: all 7 moves are legal\n-: game 3: all 3 moves are legal\n")
        self.assertEqual(code, 0)

    def test_the_first_illegal_move(self):
        code, told = replay(BAD)
        self.assertEqual(code, 1)
        self.assertIn("game 1: line 5: move 2. Kd5 is not legal in 8/4k3/8/8/8/3K4/8/8 w", told)

    def test_unknown_variants(self):
        code, told = replay('[Variant "Klingon"]\n\n1. e4 *\n')
        self.assertEqual(code, 1)
        self.assertIn("line 1: error[unknown-game]", told)


if __name__ == "__main__":
    unittest.main()
