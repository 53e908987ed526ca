"""The command ``betza-distributed``."""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from collections.abc import Iterator

from distributed import Client, LocalCluster

from .folder import Folder, FolderError
from .run import RunError, State, run
from .worker import Options

#: Exit statuses, as those of ``betza``.
DONE, WRONG, INTERRUPTED = 0, 1, 130

#: How often a line of progress is printed where standard error is no terminal, in seconds.
LINE_EVERY = 30.0


def parser() -> argparse.ArgumentParser:
    """The command line."""
    p = argparse.ArgumentParser(
        prog="betza-distributed",
        description="Counts the units of a betza run folder on a Dask cluster; `betza merge` sums them up.",
        epilog="It may be stopped at any moment and started again: units that have a result are passed over. "
        "Exit status: 0 all units have results; 1 something is wrong; 2 wrong usage; 130 interrupted.",
    )
    p.add_argument("run", metavar="DIR", help="the run's folder, made by `betza split`")
    where = p.add_mutually_exclusive_group(required=True)
    where.add_argument("--workers", type=positive, metavar="N", help="so many worker processes on this machine")
    where.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler, as in tcp://head:8786")
    where.add_argument("--scheduler-file", metavar="FILE", help="the file that `dask scheduler --scheduler-file` wrote")
    p.add_argument("--betza", default="betza", metavar="PROGRAM", help="the program betza on the workers (default: betza)")
    p.add_argument("--threads", type=positive, default=1, metavar="N", help="threads of each `betza work` (default: 1)")
    p.add_argument("--hash", type=natural, default=0, metavar="MB", help="mebibytes for counts already made, for each `betza work`")
    p.add_argument("--task-seconds", type=float, default=20.0, metavar="S", help="units that take less go out together (default: 20)")
    p.add_argument("--retries", type=natural, default=10, metavar="N", help="how often a task may come to nothing (default: 10)")
    p.add_argument("--copy", action="store_true", help="count in a copy on each machine even where workers see the folder")
    p.add_argument("--scratch", metavar="DIR", help="where workers make copies (default: their folder for temporary files)")
    p.add_argument("--no-progress", action="store_true", help="say nothing until the end")
    return p


def positive(text: str) -> int:
    """A whole number over 0."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("write a number over 0")
    return number


def natural(text: str) -> int:
    """A whole number, or 0."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("write 0 or a number over it")
    return number


@contextlib.contextmanager
def connected(args: argparse.Namespace) -> Iterator[Client]:
    """A client of the cluster that was named."""
    with contextlib.ExitStack() as stack:
        if args.workers:
            try:
                cluster = LocalCluster(
                    n_workers=args.workers, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
                )
            except RuntimeError as error:
                raise RunError(f"the workers cannot be started: {error}") from error
            stack.enter_context(cluster)
            # One that dies while it starts is not succeeded otherwise.
            cluster.adapt(minimum=args.workers, maximum=args.workers)
            yield stack.enter_context(Client(cluster))
        elif args.scheduler_file:
            yield stack.enter_context(Client(scheduler_file=args.scheduler_file))
        else:
            yield stack.enter_context(Client(args.scheduler))


class Teller:
    """Says on standard error how far it has come: on one line where that is a terminal, else on a line now and then."""

    def __init__(self, hidden: bool) -> None:
        self.hidden = hidden
        self.terminal = sys.stderr.isatty()
        self.said = time.monotonic()

    def __call__(self, state: State) -> None:
        now = time.monotonic()
        if self.hidden or now - self.said < (0.2 if self.terminal else LINE_EVERY):
            return
        self.said = now
        end = "\x1b[K\r" if self.terminal else "\n"
        print(in_words(state), end=end, file=sys.stderr, flush=True)

    def end(self) -> None:
        """Takes the line off a terminal."""
        if self.terminal and not self.hidden:
            print("\x1b[K", end="", file=sys.stderr, flush=True)


def in_words(state: State) -> str:
    """A line of progress."""
    left = "?" if state.left is None else duration(state.left)
    text = f"{state.done}/{state.units} units, {100 * state.share:.1f}%, {duration(state.seconds)}, {left} left, {state.threads} threads"
    return text + (f", {state.retried} tasks given out again" if state.retried else "")


def duration(seconds: float) -> str:
    """Hours, minutes and seconds."""
    minutes, s = divmod(round(seconds), 60)
    hours, m = divmod(minutes, 60)
    return f"{hours:02}:{m:02}:{s:02}"


def main(arguments: list[str] | None = None) -> int:
    """The command; gives the exit status."""
    args = parser().parse_args(arguments)
    options = Options(args.betza, args.threads, args.hash, args.copy, args.scratch)
    teller = Teller(args.no_progress)
    try:
        folder = Folder(args.run)
        with connected(args) as client:
            summary = run(
                folder, client, options=options, task_seconds=args.task_seconds, retries=args.retries, progress=teller
            )
    except KeyboardInterrupt:
        teller.end()
        print("interrupted: what was counted stays; run the same command to go on", file=sys.stderr)
        return INTERRUPTED
    except (FolderError, RunError, OSError) as error:
        teller.end()
        print(f"error: {error}", file=sys.stderr)
        return WRONG
    teller.end()
    print(f"Time: {summary.seconds:.3f} s, {summary.retried} tasks given out again", file=sys.stderr)
    print(f"Units: {summary.counted} counted, {summary.had_results} had results")
    return DONE


if __name__ == "__main__":
    sys.exit(main())
