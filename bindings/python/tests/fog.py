"""What a side sees in fog of war: the board of `Position.fen_for` is that of pyffish's `get_fog_fen` in random games.

Where a pawn may be captured en passant, betza shows it too (docs/rules.md, R40), so those positions are passed over."""

import random
import sys

import betza
import pyffish

#: Fog of war is played without check: the king is a piece whose loss loses.
SECTIONS = """\
[dark:chess]
king = -
commoner = k
castlingKingPiece = k
extinctionValue = loss
extinctionPieceTypes = k

[darkhouse:crazyhouse]
king = -
commoner = k
castlingKingPiece = k
extinctionValue = loss
extinctionPieceTypes = k
"""


def board(fen):
    return fen.split()[0].split("[")[0]


def main():
    pyffish.load_variant_config(SECTIONS)
    rng, compared = random.Random(40), 0
    for name in betza.Game.ini_names(SECTIONS):
        game = betza.Game.from_ini(SECTIONS, name)
        for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 10):
            position = game.start()
            for _ in range(60):
                moves = position.legal_moves().texts()
                if not moves or position.outcome():
                    break
                fen = position.fen
                if fen.split()[3] == "-":
                    theirs = pyffish.get_fog_fen(fen, name)
                    ours = position.fen_for(position.turn)
                    if board(ours) != board(theirs):
                        sys.exit(f"{name}: {fen}\nbetza   {ours}\npyffish {theirs}")
                    compared += 1
                position.play(rng.choice(moves))
    if compared < 500:
        sys.exit(f"only {compared} positions were compared")
    print(f"{compared} positions in fog are seen as by pyffish")


if __name__ == "__main__":
    main()
