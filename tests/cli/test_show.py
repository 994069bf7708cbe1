"""`sixfold show` and `sixfold replay`: records in a terminal, and their messages."""

import json
import os
import re
import struct
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from program import EDITIONS, GOLDEN, PROGRAM, ROOT, compact, golden_records, run
from terminal import Terminal

LANGUAGES = sorted(path.stem for path in (ROOT / "messages").glob("*.json"))
SHOWN = ROOT / "tests/golden/show"


def gif_frames(data):
    """The size of an animated GIF, and of each of its pictures the area and how long it is shown."""
    assert data[:6] == b"GIF89a"
    size = struct.unpack("<HH", data[6:10])
    assert not data[10] & 0x80, "every picture has its own colours"
    at, frames, ms = 13, [], 0
    while data[at] != 0x3B:
        if data[at] == 0x21:
            if data[at + 1] == 0xF9:
                ms = 10 * struct.unpack("<H", data[at + 4 : at + 6])[0]
            at += 2
        else:
            frames.append((struct.unpack("<HHHH", data[at + 1 : at + 9]), ms))
            at += 10 + 3 * (2 << (data[at + 9] & 7)) + 1
        while data[at]:
            at += data[at] + 1
        at += 1
    return size, frames


class ShowTest(unittest.TestCase):
    def show(self, *arguments, **options):
        result = run("show", *arguments, "--language", "en", **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_a_position_of_every_game(self):
        for edition in EDITIONS:
            with self.subTest(edition):
                shown = self.show(GOLDEN[edition], "--turn", "9")
                self.assertEqual(shown, (SHOWN / f"{edition}.txt").read_text())

    def test_a_position_as_a_picture(self):
        for edition, turn, file in (("select-connect", 9, "select-connect"), ("base", 0, "empty")):
            with self.subTest(file):
                shown = self.show(GOLDEN[edition], "--turn", turn, "--svg")
                self.assertEqual(shown, (SHOWN / f"{file}.svg").read_text())

    def test_what_a_seat_saw_is_what_a_bot_was_asked(self):
        """Every turn of a bot, told by the arena, can be made again from the record."""
        for edition in EDITIONS:
            with self.subTest(edition), tempfile.TemporaryDirectory() as folder:
                games, told = Path(folder, "games.jsonl"), Path(folder, "told")
                recording = ROOT / "tests/cli/bots/recording.py"
                played = run(
                    "arena", "--bots", f"cmd:'{sys.executable}' -B '{recording}' '{told}'",
                    "random", "--variant", edition, "--pairs", 1, "--out", games,
                    env=os.environ | {"SIXFOLD_PROGRAM": PROGRAM},
                )  # fmt: skip
                self.assertEqual(played.returncode, 0, played.stderr)
                asked = [json.loads(line) for line in told.read_text().splitlines()]
                views = [message["view"] for message in asked if "view" in message]
                record = json.loads(games.read_text().splitlines()[0])
                starts = {}  # after a roll or a take, a turn goes on
                for view in views:
                    if view["seat"] == 0:
                        starts.setdefault(len(view["history"]), view)
                self.assertGreater(len(starts), 5)
                for turn, view in [*list(starts.items())[:4], list(starts.items())[-1]]:
                    shown = run("show", games, "--turn", turn, "--view", 0).stdout
                    self.assertEqual(json.loads(shown), view)
                last = run("show", games, "--view", "1").stdout
                self.assertEqual(len(json.loads(last)["history"]), len(record["turns"]))

    def test_themes_have_their_emblems(self):
        emblems = json.loads((ROOT / "web/src/themes/star-wars.json").read_text())
        self.assertEqual(sorted(emblems), sorted("csdlxt"))
        shown = self.show(GOLDEN["star-wars"], "--svg")
        for emblem in emblems.values():
            self.assertIn(emblem["fill"], shown)
        self.assertNotIn("<path", self.show(GOLDEN["base"], "--svg"))

    def test_the_picture_has_every_tile(self):
        for edition in EDITIONS:
            record = golden_records(edition)[0]
            shown = self.show("-", "--svg", stdin=compact(record))
            tree = ElementTree.fromstring(shown)
            tiles = tree.findall("{http://www.w3.org/2000/svg}g")
            text = self.show("-", stdin=compact(record))
            self.assertEqual(len(tiles), len(re.findall(r"\b[ROYGBP][csdlxt]\b(?!@)", text)))

    def test_pictures_as_files(self):
        drawn = self.show(GOLDEN["connect"], "--turn", "9", "--svg")
        width, height = map(int, re.search(r'width="(\d+)" height="(\d+)"', drawn).groups())
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "picture.svg")
            self.show(GOLDEN["connect"], "--turn", "9", "--out", file)
            self.assertEqual(file.read_text(), drawn)
            file = Path(folder, "picture.png")
            self.show(GOLDEN["connect"], "--turn", "9", "--out", file)
            self.assertEqual(file.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
            self.assertEqual(struct.unpack(">II", file.read_bytes()[16:24]), (2 * width, 2 * height))
            refused = run("show", GOLDEN["connect"], "--out", Path(folder, "picture.jpg"))
            self.assertEqual(refused.returncode, 2)
            self.assertIn("must end in .svg, .png or .gif", refused.stderr)
            nowhere = run("show", GOLDEN["connect"], "--out", Path(folder, "none", "picture.png"))
            self.assertEqual(nowhere.returncode, 2)

    def test_a_game_as_an_animated_picture(self):
        turns = len(golden_records("base")[0]["turns"])
        end = self.show(GOLDEN["base"], "--svg")
        width, height = map(int, re.search(r'width="(\d+)" height="(\d+)"', end).groups())
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "game.gif")
            for arguments, count in (
                ([], turns + 1),
                (["--last", "4"], 5),
                (["--last", "4", "--turn", "2"], 3),
                (["--last", "0"], 1),
            ):
                self.show(GOLDEN["base"], "--out", file, *arguments)
                size, frames = gif_frames(file.read_bytes())
                self.assertEqual(len(frames), count, arguments)
                self.assertEqual(frames[0][0], (0, 0, *size))
                self.assertEqual([ms for _, ms in frames], [1200] * (count - 1) + [4000])
                for (left, top, across, down), _ in frames:
                    self.assertLessEqual((left + across, top + down), size)
                if "--turn" not in arguments:
                    self.assertEqual(size, (width, height))

    def test_the_end_is_told(self):
        shown = self.show(GOLDEN["base"])
        self.assertIn("After turn 47 of 47", shown)
        self.assertIn("Ben wins.", shown)

    def test_names_cannot_steer_a_terminal(self):
        record = golden_records("base")[0]
        record["players"][0]["name"] = "\x1b]0;x\x07<b>&\u202e"
        for options in ([], ["--svg"]):
            shown = self.show("-", *options, stdin=compact(record))
            self.assertNotIn("\x1b", shown)
            self.assertNotIn("\u202e", shown)
            if options:
                ElementTree.fromstring(shown)

    def test_what_cannot_be_shown(self):
        broken = golden_records("base")[0]
        broken["turns"][3]["points"] += 1
        turns, seats = len(broken["turns"]), len(broken["players"])
        for stdin, arguments, status, complaint in (
            (compact(broken), [], 1, "turn 4: points"),
            (compact(broken), ["--game", "2"], 2, "there is no game 2; the file has 1"),
            ("{}", [], 2, "-:1: turn 0"),
            ("", [], 2, "there is no game 1; the file has 0"),
            (compact(broken), ["--turn", "-1"], 2, "--turn"),
            (compact(broken), ["--turn", "999"], 2, f"--turn: the game has {turns} turns, not 999"),
            (compact(broken), ["--view", "9"], 2, f"--view: seats are 0 to {seats - 1}, not 9"),
            (compact(broken), ["--view", "0"], 1, "turn 4: points"),
        ):
            with self.subTest(complaint):
                result = run("show", "-", *arguments, stdin=stdin)
                self.assertEqual(result.returncode, status)
                self.assertIn(complaint, result.stderr)
        # The turns before the error can be shown.
        self.assertIn("After turn 3", self.show("-", "--turn", "3", stdin=compact(broken)))

    def test_every_language(self):
        told = {
            language: run("show", GOLDEN["select"], "--language", language).stdout
            for language in LANGUAGES
        }
        boards = {re.search(r"\n\n(.*?)\n\n", text, re.S)[1] for text in told.values()}
        self.assertEqual(len(boards), 1)


