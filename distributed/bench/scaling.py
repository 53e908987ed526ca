"""How much faster N Dask workers count a run than one: `python distributed/bench/scaling.py --workers 2`.

Prints for each number of workers the time that the run took, the time that `betza work` took in all (by the results) and
the processor time that it used. The speed-up has all overhead in it: scheduler, start of each `betza work`, results.
Where other programs use the cores, the wall-clock speed-up says little; what Dask itself adds is the last column: worker
seconds in which no `betza work` ran, for each task. Cores that other machines share run now fast, now slowly: `--rounds` takes turns
and gives what all rounds make together.
"""

import argparse
import json
import os
import resource
import shutil
import tempfile
import time
from pathlib import Path

from betza_distributed import Folder, run
from betza_distributed.worker import Options
from distributed import Client, LocalCluster


def counted(folder: Path) -> float:
    """Seconds of counting, by the results."""
    return sum(json.loads(path.read_bytes())["seconds"] for path in folder.glob("results/*/*.json"))


def measure(folder: Path, workers: int, options: Options, task_seconds: float) -> float:
    shutil.rmtree(folder / "results", ignore_errors=True)
    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as cluster:
        with Client(cluster) as client:
            client.wait_for_workers(workers)
            load = os.getloadavg()[0]
            start = time.monotonic()
            run(folder, client, options=options, task_seconds=task_seconds)
            wall = time.monotonic() - start
    work = counted(folder)
    units = len(Folder(folder).estimates)
    idle = wall * workers - work
    print(
        f"{workers} workers: {wall:8.2f} s, counting {work:8.2f} s, idle {idle:6.2f} s = {100 * idle / (wall * workers):.1f}% "
        f"({units} units, {work / units:.2f} s each, load before: {load:.1f})",
        flush=True,
    )
    return wall


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--workers", type=int, default=2)
    p.add_argument("--betza", default="betza")
    p.add_argument("--game", default="chess")
    p.add_argument("--depth", type=int, default=8)
    p.add_argument("--at", type=int, default=1)
    p.add_argument("--rounds", type=int, default=1)
    p.add_argument("--task-seconds", type=float, default=0.0)
    args = p.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "run"
        os.spawnlp(
            os.P_WAIT, args.betza, args.betza, "split", args.game, str(args.depth), "--at", str(args.at), "-o", str(folder)
        )
        in_all = [0.0, 0.0]
        for _ in range(args.rounds):
            one = measure(folder, 1, Options(args.betza), args.task_seconds)
            many = measure(folder, args.workers, Options(args.betza), args.task_seconds)
            print(f"{args.workers} workers are {one / many:.2f} times as fast as one", flush=True)
            in_all = [in_all[0] + one, in_all[1] + many]
        print(f"all rounds together: {in_all[0]:.1f} s by one, {in_all[1]:.1f} s by {args.workers}: {in_all[0] / in_all[1]:.2f} times")
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(f"processor time of all worker processes: {used.ru_utime + used.ru_stime:.1f} s")


if __name__ == "__main__":
    main()
