"""sixfold arena: bots against each other in paired games."""

import json
import math
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from program import EDITIONS, PROGRAM, run


def arena(*arguments):
    return run("arena", *arguments)


class ArenaTest(unittest.TestCase):
    def output(self, *arguments):
        result = arena(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def figures(self, *arguments):
        return json.loads(self.output(*arguments, "--json"))

    def test_json_has_the_fields_of_a_comparison(self):
        figures = self.figures("--bots", "greedy,random", "--pairs", 5, "--seed", 2)
        self.assertEqual(figures["games"], 10)
        self.assertEqual(figures["sets"], 5)
        self.assertEqual([bot["name"] for bot in figures["bots"]], ["greedy", "random"])
        for bot in figures["bots"]:
            self.assertEqual(
                set(bot),
                {
                    "name", "win_rate", "win_rate_error", "points", "spread", "spread_error",
                    "elo", "elo_error", "elo_at_least", "elo_at_most", "forfeits",
                },
            )  # fmt: skip
            for name, value in bot.items():
                if name != "name" and value is not None:
                    self.assertTrue(math.isfinite(value), name)
        self.assertEqual(
            set(figures["pairing"]), {"win_variance_removed", "spread_variance_removed"}
        )
        self.assertEqual(figures["forfeits"], [])
        self.assertNotIn("sprt", figures)

    def test_a_better_bot_wins_and_the_figures_agree(self):
        figures = self.figures("--bots", "random,greedy", "--pairs", 20)
        weak, strong = figures["bots"]
        self.assertGreater(strong["win_rate"], 0.95)
        self.assertAlmostEqual(weak["win_rate"] + strong["win_rate"], 1)
        self.assertAlmostEqual(strong["spread"], strong["points"] - weak["points"])
        self.assertAlmostEqual(weak["spread"], -strong["spread"])
        self.assertGreater(strong["spread"], 100)
        self.assertAlmostEqual(weak["elo"], -strong["elo"])
        self.assertGreater(strong["elo"], 200)

    def test_equal_bots_come_out_equal(self):
        figures = self.figures("--bots", "greedy,greedy", "--pairs", 300)
        first = figures["bots"][0]
        self.assertLess(abs(first["win_rate"] - 0.5), 2 * first["win_rate_error"])
        self.assertLess(abs(first["spread"]), 2 * first["spread_error"])
        # 600 games without pairing would have an error of 0.04.
        self.assertLess(first["win_rate_error"], 0.045)

    def test_every_game_is_played_with_two_to_four_seats(self):
        for edition in EDITIONS:
            for players in (2, 3, 4):
                for layouts in ("first", "random"):
                    with self.subTest(edition=edition, players=players, layouts=layouts):
                        figures = self.figures(
                            "--bots", "greedy,random", "--variant", edition, "--pairs", 2,
                            "--players", players, "--layouts", layouts,
                        )  # fmt: skip
                        self.assertEqual(figures["games"], 2 * players)
                        self.assertGreater(figures["bots"][0]["points"], 50)
                        self.assertGreater(figures["bots"][0]["spread"], 0)

    def test_three_bots_play_everyone_against_everyone(self):
        figures = self.figures("--bots", "random,greedy,random", "--pairs", 10)
        self.assertEqual(figures["games"], 3 * 10 * 2)
        self.assertEqual(figures["sets"], 30)
        first, strong, third = figures["bots"]
        self.assertEqual(strong["win_rate"], 1)
        self.assertLess(first["win_rate"], 0.6)
        self.assertGreater(strong["elo"], max(first["elo"], third["elo"]) + 200)
        self.assertAlmostEqual(sum(bot["elo"] for bot in figures["bots"]), 0)

    def test_as_many_bots_as_seats_play_at_one_table(self):
        figures = self.figures("--bots", "random,greedy,random", "--players", 3, "--pairs", 4)
        self.assertEqual(figures["games"], 12)
        self.assertAlmostEqual(sum(bot["win_rate"] for bot in figures["bots"]), 1)

    def test_bots_may_be_given_one_by_one(self):
        together = self.output("--bots", "greedy,random", "--pairs", 2)
        self.assertEqual(self.output("--bots", "greedy", "random", "--pairs", 2), together)
        self.assertEqual(
            self.output("--bots", "greedy", "--bots", "random", "--pairs", 2), together
        )

    def test_threads_change_nothing(self):
        for edition in EDITIONS:
            plan = ("--bots", "greedy,random", "--variant", edition, "--pairs", 20, "--json")
            one = self.output(*plan, "--threads", 1)
            self.assertEqual(self.output(*plan, "--threads", 2), one)
            self.assertEqual(self.output(*plan, "--threads", 5), one)

    def test_threads_change_nothing_where_a_test_stops_early(self):
        plan = ("--bots", "greedy,random,greedy", "--pairs", 100, "--sprt", 0, 50, "--json")
        self.assertEqual(self.output(*plan, "--threads", 2), self.output(*plan))

    def test_programs_play_in_any_number_of_threads(self):
        command = f"cmd:'{PROGRAM}' bot --level greedy"
        for threads in (1, 3):
            figures = self.figures("--bots", command, "random", "--pairs", 4, "--threads", threads)
            self.assertEqual(figures["games"], 8)
            self.assertEqual(figures["bots"][0]["name"], command)
            self.assertEqual(figures["bots"][0]["win_rate"], 1)
            self.assertEqual(figures["forfeits"], [])

    def test_the_seed_makes_the_games(self):
        plan = ("--bots", "greedy,random", "--pairs", 5)
        self.assertEqual(self.output(*plan, "--seed", 3), self.output(*plan, "--seed", 3))
        self.assertNotEqual(self.output(*plan, "--seed", 3), self.output(*plan, "--seed", 4))

    def test_a_test_stops_when_it_is_decided(self):
        figures = self.figures("--bots", "greedy,random", "--pairs", 500, "--sprt", 0, 50)
        self.assertTrue(figures["sprt"]["decided"])
        self.assertLess(figures["games"], 100)
        self.assertEqual((figures["sprt"]["elo0"], figures["sprt"]["elo1"]), (0, 50))
        self.assertGreaterEqual(figures["sprt"]["llr"], figures["sprt"]["upper"])
        self.assertAlmostEqual(figures["sprt"]["upper"], math.log(19))
        self.assertAlmostEqual(figures["sprt"]["lower"], -math.log(19))

        figures = self.figures("--bots", "random,greedy", "--pairs", 500, "--sprt", 0, 50)
        self.assertLessEqual(figures["sprt"]["llr"], figures["sprt"]["lower"])

    def test_a_test_may_stay_undecided(self):
        figures = self.figures("--bots", "greedy,greedy", "--pairs", 5, "--sprt", "-2,2")
        self.assertFalse(figures["sprt"]["decided"])
        self.assertEqual(figures["games"], 10)
        self.assertEqual(figures["sprt"]["elo0"], -2)

    def test_a_bot_that_wins_everything_has_a_bound_instead_of_an_error(self):
        bounds = {}
        for pairs in (10, 40):
            best, worst = self.figures("--bots", "skilled,random", "--pairs", pairs)["bots"]
            self.assertEqual(best["win_rate"], 1)
            # Somebody who wins a set this often wins all of them once in 20 times.
            score = 0.05 ** (1 / pairs)
            bounds[pairs] = best["elo_at_least"]
            self.assertAlmostEqual(bounds[pairs], 200 * math.log10(score / (1 - score)))
            self.assertAlmostEqual(worst["elo_at_most"], -bounds[pairs])
            self.assertIsNone(best["elo_at_most"])
        self.assertGreater(bounds[40], bounds[10])
        equal = self.figures("--bots", "greedy,greedy", "--pairs", 10)["bots"][0]
        self.assertEqual((equal["elo_at_least"], equal["elo_at_most"]), (None, None))
        self.assertIn("≥", self.output("--bots", "skilled,random", "--pairs", 10))

    def test_ctrl_c_keeps_what_was_played(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games.jsonl"
            for command, plan in (
                ("arena", ("--pairs", "1000000", "--json")),
                ("selfplay", ("--games", "1000000")),
            ):
                with subprocess.Popen(
                    [PROGRAM, command, "--bots", "greedy,random", *plan, "--threads", "2",
                     "--out", path],
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                ) as playing:  # fmt: skip
                    while not path.exists() or path.stat().st_size == 0:
                        self.assertIsNone(playing.poll())
                        time.sleep(0.01)
                    playing.send_signal(signal.SIGINT)
                    output, said = playing.communicate()
                self.assertEqual(playing.returncode, 130)
                games = len(path.read_text().splitlines())
                self.assertGreater(games, 0)
                self.assertEqual(run("verify", path).stdout, f"{games} passed, 0 failed\n")
                if command == "arena":
                    self.assertEqual(json.loads(output)["games"], games)
                    self.assertIn(f"interrupted after {games // 2} of 1000000 sets", said)
                path.unlink()

    def test_people_get_a_table(self):
        lines = self.output("--bots", "greedy,random", "--pairs", 5).splitlines()
        self.assertEqual(lines[0].split(), ["bot", "wins", "%", "points", "spread", "Elo"])
        self.assertEqual([line.split()[0] for line in lines[1:3]], ["greedy", "random"])
        self.assertIn("10 games in 5 sets", lines[3])
        self.assertIn("95%", lines[3])
        self.assertIn("pairing removed", lines[4])
        last = self.output("--bots", "greedy,random", "--pairs", 50, "--sprt", 0, 50)
        self.assertRegex(last.splitlines()[-1], "^SPRT of Elo 50 against 0: accepted")
        last = self.output("--bots", "random,greedy", "--pairs", 50, "--sprt", 0, 50)
        self.assertRegex(last.splitlines()[-1], "^SPRT of Elo 50 against 0: rejected")

    def test_bad_usage_is_refused(self):
        good = ("--bots", "greedy,random", "--pairs", "1")
        for arguments, complaint in (
            ((), "--bots"),
            (("--bots", "greedy"), "at least two"),
            (("--bots", "greedy,nobody"), "nobody"),
            (("--bots", "greedy,"), "no bot named"),
            (("--bots", "greedy,cmd:"), "must be followed by a program"),
            (("--bots", "greedy,random:soon"), "soon"),
            ((*good, "--variant", "chess"), "chess"),
            ((*good, "--players", 1), "--players"),
            ((*good, "--players", 5), "--players"),
            (("--bots", "greedy,random", "--pairs", 0), "--pairs"),
            (("--bots", "greedy,random", "--pairs", -1), "--pairs"),
            (("--bots", "greedy,random", "--pairs", "many"), "--pairs"),
            ((*good, "--threads", 0), "--threads"),
            ((*good, "--seed", "lucky"), "--seed"),
            ((*good, "--layouts", "mine"), "--layouts"),
            ((*good, "--budget-ms", 0), "--budget-ms"),
            ((*good, "--sprt", 5), "--sprt"),
            ((*good, "--sprt", 5, "six"), "--sprt"),
            ((*good, "--sprt", 5, 5), "--sprt"),
            ((*good, "--sprt", 5, 0), "--sprt"),
            ((*good, "--nonsense"), "nonsense"),
        ):
            with self.subTest(arguments=arguments):
                result = arena(*arguments)
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertIn(complaint, result.stderr)

    def test_help_names_every_option(self):
        text = self.output("--help")
        for option in "bots variant pairs seed threads players budget-ms layouts sprt json".split():
            self.assertIn("--" + option, text)


if __name__ == "__main__":
    unittest.main()
