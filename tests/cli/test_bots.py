"""External bots: the protocol that `sixfold bot` speaks, and what happens to bots that break it."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from program import EDITIONS, GREETS, LONG, PROGRAM, run

BOTS = Path(__file__).resolve().parent / "bots"
HELLO = '{"hello":{"protocol":1,"program":"sixfold"}}\n'
VIEW = {
    "variant": "base", "options": {}, "tiles": [], "seat": 0, "turn": 0, "opened": False,
    "hand": ["Rc", "Rs", "Rd", "Gl", "Bx", "Yt"], "bag": 96, "unseen": {},
    "seats": [{"name": "a", "score": 0, "held": 6, "discs": 0, "in": True},
              {"name": "b", "score": 0, "held": 6, "discs": 0, "in": True}],
    "acts": ["place"], "barred": None, "history": [],
}  # fmt: skip


def question(number, **changes):
    return json.dumps({"id": number, "view": VIEW | changes, "budget_ms": 100}) + "\n"


def bot_command(script, *arguments):
    """A `cmd:` bot for --bots; the program may be anywhere."""
    return "cmd:" + " ".join(
        f"'{word}'" for word in (sys.executable, "-B", BOTS / script, *arguments)
    )


def processes_marked(mark):
    """The processes with this text among their arguments."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (folder / "cmdline").read_text() and int(folder.name) != os.getpid():
                found.append(int(folder.name))
        except OSError:
            continue  # already gone
    return found


