"""A run folder as seen from outside: which units there are, which have a result, and how a result comes into it.

The format is that of the program ``betza``; see docs/long-runs.md. ``betza work`` and ``betza merge`` check everything
again: what is checked here is what decides whether a unit is counted.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

#: What makes a run, apart from its results.
RUN_FILES = ("manifest.json", "manifest.sha256", "units.tsv")


class FolderError(Exception):
    """The folder is no run, was changed, or has results that cannot be."""


class Damaged(Exception):
    """A result that is cut off or changed."""


def result_name(unit: int) -> str:
    """The file of a unit's result, relative to the folder: a thousand to a subfolder."""
    return f"results/{unit // 1000:03}/{unit:06}.json"


@dataclass(frozen=True)
class Result:
    """A result that is whole."""

    unit: int
    nodes: int
    seconds: float

    @staticmethod
    def read(data: bytes, run: str) -> Result:
        """Reads a result file's bytes.

        Raises Damaged, or FolderError if it is of another run.
        """
        try:
            text = json.loads(data)
            signed = f"{text['run']}\n{text['unit']}\n{text['fen']}\n{text['nodes']}\n"
            whole = text["sha256"] == hashlib.sha256(signed.encode()).hexdigest()
            result = Result(int(text["unit"]), int(text["nodes"]), float(text["seconds"]))
        except (ValueError, KeyError, TypeError) as error:
            raise Damaged(f"the result is cut off or changed ({error!r})") from error
        if not whole:
            raise Damaged("the result does not have its checksum")
        if text["run"] != run:
            raise FolderError("this is a result of another run; take it away")
        return result


class Folder:
    """A run folder on this machine."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Opens it.

        Raises FolderError if it is no run or does not have its checksums.
        """
        self.path = Path(path).resolve()
        try:
            self.files = {name: (self.path / name).read_bytes() for name in RUN_FILES}
        except OSError as error:
            raise FolderError(f"{error.filename}: {error.strerror}; make a run with 'betza split'") from error
        #: The run's id: its manifest's checksum.
        self.id = hashlib.sha256(self.files["manifest.json"]).hexdigest()
        if self.files["manifest.sha256"].split()[:1] != [self.id.encode()]:
            raise FolderError(
                f"{self.path / 'manifest.json'}: the manifest does not have the checksum in manifest.sha256; "
                "put back the file that 'betza split' wrote"
            )
        manifest = json.loads(self.files["manifest.json"])
        if hashlib.sha256(self.files["units.tsv"]).hexdigest() != manifest["units_sha256"]:
            raise FolderError(
                f"{self.path / 'units.tsv'}: the units do not have the checksum in the manifest; "
                "put back the file that 'betza split' wrote"
            )
        rows = self.files["units.tsv"].decode().splitlines()[1:]
        #: For each unit how much work it is, in no unit of time; unit 1 is the first.
        self.estimates = [max(1, int(row.split("\t")[1])) for row in rows]

    def result(self, unit: int) -> Result | None:
        """The result of a unit, if there is one that is whole.

        Raises FolderError if it is of another run or another unit.
        """
        path = self.path / result_name(unit)
        try:
            result = Result.read(path.read_bytes(), self.id)
        except (FileNotFoundError, NotADirectoryError, Damaged):
            return None
        except FolderError as error:
            raise FolderError(f"{path}: {error}") from error
        if result.unit != unit:
            raise FolderError(f"{path}: this is the result of unit {result.unit}; take it away")
        return result

    def missing(self) -> list[int]:
        """The units without a result, those with most work first."""
        return [unit for unit in range(1, len(self.estimates) + 1) if self.result(unit) is None]

    def keep(self, unit: int, data: bytes) -> Result:
        """Puts a result into the folder: in full or, whatever happens, not at all. One that is there already stays.

        Raises Damaged, FolderError if it is of another run or disagrees with the one that is there, OSError.
        """
        new = Result.read(data, self.id)
        if new.unit != unit:
            raise FolderError(f"a result of unit {new.unit} came for unit {unit}")
        path = self.path / result_name(unit)
        old = self.result(unit)
        if old is None:
            if path.exists():
                # Damaged: out of the way, but not thrown away.
                path.rename(path.with_name(f"{path.stem}.{os.urandom(6).hex()}.damaged"))
            write_whole(path, data)
        elif old.nodes != new.nodes:
            raise FolderError(
                f"two results for unit {unit} disagree: {old.nodes} in {path}, {new.nodes} just counted; "
                "take the file away and count the unit again"
            )
        return new


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file under another, hidden name, syncs it and renames it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(draft, 0o644)
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
