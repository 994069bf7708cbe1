"""docs/schemas describes what the program reads and writes, and nothing else."""

import copy
import functools
import json
import os
import re
import runpy
import shlex
import signal
import sys
import tempfile
import unittest
from pathlib import Path

try:
    import jsonschema
except ImportError:  # Debian's packages belong to its own Python, and another one may be first.
    sys.path.append("/usr/lib/python3/dist-packages")
    import jsonschema

from program import EDITIONS, GREETS, PROGRAM, ROOT, compact, golden_records, run
from tables import Adviser, Player, Server, new_id, plan, play_some

FOLDER = ROOT / "docs/schemas"
SCHEMAS = {path.name: json.loads(path.read_text("utf-8")) for path in FOLDER.glob("*.json")}
# Written by hand; tools/generate writes the others.
HAND_WRITTEN = ("act", "bot-protocol", "position", "record", "view")
GENERATED = runpy.run_path(str(ROOT / "tools/generate"))["FILES"]

NOTATION = (ROOT / "docs/notation.md").read_text("utf-8")
BOTS = (ROOT / "docs/bots.md").read_text("utf-8")
GONE = object()


def moved(value, file):
    """A part of a file as part of the bundle, which has every file in its `$defs`."""
    if isinstance(value, list):
        return [moved(item, file) for item in value]
    if not isinstance(value, dict):
        return value
    value = {key: moved(item, file) for key, item in value.items() if key != "$id"}
    if isinstance(value.get("$ref"), str):
        other, _, part = value["$ref"].partition("#")
        value["$ref"] = f"#/$defs/{other or file}{part}"
    return value


@functools.cache
def bundle():
    return {file: moved(schema, file) for file, schema in SCHEMAS.items()}


@functools.cache
def validator(name):
    """For a schema such as `view`, or a part of one such as `record#/$defs/board`."""
    file, _, part = name.partition("#")
    reference = f"#/$defs/{file}.schema.json{part}"
    return jsonschema.Draft202012Validator({"$ref": reference, "$defs": bundle()})


def references_in(value):
    if isinstance(value, list):
        for item in value:
            yield from references_in(item)
    elif isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        yield from references_in(list(value.values()))


def changed(document, path, value):
    """A copy with another value at this path of keys and indices, or with nothing there."""
    document = copy.deepcopy(document)
    *way, last = path
    at = document
    for key in way:
        at = at[key]
    if value is GONE:
        del at[last]
    else:
        at[last] = value
    return document


def with_unknown_members(value):
    """A copy in which every object has a member that nobody knows."""
    if isinstance(value, list):
        return [with_unknown_members(item) for item in value]
    if not isinstance(value, dict):
        return value
    known = {
        key: item if key == "unseen" else with_unknown_members(item)  # its keys are tiles
        for key, item in value.items()
    }
    return known | {"unknown": {"to": ["everybody"]}}


def records_on_page():
    """The games of base, Cubes and Select in docs/notation.md."""
    blocks = re.findall(r"<<'END'\n(.*?)^END$", NOTATION, re.MULTILINE | re.DOTALL)
    return [json.loads(block) for block in blocks]


