"""`sixfold photo`: photos of tables, readings and errors."""

import json
import struct
import tempfile
import unittest
import zlib
from pathlib import Path

from program import run

RED = (200, 35, 45)
BLUE = (30, 105, 205)
TILE = 48


def png(width, height, pixel, claimed=None):
    """A PNG file of the colours that pixel(x, y) gives; its header may claim another size."""
    rows = b"".join(
        b"\0" + bytes(value for x in range(width) for value in pixel(x, y)) for y in range(height)
    )

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    size = claimed or (width, height)
    header = struct.pack(">IIBBBBB", *size, 8, 2, 0, 0, 0)
    start = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
    return start + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def in_symbol(shape, u, v):
    if shape == "c":
        return u * u + v * v < 0.36**2
    if shape == "s":
        return max(abs(u), abs(v)) < 0.3
    return abs(u) + abs(v) < 0.4  # d


def table(tiles, width=340, height=200):
    """A picture of tiles, by cell: (colour, shape)."""

    def pixel(x, y):
        cell, u = divmod((x - 40) / TILE, 1)
        row, v = divmod((y - 40) / TILE, 1)
        tile = tiles.get((int(cell), int(row)))
        if not tile:
            return (190, 165, 130)
        return tile[0] if in_symbol(tile[1], u - 0.5, v - 0.5) else (28, 27, 27)

    return png(width, height, pixel)


BEFORE = {(0, 0): (RED, "c"), (1, 0): (RED, "s"), (2, 0): (RED, "d")}
AFTER = {**BEFORE, (1, 1): (BLUE, "s")}


class PhotoTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content)
        return path

    def fails(self, content, status, words, *options):
        path = self.file("bad.jpg", content)
        result = run("photo", path, *options)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.stderr, f"{path}: {words}\n")

    def test_a_table_and_a_move(self):
        before = self.file("before.png", table(BEFORE))
        after = self.file("after.png", table(AFTER))
        result = run("photo", after, "--previous", before, "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        read = json.loads(result.stdout)
        self.assertEqual(list(read)[:4], ["tiles", "placed", "points", "doubtful"])
        self.assertEqual(read["tiles"], ["Rc@0,0", "Rs@1,0", "Bs@1,1", "Rd@2,0"])
        self.assertEqual(read["placed"], ["Bs@1,1"])
        self.assertEqual(read["points"], 2)

    def test_the_opening_as_text(self):
        result = run("photo", self.file("table.png", table(BEFORE)))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("placed: Rc@0,0 Rs@1,0 Rd@2,0\npoints: 3\n", result.stdout)

    def test_more_than_one_move_has_no_points(self):
        result = run("photo", self.file("table.png", table(AFTER)), "--json")
        read = json.loads(result.stdout)
        self.assertEqual((read["placed"], read["points"]), ([], None))
        self.assertEqual(read["illegal"]["code"], "not_one_line")

    def test_the_drawing_is_a_picture(self):
        drawing = self.folder / "drawn.png"
        photo = self.file("table.png", table(BEFORE))
        self.assertEqual(run("photo", photo, "--draw", drawing).returncode, 0)
        self.assertEqual(struct.unpack(">II", drawing.read_bytes()[16:24]), (340, 200))
        # The outlines do not keep it from being read again.
        self.assertEqual(run("photo", drawing).returncode, 0)

    def test_errors_say_what_is_wrong(self):
        whole = table(BEFORE)
        self.fails(b"", 2, "the file is empty")
        self.fails(b"a cat\n", 2, "the file is neither a JPEG nor a PNG picture")
        self.fails(whole[: len(whole) // 2], 2, "the file ends too early")
        self.fails(png(1, 1, lambda x, y: (9, 9, 9)), 1, "the picture is too small to show a tile")
        self.fails(png(200, 160, lambda x, y: (x, y, 90)), 1, "no tiles found")
        huge = png(1, 1, lambda x, y: (9, 9, 9), claimed=(10000, 10000))
        self.fails(huge, 2, "the picture is too large: 10000 × 10000 pixels")
        self.fails(
            whole,
            1,
            "the board's cells cannot be told from the tiles that were found",
            "--variant",
            "connect",
        )

    def test_errors_of_the_earlier_photo_name_it(self):
        after = self.file("after.png", table(AFTER))
        bad = self.file("bad.png", b"\x89PNG\r\n\x1a\n")
        result = run("photo", after, "--previous", bad)
        self.assertEqual(result.returncode, 2)
        self.assertTrue(result.stderr.startswith(f"{bad}: "), result.stderr)

    def test_missing_files_and_games(self):
        result = run("photo", self.folder / "none.jpg")
        self.assertEqual(result.returncode, 2)
        self.assertIn("none.jpg: No such file or directory", result.stderr)
        result = run("photo", self.folder, "--variant", "base")
        self.assertEqual(result.returncode, 2)
        photo = self.file("table.png", table(BEFORE))
        result = run("photo", photo, "--variant", "chess")
        self.assertEqual(result.returncode, 2)
        self.assertIn("--variant: there is no game named chess", result.stderr)


if __name__ == "__main__":
    unittest.main()
