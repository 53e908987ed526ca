"""What happens on a worker: ``betza work`` counts units, in the run folder itself if the worker sees it, else in a copy.

The run comes to every worker, those that join later included, as a Dask worker plugin: data scattered to workers would be
lost with them.
"""

from __future__ import annotations

import hashlib
import os
import socket
import subprocess
import tempfile
import threading
import time
import zlib
from dataclasses import dataclass, field
from pathlib import Path

from distributed import WorkerPlugin, get_worker

from .folder import Folder, result_name, write_whole

#: How long a task waits for units that another process has claimed, in seconds. A worker that was killed is succeeded at
#: once, but its ``betza work`` needs a moment to notice.
CLAIM_PATIENCE = 10.0


class WorkError(Exception):
    """``betza work`` did not do its work; the text says where and why."""


@dataclass(frozen=True)
class Options:
    """How a worker counts."""

    #: The program.
    betza: str = "betza"
    #: Threads of each ``betza work``.
    threads: int = 1
    #: Mebibytes for counts already made, for each ``betza work``.
    hash_mb: int = 0
    #: Count in a copy even where the worker sees the folder.
    copy: bool = False
    #: Where copies are made; the system's folder for temporary files if it is None.
    scratch: str | None = None


@dataclass
class Run(WorkerPlugin):
    """A run as workers have it."""

    name: str
    id: str
    #: Where the folder is for whoever started the run.
    path: str
    #: The run's files, compressed.
    files: dict[str, bytes]
    options: Options
    _folder: Path | None = field(default=None, repr=False)

    @staticmethod
    def of(folder: Folder, name: str, options: Options) -> Run:
        """A folder's run."""
        files = {name: zlib.compress(data) for name, data in folder.files.items()}
        return Run(name, folder.id, str(folder.path), files, options)

    def setup(self, worker) -> None:
        """Called by Dask on each worker."""
        self._lock = threading.Lock()

    def __getstate__(self) -> dict:
        state = dict(self.__dict__, _folder=None)
        state.pop("_lock", None)
        return state

    def folder(self) -> Path:
        """The folder to count in."""
        with self._lock:
            if self._folder is None:
                seen = not self.options.copy and is_run(Path(self.path), self.id)
                self._folder = Path(self.path) if seen else self._copied()
            return self._folder

    def _copied(self) -> Path:
        """A copy of the run, one for all workers of this user on this machine."""
        scratch = Path(self.options.scratch or tempfile.gettempdir())
        copy = scratch / f"betza-runs-{os.getuid()}" / self.id[:32]
        copy.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if copy.parent.stat().st_uid != os.getuid():
            raise WorkError(f"{socket.gethostname()}: {copy.parent} belongs to somebody else; name another scratch folder")
        copy.mkdir(exist_ok=True, mode=0o700)
        if not is_run(copy, self.id):
            # The manifest makes it a run, so it comes last.
            for name in sorted(self.files, key=lambda name: name == "manifest.json"):
                write_whole(copy / name, zlib.decompress(self.files[name]))
        return copy

    def command(self, folder: Path, first: int, last: int) -> list[str]:
        """What is run."""
        o = self.options
        words = [o.betza, "work", str(folder), "--units", f"{first}-{last}", "--threads", str(o.threads)]
        return words + ["--hash", str(o.hash_mb), "--until-eof", "--no-progress"]

    def work(self, folder: Path, first: int, last: int) -> None:
        """Counts units in a folder.

        Raises WorkError with what ``betza work`` says.
        """
        here = socket.gethostname()
        try:
            # Its standard input stays open as long as this process lives: that is what --until-eof watches.
            process = subprocess.Popen(
                self.command(folder, first, last),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise WorkError(f"{here}: {self.options.betza}: {error.strerror}") from error
        with process:
            said = process.stderr.read()
            status = process.wait()
        if status != 0:
            text = said.decode(errors="replace").strip()
            raise WorkError(f"{here}: betza work, units {first}-{last}, status {status}: {text}")

    def count(self, first: int, last: int) -> dict[int, bytes]:
        """The results of units, as their files' bytes. Units that another process is counting are left out."""
        folder = self.folder()
        deadline = time.monotonic() + CLAIM_PATIENCE
        while True:
            self.work(folder, first, last)
            results = {unit: read(folder, unit) for unit in range(first, last + 1)}
            if None not in results.values() or time.monotonic() > deadline:
                return {unit: data for unit, data in results.items() if data is not None}
            time.sleep(0.5)


def is_run(path: Path, run: str) -> bool:
    """Whether a folder is this run."""
    try:
        return hashlib.sha256((path / "manifest.json").read_bytes()).hexdigest() == run
    except OSError:
        return False


def read(folder: Path, unit: int) -> bytes | None:
    """A result file's bytes."""
    try:
        return (folder / result_name(unit)).read_bytes()
    except FileNotFoundError:
        return None


def count(name: str, first: int, last: int) -> dict[int, bytes]:
    """The task: counts units of the run of this name on the worker that it comes to."""
    plugin = get_worker().plugins.get(name)
    if plugin is None:
        raise WorkError(f"{socket.gethostname()}: this worker has not been told of the run")
    return plugin.count(first, last)