class ReplayTest(unittest.TestCase):
    def test_stepping_with_the_reviews_figures(self):
        with Terminal(
            "replay", GOLDEN["select"], "--simulations", "10", columns=120, rows=40
        ) as terminal:
            terminal.wait_for("Before the first turn")
            terminal.keys("Right")
            screen = terminal.wait_for("After turn 1 of 57")
            self.assertIn("Ann places: purple circle", screen)
            self.assertIn("Line of 3 across", screen)
            self.assertRegex(terminal.wait_for("% to win", 60), r"luck")
            terminal.keys("End")
            screen = terminal.wait_for("After turn 57 of 57")
            self.assertIn("wins.", screen)
            self.assertIn("without luck", screen)
            terminal.keys("Left")
            terminal.wait_for("After turn 56 of 57")
            terminal.keys("Home", "PageDown")
            terminal.wait_for("After turn 10 of 57")
            terminal.keys("q")
            self.assertEqual(terminal.status(), 0)

    def test_quitting_waits_for_no_review(self):
        with Terminal("replay", GOLDEN["base"], "--simulations", "1000000") as terminal:
            terminal.wait_for("reviewing")
            terminal.keys("q")
            self.assertEqual(terminal.status(), 0)

    def test_line_by_line(self):
        result = run("replay", GOLDEN["cubes"], "--simulations", "10", "--language", "en")
        self.assertEqual(result.returncode, 0)
        turns = len(golden_records("cubes")[0]["turns"])
        self.assertIn(f"After turn {turns} of {turns}", result.stdout)
        self.assertRegex(result.stdout, r"\n     (best|good|inaccuracy|mistake|blunder): [\d.]+% to win")
        self.assertEqual(len(re.findall(r"^ *\d+  \w+ (?:places|trades|passes|rolls|uses|leaves)\b", result.stdout, re.M)), turns)
        plain = run("replay", GOLDEN["cubes"], "--simulations", "0", "--language", "en")
        self.assertNotIn("% to win", plain.stdout)

    def test_a_saved_game_is_a_record(self):
        with tempfile.TemporaryDirectory() as folder:
            save = Path(folder) / "game.json"
            run("play", "--save", save, "--seed", "5", "--bots", "greedy", stdin="trade Rs Rs\nquit\n")
            result = run("replay", save, "--simulations", "0", "--language", "en")
            self.assertIn("You trade 2 tiles.", result.stdout)


class MessagesTest(unittest.TestCase):
    """The texts themselves are checked by tools/check-messages."""

    def test_no_message_of_the_terminal_hides_one_of_the_web_app(self):
        english = json.loads((ROOT / "messages/terminal/en.json").read_text())
        web = json.loads((ROOT / "messages/en.json").read_text())
        self.assertFalse(set(english) & set(web))

    def test_every_message_that_the_code_names_is_there(self):
        known = {
            **json.loads((ROOT / "messages/en.json").read_text()),
            **json.loads((ROOT / "messages/terminal/en.json").read_text()),
        }
        prefixes = set()
        for source in (ROOT / "src/terminal").glob("*.cpp"):
            for name in re.findall(r'words_?\(\s*(?:\w+ \? )?"([a-z][\w.-]*)"', source.read_text()):
                if name.endswith("."):
                    prefixes.add(name)
                else:
                    self.assertIn(name, known, source.name)
        for prefix in prefixes:
            self.assertTrue(any(key.startswith(prefix) for key in known), prefix)


if __name__ == "__main__":
    unittest.main()
