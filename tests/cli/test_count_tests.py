"""tools/count-tests counts the cases of every runner, and fails where a run proves nothing."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[2]


def test(name, output, status="run"):
    return f'<testcase name="{name}" time="1.5" status="{status}"><system-out>{escape(output)}</system-out></testcase>'


class CountTestsTest(unittest.TestCase):
    def printed(self, *tests, options=(), log=""):
        """What is printed and the exit status for a run of the given tests."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "release.xml")
            file.write_text(f"<testsuite>{''.join(tests)}</testsuite>", encoding="utf-8")
            file.with_suffix(".log").write_text(log, encoding="utf-8")
            result = subprocess.run(
                [sys.executable, ROOT / "tools/count-tests", *options, file],
                capture_output=True, text=True, check=False,
            )
        self.assertEqual(result.stderr, "")
        return result.stdout, result.returncode

    def count(self, *tests, options=()):
        """The last line and the exit status for a run of the given tests."""
        output, status = self.printed(*tests, options=options)
        return output.splitlines()[-1], status

    def test_adds_the_cases_of_every_runner(self):
        said = self.count(
            test("rules.Score", "[==========] 3 tests ran.\n[  PASSED  ] 3 tests.\n"),
            test("cli.show", "Ran 7 tests in 0.1s\n\nOK (skipped=2)\n"),
            test("wasm.fair", "# tests 4\n# pass 4\n# fail 0\n# cancelled 0\n"),
            test("web.units", " Test Files  9 passed (9)\n      Tests  20 passed (20)\n"),
            test("check.format", "648 files\n"),
        )
        self.assertEqual(said, ("33 passed, 0 failed", 0))

    def test_counts_every_failed_case(self):
        brief = "[  FAILED  ] Score.A (1 ms)\n[  FAILED  ] Score.B (1 ms)\n[==========] 5 tests ran.\n[  PASSED  ] 3 tests.\n"
        for output, expected in (
            (brief, "3 passed, 2 failed"),
            ("Ran 5 tests in 1s\n\nFAILED (failures=1, errors=1)\n", "3 passed, 2 failed"),
            ("Ran 1 test in 1s\n\nFAILED (failures=3)\n", "0 passed, 3 failed"),
            ("# tests 4\n# pass 1\n# fail 1\n# cancelled 2\n", "1 passed, 3 failed"),
            ("Test Files  1 failed (1)\n Tests  2 failed | 5 passed (7)\n", "5 passed, 2 failed"),
            ("Segmentation fault\n", "0 passed, 1 failed"),
        ):
            with self.subTest(output):
                self.assertEqual(self.count(test("a.b", output, "fail")), (expected, 1))

    def test_a_failed_test_that_names_no_case_counts(self):
        said = self.count(test("a.b", "[==========] 3 tests ran.\n[  PASSED  ] 3 tests.\n", "fail"))
        self.assertEqual(said, ("3 passed, 1 failed", 1))

    def test_nothing_run_is_a_failure(self):
        self.assertEqual(self.count(), ("0 passed, 1 failed", 1))
        empty = test("a.b", "[==========] 0 tests ran.\n[  PASSED  ] 0 tests.\n")
        self.assertEqual(self.count(empty), ("0 passed, 1 failed", 1))

    def test_broken_steps_are_failures(self):
        said = self.count(test("a.b", "done"), options=("--broken", "2"))
        self.assertEqual(said, ("1 passed, 2 failed", 1))

    def test_names_what_passed_only_when_it_was_run_again(self):
        log = (
            " 1/12 Test  #7: web.study ........................***Failed    0.01 sec\n"
            "      Test  #7: web.study ........................   Passed    0.01 sec\n"
            " 2/12 Test #11: web.table .............***Timeout  60.00 sec\n"
            "      Test #11: web.table .............***Failed    1.00 sec\n"
            "12/12 Test #12: web.board ........................   Passed    0.01 sec\n"
        )
        tests = test("web.study", "done"), test("web.table", "done", "fail"), test("web.board", "done")
        output, status = self.printed(*tests, log=log)
        again = [line.split()[1] for line in output.splitlines() if line.endswith("run again")]
        self.assertEqual((again, status), (["web.study"], 1))

    def test_words_in_the_output_of_a_test_count_nothing(self):
        output = "the log says errors=3\nRan 2 tests in 1s\n\nOK (expected failures=1)\n"
        self.assertEqual(self.count(test("a.b", output)), ("2 passed, 0 failed", 0))


if __name__ == "__main__":
    unittest.main()
