"""Runs on a real Dask cluster: a scheduler and worker processes on this machine."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

from support import RunTest, betza, program  # First: it sets what dask logs.

from betza_distributed import Folder, RunError, State, run
from betza_distributed.folder import result_name
from betza_distributed.worker import Options
from distributed import Client, LocalCluster


def cluster(workers: int) -> LocalCluster:
    cluster = LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    )
    # A worker that is killed while it starts is not succeeded otherwise.
    cluster.adapt(minimum=workers, maximum=workers)
    return cluster


def counting(run: Path) -> list[int]:
    """The processes that work in a folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if words[1:2] == [b"work"] and os.fsencode(run) in words:
            found.append(int(entry.name))
    return found


class Killer(threading.Thread):
    """Kills workers of a cluster by SIGKILL: one each time that so many units more are done, however long that takes."""

    def __init__(self, cluster: LocalCluster, every: int) -> None:
        super().__init__(daemon=True)
        self.cluster, self.every, self.done, self.kills = cluster, every, 0, 0
        self.over = threading.Event()
        self.random = random.Random(7)

    def told(self, state: State) -> None:
        self.done = state.done

    def run(self) -> None:
        while not self.over.wait(0.02):
            if self.done >= (self.kills + 1) * self.every:
                self.kill_one()

    def kill_one(self) -> None:
        # Of those that count: one that is killed while it starts is no loss.
        joined = set(self.cluster.scheduler.workers)
        nannies = [n for n in list(self.cluster.workers.values()) if n.worker_address in joined]
        if nannies:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.random.choice(nannies).process.pid, signal.SIGKILL)
                self.kills += 1

    def __enter__(self) -> "Killer":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.join()


class ClusterTest(RunTest):
    def test_workers_killed_again_and_again_lose_nothing(self) -> None:
        """The count: chessprogramming.org, Perft Results."""
        path = self.split(6, 2)
        self.assertEqual(len(Folder(path).estimates), 400)
        with cluster(3) as three, Client(three) as client, Killer(three, every=20) as killer:
            # A task for each unit, so that there are many to be killed in.
            options = Options(program())
            summary = run(path, client, options=options, task_seconds=0, retries=100, progress=killer.told)
        self.assertGreaterEqual(killer.kills, 15)
        self.assertEqual(summary.counted, 400)
        self.assertTotal(path, 119060324)
        self.assertEqual(counting(path), [])
        print(f"400 units, {killer.kills} workers killed, {summary.retried} tasks given out again", file=sys.stderr)

    def test_a_killed_worker_takes_its_count_with_it(self) -> None:
        # One unit that would take for ever.
        path = self.split(12, 0)
        with cluster(1) as one, Client(one) as client:
            thread = threading.Thread(target=self.fails, args=(path, client))
            thread.start()
            self.until(lambda: len(counting(path)) == 1)
            first = counting(path)
            os.kill(next(iter(one.workers.values())).process.pid, signal.SIGKILL)
            # The worker that comes after it counts the unit again; the first count has ended.
            self.until(lambda: len(counting(path)) == 1 and counting(path) != first)
            client.close()
            thread.join(30)
            self.assertFalse(thread.is_alive())
        self.until(lambda: not counting(path))

    def fails(self, path: Path, client: Client) -> None:
        try:
            run(path, client, options=Options(program()))
        except Exception:
            pass

    def until(self, condition) -> None:
        deadline = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), deadline, "it took over a minute")
            time.sleep(0.1)

    def test_goes_on_from_what_is_there(self) -> None:
        path = self.split(4, 2)
        betza("work", str(path), "--units", "1-150")
        cut = path / result_name(10)
        cut.write_bytes(cut.read_bytes()[:40])
        with cluster(2) as two, Client(two) as client:
            summary = run(path, client, options=Options(program()))
            self.assertEqual((summary.counted, summary.had_results), (251, 149))
            self.assertTotal(path, 197281)
            # Nothing is left: nothing is counted.
            self.assertEqual(run(path, client, options=Options(program())).counted, 0)

    def test_workers_that_do_not_see_the_folder_count_in_a_copy(self) -> None:
        path = self.split(4, 2)
        scratch = self.scratch / "scratch"
        scratch.mkdir()
        with cluster(2) as two, Client(two) as client:
            run(path, client, options=Options(program(), copy=True, scratch=str(scratch)))
        copies = list(scratch.glob("betza-runs-*/*/results"))
        self.assertEqual(len(copies), 1)
        self.assertFalse((path / "claims").exists(), "nobody has worked in the folder itself")
        self.assertTotal(path, 197281)

    def test_errors_are_told(self) -> None:
        path = self.split(3, 1)
        with cluster(1) as one, Client(one) as client:
            with self.assertRaisesRegex(RunError, "failed 2 times.*no-such-program: No such file or directory"):
                run(path, client, options=Options("no-such-program"), retries=1)
            # The cluster is as good as before.
            run(path, client, options=Options(program()))
        self.assertTotal(path, 8902)


class CommandTest(RunTest):
    def command(self, *arguments: str, betza: str | None = None) -> subprocess.CompletedProcess:
        words = [sys.executable, "-m", "betza_distributed", *arguments, "--betza", betza or program()]
        return subprocess.run(words, capture_output=True, text=True)

    def test_on_this_machine(self) -> None:
        path = self.split(4, 2)
        done = self.command(str(path), "--workers", "2")
        self.assertEqual((done.returncode, done.stdout), (0, "Units: 400 counted, 0 had results\n"), done.stderr)
        self.assertTotal(path, 197281)

    def test_a_scheduler_elsewhere(self) -> None:
        path = self.split(4, 2)
        file = self.scratch / "scheduler.json"
        module = [sys.executable, "-m"]
        scheduler = [*module, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        worker = [*module, "distributed.cli.dask_worker", "--nthreads", "1", "--no-dashboard"]
        started = []
        try:
            for words in (scheduler, worker, worker):
                command = [*words, "--scheduler-file", str(file)]
                started.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            done = self.command(str(path), "--scheduler-file", str(file))
        finally:
            for process in reversed(started):
                process.terminate()
                process.wait()
        self.assertEqual((done.returncode, done.stdout), (0, "Units: 400 counted, 0 had results\n"), done.stderr)
        self.assertTotal(path, 197281)

    def test_exit_statuses(self) -> None:
        missing = self.command(str(self.scratch / "nothing"), "--workers", "1")
        self.assertEqual((missing.returncode, missing.stdout), (1, ""))
        self.assertIn("make a run with 'betza split'", missing.stderr)
        self.assertEqual(self.command(str(self.scratch)).returncode, 2)
        self.assertEqual(self.command(str(self.scratch), "--workers", "0").returncode, 2)

    def test_a_full_disk_is_told_and_loses_nothing(self) -> None:
        path = self.split(3, 1)
        betza("work", str(path), "--units", "1-5")
        # A limit on the size of files stands for a full disk.
        limited = self.scratch / "limited"
        limited.write_text(f"#!/bin/sh\nulimit -f 0\nexec '{program()}' \"$@\"\n")
        limited.chmod(0o755)
        done = self.command(str(path), "--workers", "1", "--retries", "1", betza=str(limited))
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertIn("File too large", done.stderr)
        self.assertEqual(len(list((path / "results/000").glob("*.json"))), 5)
        self.assertEqual(self.command(str(path), "--workers", "1").stdout, "Units: 15 counted, 5 had results\n")
        self.assertTotal(path, 8902)


if __name__ == "__main__":
    unittest.main()
