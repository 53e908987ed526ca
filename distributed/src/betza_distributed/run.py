"""The run as a whole: which units go out together, what is done when one comes back or does not, when it ends."""

from __future__ import annotations

import contextlib
import itertools
import os
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass

from distributed import Client, Future, KilledWorker, wait

from . import worker
from .folder import Damaged, Folder

#: Tasks that are with the scheduler for each thread of the workers: one that is counted and one that is next.
TASKS_PER_THREAD = 2

#: The most units of one task.
UNITS_PER_TASK = 1000

#: The end of a run is cut into at least so many tasks for each thread, so that no worker is idle for long.
LAST_TASKS_PER_THREAD = 4

#: How often workers are counted and progress is told while nothing comes back, in seconds.
GLANCE = 5.0

GONE = "the scheduler is gone; what was counted is in the folder: start again to go on"


class RunError(Exception):
    """The run cannot go on. Every result that came is in the folder."""


@dataclass(frozen=True)
class State:
    """How far a run has come."""

    units: int
    done: int
    #: The part of the work that is done, between 0 and 1, results from before included.
    share: float
    #: Seconds since the start and, once something has come back, those that are left.
    seconds: float
    left: float | None
    #: Threads of the workers, and tasks that were given out again.
    threads: int
    retried: int


@dataclass(frozen=True)
class Summary:
    """What was done."""

    counted: int
    had_results: int
    retried: int
    seconds: float


@dataclass
class Batch:
    """Units that are one task."""

    first: int
    last: int
    #: Tasks of it that came to nothing.
    failures: int = 0


