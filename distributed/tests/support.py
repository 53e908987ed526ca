"""What the tests share: the program, and runs of it."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

# Workers that are killed on purpose are no news. Read when dask is imported, here and in the workers.
os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "critical")

ROOT = Path(__file__).resolve().parents[2]


def program() -> str:
    """The program betza: what BETZA names, or the one that was built last, or an installed one."""
    built = [path for kind in ("release", "debug") if (path := ROOT / "target" / kind / "betza").exists()]
    named = os.environ.get("BETZA") or max(built, key=lambda path: path.stat().st_mtime, default=None) or shutil.which("betza")
    if not named:
        raise RuntimeError("there is no program betza: build it (cargo build), or name it in the variable BETZA")
    return str(named)


def betza(*arguments: str) -> str:
    """Standard output of the program, which must succeed."""
    done = subprocess.run([program(), *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"betza {' '.join(arguments)}: status {done.returncode}: {done.stderr}")
    return done.stdout


class RunTest(unittest.TestCase):
    """A test with a folder for runs that lasts as long as it."""

    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = Path(scratch.name)

    def split(self, depth: int, at: int, name: str = "run") -> Path:
        """A new run of chess."""
        path = self.scratch / name
        betza("split", "chess", str(depth), "--at", str(at), "-o", str(path))
        return path

    def assertTotal(self, run: Path, nodes: int) -> None:
        """The run is whole and sums up to this."""
        self.assertEqual(betza("merge", str(run)), f"Nodes searched: {nodes}\n")
