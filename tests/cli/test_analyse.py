"""Reviews of games and hints."""

import json
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

    def test_a_bad_record_is_named_and_the_rest_goes_on(self):
        record = golden_records("base")[0]
        lines = "{}\n" + compact(record) + "\n"
        result = run("analyse", "-", "--json", "--simulations", "20", stdin=lines)
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"^-:1: turn 0: ")
        self.assertEqual(len(result.stdout.splitlines()), 1)


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