class BotCommandTest(unittest.TestCase):
    """sixfold bot, line by line."""

    def talk(self, *lines, arguments=("--level", "greedy"), status=0):
        result = run("bot", *arguments, stdin="".join(lines))
        self.assertEqual((result.returncode, result.stderr), (status, ""))
        return [json.loads(line) for line in result.stdout.splitlines()]

    def test_greets_with_its_name(self):
        self.assertEqual(self.talk(HELLO), [{"hello": {"protocol": 1, "name": "greedy"}}])
        answers = self.talk(HELLO, arguments=("--level", "random"))
        self.assertEqual(answers[0]["hello"]["name"], "random")

    def test_answers_questions_under_their_ids(self):
        answers = self.talk(HELLO, question(3), question(9, hand=["Gc"]))
        self.assertEqual([answer.get("id") for answer in answers], [None, 3, 9])
        self.assertEqual(len(answers[1]["act"]["place"]), 3)  # the largest set
        self.assertEqual(answers[2]["act"], {"place": ["Gc@0,0"]})

    def test_says_nothing_at_the_end_of_a_game(self):
        end = '{"end":{"reason":"out","seat":0,"bonus":6},"scores":[9,3]}\n'
        self.assertEqual(len(self.talk(HELLO, end, question(1), end)), 2)

    def test_answers_bad_lines_with_an_error_and_goes_on(self):
        answers = self.talk("rubbish\n", "{}\n", question(1, hand=["Zz"]), question(2), status=1)
        codes = [answer.get("error", {}).get("code") for answer in answers]
        self.assertEqual(codes, ["json", "message", "unknown_tile", None])

    def test_answers_as_soon_as_a_line_is_there(self):
        with subprocess.Popen(
            [PROGRAM, "bot"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        ) as bot:
            for number in range(3):
                bot.stdin.write(question(number))
                self.assertEqual(json.loads(bot.stdout.readline())["id"], number)
            bot.stdin.close()
            self.assertEqual(bot.wait(timeout=10), 0)

    def test_answers_the_same_with_the_same_seed(self):
        table = {"tiles": ["Rc@0,0"], "opened": True, "acts": ["place", "trade"]}
        questions = [question(number, **table) for number in range(20)]
        first = self.talk(*questions, arguments=("--level", "random", "--seed", 7))
        self.assertEqual(
            self.talk(*questions, arguments=("--level", "random", "--seed", 7)), first
        )
        self.assertNotEqual(
            self.talk(*questions, arguments=("--level", "random", "--seed", 8)), first
        )

    def test_refuses_other_levels(self):
        for level in ("nobody", "cmd:true", "greedy:fast"):
            result = run("bot", "--level", level)
            self.assertEqual(result.returncode, 2, level)
            self.assertIn("--level", result.stderr)

    def test_refuses_a_line_without_end(self):
        self.assertEqual(run("bot", stdin="x" * (2 << 20)).returncode, 2)


class BotTestCase(unittest.TestCase):
    def setUp(self):
        self.mark = "mark-" + uuid.uuid4().hex
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.environment = os.environ | {"SIXFOLD_PROGRAM": PROGRAM}

    def figures(self, *bots, options=(), pairs=1):
        result = run(
            "arena", "--bots", *bots, "--pairs", pairs, "--json", *options, env=self.environment
        )
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def assert_nobody_is_left(self):
        deadline = time.monotonic() + 5
        while processes_marked(self.mark) and time.monotonic() < deadline:
            time.sleep(0.02)  # killed, but not yet gone
        self.assertEqual(processes_marked(self.mark), [])

    def arena(self, *bots, options=(), pairs=1):
        """The arena's figures; whatever its bots do, it ends and leaves no process behind."""
        figures = self.figures(*bots, options=options, pairs=pairs)
        self.assert_nobody_is_left()
        return figures


class MisbehavingBotTest(BotTestCase):
    def misbehaving(self, kind):
        return bot_command("misbehaving.py", kind, self.mark)

    def assert_loses(self, kind, reason):
        self.assert_command_loses(self.misbehaving(kind), reason)

    def assert_command_loses(self, bad, reason):
        """The bot loses every game for this reason, and the good one wins."""
        self.assert_lost(self.arena(bad, "greedy"), bad, reason)

    def assert_lost(self, figures, bad, reason):
        self.assertEqual(figures["games"], 2)
        self.assertEqual([bot["win_rate"] for bot in figures["bots"]], [0, 1])
        self.assertEqual([bot["forfeits"] for bot in figures["bots"]], [2, 0])
        self.assertEqual([forfeit["bot"] for forfeit in figures["forfeits"]], [bad, bad])
        for forfeit in figures["forfeits"]:
            self.assertRegex(forfeit["reason"], reason)

    def test_a_bot_that_cannot_begin_is_an_error_before_the_first_game(self):
        bad = {
            f"cmd:/nowhere/{self.mark} 2>/dev/null": "crashed",
            self.misbehaving("exit-at-once"): "crashed",
            self.misbehaving("rubbish-hello"): "rubbish",
            self.misbehaving("other-protocol"): "rubbish",
        }
        if LONG:
            bad[self.misbehaving("hang-at-hello")] = "timeout"  # ten seconds each time
        for bot, reason in bad.items():
            for command in ("arena", "selfplay"):
                with self.subTest(bot=bot, command=command):
                    result = run(command, "--bots", "greedy", bot, env=self.environment)
                    self.assertEqual((result.returncode, result.stdout), (2, ""))
                    self.assertIn(f"{bot} fails before the first game: {reason}", result.stderr)
        self.assert_nobody_is_left()

    def test_a_bot_that_ends_after_its_greeting_loses(self):
        self.assert_command_loses(GREETS, "crashed")

    def test_a_bot_that_crashes_in_mid_game_loses(self):
        self.assert_loses("crash-midgame", "crashed")

    def test_a_bot_that_is_killed_in_mid_game_loses(self):
        self.assert_loses("killed-midgame", "crashed")

    def test_bots_that_only_the_clock_can_stop_lose(self):
        kinds = {
            "hang-at-move": "timeout",
            "leaves-child": "timeout",  # killed together with it
            # The shell that runs the command may still hold these open.
            "closes-output": "crashed|timeout",
            "closes-input": "crashed|timeout",
        }
        bots = [bot_command("misbehaving.py", kind, self.mark) for kind in kinds]
        with ThreadPoolExecutor(len(kinds)) as arenas:
            results = arenas.map(
                lambda bad: self.figures(bad, "greedy", options=("--budget-ms", 20)), bots
            )
        for kind, bad, figures in zip(kinds, bots, results, strict=True):
            with self.subTest(kind=kind):
                self.assert_lost(figures, bad, kinds[kind])
        self.assert_nobody_is_left()

    def test_a_bot_that_answers_rubbish_loses(self):
        self.assert_loses("rubbish", "rubbish")

    def test_a_bot_that_names_no_act_loses(self):
        self.assert_loses("no-act", "rubbish")

    def test_a_bot_that_answers_another_question_loses(self):
        self.assert_loses("wrong-id", "rubbish: not the answer to the question asked")

    def test_a_bot_that_answers_twice_loses(self):
        self.assert_loses("twice", "rubbish: not the answer to the question asked")

    def test_a_bot_that_never_ends_its_line_loses(self):
        self.assert_loses("endless", "rubbish: too long")

    def test_a_bot_with_an_illegal_placement_loses(self):
        self.assert_loses("illegal", "occupied")

    def test_a_bot_with_an_act_that_is_not_open_loses(self):
        self.assert_loses("not-open", "act_not_open")

    def assert_plays(self, kind):
        good = bot_command("misbehaving.py", kind, self.mark)
        figures = self.arena(good, "random")
        self.assertEqual(figures["forfeits"], [])
        self.assertEqual(figures["bots"][0]["win_rate"], 1)

    def test_a_bot_that_ignores_the_end_of_its_input_is_ended(self):
        self.assert_plays("ignores-end")

    def test_a_bot_that_floods_standard_error_may_do_so(self):
        self.assert_plays("noisy")

    def test_a_bot_that_crashed_is_started_again_for_the_next_game(self):
        once = bot_command("misbehaving.py", "crash-once", self.folder / self.mark)
        figures = self.arena(once, "random")
        self.assertEqual([forfeit["reason"] for forfeit in figures["forfeits"]], ["crashed"])
        self.assertEqual(figures["bots"][0]["win_rate"], 0.5)

    def test_the_others_play_on_at_a_larger_table(self):
        for edition in ("base", "cubes", "select"):
            bad = bot_command("misbehaving.py", "crash-midgame", self.mark)
            options = ("--players", 3, "--variant", edition)
            figures = self.arena(bad, "greedy", options=options)
            self.assertEqual(figures["games"], 3)
            self.assertEqual(len(figures["forfeits"]), 3)
            self.assertEqual(figures["bots"][0]["win_rate"], 0)
            self.assertGreater(figures["bots"][1]["points"], 60)

    def test_two_bad_bots_end_a_game_as_well(self):
        bots = [bot_command("misbehaving.py", kind, self.mark) for kind in ("rubbish", "twice")]
        figures = self.arena(*bots)
        self.assertEqual(sum(bot["win_rate"] for bot in figures["bots"]), 1)
        self.assertEqual(len(figures["forfeits"]), 2)  # the remaining player has won

    def test_people_are_told_as_well(self):
        result = run("arena", "--bots", self.misbehaving("illegal"), "greedy", "--pairs", 1,
                     env=self.environment)
        told = [line for line in result.stdout.splitlines() if " lost game " in line]
        self.assertEqual(len(told), 2)
        for game, line in enumerate(told, 1):
            self.assertRegex(line, f"lost game {game} of set 1: occupied in turn .*[{{]\"place\":")

    def test_a_forfeit_says_where_and_of_what_view(self):
        for kind, key in (("illegal", "act"), ("rubbish", "said")):
            figures = self.figures(self.misbehaving(kind), "greedy", options=("--seed", 7), pairs=2)
            places = [(one["seed"], one["set"], one["game"]) for one in figures["forfeits"]]
            self.assertEqual(places, [(7, 1, 1), (7, 1, 2), (7, 2, 1), (7, 2, 2)])
            for one in figures["forfeits"]:
                self.assertEqual(one["view"]["seat"], one["seat"])
                self.assertTrue(one[key])

    def test_what_a_bot_saw_in_games_that_it_lost_is_kept(self):
        folder = self.folder / "trace"
        for kind, forfeit in (("noisy", None), ("rubbish", "rubbish: ")):
            figures = self.figures(
                self.misbehaving(kind), "skilled",
                options=("--trace", folder, "--out", self.folder / "games.jsonl"), pairs=3,
            )  # fmt: skip
            records = (self.folder / "games.jsonl").read_text()
            games = [json.loads(line) for line in records.splitlines()]
            self.assertEqual(len(games), figures["games"])
            self.assertEqual(run("verify", "-", stdin=records).stdout, "6 passed, 0 failed\n")
            lost = [
                f"set-{i // 2 + 1}-game-{i % 2 + 1}-seat-{i % 2}.jsonl"
                for i, game in enumerate(games)
                if i % 2 not in game["winners"]
            ]
            self.assertEqual(sorted(path.name for path in folder.iterdir()), lost)
            for path in folder.iterdir():
                *asked, end = [json.loads(line) for line in path.read_text().splitlines()]
                self.assertTrue(all("hand" in line["view"] for line in asked))
                self.assertEqual([("act" in line) for line in asked[:-1]], [True] * (len(asked) - 1))
                self.assertEqual(len(end["scores"]), 2)
                self.assertTrue(end.get("forfeit", "").startswith(forfeit or ""))
                self.assertEqual("forfeit" in end, forfeit is not None)
            again = run("arena", "--bots", "greedy,random", "--trace", folder)
            self.assertEqual(again.returncode, 2)
            self.assertIn(f"--trace: {folder} is not empty", again.stderr)
            shutil.rmtree(folder)

    def test_a_record_shows_who_left_and_verifies(self):
        for kind, left in (("crash-midgame", "resigned"), ("hang-at-move", "timeout")):
            bad = bot_command("misbehaving.py", kind, self.mark)
            records = run(
                "selfplay", "--bots", bad, "greedy", "--games", 1, "--budget-ms", 20,
                env=self.environment,
            ).stdout  # fmt: skip
            self.assertEqual(json.loads(records)["end"]["reason"], left)
            self.assertEqual(run("verify", "-", stdin=records).stdout, "1 passed, 0 failed\n")

    def test_no_zombies_gather_while_bots_crash(self):
        with subprocess.Popen(
            [PROGRAM, "arena", "--bots", GREETS, "random", "--pairs", "100", "--threads", "2"],
            stdout=subprocess.DEVNULL,
            env=self.environment,
        ) as arena:
            most = 0
            while arena.poll() is None:
                most = max(most, self.zombies_of(arena.pid))
                time.sleep(0.01)
        self.assertEqual(arena.returncode, 0)
        self.assertLessEqual(most, 2)  # one in each thread, about to be reaped

    @staticmethod
    def zombies_of(parent):
        count = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                state, owner = stat.read_text().rpartition(")")[2].split()[:2]
            except OSError:
                continue
            count += state == "Z" and int(owner) == parent
        return count


class RecordingBotTest(BotTestCase):
    """What bots are told in whole games."""

    def told(self, *options, pairs=1):
        path = self.folder / self.mark
        self.arena(bot_command("recording.py", path), "greedy", options=options, pairs=pairs)
        return [json.loads(line) for line in path.read_text().splitlines()]

    def test_one_process_plays_game_after_game(self):
        messages = self.told(pairs=3)
        self.assertEqual([m for m in messages if "hello" in m], messages[:1])
        self.assertEqual(messages[0], json.loads(HELLO))
        self.assertEqual(len([m for m in messages if "end" in m]), 6)
        numbers = [m["id"] for m in messages if "view" in m]
        self.assertEqual(numbers, sorted(set(numbers)))

    def test_every_game_ends_with_its_end_and_scores(self):
        last = self.told()[-1]
        self.assertIn(last["end"]["reason"], ("out", "dead", "stalled"))
        self.assertEqual(len(last["scores"]), 2)

    def test_the_budget_is_told(self):
        budgets = {m["budget_ms"] for m in self.told("--budget-ms", 777) if "view" in m}
        self.assertEqual(budgets, {777})

    def test_a_bot_in_several_seats_is_several_processes(self):
        messages = self.told("--players", 3)  # the recording bot once, then the good one twice
        self.assertEqual(len([m for m in messages if "hello" in m]), 1)
        path = self.folder / self.mark
        path.unlink()
        self.arena("greedy", bot_command("recording.py", path), options=("--players", 3))
        messages = [json.loads(line) for line in path.read_text().splitlines()]
        self.assertEqual(len([m for m in messages if "hello" in m]), 2)

    def test_questions_of_every_edition_have_something_to_choose(self):
        for edition in EDITIONS:
            with self.subTest(edition=edition):
                for message in self.told("--variant", edition):
                    if "view" in message:
                        view = message["view"]
                        self.assertEqual(view["seat"], view["turn"])
                        self.assertTrue(view["acts"])
                        self.assertNotEqual(view["acts"], ["pass"])  # that one is automatic
                (self.folder / self.mark).unlink()


if __name__ == "__main__":
    unittest.main()
