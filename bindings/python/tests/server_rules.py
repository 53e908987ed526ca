"""Rules that servers hold games by, key by key of variants.ini, against pyffish: positions, moves, ends and claims in games that
begin where the rule matters, and in which pieces often go back and forth.

Usage: server_rules.py [GAMES]"""

import random
import sys

import betza.pyffish as ours
import pyffish as theirs

#: Each section with starts in which its rule soon matters.
SECTIONS = {
    "leaps:makruk": (
        "gating = true\ncambodianMoves = true\n",
        ["rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1", "r3k3/8/8/8/8/8/8/3KM2R w DE - 0 1"],
    ),
    "counted:makruk": ("countingRule = makruk\n", ["8/3k4/6M1/2K1S3/8/8/8/8 w - - 0 1", "3k4/8/8/8/8/4R3/4K3/8 w - - 0 1"]),
    "countedcambodian:makruk": ("countingRule = cambodian\n", ["8/3k4/6M1/2K1S3/8/8/8/8 w - - 0 1", "3k4/8/8/4N3/8/4R3/4K3/8 w - - 0 1"]),
    "countedasean:makruk": ("countingRule = asean\n", ["3k4/8/8/8/8/4R3/4K3/8 w - - 0 1", "3k4/8/8/8/4S3/4S3/4K3/8 w - - 0 1"]),
    "odds:chess": ("materialCounting = blackdrawodds\nnMoveRule = 4\n", ["4k3/8/8/8/8/8/8/R3K2r w - - 0 1"]),
    "oddswhite:chess": ("materialCounting = whitedrawodds\nnFoldRule = 2\n", ["4k3/8/8/8/8/8/8/R3K2r w - - 0 1"]),
    "pieces:chess": ("materialCounting = unweighted\nnMoveRule = 3\n", ["4k2n/8/8/8/8/8/8/R3K2r w - - 0 1", "4k3/8/8/8/8/8/8/R3K2r w - - 0 1"]),
    "points:janggi": ("materialCounting = janggi\nnMoveRule = 6\n", ["4k4/9/9/9/r8/9/9/9/4K4/4R1N2 w - - 0 1"]),
    "chased:xiangqi": (
        "chasingRule = axf\nnFoldRule = 3\n",
        ["3k5/9/9/9/1n7/9/9/9/1R7/4K4 w - - 0 1", "3k5/9/9/9/9/c8/9/9/R8/4K4 w - - 0 1", "3ak4/9/9/9/9/9/9/2r6/2C6/3K5 b - - 0 1"],
    ),
    "twins:crazyhouse": ("twoBoards = true\ncapturesToHand = false\n", ["4k3/P7/8/8/8/8/p7/4K2R[Nn] w K - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"]),
}  # fmt: skip


def asked(program, variant, start, moves):
    """What a program says of a game so far."""
    found = {
        "legal": sorted(program.legal_moves(variant, start, moves)),
        "fen": program.get_fen(variant, start, moves),
        "end": tuple(program.is_immediate_game_end(variant, start, moves)),
        "claim": tuple(program.is_optional_game_end(variant, start, moves)),
        "check": program.gives_check(variant, start, moves),
    }
    if not found["legal"]:
        found["result"] = program.game_result(variant, start, moves)
    return found


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    text = "".join(f"[{head}]\n{body}\n" for head, (body, _) in SECTIONS.items())
    theirs.load_variant_config(text)
    ours.load_variant_config(text)
    rng, differ, compared, claims = random.Random(4), 0, 0, {}
    for head, (_, starts) in SECTIONS.items():
        variant = head.split(":")[0]
        for start in starts * games:
            moves = []
            for _ in range(50):
                us, them = (asked(program, variant, start, moves) for program in (ours, theirs))
                compared += 1
                if us["claim"][0]:
                    claims[variant] = claims.get(variant, 0) + 1
                # A game that is over has nothing to claim here. Rights to first moves belong to a position here (docs/rules.md,
                # R37), and there they do not: a position with other rights comes again there alone.
                if us["end"][0] or (variant == "leaps" and them["claim"][0]):
                    us["claim"] = them["claim"]
                if us != them:
                    differ += 1
                    wrong = {key: (us[key], them.get(key)) for key in us if us[key] != them.get(key)}
                    print(f"{variant}: {start} {' '.join(moves)}: betza and pyffish: {wrong}")
                    break
                if not us["legal"] or us["end"][0]:
                    break
                # Pieces go back and forth, so that positions come again.
                back = moves[-2][2:] + moves[-2][:2] if len(moves) > 1 and len(moves[-2]) == 4 else ""
                moves.append(back if back in us["legal"] and rng.random() < 0.7 else rng.choice(us["legal"]))
    print(f"{compared} positions of {len(SECTIONS)} sections are compared; results to claim or by the rule, by section: {claims}")
    sys.exit(f"{differ} games differ" if differ else None)


if __name__ == "__main__":
    main()
