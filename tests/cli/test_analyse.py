"""Reviews of games and hints."""

import json
import pathlib
import tempfile
import unittest

from program import GOLDEN, compact, golden_records, run

POSITION = {
    "variant": "base",
    "tiles": ["Rc@0,0", "Rs@1,0", "Rd@2,0", "Rl@3,0", "Rx@4,0"],
    "hand": ["Rt", "Gl", "Bx", "Yt", "Oc", "Os"],
}


class AnalyseTest(unittest.TestCase):
    def test_a_review_adds_up(self):
        result = run("analyse", "--json", "--simulations", "50", GOLDEN["connect"])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        review = json.loads(result.stdout.splitlines()[0])
        self.assertTrue(review["finished"])
        for seat in review["seats"]:
            total = seat["start"] + seat["skill"] + seat["luck"]
            self.assertAlmostEqual(total, seat["result"])
            self.assertEqual(
                sum(seat["classes"].values()),
                sum(act["seat"] == review["seats"].index(seat) for act in review["acts"]),
            )

    def test_a_review_is_told_in_words(self):
        record = golden_records("base")[0]
        result = run("analyse", "-", "--simulations", "50", stdin=compact(record))
        self.assertEqual(result.returncode, 0)
        for word in ("class", "luck", "adjusted", record["players"][0]["name"][:12]):
            self.assertIn(word, result.stdout)

    def test_a_bad_record_keeps_its_place_and_the_rest_goes_on(self):
        record = golden_records("base")[0]
        lines = "{}\n" + compact(record) + "\n"
        result = run("analyse", "-", "--json", "--simulations", "20", stdin=lines)
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"^-:1: turn 0: ")
        bad, good = map(json.loads, result.stdout.splitlines())
        self.assertEqual((bad["game"], bad["error"]["turn"]), (1, 0))
        self.assertEqual((good["game"], good["finished"]), (2, True))

    def test_each_line_names_its_game(self):
        records = (golden_records("base") + golden_records("connect"))[:3]
        records[1]["id"] = "tea-time"
        lines = "".join(compact(record) + "\n" for record in records)
        result = run("analyse", "-", "--json", "--simulations", "20", "--threads", 3, stdin=lines)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        reviews = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual([review["game"] for review in reviews], [1, 2, 3])
        self.assertEqual([review.get("id") for review in reviews], [None, "tea-time", None])
        for review, record in zip(reviews, records):
            self.assertEqual(review["variant"], record["variant"])
            self.assertEqual(review["players"], [player["name"] for player in record["players"]])

    def test_threads_change_nothing(self):
        lines = "".join(compact(record) + "\n" for record in (golden_records("base") + golden_records("connect"))[:3])
        one, three = (
            run("analyse", "-", "--json", "--simulations", "20", "--threads", count, stdin=lines)
            for count in (1, 3)
        )
        self.assertEqual(one.stdout, three.stdout)

    def test_an_analysis_resumes_where_it_was_interrupted(self):
        lines = "".join(compact(record) + "\n" for record in (golden_records("base") + golden_records("connect"))[:3])
        options = ("analyse", "-", "--json", "--simulations", "20")
        whole = run(*options, stdin=lines).stdout
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "reviews.jsonl"
            first, second, _ = whole.splitlines(keepends=True)
            out.write_text(first + second[:100], encoding="utf-8")
            result = run(*options, "--out", out, "--resume", stdin=lines)
            self.assertEqual((result.returncode, result.stdout), (0, ""))
            self.assertEqual(out.read_text(encoding="utf-8"), whole)
        self.assertNotEqual(run(*options, "--resume", stdin=lines).returncode, 0)

    def test_a_missing_game_is_an_error(self):
        record = golden_records("base")[0]
        result = run("analyse", "-", "--game", 7, stdin=compact(record))
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("there is no game 7; the file has 1", result.stderr)


class HintTest(unittest.TestCase):
    def test_a_hint_finds_the_line_of_six(self):
        result = run("hint", "--json", "--simulations", "200", stdin=compact(POSITION))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        hint = json.loads(result.stdout)
        self.assertIn("Rt", hint["tiles"])
        self.assertGreaterEqual(hint["points"], 12)
        self.assertEqual(hint["why"][0], {"code": "line_of_six", "number": 1})

    def test_steps_tell_more_and_more(self):
        for steps in range(1, 5):
            result = run(
                "hint", "--simulations", "50", "--steps", steps, stdin=compact(POSITION)
            )
            self.assertEqual(len(result.stdout.splitlines()), steps)

    def test_what_cannot_be_read_is_answered_with_an_error(self):
        for bad in ("rubbish", "{}", '{"variant":"cubes","tiles":[],"hand":["Rc"]}'):
            with self.subTest(bad=bad):
                result = run("hint", stdin=bad)
                self.assertEqual(result.returncode, 1)
                self.assertIn("error", json.loads(result.stdout))


if __name__ == "__main__":
    unittest.main()
