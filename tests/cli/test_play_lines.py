"""`sixfold play` in line mode: through a pipe, and on a dumb terminal."""

import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from program import EDITIONS, LONG, PROGRAM, run
from terminal import Terminal

PROMPT = "> "


class Lines:
    """The program at the other end of two pipes."""

    def __init__(self, *arguments, **environment):
        self.process = subprocess.Popen(
            [PROGRAM, "play", *map(str, arguments)], env={**os.environ, **environment},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        self.ended = False

    def read(self):
        """The output until the next prompt, or until the end."""
        said = b""
        while not said.endswith((b"\n> ", b"\xe2\x8f\x8e ")) and said != b"> ":
            byte = self.process.stdout.read(1)
            if not byte:
                self.ended = True
                break
            said += byte
        return said.decode()

    def ask(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return self.read()

    def close(self):
        """Ends the input and returns the exit status."""
        if not self.process.stdin.closed:
            self.process.stdin.close()
            self.process.stdout.read()
            self.process.stdout.close()
        return self.process.wait(timeout=20)


def hinted(answer):
    """The move of a hint, as it is typed."""
    return re.search(r"^  > (.*)$", answer, re.M)[1]


class LinesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.save = Path(folder.name) / "game.json"

    def start(self, *arguments):
        lines = Lines("--save", self.save, *arguments)
        self.addCleanup(lines.close)
        return lines

    def record(self):
        return json.loads(self.save.read_text())

    def whole_game(self, edition):
        """Plays by hints, using every command of line mode and every kind of nonsense."""
        lines = self.start("--variant", edition, "--bots", "greedy", "--players", "4", "--seed", "3")
        said = lines.read()
        turns = 0
        while not lines.ended:
            self.assertIn("Your turn", said)
            if turns < 2:
                self.errors(lines)
            answer = lines.ask("hint")
            said = lines.ask(hinted(answer))
            self.assertNotIn("!", said.split("\n")[0])
            turns += 1
        self.assertEqual(lines.close(), 0)
        self.assertEqual(run("verify", self.save).stdout, "1 passed, 0 failed\n")
        record = self.record()
        self.assertIn("end", record)
        for score in record["scores"]:
            self.assertIn(f" {score} ", said)
        return turns

    def errors(self, lines):
        before = self.record()["turns"]
        for typed, answer in (
            ("nonsense", "“nonsense” is not a move."),
            ("Rz@0,0", "“Rz@0,0” is not a move."),
            ("Rc@0", "is not a move"),
            ("Rc@99999999999,0", "is not a move"),
            ("trade", "is not a move"),
            ("take Rc", "is not a move"),
            ("Rc@90,90 Rc@91,90 Rc@92,90 Rc@93,90", "! "),
            ("pass", "! You cannot do that now."),
            ("pause", "! This works only at online tables."),
            ("\x1b[2J\x07", "is not a move"),
        ):
            said = lines.ask(typed)
            self.assertIn("! ", said)
            self.assertIn(answer, said)
            self.assertNotIn("\x1b", said)
        self.assertEqual(lines.ask(""), PROMPT)
        for word, answer in (
            ("help", "Type a move, or:"), ("unseen", "Still unseen:"), ("board", "Your turn"),
            ("scores", "in the bag"), ("hand", "Your "),
        ):
            self.assertIn(answer, lines.ask(word))
        self.assertEqual(self.record()["turns"], before)

    def test_whole_games_through_a_pipe(self):
        for edition in EDITIONS if LONG else ("base", "cubes", "select-connect"):
            with self.subTest(edition):
                self.save.unlink(missing_ok=True)
                self.assertGreater(self.whole_game(edition), 3)

    def test_a_move_can_be_tried_before_it_is_made(self):
        lines = self.start("--variant", "base", "--bots", "greedy", "--seed", "5")
        lines.read()
        said = lines.ask("try Rd@0,1 Rs@-1,1")
        self.assertRegex(said, r"Line of 2 across +2\n +Line of 2 down +2\n +Total +4\n")
        self.assertIn("must share a colour or a shape", lines.ask("try Yt@0,1"))
        self.assertIn("is not a move", lines.ask("try trade Rs"))
        self.assertIn(
            "You place: red diamond, column 0, row 1; red square, column −1, row 1. 4 points.",
            lines.ask("rd@0,1 RS@-1,1"),
        )

    def test_the_end_of_the_input_keeps_the_game(self):
        lines = self.start("--variant", "base", "--bots", "greedy", "--seed", "5")
        lines.read()
        lines.ask("trade Rs Rs")
        before = self.record()["turns"]
        self.assertEqual(lines.close(), 0)
        lines = self.start("--resume")
        self.assertIn("Your turn", lines.read())
        self.assertEqual(self.record()["turns"], before)
        self.assertIn("--resume", lines.ask("quit"))

    def test_resigning(self):
        lines = self.start("--variant", "base", "--bots", "greedy", "--seed", "5")
        lines.read()
        said = lines.ask("resign")
        self.assertIn("Greedy wins.", said)
        self.assertEqual(lines.close(), 0)
        self.assertEqual(self.record()["end"]["reason"], "resigned")

    def test_a_dumb_terminal(self):
        with Terminal("play", "--save", self.save, "--seed", "5", term="dumb") as terminal:
            terminal.wait_for("Your turn. Type a move, or help.")
            terminal.type("trade Rs Rs")
            terminal.keys("Enter")
            terminal.wait_for("You trade 2 tiles.")
            terminal.type("quit")
            terminal.keys("Enter")
            self.assertEqual(terminal.status(), 0)

    def test_people_at_one_pipe(self):
        lines = self.start("--hotseat", "--names", "Ann,Ben", "--seed", "2")
        self.assertIn("Pass the device to", lines.read())
        said = lines.ask("")
        self.assertIn("Your tiles", said)
        self.assertIn("Pass the device to", lines.ask(hinted(lines.ask("hint"))))

    def test_what_cannot_be_played(self):
        for arguments, complaint in (
            (["--variant", "chess"], "there is no game named chess"),
            (["--bots", "deep"], "there is no bot named deep"),
            (["--players", "5"], "--players"),
            (["--players", "2", "--bots", "greedy,greedy,greedy"], "2 seats for 3 bots"),
            (["--board", "random"], "this game has no board"),
            (["--variant", "connect", "--opening", "largest-set"], "opening: largest-set is not possible in this game"),
            (["--opening", "oldest"], "--opening"),
            (["--resume", "--seed", "1"], "--resume"),
            (["--resume"], "there is no game to continue"),
            (["--quick"], "--quick: only for online tables"),
            (["--server", "ftp://x"], "http:// or https://"),
            (["--server", "http://127.0.0.1:1", "--table", "BCDFGH"], "cannot be reached"),
            (["--server", "http://127.0.0.1:1", "--table", "no"], "not a table code or link for this server"),
        ):
            with self.subTest(arguments):
                result = run("play", "--save", self.save, *arguments)
                self.assertEqual(result.returncode, 2, result.stdout)
                self.assertIn(complaint, result.stderr)
                # Nothing that only the authors of a library understand.
                self.assertNotRegex(result.stderr, r"boost|/usr/|\[system:")

    def test_what_is_no_game_is_not_resumed(self):
        self.save.write_text("{}\n")
        result = run("play", "--save", self.save, "--resume")
        self.assertEqual(result.returncode, 2)
        self.assertIn("game.json: turn 0", result.stderr)
        self.assertEqual(self.save.read_text(), "{}\n")


if __name__ == "__main__":
    unittest.main()
