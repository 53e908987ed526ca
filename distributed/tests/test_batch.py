"""Runs without Dask: the script for a Slurm array, and the line for GNU parallel."""

import os
import shutil
import subprocess
import unittest
from pathlib import Path

from support import ROOT, RunTest, program


class BatchTest(RunTest):
    def array_task(self, run: Path, task: int, tasks: int, step: int = 1) -> subprocess.CompletedProcess:
        """What Slurm starts for one task of an array that begins at 1."""
        array = {"ID": task, "MIN": 1, "COUNT": tasks, "STEP": step}
        told = {f"SLURM_ARRAY_TASK_{name}": value for name, value in array.items()} | {"HASH": 1}
        environment = os.environ | {"BETZA": program()} | {name: str(value) for name, value in told.items()}
        command = [str(ROOT / "distributed/slurm/betza-array.sh"), str(run)]
        return subprocess.run(command, env=environment, capture_output=True, text=True)

    def test_an_array_counts_every_unit_once(self) -> None:
        for tasks in (1, 7, 20, 23):
            run = self.split(3, 1, f"run-{tasks}")
            counted = 0
            for task in range(1, tasks + 1):
                done = self.array_task(run, task, tasks)
                self.assertEqual(done.returncode, 0, done.stderr)
                if done.stdout.startswith("Units: "):
                    counted += int(done.stdout.split()[1])
            self.assertEqual(counted, 20)
            self.assertTotal(run, 8902)

    def test_an_array_is_submitted_again(self) -> None:
        run = self.split(3, 1)
        for task in (2, 1, 2, 3, 4):
            self.assertEqual(self.array_task(run, task, 4).returncode, 0)
        self.assertTotal(run, 8902)

    def test_arrays_with_steps_and_gaps(self) -> None:
        run = self.split(3, 1)
        for task in (1, 11, 21):
            self.assertEqual(self.array_task(run, task, 3, step=10).returncode, 0)
        self.assertTotal(run, 8902)
        # --array=1,5,7
        gaps = self.array_task(run, 5, 3)
        self.assertEqual((gaps.returncode, gaps.stdout), (2, ""))
        self.assertIn("submit a range", gaps.stderr)

    @unittest.skipUnless(shutil.which("parallel"), "GNU parallel is not installed")
    def test_gnu_parallel(self) -> None:
        run = self.split(3, 1)
        line = f"seq 20 | parallel -j 2 '{program()}' work '{run}' --threads 1 --no-progress --units {{}}"
        subprocess.run(["sh", "-c", line], check=True, capture_output=True)
        self.assertTotal(run, 8902)


if __name__ == "__main__":
    unittest.main()
