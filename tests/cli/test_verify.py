"""sixfold verify: replays files of records."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import (
    EDITIONS,
    GOLDEN,
    PROGRAM,
    compact,
    golden_records,
    run,
    run_with_full_disk,
)

# A valid record of a game without any turn.
NEW_GAME = compact(
    {
        "format": "sixfold-record/1",
        "variant": "base",
        "players": [{"name": "Ann"}, {"name": "Ben"}],
        "hands": [["Rc", "Rs", "Rd", "Gl", "Bx", "Yt"], ["Oc", "Os", "Bd", "Bl", "Px", "Pt"]],
        "opener": 0,
        "turns": [],
    }
)


class VerifyTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, *lines, name="games.jsonl"):
        path = self.folder / name
        path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        return path

    def test_passes_the_golden_records_of_every_edition(self):
        total = sum(len(golden_records(edition)) for edition in EDITIONS)
        result = run("verify", *GOLDEN.values())
        self.assertEqual(
            (result.returncode, result.stdout, result.stderr),
            (0, f"{total} passed, 0 failed\n", ""),
        )

    def test_names_file_line_turn_and_code_of_every_bad_record(self):
        good = compact(golden_records("base")[0])
        broken = golden_records("base")[0]
        broken["turns"][4]["points"] += 1
        path = self.file(good, compact(broken), "{", good, "")
        result = run("verify", path)
        lines = result.stdout.splitlines()
        self.assertEqual((result.returncode, result.stderr), (1, ""))
        self.assertEqual(len(lines), 4)
        self.assertRegex(lines[0], rf"^{path}:2: turn 5: points: \S.*$")
        self.assertRegex(lines[1], rf"^{path}:3: turn 0: json: \S.*$")
        self.assertRegex(lines[2], rf"^{path}:5: turn 0: json: \S.*$")
        self.assertEqual(lines[3], "2 passed, 3 failed")

    def test_counts_turns_from_one_with_the_set_up_as_nought_and_the_end_past_the_last(self):
        for edition in EDITIONS:
            record = golden_records(edition)[0]
            last = len(record["turns"])
            for change, expected in (
                ({"opener": 3}, "turn 0: opener: "),
                ({"scores": [0] * len(record["scores"])}, f"turn {last + 1}: scores: "),
                ({"turns": record["turns"][1:]}, "turn 1: not_your_turn: "),
            ):
                with self.subTest(edition=edition, change=list(change)):
                    path = self.file(compact(record | change))
                    result = run("verify", path)
                    self.assertEqual(result.returncode, 1)
                    self.assertTrue(
                        result.stdout.startswith(f"{path}:1: {expected}"), result.stdout[:200]
                    )

    def test_adds_up_several_files_and_reads_standard_input(self):
        path = self.file(NEW_GAME)
        result = run("verify", path, "-", path, stdin=NEW_GAME + "\n{}\n")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stdout.splitlines()[-1], "3 passed, 1 failed")
        self.assertIn("-:2: turn 0: missing: ", result.stdout)

    def test_tells_the_same_with_any_number_of_threads(self):
        good = compact(golden_records("select")[1])
        broken = golden_records("select")[1]
        broken["turns"][2]["seat"] = 3
        path = self.file(*([good, compact(broken), "{"] * 60))
        one = run("verify", "--threads", 1, path)
        self.assertEqual((one.returncode, one.stdout.count("\n")), (1, 121))
        for threads in (2, 7):
            many = run("verify", "--threads", threads, path)
            self.assertEqual((many.returncode, many.stdout), (1, one.stdout))

    def test_an_empty_file_passes(self):
        result = run("verify", self.file())
        self.assertEqual((result.returncode, result.stdout), (0, "0 passed, 0 failed\n"))
        result = run("verify", "-")
        self.assertEqual((result.returncode, result.stdout), (0, "0 passed, 0 failed\n"))

    def test_a_file_cut_off_in_its_last_line_fails_there(self):
        text = GOLDEN["star-wars"].read_bytes()
        lines = text.count(b"\n")
        path = self.folder / "cut.jsonl"
        path.write_bytes(text[:-100])
        result = run("verify", path)
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"{path}:{lines}: turn 0: json: ", result.stdout)
        self.assertTrue(result.stdout.endswith(f"{lines - 1} passed, 1 failed\n"))

    def test_files_that_cannot_be_read_are_named_and_the_rest_go_on(self):
        path = self.file(NEW_GAME)
        missing = self.folder / "missing.jsonl"
        for unreadable in (missing, self.folder):
            result = run("verify", unreadable, path)
            self.assertEqual(result.returncode, 2)
            self.assertIn(str(unreadable), result.stderr)
            self.assertEqual(result.stdout, "1 passed, 0 failed\n")

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_a_file_without_permission_is_named(self):
        path = self.file(NEW_GAME)
        path.chmod(0)
        result = run("verify", path)
        self.assertEqual(result.returncode, 2)
        self.assertIn(str(path), result.stderr)

    def test_bad_usage_exits_with_two(self):
        for arguments in ((), ("--nothing",)):
            result = run("verify", *arguments)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertNotEqual(result.stderr, "")

    def test_hostile_lines_fail_with_short_messages(self):
        record = json.loads(NEW_GAME)
        name = record | {"players": [{"name": "x" * 900_000}, {}]}
        path = self.file(
            "[" * 500_000,
            '"' + "y" * 5_000_000 + '"',
            compact(name),
            compact(record | {"variant": "z" * 900_000}),
            compact(record | {"opener": 10**30}),
            "null",
            NEW_GAME,
        )
        result = run("verify", path)
        codes = [line.split(": ")[2] for line in result.stdout.splitlines()[:-1]]
        self.assertEqual(
            codes, ["too_deep", "too_long", "too_long", "too_long", "type", "type"], result.stdout
        )
        self.assertEqual(result.stdout.splitlines()[-1], "1 passed, 6 failed")
        self.assertLess(len(result.stdout), 2000)

    def test_reads_huge_files_in_little_memory(self):
        path = self.folder / "huge.jsonl"
        records = 40_000
        with path.open("wb") as file:
            for _ in range(16):
                file.write(b"x" * (8 << 20))  # one line of 128 MiB
            file.write(b"\n")
            for _ in range(records // 1000):
                file.write((NEW_GAME + "\n").encode() * 1000)
        output = self.folder / "output"
        with output.open("wb") as file:
            process = subprocess.Popen([PROGRAM, "verify", "--threads", "4", path], stdout=file)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        lines = output.read_text().splitlines()
        self.assertEqual(process.returncode, 1)
        self.assertLess(usage.ru_maxrss, 90 << 10, "KiB at most")
        self.assertEqual(lines[-1], f"{records} passed, 1 failed")
        self.assertIn(":1: turn 0: too_long: ", lines[0])

    def test_what_cannot_be_written_is_an_error(self):
        result = run_with_full_disk("verify", GOLDEN["base"])
        self.assertEqual(result.returncode, 2)
        self.assertNotEqual(result.stderr, b"")


if __name__ == "__main__":
    unittest.main()
