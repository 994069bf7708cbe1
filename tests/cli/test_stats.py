"""sixfold stats: sums over many records, each recomputed here from the records alone."""

import json
import math
import pathlib
import tempfile
import unittest
import xml.etree.ElementTree as ET
from collections import defaultdict

from program import EDITIONS, GOLDEN, compact, golden_records, run, run_with_full_disk


def game_of(record):
    return "star-wars" if record.get("theme") == "star-wars" else record["variant"]


def sixfolds_of(record):
    """The completed lines of six, by seat."""
    table = {}
    found = defaultdict(int)
    lay = lambda text: table.__setitem__(tuple(map(int, text[3:].split(","))), text[:2])
    for preset in record.get("board", {}).get("preset", []):
        lay(preset)
    for turn in record["turns"]:
        if "take" in turn:
            del table[tuple(map(int, turn["take"][3:].split(",")))]
        for placed in turn.get("place", []):
            lay(placed)
        lines = set()
        for placed in turn.get("place", []):
            x, y = map(int, placed[3:].split(","))
            for dx, dy in ((1, 0), (0, 1)):
                low = high = 0
                while (x + dx * (low - 1), y + dy * (low - 1)) in table:
                    low -= 1
                while (x + dx * (high + 1), y + dy * (high + 1)) in table:
                    high += 1
                if high - low == 5:
                    lines.add((x + dx * low, y + dy * low, dx))
        found[turn["seat"]] += len(lines)
    return found


def is_complete(record):
    return record.get("end", {}).get("reason") in ("out", "dead", "stalled")


def summary(values):
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1)) if len(values) > 1 else 0
    return {
        "mean": mean,
        "spread": spread,
        "error": 1.96 * spread / math.sqrt(len(values)) if len(values) > 1 else None,
        "lowest": min(values),
        "highest": max(values),
    }


def expected(records):
    """The same figures as lists of values, by game and by player."""
    games = defaultdict(lambda: defaultdict(list))
    players = defaultdict(lambda: defaultdict(list))
    for record in filter(is_complete, records):
        key = (game_of(record), len(record["players"]))
        turns = [turn for turn in record["turns"] if "leave" not in turn]
        sixfolds = sixfolds_of(record)
        won = [1 / len(record["winners"]) if seat in record["winners"] else 0 for seat in range(key[1])]
        game = games[key]
        game["opener_won"].append(won[record["opener"]])
        game["turns"].append(len(turns))
        game["trades"].append(sum("trade" in turn for turn in turns))
        game["sixfolds"].append(sum(sixfolds.values()))
        for seat, player in enumerate(record["players"]):
            own = [turn for turn in turns if turn["seat"] == seat]
            points = record["scores"][seat]
            figures = players[(*key, player["name"])]
            figures["won"].append(won[seat])
            figures["trades"].append(sum("trade" in turn for turn in own))
            figures["sixfolds"].append(sixfolds[seat])
            for list_of in (game, figures):
                list_of["points"].append(points)
                list_of["points_per_turn"].append(points / len(own))
    return games, players


class StatsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def check(self, shown, values):
        for name, list_of in values.items():
            for figure, value in summary(list_of).items():
                with self.subTest(name=name, figure=figure):
                    if value is None:
                        self.assertIsNone(shown[name][figure])
                    else:
                        self.assertAlmostEqual(shown[name][figure], value, places=9)

    def test_every_figure_is_that_of_the_records(self):
        for number, (variant, bots, seats) in enumerate(
            (("base", "greedy,casual", 2), ("cubes", "greedy,beginner", 2), ("select", "greedy,casual", 2), ("connect", "casual,greedy,beginner", 3))
        ):
            out = self.folder / f"{variant}.jsonl"
            run("selfplay", "--variant", variant, "--bots", bots, "--players", seats, "--games", 12, "--seed", number, "--out", out)
        (self.folder / "golden").mkdir()
        for edition in EDITIONS:
            (self.folder / "golden" / f"{edition}.jsonl").write_bytes(GOLDEN[edition].read_bytes())
        (self.folder / "notes.txt").write_text("not a record\n", encoding="utf-8")
        records = [json.loads(line) for file in sorted(self.folder.rglob("*.jsonl")) for line in file.read_text().splitlines()]
        result = run("stats", "--json", self.folder)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        stats = json.loads(result.stdout)
        games, players = expected(records)
        complete = sum(map(is_complete, records))
        self.assertEqual((stats["games"], stats["incomplete"], stats["bad"]), (len(records), len(records) - complete, []))
        self.assertEqual({(one["game"], one["players"]) for one in stats["by_game"]}, set(games))
        self.assertEqual({(one["game"], one["players"], one["player"]) for one in stats["by_player"]}, set(players))
        for one in stats["by_game"]:
            self.check(one, games[one["game"], one["players"]])
        for one in stats["by_player"]:
            self.check(one, players[one["game"], one["players"], one["player"]])
            best = max(
                turn.get("points", 0)
                for record in records
                if is_complete(record) and (game_of(record), len(record["players"])) == (one["game"], one["players"])
                for turn in record["turns"]
                if record["players"][turn["seat"]]["name"] == one["player"]
            )
            self.assertEqual(one["best"], best)

    def test_the_table_and_the_plots_show_the_same(self):
        lines = "".join(compact(record) + "\n" for record in golden_records("connect") + golden_records("base"))
        picture = self.folder / "plots.svg"
        result = run("stats", "--svg", picture, stdin=lines)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        stats = json.loads(run("stats", "-", "--json", stdin=lines).stdout)
        for one in stats["by_game"]:
            row = next(line for line in result.stdout.splitlines() if line.split()[:2] == [one["game"], str(one["players"])])
            self.assertIn(f"{one['points']['mean']:.1f}", row)
            self.assertIn(f"{one['sixfolds']['mean']:.2f}", row)
        svg = ET.fromstring(picture.read_text(encoding="utf-8"))
        bars = [title.text for title in svg.iter("{http://www.w3.org/2000/svg}title")][1:]
        seats = sum(one["games"] * one["players"] for one in stats["by_game"])
        games = sum(one["games"] for one in stats["by_game"])
        # Turns, Sixfolds and trades of every game, points of every player.
        self.assertEqual(sum(int(bar.rsplit(": ", 1)[1]) for bar in bars), 3 * games + seats)
        self.assertEqual(run("stats", "--svg", "-", stdin=lines).stdout, picture.read_text(encoding="utf-8"))

    def test_luck_is_that_of_the_review(self):
        records = golden_records("connect") + golden_records("select-connect")
        lines = "".join(compact(record) + "\n" for record in records)
        options = ("-", "--json", "--simulations", "50")
        reviews = list(map(json.loads, run("analyse", *options, stdin=lines).stdout.splitlines()))
        stats = json.loads(run("stats", "--luck", *options, stdin=lines).stdout)
        for one in stats["by_player"]:
            review = next(review for review in reviews if review["variant"] == one["game"])
            seat = review["players"].index(one["player"])
            acts = [act["given_up"] for act in review["acts"] if act["seat"] == seat]
            self.assertAlmostEqual(one["luck"]["mean"], review["seats"][seat]["luck"])
            self.assertAlmostEqual(one["given_up"]["mean"], sum(acts) / len(acts))
        for one, review in zip(stats["by_game"], reviews):
            sizes = [abs(seat["luck"]) for seat in review["seats"]]
            self.assertAlmostEqual(one["luck"]["mean"], sum(sizes) / len(sizes))
        self.assertNotIn("luck", json.loads(run("stats", "--json", stdin=lines).stdout)["by_player"][0])

    def test_weaknesses_are_those_of_the_reviews_and_true(self):
        out = self.folder / "games.jsonl"
        run("selfplay", "--bots", "casual,greedy", "--players", 2, "--games", 6, "--seed", 3, "--out", out)
        options = (out, "--json", "--simulations", "100")
        reviews = list(map(json.loads, run("analyse", *options).stdout.splitlines()))
        result = run("stats", "--weaknesses", *options)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        profiles = {one["player"]: one for one in json.loads(result.stdout)["weaknesses"]}
        expected = defaultdict(lambda: defaultdict(list))
        for review in reviews:
            for act in review["acts"]:
                error = act["class"] not in ("best", "good")
                self.assertEqual("weakness" in act, error)
                if not error:
                    continue
                self.assertTrue(self.is_true(act), act)
                expected[review["players"][act["seat"]]][act["weakness"]].append((review["game"], act["turn"], act["given_up"]))
        self.assertGreater(sum(len(turns) for one in expected.values() for turns in one.values()), 20)
        for player, by_code in expected.items():
            shown = profiles[player]["weaknesses"]
            self.assertEqual({one["weakness"] for one in shown}, set(by_code))
            self.assertEqual(shown, sorted(shown, key=lambda one: -one["given_up"]))
            acts = sum(act["seat"] == review["players"].index(player) for review in reviews for act in review["acts"])
            self.assertEqual(profiles[player]["acts"], acts)
            for one in shown:
                turns = by_code[one["weakness"]]
                self.assertEqual(one["count"], len(turns))
                self.assertAlmostEqual(one["given_up"], sum(turn[2] for turn in turns))
                self.assertAlmostEqual(one["average"], one["given_up"] / len(turns))
                self.assertEqual({(turn["game"], turn["turn"]) for turn in one["turns"]}, {turn[:2] for turn in turns})

    @staticmethod
    def is_true(act):
        """What the code claims, from the acts and their reasons."""
        played, best = act["played"], act["candidates"][0]
        number = lambda move, code: sum(reason["number"] for reason in move["reasons"] if reason["code"] == code)
        fives = lambda move: sum(reason["code"] == "leaves_five" and reason["number"] > 0 for reason in move["reasons"])
        return {
            "misses_six": lambda: number(best, "line_of_six") > number(played, "line_of_six"),
            "leaves_five": lambda: fives(played) > fives(best),
            "trades_too_early": lambda: "trade" in played["act"] and "place" in best["act"],
            "trades_too_late": lambda: "place" in played["act"] and "trade" in best["act"],
            "misses_points": lambda: best["points"] >= played["points"] + 2,
            "takes_points": lambda: best["points"] < played["points"],
        }.get(act["weakness"], lambda: True)()

    def test_bad_records_are_named_and_the_rest_goes_on(self):
        good = golden_records("connect")[0]
        broken = json.loads(compact(good))
        broken["turns"][4]["points"] += 1
        path = self.folder / "games.jsonl"
        path.write_text("\n".join(("{", compact(good), "", compact(broken))) + "\n", encoding="utf-8")
        result = run("stats", path, self.folder / "missing.jsonl")
        self.assertEqual(result.returncode, 2)
        errors = result.stderr.splitlines()
        self.assertRegex(errors[0], rf"^{path}:1: turn 0: json: ")
        self.assertRegex(errors[1], rf"^{path}:4: turn 5: points: ")
        self.assertRegex(errors[2], r"^sixfold: .*missing\.jsonl")
        self.assertEqual(result.stdout.splitlines()[-2:], ["1 game", "2 wrong"])
        result = run("stats", path, "--json")
        self.assertEqual(result.returncode, 1)
        stats = json.loads(result.stdout)
        self.assertEqual(stats["games"], 1)
        self.assertEqual([(bad["file"], bad["line"], bad["turn"], bad["code"]) for bad in stats["bad"]], [(str(path), 1, 0, "json"), (str(path), 4, 5, "points")])

    def test_what_cannot_be_written_is_an_error(self):
        self.assertEqual(run("stats", GOLDEN["connect"], "--svg", self.folder / "no" / "plots.svg").returncode, 2)
        self.assertEqual(run_with_full_disk("stats", GOLDEN["connect"]).returncode, 2)


if __name__ == "__main__":
    unittest.main()
