"""A run folder as the package sees it: results come into it in full or not at all, and what is wrong is said."""

import hashlib
import json
import resource
import signal
import unittest
from pathlib import Path

from betza_distributed.folder import Damaged, Folder, FolderError, Result, result_name
from support import RunTest, betza


class FolderTest(RunTest):
    def setUp(self) -> None:
        super().setUp()
        self.path = self.split(3, 1)
        betza("work", str(self.path))
        self.folder = Folder(self.path)

    def file(self, unit: int) -> Path:
        return self.path / result_name(unit)

    def test_units_and_results_are_those_of_the_program(self) -> None:
        self.assertEqual((len(self.folder.estimates), self.folder.missing()), (20, []))
        self.assertEqual(sum(self.folder.result(unit).nodes for unit in range(1, 21)), 8902)
        self.file(7).unlink()
        self.assertEqual(self.folder.missing(), [7])
        self.assertRegex(betza("--version"), "betza")

    def test_a_result_cut_anywhere_is_no_result(self) -> None:
        whole = self.file(5).read_bytes()
        for length in range(len(whole) - 1):
            with self.assertRaises(Damaged):
                Result.read(whole[:length], self.folder.id)
        self.file(5).write_bytes(whole[: len(whole) // 2])
        self.assertEqual(self.folder.missing(), [5])
        # The damaged file is not thrown away, and is not what merge sees.
        self.folder.keep(5, whole)
        self.assertEqual(len(list(self.file(5).parent.glob("000005.*.damaged"))), 1)
        self.assertTotal(self.path, 8902)

    def test_a_changed_count_does_not_have_its_checksum(self) -> None:
        text = json.loads(self.file(5).read_bytes())
        text["nodes"] = str(int(text["nodes"]) + 1)
        with self.assertRaisesRegex(Damaged, "checksum"):
            Result.read(json.dumps(text).encode(), self.folder.id)

    def test_results_of_another_run_or_unit_are_refused(self) -> None:
        other = self.split(4, 1, "other")
        betza("work", str(other), "--units", "3")
        foreign = (other / result_name(3)).read_bytes()
        with self.assertRaisesRegex(FolderError, "another run"):
            self.folder.keep(3, foreign)
        self.file(3).write_bytes(foreign)
        with self.assertRaisesRegex(FolderError, "000003.json: this is a result of another run"):
            self.folder.missing()
        self.file(3).write_bytes(self.file(4).read_bytes())
        with self.assertRaisesRegex(FolderError, "the result of unit 4"):
            self.folder.missing()

    def test_two_results_that_disagree_are_refused(self) -> None:

        text = json.loads(self.file(5).read_bytes())
        text["nodes"] = str(int(text["nodes"]) + 1)
        signed = f"{text['run']}\n{text['unit']}\n{text['fen']}\n{text['nodes']}\n"
        text["sha256"] = hashlib.sha256(signed.encode()).hexdigest()
        with self.assertRaisesRegex(FolderError, "two results for unit 5 disagree"):
            self.folder.keep(5, json.dumps(text).encode())
        self.assertTotal(self.path, 8902)

    def test_a_folder_that_was_changed_is_refused(self) -> None:
        for name in ("manifest.json", "units.tsv"):
            whole = (self.path / name).read_bytes()
            changed = bytearray(whole)
            changed[len(whole) // 2] ^= 1
            (self.path / name).write_bytes(changed)
            with self.assertRaisesRegex(FolderError, f"{name}.*checksum"):
                Folder(self.path)
            (self.path / name).write_bytes(whole)
        with self.assertRaisesRegex(FolderError, "manifest.json: No such file or directory; make a run"):
            Folder(self.scratch / "nothing")

    def test_a_full_disk_leaves_no_part_of_a_result(self) -> None:
        whole = self.file(5).read_bytes()
        self.file(5).unlink()
        before = sorted(self.file(5).parent.iterdir())
        # A limit on the size of files stands for a full disk.
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, limits[1]))
        try:
            with self.assertRaisesRegex(OSError, "File too large"):
                self.folder.keep(5, whole)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            signal.signal(signal.SIGXFSZ, handler)
        self.assertEqual(sorted(self.file(5).parent.iterdir()), before)
        self.folder.keep(5, whole)
        self.assertTotal(self.path, 8902)


if __name__ == "__main__":
    unittest.main()
