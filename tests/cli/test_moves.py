"""sixfold moves: placements of positions on standard input."""

import json
import resource
import unittest

from program import compact, run, run_with_full_disk

BASE = '{"variant":"base","tiles":["Rc@0,0","Rs@1,0"],"hand":["Rd","Gc"]}'
BASE_ANSWER = (
    '{"placements":[{"place":["Rd@-1,0"],"points":3},{"place":["Rd@2,0"],"points":3},'
    '{"place":["Gc@0,-1"],"points":2},{"place":["Gc@0,1"],"points":2},'
    '{"place":["Rd@0,-1"],"points":2},{"place":["Rd@0,1"],"points":2},'
    '{"place":["Rd@1,-1"],"points":2},{"place":["Rd@1,1"],"points":2}]}\n'
)


class MovesTest(unittest.TestCase):
    def answer(self, position):
        result = run("moves", stdin=compact(position) + "\n")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return json.loads(result.stdout)["placements"]

    def error(self, line):
        result = run("moves", stdin=line)
        self.assertEqual((result.returncode, result.stderr), (1, ""))
        return json.loads(result.stdout)["error"]

    def test_lists_placements_by_points_then_by_text(self):
        result = run("moves", stdin=BASE + "\n")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, BASE_ANSWER, ""))

    def test_answers_each_line_in_order_with_or_without_a_last_line_end(self):
        other = '{"variant":"base","tiles":["Rc@0,0"],"hand":["Bx"]}'
        for ending in ("", "\n", "\r\n"):
            result = run("moves", stdin=f"{BASE}\r\n{other}\n{BASE}{ending}")
            self.assertEqual(result.stdout, BASE_ANSWER + '{"placements":[]}\n' + BASE_ANSWER)
            self.assertEqual(result.returncode, 0)

    def test_answers_nothing_to_no_input(self):
        result = run("moves")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_tiles_of_a_placement_are_sorted_by_cell(self):
        placements = self.answer(
            {"variant": "base", "tiles": ["Rc@0,0"], "hand": ["Rs", "Rd", "Rl", "Rx", "Rt"]}
        )
        for placement in placements:
            cells = [tuple(map(int, tile[3:].split(","))) for tile in placement["place"]]
            self.assertEqual(cells, sorted(cells))
        keys = [(-p["points"], compact(p)) for p in placements]
        self.assertEqual(keys, sorted(keys))
        texts = [compact(p["place"]) for p in placements]
        self.assertEqual(len(texts), len(set(texts)))

    def test_points_follow_the_numbers_not_the_digits(self):
        placements = self.answer(
            {"variant": "base", "tiles": ["Rc@0,0", "Rs@1,0", "Rd@2,0"], "hand": ["Rl", "Rx", "Rt"]}
        )
        points = [p["points"] for p in placements]
        self.assertEqual(points, sorted(points, reverse=True))
        self.assertEqual(points[0], 12)
        self.assertLess(points[-1], 10)

    def test_openings_go_from_the_origin_to_the_right_and_have_the_size_of_the_largest_set(self):
        placements = self.answer({"variant": "base", "tiles": [], "hand": ["Rc", "Rs", "Gd"]})
        self.assertEqual(
            [p["place"] for p in placements], [["Rc@0,0", "Rs@1,0"], ["Rs@0,0", "Rc@1,0"]]
        )
        free = self.answer(
            {
                "variant": "base",
                "tiles": [],
                "hand": ["Rc", "Rs", "Gd"],
                "options": {"opening": "youngest"},
            }
        )
        self.assertEqual(len(free), 5)

    def test_boards_bound_the_table_and_their_numbers_score(self):
        board = {"size": [6, 6], "stars": [], "starts": [], "bonus": [["1,0", 9]]}
        placements = self.answer(
            {"variant": "connect", "tiles": ["Rc@0,0"], "hand": ["Rs"], "board": board}
        )
        self.assertEqual(
            placements,
            [{"place": ["Rs@1,0"], "points": 11}, {"place": ["Rs@0,1"], "points": 2}],
        )

    def test_a_barred_tile_does_not_go_back(self):
        position = {"variant": "select", "tiles": ["Rc@7,7"], "hand": ["Rs"]}
        self.assertEqual(len(self.answer(position)), 4)
        self.assertEqual(len(self.answer(position | {"barred": "Rs@8,7"})), 3)
        self.assertEqual(len(self.answer(position | {"barred": "Rd@8,7"})), 4)

    def test_bad_lines_are_answered_in_place_and_the_rest_go_on(self):
        result = run("moves", stdin=f"nonsense\n{BASE}\n\n{BASE}\n")
        lines = result.stdout.splitlines(keepends=True)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr, "")
        self.assertEqual(len(lines), 4)
        self.assertEqual(json.loads(lines[0])["error"]["code"], "json")
        self.assertEqual(json.loads(lines[2])["error"]["code"], "json")
        self.assertEqual([lines[1], lines[3]], [BASE_ANSWER, BASE_ANSWER])

    def test_errors_have_a_code_and_say_where(self):
        for line, code, where in (
            ("[]", "type", ""),
            ('{"variant":"chess","tiles":[],"hand":[]}', "unknown_variant", "variant"),
            ('{"variant":"base","tiles":["Rc@0,0","Rs@0,0"],"hand":[]}', "occupied", "tiles[1]"),
            ('{"variant":"select","tiles":["Rc@16,0"],"hand":[]}', "off_board", "tiles[0]"),
            ('{"variant":"base","tiles":[],"hand":["Rc","Rq"]}', "unknown_tile", "hand[1]"),
            ('{"variant":"base","tiles":[]}', "missing", "hand"),
            ('{"variant":"base","tiles":[],"hand":[],"hand":[]}', "duplicate_key", "hand"),
            ("[" * 100000, "too_deep", ""),
            ('"' + "x" * 3_000_000 + '"', "too_long", ""),
        ):
            with self.subTest(line=line[:60]):
                error = self.error(line)
                self.assertEqual(error["code"], code)
                self.assertIn(where, error["message"])
                self.assertLess(len(error["message"]), 300)

    def test_bytes_that_are_no_text_are_an_error(self):
        for line in (b"\xff\xfe", b'{"variant":"\xc3"}', b"\x00", b'"\xed\xa0\x80"'):
            self.assertEqual(self.error(line)["code"], "json")

    def test_an_opening_anywhere_on_a_large_board_is_answered_in_bounded_memory(self):
        # Without start cells any cell may be covered: more than fifteen million placements.
        position = {
            "variant": "select",
            "tiles": [],
            "hand": ["Rc", "Rs", "Rd", "Rl", "Rx", "Rt"],
            "options": {"opening": "youngest"},
            "board": {"size": [64, 64]},
        }
        limit = 512 << 20
        result = run(
            "moves",
            stdin=compact(position),
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
        )
        self.assertIn(result.returncode, (0, 1))

    def test_what_cannot_be_written_is_an_error(self):
        result = run_with_full_disk("moves", stdin=BASE.encode())
        self.assertEqual(result.returncode, 2)
        self.assertNotEqual(result.stderr, b"")


if __name__ == "__main__":
    unittest.main()
