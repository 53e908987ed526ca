"""How fast positions are through the package: medians of interleaved runs in one process, each figure beside its goal.

- `betza.Position` beside python-chess and pyffish, on random games of chess: the list of legal moves, moves played as UCI and as
  SAN, taken back, written as SAN, and the position's text, at each ply. Goals: 10 times python-chess, and 5 times pyffish where
  it has the function.
- A game of each variant that pyffish has too, its moves read as SAN and each position written, beside pyffish's `get_san` and
  `get_fen`. Goal: 20 times, in each.
- `betza.Batch`: 4,096 positions of chess and of shogi stepped at random, with planes. Goal: a million moves a second and core.

Usage: speed_of_positions.py [--check] [RUNS]. With --check it fails if a figure is below a fifth of its goal: machines and their
load differ, and what is looked for then is a figure that has fallen.

RUNS is of the peers, which take seconds. What is betza's own takes micro- to milliseconds, so that one interruption by another
process would decide a figure: it runs `QUICK_RUNS` times at least."""

import random
import statistics
import sys
import time

import betza
import chess
import numpy
import pyffish

START = chess.STARTING_FEN

#: Runs of what takes less than a process's turn on the processor: of so many the median has not been interrupted.
QUICK_RUNS = 9


def random_games(number, seed):
    """Games as UCI, SAN and FENs, by python-chess."""
    rng = random.Random(seed)
    for _ in range(number):
        board, uci, san, fens = chess.Board(), [], [], []
        while not board.is_game_over(claim_draw=False) and len(uci) < 160:
            move = rng.choice(list(board.legal_moves))
            uci.append(move.uci())
            san.append(board.san(move))
            fens.append(board.fen())
            board.push(move)
        yield uci, san, fens


def timed(work, prepared):
    """The seconds that `work` takes on all that was prepared."""
    began = time.perf_counter()
    for one in prepared:
        work(*one)
    return time.perf_counter() - began


def called(function, texts):
    """The seconds that a function takes on each text; what is not the function's own is a step of a loop."""
    began = time.perf_counter()
    for text in texts:
        function(text)
    return time.perf_counter() - began


class Ours:
    """What is measured, of betza. Each function gives the seconds of what its name says, without what comes before it."""

    #: The methods of a position.
    PUSH, PUSH_SAN, POP = "play", "play", "undo"

    def __init__(self, games):
        self.game, self.games = betza.Game("chess"), games

    def start(self):
        return self.game.start()

    def copy(self, position):
        return position.copy()

    def uci(self):
        return sum(called(getattr(self.start(), self.PUSH), uci) for uci, _, _ in self.games)

    def san(self):
        return sum(called(getattr(self.start(), self.PUSH_SAN), san) for _, san, _ in self.games)

    def undo(self):
        seconds = 0.0
        for uci, _, _ in self.games:
            position = self.start()
            push, pop = getattr(position, self.PUSH), getattr(position, self.POP)
            for text in uci:
                push(text)
            began = time.perf_counter()
            for _ in uci:
                pop()
            seconds += time.perf_counter() - began
        return seconds

    def each(self, work):
        """Work on the position before each move, and the move's text."""
        seconds = 0.0
        for uci, _, _ in self.games:
            position, prepared = self.start(), []
            for text in uci:
                prepared.append((self.copy(position), text))
                getattr(position, self.PUSH)(text)
            seconds += timed(work, prepared)
        return seconds

    def legal(self):
        return self.each(lambda position, _: position.legal_moves())

    def legal_listed(self):
        return self.each(lambda position, _: list(position.legal_moves()))

    def legal_texts(self):
        return self.each(lambda position, _: position.legal_moves().texts())

    def write_san(self):
        return self.each(lambda position, text: position.text(text, "san"))

    def fen(self):
        return self.each(lambda position, _: position.fen)


class PythonChess(Ours):
    """The same of python-chess."""

    PUSH, PUSH_SAN, POP = "push_uci", "push_san", "pop"

    def start(self):
        return chess.Board()

    def copy(self, position):
        return position.copy(stack=False)

    def legal(self):
        return self.each(lambda board, _: list(board.legal_moves))

    legal_listed = legal

    def legal_texts(self):
        return self.each(lambda board, _: [m.uci() for m in board.legal_moves])

    def write_san(self):
        return self.each(lambda board, text: board.san(chess.Move.from_uci(text)))

    def fen(self):
        return self.each(lambda board, _: board.fen())


def nothing(plies):
    """The seconds of calling a method that does nothing and returns None: no package's `undo` takes less."""
    empty = [].clear
    began = time.perf_counter()
    for _ in range(plies):
        empty()
    return time.perf_counter() - began


class Pyffish:
    """The same of pyffish, whose functions take the position as text, and a move to make from it."""

    def __init__(self, games):
        self.games = games

    def each(self, work):
        return sum(timed(work, list(zip(fens, uci))) for uci, _, fens in self.games)

    def legal_texts(self):
        return self.each(lambda fen, _: pyffish.legal_moves("chess", fen, []))

    def write_san(self):
        return self.each(lambda fen, text: pyffish.get_san("chess", fen, text))

    def fen(self):
        return self.each(lambda fen, text: pyffish.get_fen("chess", fen, [text]))


