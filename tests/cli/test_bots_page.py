"""docs/bots.md describes what the program does: its code, its fields, its examples."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from program import EDITIONS, GREETS, PROGRAM, ROOT, run

PAGE = (ROOT / "docs/bots.md").read_text(encoding="utf-8")
RECORDING = ROOT / "tests/cli/bots/recording.py"


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def keys_of(value):
    """Every key in a JSON value, except tiles and colours."""
    if isinstance(value, list):
        return set().union(*map(keys_of, value))
    if not isinstance(value, dict):
        return set()
    return {key for key in value if not re.fullmatch("[ROYGBP][csdlxt]?", key)} | keys_of(
        list(value.values())
    )


class BotsPageTest(unittest.TestCase):
    def assert_named(self, keys):
        """The page contains each as a word of code or in a piece of JSON."""
        self.assertTrue(keys)
        for key in sorted(keys):
            with self.subTest(key=key):
                self.assertRegex(PAGE, rf"`{re.escape(key)}`|`[^`\n]*\"{re.escape(key)}\"[^`\n]*`")

    def test_quotes_the_bot_as_it_is(self):
        code = (ROOT / "examples/simple_bot.py").read_text(encoding="utf-8")
        self.assertEqual(blocks("python"), [code])

    def test_names_every_field_that_bots_are_told(self):
        keys = set()
        with tempfile.TemporaryDirectory() as folder:
            for edition in EDITIONS:
                told = Path(folder, edition)
                bot = f"cmd:'{sys.executable}' -B '{RECORDING}' '{told}'"
                result = run(
                    "arena", "--bots", bot, "random", "--variant", edition, "--pairs", 2,
                    env=os.environ | {"SIXFOLD_PROGRAM": PROGRAM},
                )  # fmt: skip
                self.assertEqual(result.returncode, 0, result.stderr)
                keys |= keys_of([json.loads(line) for line in told.read_text().splitlines()])
        self.assertLessEqual({"hello", "view", "end", "take", "roll", "trade"}, keys)
        self.assert_named(keys | {"forced", "leave", "pass"})  # rarely seen

    def test_names_every_figure_of_the_arena(self):
        bots = (GREETS, "greedy")
        keys = keys_of(
            json.loads(
                run("arena", "--bots", *bots, "--pairs", 2, "--sprt", 0, 5, "--json").stdout
            )
        )
        self.assertLessEqual({"games", "win_rate", "forfeits", "reason", "sprt", "llr"}, keys)
        self.assert_named(keys)

    def test_samples_of_the_arena_have_its_fields(self):
        sample = next(json.loads(block) for block in blocks("json") if '"games"' in block)
        played = json.loads(
            run(
                "arena", "--bots", GREETS, "greedy", "--pairs", 2, "--sprt", 0, 5, "--json"
            ).stdout
        )
        self.assertEqual(list(sample), list(played))
        self.assertEqual(list(sample["bots"][0]), list(played["bots"][0]))
        self.assertEqual(list(sample["sprt"]), list(played["sprt"]))

    def test_samples_are_json(self):
        self.assertGreaterEqual(len(blocks("json")), 2)
        for block in blocks("json"):
            json.loads(block)

    def test_examples_answer_as_they_say(self):
        for block in blocks("console"):
            command, expected = block.removeprefix("$ ").split("\n", 1)
            result = subprocess.run(
                command.replace("./run", f"'{PROGRAM}'"),
                shell=True,
                capture_output=True,
                text=True,
                cwd=ROOT,
                check=True,
            )
            self.assertEqual(result.stdout, expected)

    def test_names_every_option_of_the_arena(self):
        text = run("arena", "--help").stdout
        for option in set(re.findall(r"--[a-z-]+", text)) - {"--help"}:
            self.assertIn(f"`{option}", PAGE)


if __name__ == "__main__":
    unittest.main()
