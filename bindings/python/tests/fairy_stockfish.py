"""Runs Fairy-Stockfish's own tests of pyffish on `betza.pyffish`: they are in pyffish's source package, and nothing in them is changed
but the import. Assertions that are known not to hold are named below, each with its reason: they alone are passed over. Anything else that fails is an
error, and so is an assertion that is named and holds."""

import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest

VERSION = "0.0.90"

#: The assertions that do not hold: the method, the line as it stands there, and the reason.
KNOWN = {
    ("test_info", 'self.assertTrue(result.startswith("Fairy-Stockfish"))'): "it is not Fairy-Stockfish",
}


def source():
    """The text of test.py, from the package index."""
    with tempfile.TemporaryDirectory() as folder:
        # Building it would take minutes: only the archive is wanted.
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-binary", ":all:", "--no-deps", "-d", folder]
        subprocess.run([*command, f"pyffish=={VERSION}"], check=True, stdout=subprocess.DEVNULL)
        archive = next(pathlib.Path(folder).glob("*.tar.gz"))
        with tarfile.open(archive) as tar:
            return tar.extractfile(f"pyffish-{VERSION}/test.py").read().decode()


class Assertions(unittest.TestCase):
    """The assertions of unittest, of which those known not to hold are passed over where they fail."""

    text: list[str] = []
    passed_over: set[tuple[str, str]] = set()

    def __getattribute__(self, name):
        found = super().__getattribute__(name)
        if not name.startswith("assert"):
            return found

        def asserts(*args, **kwargs):
            frame = sys._getframe(1)
            try:
                return found(*args, **kwargs)
            except self.failureException:
                place = (frame.f_code.co_name, Assertions.text[frame.f_lineno - 1].strip())
                if frame.f_code.co_filename != "test.py" or place not in KNOWN:
                    raise
                Assertions.passed_over.add(place)
                print(f"known: {place[0]}, line {frame.f_lineno}: {place[1]}: {KNOWN[place]}")

        return asserts


def main():
    text = source().replace("import pyffish as sf", "import betza.pyffish as sf", 1)
    Assertions.text = text.splitlines()
    module = {"__name__": "fairy_stockfish_tests", "__file__": "test.py"}
    exec(compile(text, "test.py", "exec"), module)  # noqa: S102: it is the test that the project asks for
    tests = type("TestPyffish", (module["TestPyffish"], Assertions), {})
    result = unittest.TextTestRunner(verbosity=0).run(unittest.defaultTestLoader.loadTestsFromTestCase(tests))
    print(f"{result.testsRun - len(result.failures) - len(result.errors)} of {result.testsRun} tests pass but for {len(Assertions.passed_over)} assertion")
    wrong = [f"{method}: {line} holds now" for method, line in KNOWN.keys() - Assertions.passed_over]
    return f"unexpected: {', '.join(wrong)}" if wrong or not result.wasSuccessful() else None


if __name__ == "__main__":
    sys.exit(main())