#: What is measured, in words.
WHAT = {
    "uci": "play, moves as UCI",
    "san": "play, moves as SAN",
    "undo": "undo",
    "legal": "legal_moves (of python-chess: a list of them)",
    "legal_listed": "legal_moves, an object for each",
    "legal_texts": "legal_moves, their texts as UCI",
    "write_san": "text in SAN of a move as UCI",
    "fen": "fen",
}


def positions(runs):
    """Prints the quotients of `betza.Position` and yields each by its goal."""
    games = list(random_games(40, 38))
    plies = sum(len(uci) for uci, _, _ in games)
    ours, peers = Ours(games), [(PythonChess(games), "python-chess", 10), (Pyffish(games), "pyffish", 5)]
    print(f"betza.Position, {plies} plies of {len(games)} random games of chess, medians of {runs} runs in turn")
    for name, words in WHAT.items():
        measured = [ours, *(peer for peer, _, _ in peers if hasattr(peer, name))]
        seconds = {side: [] for side in measured}
        for run in range(max(runs, QUICK_RUNS)):
            for side in measured if run < runs else [ours]:
                seconds[side].append(getattr(side, name)())
        median = {side: statistics.median(s) for side, s in seconds.items()}
        print(f"  {words}: {plies / median[ours]:,.0f} a second")
        for peer, title, goal in peers:
            if peer in median:
                quotient = median[peer] / median[ours]
                print(f"    {quotient:.1f} times {title} ({plies / median[peer]:,.0f}), goal {goal}")
                yield quotient / goal
        if name == "undo":
            least = statistics.median(nothing(plies) for _ in range(max(runs, QUICK_RUNS)))
            peer = next(peer for peer, title, _ in peers if title == "python-chess")
            print(f"    {median[peer] / least:.1f} times python-chess is what calling a method that does nothing takes")


def games_of_variants(runs):
    """Prints how much faster games of all variants are read as SAN and written as FEN than pyffish writes both, and yields it by its goal."""
    quotients, names = {}, set(betza.Game.names())
    for variant in sorted(names.intersection(pyffish.variants())):
        game, rng, played, seconds = betza.Game(variant), random.Random(20), [], []
        fen = pyffish.start_fen(variant)
        while len(played) < 16:
            legal = pyffish.legal_moves(variant, fen, [])
            if not legal:
                break
            move = rng.choice(sorted(legal))
            played.append((fen, move, pyffish.get_san(variant, fen, move)))
            fen = pyffish.get_fen(variant, fen, [move])

        def ours():
            position = game.start()
            for _, _, san in played:
                position.play(san)
                position.fen  # noqa: B018

        def theirs():
            for fen, move, _ in played:
                pyffish.get_san(variant, fen, move)
                pyffish.get_fen(variant, fen, [move])

        for _ in range(max(runs, QUICK_RUNS)):
            seconds.append(timed(ours, [()]))
        # pyffish makes its tables anew for each call: milliseconds, which differ little.
        quotients[variant] = timed(theirs, [()]) / statistics.median(seconds)
    ranked = sorted(quotients, key=quotients.__getitem__)
    print(f"SAN read and FEN written at each ply, {len(ranked)} variants, beside pyffish's get_san and get_fen, goal 20:")
    print(f"  median {statistics.median(quotients.values()):.0f} times")
    print("  least: " + ", ".join(f"{name} {quotients[name]:.1f}" for name in ranked[:8]))
    yield quotients[ranked[0]] / 20


def batches(runs):
    """Prints how many moves a second a batch plays at random, and yields each by its goal."""
    for name in ["chess", "shogi"]:
        batch = betza.Batch(betza.Game(name), 4096)
        planes = numpy.empty(batch.planes().shape, numpy.uint8)

        def stepped(steps, seed, judged=True, drawn=True):
            for step in range(steps):
                batch.step_random(seed + step)
                if drawn:
                    batch.planes(planes)
                if judged:
                    batch.reset(batch.results()[0])

        steps = 50
        ways = {
            "with planes": {"judged": False},
            "with planes, results and resets": {},
            "with results and resets": {"drawn": False},
        }
        rates = {way: [] for way in ways}
        for run in range(runs):
            for way, options in ways.items():
                batch.reset()
                stepped(10, run)
                began = time.process_time()
                stepped(steps, 1000 * run + 10, **options)
                rates[way].append(steps * len(batch) / (time.process_time() - began))
        print(f"betza.Batch, 4,096 positions of {name} stepped at random on one thread, by the time of the processor")
        for way in ways:
            rate = statistics.median(rates[way])
            print(f"  {way}: {rate / 1e6:.2f} million moves a second, goal 1.00")
            if way == "with planes":
                yield rate / 1e6


def main():
    arguments = [a for a in sys.argv[1:] if a != "--check"]
    runs = int(arguments[0]) if arguments else 5
    reached = [*positions(runs), *games_of_variants(runs), *batches(runs)]
    print(f"{sum(r >= 1 for r in reached)} of {len(reached)} goals reached")
    return "a figure is below a fifth of its goal" if "--check" in sys.argv and min(reached) < 1 / 5 else None


if __name__ == "__main__":
    sys.exit(main())