class Queue:
    """The units that are still to be given out, cut into batches of about so many seconds."""

    def __init__(self, units: list[int], estimates: list[int], seconds: float) -> None:
        self._units = deque(units)
        self._again: deque[Batch] = deque()
        self._estimates = estimates
        self._seconds = seconds
        # What was counted so far, to learn how long a unit takes.
        self._counted = 0.0
        self._weight = 0

    def __bool__(self) -> bool:
        return bool(self._units or self._again)

    def learn(self, unit: int, seconds: float) -> None:
        """Takes note of how long a unit took."""
        self._counted += seconds
        self._weight += self._estimates[unit - 1]

    def back(self, batch: Batch) -> None:
        """Takes a batch back, to be given out again after all others."""
        self._again.append(batch)

    def next(self, threads: int) -> Batch:
        """The next batch: one unit until the first result tells how long they take."""
        if not self._units:
            return self._again.popleft()
        first = last = self._units.popleft()
        most = min(UNITS_PER_TASK, 1 + len(self._units) // (LAST_TASKS_PER_THREAD * max(1, threads)))
        if self._weight:
            speed = self._counted / self._weight
            seconds = speed * self._estimates[first - 1]
            while self._units and self._units[0] == last + 1 and last - first + 1 < most:
                seconds += speed * self._estimates[last]
                if seconds > self._seconds:
                    break
                last = self._units.popleft()
        return Batch(first, last)


def run(
    folder: Folder | str | os.PathLike[str],
    client: Client,
    *,
    options: worker.Options = worker.Options(),
    task_seconds: float = 20.0,
    retries: int = 10,
    progress: Callable[[State], None] = lambda state: None,
) -> Summary:
    """Counts all units of a folder that have no result, on the cluster of a Dask client.

    Workers may come, go and die while it runs. A unit is given up after ``retries`` tasks of it came to nothing; a worker's
    death counts once Dask itself has given the task up (its setting ``distributed.scheduler.allowed-failures``).

    Raises RunError, FolderError, OSError; then what was counted is in the folder, and the same call goes on from there.
    """
    folder = folder if isinstance(folder, Folder) else Folder(folder)
    return _Run(folder, client, options, task_seconds, retries, progress).to_the_end()


class _Run:
    def __init__(self, folder, client, options, task_seconds, retries, progress) -> None:
        self.folder: Folder = folder
        self.client: Client = client
        self.retries: int = retries
        self.tell: Callable[[State], None] = progress
        self.plugin = worker.Run.of(folder, f"betza-{folder.id[:12]}-{os.urandom(4).hex()}", options)
        missing = folder.missing()
        self.queue = Queue(missing, folder.estimates, task_seconds)
        self.before = len(folder.estimates) - len(missing)
        self.left = set(missing)
        self.weight = sum(folder.estimates)
        self.weight_left = self.weight_before = sum(folder.estimates[unit - 1] for unit in missing)
        self.retried = 0
        self.start = time.monotonic()
        self.keys = (f"{self.plugin.name}-{n}" for n in itertools.count())

    def to_the_end(self) -> Summary:
        self._announce()
        try:
            self._loop()
        finally:
            self._forget()
        counted = len(self.folder.estimates) - self.before - len(self.left)
        return Summary(counted, self.before, self.retried, time.monotonic() - self.start)

    def _announce(self) -> None:
        """Tells all workers of the run, those that join later included. One that dies just then makes the call fail."""
        for _ in range(self.retries):
            with contextlib.suppress(OSError):
                self.client.register_plugin(self.plugin, name=self.plugin.name)
                return
        self.client.register_plugin(self.plugin, name=self.plugin.name)

    def _forget(self) -> None:
        """Takes the run off the workers. If that fails, because one of them dies just then, it is of no consequence."""
        with contextlib.suppress(OSError):
            if self.client.status == "running":
                self.client.unregister_worker_plugin(self.plugin.name)

    def _threads(self) -> int:
        if self.client.status not in ("running", "connecting"):
            raise RunError(GONE)
        try:
            workers = self.client.scheduler_info(n_workers=-1)["workers"].values()
        except OSError as error:
            raise RunError(GONE) from error
        return sum(w["nthreads"] for w in workers)

    def _loop(self) -> None:
        pending: dict[Future, Batch] = {}
        try:
            while self.queue or pending:
                threads = self._threads()
                while self.queue and len(pending) < max(1, TASKS_PER_THREAD * threads):
                    batch = self.queue.next(threads)
                    words = (self.plugin.name, batch.first, batch.last)
                    pending[self.client.submit(worker.count, *words, key=next(self.keys), pure=False)] = batch
                self.tell(self._state(threads))
                for future in self._come(list(pending)):
                    self._take(future, pending.pop(future))
                    future.release()
            self.tell(self._state(self._threads()))
        finally:
            # After an error: what is not begun needs no counting.
            if self.client.status == "running":
                self.client.cancel(list(pending))

    def _come(self, futures: list[Future]) -> list[Future]:
        """The tasks that have come back, one way or the other; none if that takes long."""
        with contextlib.suppress(TimeoutError, CancelledError), self.client.as_current():
            wait(futures, timeout=GLANCE, return_when="FIRST_COMPLETED")
        return [future for future in futures if future.done()]

    def _take(self, future: Future, batch: Batch) -> None:
        """Keeps what a task brought; what it did not bring is given out again."""
        try:
            results = future.result()
        except (worker.WorkError, KilledWorker, CancelledError) as error:
            self._failed(batch, error)
            return
        damaged = [error for unit, data in results.items() if (error := self._keep(unit, data))]
        for first, last in gaps(batch.first, batch.last, self.left):
            part = Batch(first, last, batch.failures)
            if damaged:
                self._failed(part, damaged[0])
            else:
                # Another process is counting these, or died doing so.
                self._again(part)

    def _keep(self, unit: int, data: bytes) -> Damaged | None:
        """Keeps a result; gives what is wrong with it if it was damaged on its way or on the worker's disk."""
        try:
            result = self.folder.keep(unit, data)
        except Damaged as error:
            return error
        if unit in self.left:
            self.left.remove(unit)
            self.weight_left -= self.folder.estimates[unit - 1]
            self.queue.learn(unit, result.seconds)
        return None

    def _failed(self, batch: Batch, error: BaseException) -> None:
        batch.failures += 1
        if batch.failures > self.retries:
            raise RunError(f"units {batch.first}-{batch.last} failed {batch.failures} times, at last with: {words(error)}")
        self._again(batch)

    def _again(self, batch: Batch) -> None:
        self.retried += 1
        self.queue.back(batch)

    def _state(self, threads: int) -> State:
        seconds = time.monotonic() - self.start
        done = self.weight_before - self.weight_left
        left = seconds * self.weight_left / done if done else None
        units = len(self.folder.estimates)
        share = 1 - self.weight_left / self.weight
        return State(units, units - len(self.left), share, seconds, left, threads, self.retried)


def gaps(first: int, last: int, left: set[int]) -> list[tuple[int, int]]:
    """The stretches of a batch that are still to be counted."""
    found: list[tuple[int, int]] = []
    for unit in range(first, last + 1):
        if unit in left:
            if found and found[-1][1] == unit - 1:
                found[-1] = (found[-1][0], unit)
            else:
                found.append((unit, unit))
    return found


def words(error: BaseException) -> str:
    """An error in words."""
    if isinstance(error, KilledWorker):
        return f"the workers that had it died, the last of them {error.last_worker.address}"
    return str(error)
