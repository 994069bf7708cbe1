"""sixfold selfplay: records of games between bots."""

import json
import tempfile
import unittest
from pathlib import Path

from program import EDITIONS, run, run_with_full_disk


class SelfplayTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def played(self, *arguments):
        result = run("selfplay", *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def test_every_edition_with_two_to_four_players_verifies(self):
        for edition in EDITIONS:
            for players in (2, 3, 4):
                with self.subTest(edition=edition, players=players):
                    path = self.folder / f"{edition}-{players}.jsonl"
                    bots = ",".join(("greedy", "random", "greedy", "random")[:players])
                    output = self.played(
                        "--variant", edition, "--players", players, "--bots", bots,
                        "--games", 5, "--seed", 11, "--layouts", "random", "--out", path,
                    )  # fmt: skip
                    self.assertEqual(output, "")
                    records = [json.loads(line) for line in path.read_text().splitlines()]
                    self.assertEqual(len(records), 5)
                    for record in records:
                        self.assertEqual(
                            [player["name"] for player in record["players"]], bots.split(",")
                        )
                    result = run("verify", path)
                    self.assertEqual(
                        (result.returncode, result.stdout), (0, "5 passed, 0 failed\n")
                    )

    def test_the_same_seed_writes_the_same_bytes_with_any_number_of_threads(self):
        for edition in EDITIONS:
            with self.subTest(edition=edition):
                plan = ("--variant", edition, "--players", 3, "--bots", "random", "--games", 40)
                one = self.played(*plan, "--seed", 5, "--threads", 1)
                self.assertEqual(self.played(*plan, "--seed", 5, "--threads", 2), one)
                self.assertEqual(self.played(*plan, "--seed", 5, "--threads", 7), one)
                self.assertNotEqual(self.played(*plan, "--seed", 6), one)

    def test_fewer_games_are_the_first_of_more(self):
        plan = ("--players", 2, "--bots", "greedy", "--seed", 3)
        many = self.played(*plan, "--games", 20).splitlines()
        self.assertEqual(self.played(*plan, "--games", 7).splitlines(), many[:7])
        self.assertEqual(len(set(many)), 20)
        self.assertEqual(self.played(*plan, "--games", 0), "")

    def test_one_bot_sits_in_every_seat_and_else_they_say_how_many_play(self):
        record = json.loads(self.played("--players", 4, "--bots", "greedy"))
        self.assertEqual([player["name"] for player in record["players"]], ["greedy"] * 4)
        record = json.loads(self.played("--bots", "greedy,random,random"))
        self.assertEqual(
            [player["name"] for player in record["players"]], ["greedy", "random", "random"]
        )

    def test_the_star_wars_edition_is_base_with_a_theme_and_the_youngest(self):
        record = json.loads(self.played("--variant", "star-wars", "--bots", "greedy,greedy"))
        self.assertEqual(record["variant"], "base")
        self.assertEqual(record["theme"], "star-wars")
        self.assertEqual(record["options"], {"tie": "youngest"})

    def test_options_of_the_rules_are_played_and_recorded(self):
        plan = ("--bots", "casual", "--players", 2, "--games", 3, "--bag", "small")
        path = self.folder / "small.jsonl"
        self.played(*plan, "--opening", "youngest", "--out", path)
        for line in path.read_text().splitlines():
            record = json.loads(line)
            self.assertEqual(record["options"], {"bag": "small", "opening": "youngest"})
            placed = [tile for turn in record["turns"] for tile in turn.get("place", [])]
            self.assertLessEqual(len(placed), 36)
        self.assertEqual(run("verify", path).stdout, "3 passed, 0 failed\n")
        result = run("arena", "--bots", "casual,random", "--bag", "small", "--pairs", 4, "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        for command in ("selfplay", "arena"):
            result = run(command, "--variant", "cubes", "--bots", "casual,random", "--bag", "small")
            self.assertEqual(result.returncode, 2)
            self.assertIn("--bag: cubes does not allow small", result.stderr)

    def test_bad_usage_exits_with_two_and_says_what_is_wrong(self):
        for arguments, what in (
            ((), "--bots"),
            (("--bots",), "--bots"),
            (("--bots", "nobody", "--players", 2), "nobody"),
            (("--bots", "greedy"), "--players"),
            (("--bots", "greedy", "--players", 1), "--players"),
            (("--bots", "greedy", "--players", 5), "--players"),
            (("--bots", "greedy", "--players", -1), "--players"),
            (("--bots", "greedy", "--players", 2_000_000_000), "--players"),
            (("--bots", "greedy", "--players", "two"), "--players"),
            (("--bots", "greedy,greedy,greedy", "--players", 2), "--bots"),
            (("--bots", "greedy", "--players", 2, "--variant", "chess"), "chess"),
            (("--bots", "greedy", "--players", 2, "--games", -1), "--games"),
            (("--bots", "greedy", "--players", 2, "--games", "many"), "--games"),
            (("--bots", "greedy", "--players", 2, "--seed", "x"), "--seed"),
            (("--bots", "greedy", "--players", 2, "--threads", 0), "--threads"),
            (("--bots", "greedy", "--players", 2, "--layouts", "round"), "--layouts"),
            (("--bots", "greedy", "--players", 2, "--out", "/nonexistent/x"), "/nonexistent/x"),
            (("--bots", "greedy", "--players", 2, "--fast"), "--fast"),
            (("--bots", "greedy", "--players", 2, "extra"), "extra"),
        ):
            with self.subTest(arguments=arguments):
                result = run("selfplay", *arguments, timeout=20)
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertIn(what, result.stderr)

    def test_what_cannot_be_written_is_an_error(self):
        result = run_with_full_disk("selfplay", "--bots", "random,random", "--games", 3)
        self.assertEqual(result.returncode, 2)
        self.assertNotEqual(result.stderr, b"")


if __name__ == "__main__":
    unittest.main()
