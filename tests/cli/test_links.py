"""What a server says about links to its pages, in which frames they may be, and pictures of games."""

import html
import json
import re
import struct
import tempfile
import unittest
import zlib
from pathlib import Path

from tables import new_id, plan, play_on
from test_serve import ServerTest

TEXTS = {
    "en": {"app.name": "Sixfold", "app.tagline": "Six games.", "app.locale": "en-GB",
           "daily.title": "Game of the day", "link.daily": "The same bag.",
           "link.ended": "{game}: replay it.", "link.review": "{game}: judged.",
           "link.waiting": "{game}: sit down.", "link.running": "{game}: watch.",
           "game.base.name": "Classic", "bot.greedy.name": "Greedy"},
    "de": {"app.name": "Sixfold", "app.tagline": "Sechs Spiele.", "link.ended": "{game}: nachspielen.",
           "game.base.name": "Klassisch"},
}
HOSTILE = '"><script>alert(1)</script>&\''
BROWSER = {"Accept": "text/html,*/*;q=0.8"}


def pixels(png):
    """The size of a PNG file and its rows, still filtered."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed = 8, b""
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            size = struct.unpack(">II", data[:8])
        if kind == b"IDAT":
            packed += data
        at += 12 + length
    return size, zlib.decompress(packed)


class LinksTest(ServerTest):
    def setUp(self):
        self.web = tempfile.TemporaryDirectory()
        self.addCleanup(self.web.cleanup)
        folder = Path(self.web.name)
        (folder / "index.html").write_text("<head><title>Sixfold</title></head><p>the app")
        (folder / "embed.html").write_text("<head><title>Sixfold</title></head><p>embedded")
        (folder / "link-texts.json").write_text(json.dumps(TEXTS))
        (folder / "addresses.txt").write_text(
            "/\n/account\n/daily\n/embed/g/*\n/g/*\n/review/*\n/t/*\n")
        self.options = ("--web", self.web.name, "--public-url", "https://play.example/")
        super().setUp()

    def page(self, path, **headers):
        status, answer, body = self.server.get(path, headers={**BROWSER, **headers})
        return status, answer, body.decode()

    def tags(self, path, **headers):
        text = self.page(path, **headers)[2]
        found = re.findall(r'<meta (?:property|name)="([^"]*)" content="([^"]*)" />', text)
        return {name: html.unescape(value) for name, value in found}

    def ended(self, name="Ann"):
        player = self.player()
        game = player.create(plan("base", 1, 1), name)
        play_on([player], self.adviser())
        return player, game

    def test_a_finished_game(self):
        player, game = self.ended(HOSTILE)
        points = [seat["score"] for seat in player.table["view"]["seats"]]
        title = f"{HOSTILE} {points[0]} – Greedy {points[1]}"
        for path, text, address in ((f"/g/{game}", "Classic: replay it.", f"/g/{game}"),
                                    (f"/g/{game}?turn=3", "Classic: replay it.", f"/g/{game}"),
                                    (f"/embed/g/{game}", "Classic: replay it.", f"/g/{game}"),
                                    (f"/review/{game}", "Classic: judged.", f"/review/{game}"),
                                    (f"/t/{game}", "Classic: replay it.", f"/g/{game}")):
            with self.subTest(path):
                tags = self.tags(path)
                self.assertEqual(tags["og:title"], title)
                self.assertEqual(tags["og:description"], text)
                self.assertEqual(tags["og:url"], f"https://play.example{address}")
                self.assertEqual(tags["og:image"],
                                 f"https://play.example/api/games/{game}/picture")
                body = self.page(path)[2]
                self.assertNotIn("<script", body)
                self.assertEqual(html.unescape(re.search("<title>(.*)</title>", body)[1]), title)
        german = self.page(f"/g/{game}", **{"Accept-Language": "fr, de-CH;q=0.9, en;q=0.8"})
        self.assertIn("Klassisch: nachspielen.", german[2])
        self.assertEqual(german[1]["Vary"], "Accept-Language")
        again = self.page(f"/g/{game}", **{"If-None-Match": self.page(f"/g/{game}")[1]["ETag"]})
        self.assertEqual((again[0], again[2]), (304, ""))

    def test_games_that_are_not_over(self):
        ann, ben = self.player(), self.player()
        game = ann.create(plan("base", 2), HOSTILE)
        code = ann.table["code"]
        nothing = self.tags("/")
        self.assertEqual(nothing["og:title"], "Sixfold")
        self.assertEqual(nothing["og:image"], "https://play.example/preview.png")
        for _ in range(2):
            for path in (f"/g/{game}", f"/review/{game}", f"/embed/g/{game}"):
                self.assertEqual(self.tags(path), nothing, path)
            for path in (f"/t/{code}", f"/t/{code.lower()}", f"/t/{game}"):
                tags = self.tags(path)
                self.assertTrue(tags["og:title"].startswith(HOSTILE), path)
                self.assertEqual(tags["og:image"], nothing["og:image"])
                self.assertEqual(tags["og:url"], f"https://play.example/t/{code}")
            self.assertEqual(self.server.get(f"/api/games/{game}/picture")[0], 409)
            ben.join(game, "Ben")
            ann.wait(lambda table: table["status"] == "running")
        self.assertEqual(self.tags(f"/t/{code}")["og:description"], "Classic: watch.")

    def test_there_is_nothing_to_tell(self):
        nothing = self.tags("/")
        for path in (f"/g/{new_id()}", "/g/rubbish", "/t/ZZZZZZ", "/t/%22%3E%3Cscript%3E", "/account",
                     "/g/%00", "/g/%ff"):
            self.assertEqual(self.tags(path), nothing, path)
        self.assertEqual(self.tags("/daily")["og:title"], "Game of the day")

    def test_guesses_of_codes_are_slowed_down(self):
        player = self.player()
        player.create(plan("base", 2))
        code = player.table["code"]
        self.assertIn("/t/", self.tags(f"/t/{code}")["og:url"])
        for i in range(40):
            self.page(f"/t/ZZZZ{i:02}")
        self.assertNotIn("/t/", self.tags(f"/t/{code}")["og:url"])
        self.assertEqual(self.server.get(f"/api/codes/{code}")[0], 429)

    def test_only_the_embedded_page_may_be_framed(self):
        _, game = self.ended()
        anywhere = []
        for path in ("/", "/account", f"/g/{game}", f"/review/{game}", f"/t/{game}", "/daily",
                     "/nowhere", "/embed", "/embed/", "/embed/g", f"/embed/{game}", "/embed.html",
                     "/index.html", f"/embed/g/{game}/more", f"/x/embed/g/{game}",
                     f"//embed/g/{game}", f"/embed/g/{game}", "/embed/g/rubbish",
                     f"/api/games/{game}/record", f"/api/games/{game}/picture", "/healthz"):
            answer = self.page_headers(path)
            policy = answer["Content-Security-Policy"]
            if policy.endswith("frame-ancestors *"):
                anywhere.append(path)
            else:
                self.assertTrue(policy.endswith("frame-ancestors 'none'"), path)
            self.assertNotIn("Set-Cookie", answer, path)
        self.assertEqual(anywhere, [f"/embed/g/{game}", "/embed/g/rubbish"])
        self.assertIn("<p>embedded", self.page(f"/embed/g/{game}")[2])
        self.assertIn("<p>the app", self.page(f"/g/{game}")[2])
        self.assertNotIn("<p>embedded", self.page(f"/embed/g/{game}/more")[2])

    def page_headers(self, path):
        return self.server.get(path, headers=BROWSER)[1]

    def test_the_picture_of_a_finished_game(self):
        _, game = self.ended()
        status, headers, first = self.server.get(f"/api/games/{game}/picture")
        self.assertEqual((status, headers["Content-Type"]), (200, "image/png"))
        self.assertEqual(headers["Cache-Control"], "public, max-age=86400")
        self.assertEqual(headers["Cross-Origin-Resource-Policy"], "cross-origin")
        size, rows = pixels(first)
        self.assertEqual(size, (1200, 630))
        self.assertGreater(len(set(rows)), 20, "there is something on it")
        self.assertEqual(self.server.get(f"/api/games/{game}/picture")[2], first)
        self.assertEqual(self.server.get("/api/games/rubbish/picture")[0], 404)
        # Somebody who wants very many has to wait.
        statuses = [self.server.get(f"/api/games/{new_id()}/picture")[0] for _ in range(80)]
        self.assertIn(429, statuses)
        self.assertEqual(self.server.get("/healthz")[0], 200)


if __name__ == "__main__":
    unittest.main()
