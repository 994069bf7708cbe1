"""examples/simple_bot.py plays every game, legally and well."""

import json
import subprocess
import sys
import unittest

from program import EDITIONS, ROOT, run

BOT = ROOT / "examples/simple_bot.py"
COMMAND = f"cmd:'{sys.executable}' -B '{BOT}'"


class SimpleBotTest(unittest.TestCase):
    def arena(self, *options):
        result = run("arena", "--bots", COMMAND, "random", "--json", *options)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        figures = json.loads(result.stdout)
        self.assertEqual(figures["forfeits"], [])
        return figures["bots"][0]

    def test_beats_random_clearly(self):
        self.assertGreaterEqual(self.arena("--pairs", 10, "--threads", 2)["win_rate"], 0.8)

    def test_plays_every_game(self):
        for edition in EDITIONS:
            with self.subTest(edition=edition):
                options = ("--variant", edition, "--layouts", "random", "--threads", 2)
                self.assertGreater(self.arena(*options, "--pairs", 2)["spread"], 0)

    def test_plays_at_larger_tables(self):
        for edition, players in (("cubes", 3), ("select", 4)):
            with self.subTest(edition=edition):
                self.arena("--variant", edition, "--players", players, "--pairs", 1)

    def test_its_games_verify(self):
        records = run(
            "selfplay", "--variant", "select-connect", "--bots", COMMAND, "--players", 3
        ).stdout
        self.assertEqual(run("verify", "-", stdin=records).stdout, "1 passed, 0 failed\n")

    def test_finds_the_most_points_there_are(self):
        view = {
            "variant": "connect", "options": {}, "seat": 0, "turn": 0, "opened": True, "bag": 0,
            "board": {"size": [8, 6], "stars": [], "starts": [], "bonus": [["6,0", 2]]},
            "tiles": ["Rc@0,0", "Rs@1,0", "Rd@2,0", "Rx@4,0"],
            "hand": ["Rl", "Rt", "Gl", "Bl"], "unseen": {}, "acts": ["place"], "barred": None,
            "seats": [], "history": [],
        }  # fmt: skip
        best = run(
            "moves",
            stdin=json.dumps({key: view[key] for key in ("variant", "board", "tiles", "hand")}),
        )
        points = json.loads(best.stdout)["placements"][0]["points"]
        self.assertEqual(points, 12)  # Rl and Rt complete the line
        answer = self.ask({"id": 1, "view": view, "budget_ms": 5000})
        self.assertEqual(sorted(answer["act"]["place"]), ["Rl@3,0", "Rt@5,0"])

    def test_gives_an_answer_when_there_is_hardly_any_time(self):
        view = {
            "variant": "base", "options": {}, "seat": 0, "turn": 0, "opened": True, "bag": 5,
            "tiles": ["Rc@0,0"], "hand": ["Rs", "Rd", "Rl", "Rx", "Rt", "Gc"], "unseen": {},
            "acts": ["place", "trade"], "barred": None, "seats": [], "history": [],
        }  # fmt: skip
        self.assertIn("act", self.ask({"id": 1, "view": view, "budget_ms": 1}))

    def ask(self, message):
        result = subprocess.run(
            [sys.executable, "-B", BOT],
            input=json.dumps(message) + "\n",
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        return json.loads(result.stdout)


if __name__ == "__main__":
    unittest.main()