def json_on_page(page, member):
    """The samples that have this member."""
    blocks = re.findall(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return [sample for sample in map(json.loads, blocks) if member in sample]


def board_from_rows(rows):
    """As in tests/examples: `*` is a star, S a start cell, B a black cell, a digit its number."""
    marked = [(mark, f"{x},{y}") for y, row in enumerate(rows) for x, mark in enumerate(row)]
    return {
        "size": [len(rows[0]), len(rows)],
        "stars": [cell for mark, cell in marked if mark == "*"],
        "starts": [cell for mark, cell in marked if mark == "S"],
        "bonus": [[cell, int(mark)] for mark, cell in marked if mark.isdigit()],
        "black": [cell for mark, cell in marked if mark == "B"],
    }


def position_of_example(line):
    """The decision to place, after a tile was taken."""
    example = json.loads(line)
    taken = example.get("take")
    position = {
        "variant": example["variant"],
        "tiles": [tile for tile in example["tiles"] if tile != taken],
        "hand": [tile.partition("@")[0] for tile in example["place"]],
        "barred": taken,
    }
    if "rows" in example:
        position["board"] = board_from_rows(example["rows"])
    if example.get("theme") == "star-wars":
        position["options"] = {"tie": "youngest"}
    return position


class SchemaTestCase(unittest.TestCase):
    def assert_valid(self, name, document):
        error = jsonschema.exceptions.best_match(validator(name).iter_errors(document))
        if error is not None:
            self.fail(f"{name}: {list(error.absolute_path)}: {error.message[:300]}")

    def assert_refused(self, name, document):
        if validator(name).is_valid(document):
            self.fail(f"{name} allows {compact(document)[:300]}")

    def assert_refuses_each(self, name, document, changes):
        """Returns the changed documents."""
        self.assert_valid(name, document)
        documents = [changed(document, path, value) for path, value in changes]
        for (path, value), bad in zip(changes, documents, strict=True):
            with self.subTest(path=path, value="gone" if value is GONE else value):
                self.assert_refused(name, bad)
        return documents


class SchemaFilesTest(SchemaTestCase):
    def test_every_schema_is_valid_and_has_its_name(self):
        for name, schema in SCHEMAS.items():
            with self.subTest(schema=name):
                self.assertEqual(schema["$schema"], "https://json-schema.org/draft/2020-12/schema")
                self.assertEqual(schema.get("$id", name), name)
                self.assertTrue(schema["title"])
                jsonschema.Draft202012Validator.check_schema(schema)

    def test_schemas_written_by_hand_say_what_they_are_called(self):
        for name in HAND_WRITTEN:
            self.assertIn("$id", SCHEMAS[f"{name}.schema.json"])

    def test_every_reference_leads_somewhere(self):
        for name, schema in SCHEMAS.items():
            for reference in set(references_in(schema)):
                with self.subTest(schema=name, reference=reference):
                    file, _, part = reference.partition("#")
                    at = SCHEMAS[file or name]
                    for key in filter(None, part.split("/")):
                        at = at[key]

    def test_schemas_for_messages_can_refer_to_options_and_boards(self):
        self.assert_valid("record#/$defs/options", {"opening": "youngest", "tie": "oldest"})
        self.assert_refused("record#/$defs/options", {"tie": "eldest"})
        board = {"size": [16, 16], "black": ["1,1"]}
        self.assert_valid("record#/$defs/board", board)
        self.assert_refused("record#/$defs/board", board | {"black": ["Rc@1,1"]})


class RecordSchemaTest(SchemaTestCase):
    def assert_records_valid(self, text, count):
        lines = text.splitlines()
        self.assertEqual(len(lines), count)
        for line in lines:
            self.assert_valid("record", json.loads(line))

    def selfplay(self, *arguments):
        result = run("selfplay", *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def test_games_of_every_edition_are_valid(self):
        for edition in EDITIONS:
            for players, bot, options in ((2, "greedy", ()), (3, "random", ("--fair",)),
                                          (4, "random", ("--layouts", "random"))):  # fmt: skip
                with self.subTest(edition=edition, players=players):
                    plan = ("--variant", edition, "--players", players, "--bots", bot)
                    self.assert_records_valid(self.selfplay(*plan, *options), 1)

    def test_games_that_players_leave_are_valid(self):
        games = self.selfplay("--bots", GREETS, "random", GREETS)
        self.assertIn('"reason":"resigned"', games)
        self.assert_records_valid(games, 1)

    def test_recorded_games_are_valid(self):
        for edition in EDITIONS:
            for number, record in enumerate(golden_records(edition)):
                with self.subTest(edition=edition, number=number):
                    self.assert_valid("record", record)
        for record in records_on_page():
            self.assert_valid("record", record)

    def test_unknown_members_are_allowed(self):
        fair = json.loads(self.selfplay("--bots", "random", "--players", 2, "--fair"))
        records = [with_unknown_members(record) for record in (*records_on_page(), fair)]
        for record in records:
            self.assert_valid("record", record)
        self.assert_verified("4 passed, 0 failed", records)

    def assert_verified(self, verdict, records):
        result = run("verify", "-", stdin="".join(compact(record) + "\n" for record in records))
        self.assertEqual(result.stdout.splitlines()[-1], verdict, result.stdout)

    def test_bad_records_are_refused_as_the_program_refuses_them(self):
        base, cubes, select = records_on_page()
        connect = golden_records("connect")[0]
        fair = json.loads(self.selfplay("--bots", "random", "--players", 2, "--fair"))
        bad = self.assert_refuses_each("record", base, [
            (("format",), GONE),
            (("format",), "sixfold-record/2"),
            (("variant",), GONE),
            (("variant",), "star-wars"),
            (("options",), []),
            (("options",), {"opening": "oldest"}),
            (("theme",), 1),
            (("players",), base["players"][:1]),
            (("players", 0), "Ann"),
            (("players", 0, "age"), "39"),
            (("players", 0, "age"), -1),
            (("board",), select["board"]),
            (("hands",), GONE),
            (("hands", 0, 0), "Zz"),
            (("hands", 0, 0), "rC"),
            (("hands", 0), base["hands"][0][:5]),
            (("opener",), 4),
            (("opener",), None),
            (("turns",), {}),
            (("turns", 0, "seat"), GONE),
            (("turns", 0, "points"), GONE),
            (("turns", 0, "points"), "3"),
            (("turns", 0, "place"), "Rc@0,0"),
            (("turns", 0, "place"), []),
            (("turns", 0, "place", 0), "Rc@0, 0"),
            (("turns", 0, "place", 0), "Rc@-0,0"),
            (("turns", 0, "place", 0), "Rc@00,0"),
            (("turns", 0, "place", 0), "Rc@+1,0"),
            (("turns", 0, "place", 0), "Rc@1000000001,0"),
            (("turns", 0, "draw", 0), 7),
            (("turns", 1, "trade"), 2),
            (("turns", 1, "trade"), GONE),
            (("turns", 1, "pass"), True),
            (("turns", 1), {"seat": 1, "pass": False}),
            (("turns", 4, "leave"), "bored"),
            (("turns", 4, "draw"), ["Rc"]),
            (("end", "reason"), GONE),
            (("end", "reason"), "tired"),
            (("end", "seat"), GONE),
            (("end",), {"reason": "out", "seat": 0}),
            (("end",), GONE),
            (("scores",), GONE),
            (("scores", 0), -8),
            (("winners",), GONE),
            (("winners",), [4]),
            (("fair",), {}),
        ])  # fmt: skip
        bad += self.assert_refuses_each("record", cubes, [
            (("turns", 1, "forced", 0), "Rc"),
            (("turns", 2, "roll"), ["Gx", "Yt"]),
            (("turns", 2, "roll", "cubes"), []),
            (("turns", 2, "roll", "faces"), GONE),
            (("turns", 2, "roll", "faces", 0), "Gq"),
            (("turns", 2), {"seat": 0, "leave": "timeout", "roll": cubes["turns"][2]["roll"]}),
        ])  # fmt: skip
        bad += self.assert_refuses_each("record", select, [
            (("board",), GONE),
            (("board", "size"), GONE),
            (("board", "size"), [5, 6]),
            (("board", "size"), [6, 65]),
            (("board", "size"), [6]),
            (("board", "size"), "6x6"),
            (("board", "stars"), ["2;2"]),
            (("board", "starts"), "1,1"),
            (("board", "bonus"), [["3,3", 10]]),
            (("board", "bonus"), [["3,3"]]),
            (("board", "preset"), ["Rc"]),
            (("turns", 3, "take"), "2,1"),
        ])  # fmt: skip
        bad += self.assert_refuses_each(
            "record", connect, [(("options",), {"opening": "largest-set"})]
        )
        bad += self.assert_refuses_each("record", fair, [
            (("fair", "game"), "00"),
            (("fair", "secret"), GONE),
            (("fair", "secret"), "A" * 64),
            (("fair", "seeds"), ["00"]),
            (("fair", "seeds", 0), "0"),
            (("fair", "seals"), ["00", ""]),
            (("fair", "skipped"), [0]),
            (("fair", "favoured"), 4),
        ])  # fmt: skip
        self.assert_verified(f"0 passed, {len(bad)} failed", bad)


class PositionSchemaTest(SchemaTestCase):
    def assert_answers(self, positions, member):
        """`sixfold moves` answers each with its placements, or each with an error."""
        answers = run("moves", stdin="\n".join(map(compact, positions))).stdout
        self.assertEqual(
            [list(json.loads(answer)) for answer in answers.splitlines()],
            [[member]] * len(positions),
        )

    def test_positions_of_the_examples_are_valid(self):
        lines = (ROOT / "tests/examples/examples.jsonl").read_text("utf-8").splitlines()
        positions = [position_of_example(line) for line in lines]
        for position in positions:
            self.assert_valid("position", position)
        self.assert_answers(positions, "placements")

    def test_samples_and_unknown_members_are_valid(self):
        positions = [
            *(sample for sample in json_on_page(NOTATION, "tiles") if "bag" not in sample),
            {"variant": "base", "tiles": [], "hand": [], "board": None, "barred": None},
        ]
        self.assertGreater(len(positions), 1)
        board = {"size": [16, 16], "bonus": [["5,5", 1]]}
        positions.append(with_unknown_members(positions[0] | {"board": board, "options": {}}))
        for position in positions:
            self.assert_valid("position", position)
        self.assert_answers(positions, "placements")

    def test_bad_positions_are_refused_as_the_program_refuses_them(self):
        position = {
            "variant": "select",
            "options": {"tie": "youngest"},
            "board": {"size": [16, 16], "stars": ["1,1"]},
            "tiles": ["Yc@7,7", "Ys@8,7"],
            "hand": ["Yd"],
            "barred": "Yd@9,7",
        }
        bad = self.assert_refuses_each("position", position, [
            (("variant",), GONE),
            (("variant",), "chess"),
            (("variant",), "base"),  # has no board
            (("options", "tie"), "eldest"),
            (("options",), None),
            (("board", "size"), [16]),
            (("board", "stars"), ["1,1 "]),
            (("tiles",), GONE),
            (("tiles",), "Yc@7,7"),
            (("tiles", 0), "Yc"),
            (("hand",), GONE),
            (("hand", 0), "Yz"),
            (("hand",), ["Yd"] * 19),
            (("barred",), "9,7"),
            (("barred",), False),
        ])  # fmt: skip
        bad += self.assert_refuses_each(
            "position", position | {"variant": "connect"},
            [(("options",), {"opening": "largest-set"})],
        )  # fmt: skip
        self.assert_answers(bad, "error")


class ActSchemaTest(SchemaTestCase):
    def test_each_act_is_valid(self):
        for act in (
            {"place": ["Rd@8,7", "Rl@9,7"]},
            {"trade": ["Gl"]},
            {"roll": ["Rc", "Gd"]},
            {"roll": []},
            {"take": "Yd@-3,4"},
            {"pass": True},
        ):
            with self.subTest(act=act):
                self.assert_valid("act", act)
                self.assert_valid("act", with_unknown_members(act))

    def test_bad_acts_are_refused(self):
        for act in (
            {},
            [],
            "pass",
            {"leave": "resigned"},
            {"place": "Rd@8,7"},
            {"place": ["Rd"]},
            {"place": ["Rd@8"]},
            {"place": ["Qd@8,7"]},
            {"place": ["Rd@8,7"] * 109},
            {"trade": 2},
            {"trade": ["Gl@0,0"]},
            {"roll": {"cubes": ["Rc"]}},
            {"roll": ["Rr"]},
            {"take": ["Yd@3,4"]},
            {"take": "3,4"},
            {"pass": False},
            {"pass": None},
            {"place": ["Rd@8,7"], "trade": ["Gl"]},
            {"place": ["Rd@8,7"], "trade": None},
        ):
            with self.subTest(act=act):
                self.assert_refused("act", act)


class ViewSchemaTest(SchemaTestCase):
    def test_samples_are_valid(self):
        samples = [*json_on_page(NOTATION, "bag"), *json_on_page(BOTS, "bag")]
        self.assertEqual(len(samples), 2)
        for sample in samples:
            self.assert_valid("view", sample)
            self.assert_valid("view", sample | {"seat": None, "hand": [], "acts": []})
            self.assert_valid("view", with_unknown_members(sample))

    def test_bad_views_are_refused(self):
        view = json_on_page(NOTATION, "bag")[0]
        members = [(member,) for member in view if member != "opened"]
        inner = [("board", "bonus"), ("seats", 0, "name"), ("seats", 0, "in")]
        inner += [("history", 0, member) for member in view["history"][0]]
        self.assert_refuses_each("view", view, [(path, GONE) for path in members + inner])
        self.assert_refuses_each("view", view, [
            (("variant",), "star-wars"),
            (("variant",), "cubes"),  # would count colours
            (("options",), {"tie": 1}),
            (("board", "size"), [6, "6"]),
            (("board", "stars"), [[1, 1]]),
            (("tiles", 0), "Rc"),
            (("seat",), 4),
            (("seat",), "1"),
            (("turn",), None),
            (("opened",), 1),
            (("hand", 0), "Tr"),
            (("bag",), -1),
            (("unseen", "Rz"), 1),
            (("unseen", "R"), 1),
            (("unseen", "Rc"), 0),
            (("unseen",), []),
            (("seats",), view["seats"][:1]),
            (("seats", 0, "score"), 1.5),
            (("seats", 0, "hand"), ["R"]),
            (("acts",), ["leave"]),
            (("acts",), ["place", "place"]),
            (("barred",), "1,1"),
            (("history", 0, "drew"), "2"),
            (("history", 0, "pass"), True),
            (("history", 0), {"seat": 0, "leave": "aborted"}),
            (("history", 0), {"seat": 0, "trade": 2}),
            (("history", 0, "roll"), {"cubes": ["Rc"]}),
            (("history", 0, "forced"), ["Rc"]),
        ])  # fmt: skip


class BotProtocolSchemaTest(SchemaTestCase):
    """Every line that bots receive and send in whole games."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.told, self.said = self.folder / "told", self.folder / "said"

    def overheard(self, *command):
        """A bot for --bots that runs this command and keeps every line in both directions."""
        told, said = (shlex.quote(str(path)) for path in (self.told, self.said))
        pipe = f"tee -a {told} | {shlex.join(map(str, command))} | tee -a {said}"
        return "cmd:" + pipe.replace(",", "\\,")

    def lines(self, *bots, options=()):
        """What a bot is told and what it says in one game; each line is valid."""
        result = run("selfplay", "--bots", *bots, "--budget-ms", 60_000, *options)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        told, said = (
            [json.loads(line) for line in path.read_text("utf-8").splitlines()]
            for path in (self.told, self.said)
        )
        history = []
        for message in told:
            if "view" in message:
                # Most of the history was in the last question already.
                view, before = message["view"], history
                history = view["history"]
                self.assertEqual(history[: len(before)], before)
                message = message | {"view": view | {"history": history[len(before) :]}}
            self.assert_valid("bot-protocol#/$defs/to_bot", message)
        for message in said:
            self.assert_valid("bot-protocol#/$defs/from_bot", message)
        self.told.unlink()
        self.said.unlink()
        return told, said

    def test_every_line_of_games_of_every_edition_is_valid(self):
        acts = set()
        for edition, others in zip(EDITIONS, (1, 2, 3) * 2, strict=True):
            with self.subTest(edition=edition, others=others):
                bot = self.overheard(PROGRAM, "bot", "--level", "random", "--seed", 3)
                told, said = self.lines(bot, *["random"] * others, options=("--variant", edition))
                self.assertLessEqual({"hello", "view", "end"}, set().union(*told))
                asked = [message["id"] for message in told if "view" in message]
                self.assertEqual([message["id"] for message in said if "act" in message], asked)
                acts |= set().union(*(message.get("act", {}) for message in said))
                for message in (told[0], told[-2], told[-1], said[0], said[-1]):
                    self.assert_valid("bot-protocol", message)
        self.assertLessEqual({"place", "trade", "roll", "take"}, acts)

    def test_every_line_of_the_example_is_valid(self):
        bot = self.overheard(sys.executable, "-B", ROOT / "examples/simple_bot.py")
        told, said = self.lines(bot, "greedy")
        self.assertEqual(told[0], {"hello": {"protocol": 1, "program": "sixfold"}})
        self.assertEqual(said[0], {"hello": {"protocol": 1, "name": "simple bot"}})

    def test_players_who_leave_are_valid_in_a_view(self):
        told, _ = self.lines(GREETS, self.overheard(PROGRAM, "bot"), "greedy")
        self.assertIn({"seat": 0, "leave": "resigned"}, told[-2]["view"]["history"])

    def test_errors_of_our_own_bots_are_valid(self):
        answers = run("bot", stdin='rubbish\n{}\n{"id":1,"view":{}}\n').stdout.splitlines()
        self.assertEqual(len(answers), 3)
        for answer in answers:
            self.assert_valid("bot-protocol#/$defs/from_bot", json.loads(answer))

    def question(self):
        view = json_on_page(NOTATION, "bag")[0]
        return {"id": 7, "view": view, "budget_ms": 1000}

    def test_unknown_members_are_allowed(self):
        end = {"reason": "out", "seat": 0, "bonus": 6}
        for name, message in (
            ("to_bot", {"hello": {"protocol": 1, "program": "sixfold"}}),
            ("to_bot", self.question()),
            ("to_bot", {"end": end, "scores": [97, 80]}),
            ("from_bot", {"hello": {"protocol": 1}}),
            ("from_bot", {"id": 7, "act": {"place": ["Rd@8,7"]}}),
        ):
            for part in ("", f"#/$defs/{name}"):
                self.assert_valid("bot-protocol" + part, message)
                self.assert_valid("bot-protocol" + part, with_unknown_members(message))

    def assert_lines_refused(self, part, messages):
        for message in messages:
            with self.subTest(message=compact(message)[:200]):
                self.assert_refused("bot-protocol", message)
                self.assert_refused("bot-protocol#/$defs/" + part, message)

    def test_bad_lines_to_bots_are_refused(self):
        end = {"end": {"reason": "out", "seat": 0, "bonus": 6}, "scores": [97, 80]}
        changes = [
            (("id",), GONE),
            (("id",), -1),
            (("view",), GONE),
            (("view", "acts"), []),
            (("view", "seat"), None),
            (("view", "hand"), ["Rz"]),
            (("budget_ms",), GONE),
            (("budget_ms",), 0),
        ]
        self.assert_lines_refused("to_bot", [
            {},
            [],
            "hello",
            {"hello": {}},
            {"hello": {"protocol": 2, "program": "sixfold"}},
            *(changed(self.question(), path, value) for path, value in changes),
            changed(end, ("scores",), GONE),
            changed(end, ("end", "bonus"), GONE),
            changed(end, ("end", "reason"), "aborted"),
            changed(end, ("end", "reason"), "tired"),
        ])  # fmt: skip
        self.assert_refused("bot-protocol#/$defs/to_bot", {"hello": {"protocol": 1}})
        self.assert_refused("bot-protocol#/$defs/to_bot", {"id": 7, "act": {"pass": True}})

    def test_bad_lines_from_bots_are_refused(self):
        self.assert_lines_refused("from_bot", [
            {},
            {"hello": {"name": "no version"}},
            {"hello": {"protocol": 1, "name": 5}},
            {"hello": {"protocol": "1"}},
            {"id": 7},
            {"act": {"pass": True}},
            {"id": "7", "act": {"pass": True}},
            {"id": 7, "act": {}},
            {"id": 7, "act": {"place": ["Rz@0,0"]}},
            {"id": 7, "act": {"pass": True, "trade": ["Rc"]}},
            {"error": {"message": "no code"}},
            {"error": "no"},
        ])  # fmt: skip
        self.assert_refused("bot-protocol#/$defs/from_bot", self.question())


class MessageSchemaTest(SchemaTestCase):
    """A game over a real socket, every message of which is valid."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.server = Server(Path(folder.name) / "data")
        self.addCleanup(self.server.end, signal.SIGTERM)
        self.adviser = Adviser()
        self.addCleanup(self.adviser.close)

    def player(self):
        player = Player(self.server.port)
        self.addCleanup(player.close)
        send, read = player.send, player.read

        def checked_send(message):
            self.assert_valid("client-message", message)
            send(message)

        def checked_read():
            message = read()
            self.assert_valid("server-message", message)
            return message

        player.send, player.read = checked_send, checked_read
        return player

    def test_every_message_of_a_game_is_valid(self):
        for variant in ("base", "cubes", "select-connect"):
            with self.subTest(variant):
                ann, ben = self.player(), self.player()
                game = ann.create(plan(variant, 2, lobby=True, clock={
                    "kind": "bank", "seconds": 600, "increment": 5}))
                ben.send({"lobby": {}})
                ben.read_until(lambda message: "lobby" in message)
                ann.send({"own": {}})
                self.assertEqual(
                    [table["game"] for table in
                     ann.read_until(lambda message: "own" in message)["own"]["tables"]], [game])
                ben.join(game, "Ben")
                play_some([ann, ben], self.adviser, 6)
                self.assertEqual(ann.command({"resume": {}})["error"]["code"], "not_paused")
                ann.command({"leave": {}})
                ben.wait(lambda table: table["status"] == "ended")

    def test_bad_messages_are_refused(self):
        hello = {"hello": {"protocol": 1}}
        self.assert_refuses_each("client-message", hello, [
            (("hello", "protocol"), "1"), (("hello", "protocol"), GONE), (("hello",), GONE)])
        quick = {"quick": {"id": new_id(), "name": "Ann", "variant": "base", "players": 2}}
        self.assert_refuses_each("client-message", quick, [
            (("quick", "players"), 5), (("quick", "variant"), "chess"), (("quick", "id"), "7"),
            (("quick", "theme"), "wood"), (("quick", "tempo"), "brisk")])
        ack = {"ack": {"id": new_id(), "game": new_id(), "seq": 4}}
        self.assert_refuses_each("server-message", ack, [
            (("ack", "seq"), -1), (("ack", "game"), GONE), (("ack", "id"), 7)])


class GeneratedFilesTest(unittest.TestCase):
    """What `sixfold schema` prints is in the source tree as well."""

    def test_the_folder_holds_the_schemas_and_nothing_else(self):
        expected = {f"{name}.schema.json" for name in HAND_WRITTEN}
        expected |= {path.name for path in GENERATED.values() if path.parent == FOLDER}
        self.assertEqual(set(os.listdir(FOLDER)), expected)

    def test_the_files_are_what_the_program_prints(self):
        for name, path in GENERATED.items():
            with self.subTest(file=path.name):
                result = run("schema", name)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertEqual(path.read_text("utf-8"), result.stdout)


if __name__ == "__main__":
    unittest.main()
