"""Puzzles: found in games of bots, checked by a deeper search."""

import json
import tempfile
import unittest
from pathlib import Path

from program import run


class PuzzlesTest(unittest.TestCase):
    def test_what_is_found_can_be_checked(self):
        first = run("puzzles", "--variant", "base", "--games", "2", "--seed", "1")
        self.assertEqual((first.returncode, first.stderr), (0, ""))
        puzzles = [json.loads(line) for line in first.stdout.splitlines()]
        self.assertGreater(len(puzzles), 0)
        for puzzle in puzzles:
            self.assertEqual(len(puzzle["answer"]), 1)
            self.assertGreaterEqual(puzzle["margin"], 0.06)
            self.assertEqual(puzzle["view"]["history"], [])
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "puzzles.jsonl"
            file.write_text(first.stdout)
            checked = run("puzzles", "--check", str(file))
            self.assertEqual(run("puzzles", "--themes", str(file)).stdout, first.stdout)
            file.write_text(first.stdout.replace("line_of_six", "disc"))
            self.assertEqual(run("puzzles", "--themes", str(file)).stdout, first.stdout)
        self.assertEqual(checked.returncode, 0)
        confirmed = checked.stdout.splitlines()
        self.assertEqual(
            checked.stderr, f"{len(confirmed)} of {len(puzzles)} confirmed\n"
        )
        self.assertLessEqual(set(confirmed), set(first.stdout.splitlines()))

    def test_what_is_wrong_is_said(self):
        unknown = run("puzzles", "--variant", "chess")
        self.assertEqual(unknown.returncode, 2)
        self.assertIn("there is no game named chess", unknown.stderr)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "puzzles.jsonl"
            file.write_text('{"theme":"none"}\n')
            broken = run("puzzles", "--check", str(file))
        self.assertEqual(broken.returncode, 1)
        self.assertIn(":1: ", broken.stderr)

    def test_an_answer_that_is_not_legal_has_no_theme(self):
        puzzle = json.loads(run("puzzles", "--games", "1", "--seed", "1", "--each", "1").stdout.splitlines()[0])
        puzzle["answer"] = {"place": [puzzle["view"]["tiles"][0]]}
        broken = run("puzzles", "--themes", "-", stdin=json.dumps(puzzle))
        self.assertEqual((broken.returncode, broken.stdout), (1, ""))
        self.assertIn("the answer is not legal", broken.stderr)


if __name__ == "__main__":
    unittest.main()
