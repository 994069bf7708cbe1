"""Records with a proof, checked by the program and by the code in docs/fairness.md."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from program import EDITIONS, GOLDEN, PROGRAM, ROOT, compact, run

PAGE = (ROOT / "docs/fairness.md").read_text(encoding="utf-8")
LEAVING = ROOT / "tests/cli/bots/leaving.py"
FLIPPED = str.maketrans("0123456789abcdef", "123456789abcdef0")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def fair_games(edition, players, games=2, bots="greedy"):
    """Records as text, one per line."""
    result = run(
        "selfplay", "--fair", "--variant", edition, "--players", players, "--bots", bots,
        "--games", games, "--seed", 5, env=os.environ | {"SIXFOLD_PROGRAM": PROGRAM},
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    return result.stdout


def verdict(record):
    """The result of `verify --fair`: turn and code, or passed."""
    result = run("verify", "--fair", "-", stdin=compact(record) + "\n")
    if result.returncode == 0:
        return "passed"
    return re.match(r"-:1: (turn \d+: \w+): \S.*\n0 passed, 1 failed\n$", result.stdout).group(1)


def other_hex(text):
    return text[:-1] + text[-1].translate(FLIPPED)


class FairTest(unittest.TestCase):
    def test_games_of_every_edition_pass(self):
        for edition in EDITIONS:
            for players in (2, 3, 4):
                with self.subTest(edition=edition, players=players):
                    games = fair_games(edition, players, 4, "random")
                    for arguments in (("verify", "--fair"), ("verify",)):
                        result = run(*arguments, "-", stdin=games)
                        self.assertEqual(
                            (result.returncode, result.stdout), (0, "4 passed, 0 failed\n")
                        )

    def test_the_same_seed_writes_the_same_bytes_and_every_game_has_its_own_secret(self):
        games = fair_games("base", 2, 20)
        self.assertEqual(fair_games("base", 2, 20), games)
        proofs = [json.loads(line)["fair"] for line in games.splitlines()]
        for field in ("game", "secret", "commitment"):
            self.assertEqual(len({proof[field] for proof in proofs}), 20)

    def test_a_record_without_a_proof_fails(self):
        result = run("verify", "--fair", GOLDEN["base"])
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stdout, r":1: turn 0: no_proof: .*\n.*\n0 passed, 2 failed\n$")

    def test_names_what_was_tampered_with(self):
        text = fair_games("base", 3, 1)
        self.assertEqual(verdict(json.loads(text)), "passed")

        def tampered(change):
            record = json.loads(text)
            change(record)
            self.assertEqual(run("verify", "-", stdin=compact(record)).returncode, 0)
            return verdict(record)

        for field in ("secret", "commitment", "game"):
            self.assertEqual(
                tampered(lambda r, f=field: r["fair"].update({f: other_hex(r["fair"][f])})),
                "turn 0: fair_commitment",
            )
        for change, expected in (
            (lambda r: r["fair"]["seeds"].reverse(), "turn 0: fair_seal"),
            (lambda r: r["fair"]["seeds"].__setitem__(1, ""), "turn 0: fair_seal"),
            (lambda r: r["fair"]["seals"].reverse(), "turn 0: fair_seal"),
            (
                lambda r: (r["fair"]["seeds"].reverse(), r["fair"].pop("seals")),
                "turn 0: fair_hand",
            ),
            (lambda r: r["hands"][2].reverse(), "turn 0: fair_hand"),
            (lambda r: r["turns"][4]["draw"].reverse(), "turn 5: fair_draw"),
            (lambda r: r["fair"].update({"skipped": [3]}), "turn 3: fair_skipped"),
        ):
            self.assertEqual(tampered(change), expected)

    def test_says_what_is_written_and_what_the_bag_gives(self):
        record = json.loads(fair_games("base", 2, 1))
        drawn = " ".join(record["turns"][0]["draw"])
        record["turns"][0]["draw"].reverse()
        written = " ".join(record["turns"][0]["draw"])
        result = run("verify", "--fair", "-", stdin=compact(record))
        self.assertEqual(
            result.stdout.splitlines()[0],
            f"-:1: turn 1: fair_draw: the record says {written}, but the bag gives {drawn}",
        )

    def test_a_broken_game_is_told_as_verify_tells_it(self):
        record = json.loads(fair_games("base", 2, 1))
        record["turns"][2]["points"] += 1
        self.assertEqual(verdict(record), "turn 3: points")
        record = json.loads(fair_games("base", 2, 1))
        record["fair"]["secret"] = "00"
        self.assertEqual(verdict(record), "turn 0: hex")


class FairPageTest(unittest.TestCase):
    """docs/fairness.md describes what the program does."""

    def check(self, record):
        """Whether the page's Python code finds the record fair."""
        code, _ = blocks("python")
        result = subprocess.run(
            [sys.executable, "-c", code],
            input=compact(record),
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertIn(
            (result.returncode, result.stdout), ((0, "fair\n"), (1, "")), result.stderr
        )
        if result.returncode != 0:
            self.assertIn("AssertionError", result.stderr)
        return result.returncode == 0

    def test_its_python_passes_games_of_every_edition(self):
        for edition in EDITIONS:
            for line in fair_games(edition, 3, 3, "random").splitlines():
                with self.subTest(edition=edition):
                    self.assertTrue(self.check(json.loads(line)))

    def test_its_python_passes_compulsory_rolls(self):
        games = fair_games("cubes", 2, 60, "random").splitlines()
        records = [json.loads(line) for line in games if '"forced"' in line]
        self.assertTrue(records)
        for record in records:
            self.assertTrue(self.check(record))

    def test_its_python_and_the_program_know_what_a_leave_undid(self):
        leaving = f"cmd:'{sys.executable}' -B '{LEAVING}'"
        text = fair_games("cubes", 3, 1, f"{leaving},greedy,greedy")
        record = json.loads(text)
        self.assertTrue(any("leave" in turn for turn in record["turns"]))
        self.assertEqual(len(record["fair"]["skipped"]), 1)
        self.assertEqual(verdict(record), "passed")
        self.assertTrue(self.check(record))
        del record["fair"]["skipped"]
        self.assertFalse(self.check(record))
        self.assertNotEqual(verdict(record), "passed")

    def test_its_python_fails_tampered_games(self):
        text = fair_games("select-connect", 2, 1)
        for change in (
            lambda r: r["fair"].update(secret=other_hex(r["fair"]["secret"])),
            lambda r: r["fair"].update(commitment=other_hex(r["fair"]["commitment"])),
            lambda r: r["fair"].update(game=other_hex(r["fair"]["game"])),
            lambda r: r["fair"]["seeds"].reverse(),
            lambda r: r["fair"]["seals"].reverse(),
            lambda r: r["hands"][1].reverse(),
            lambda r: r["board"]["preset"].reverse(),
            lambda r: r["turns"][3]["draw"].reverse(),
            lambda r: r["turns"].pop(2),
            lambda r: r["fair"].update(skipped=[2]),
        ):
            record = json.loads(text)
            change(record)
            self.assertFalse(self.check(record))

    def test_examples_answer_as_they_say(self):
        with tempfile.TemporaryDirectory() as folder:
            for block in blocks("console"):
                for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                    command, expected = example.split("\n", 1)
                    result = subprocess.run(
                        command.replace("./run", f"'{PROGRAM}'"),
                        shell=True,
                        capture_output=True,
                        text=True,
                        cwd=Path(folder),
                        check=False,
                    )
                    self.assertEqual(result.stdout, expected)

    def test_the_notation_names_every_code(self):
        notation = (ROOT / "docs/notation.md").read_text(encoding="utf-8")
        source = (ROOT / "src/play/fair_check.cpp").read_text(encoding="utf-8")
        codes = set(re.findall(r'return "(fair_\w+|no_proof)";', source))
        self.assertGreater(len(codes), 5)
        for code in codes:
            self.assertIn(f"`{code}`", notation)


if __name__ == "__main__":
    unittest.main()
