"""Whole games over real sockets against a real server process."""

import json
import unittest

from tables import new_id, plan, play_on
from test_serve import ServerTest

VARIANTS = ("base", "cubes", "select", "connect", "select-connect")


class GamesTest(ServerTest):
    def test_people_play_every_variant(self):
        adviser = self.adviser()
        for number, variant in enumerate(VARIANTS):
            with self.subTest(variant):
                people = [self.player() for _ in range(2 + number % 3)]
                game = people[0].create(plan(variant, len(people)))
                spectator = self.player()
                spectator.watch(game)
                for person, name in zip(people[1:], ("Ben", "Cas", "Dee")):
                    self.assertIn("ack", person.join(game, name))
                play_on(people, adviser)
                spectator.wait(lambda table: table["status"] == "ended")
                self.assertIsNone(spectator.table["you"])
                self.assertEqual(spectator.table["winners"], people[0].table["winners"])
                self.assertEqual(
                    spectator.table["view"]["history"], people[0].table["view"]["history"]
                )

    def test_people_and_bots_play_every_variant(self):
        adviser = self.adviser()
        for variant in VARIANTS:
            with self.subTest(variant):
                ann, ben = self.player(), self.player()
                game = ann.create(plan(variant, 2, 2))
                ben.join(game, "Ben")
                play_on([ann, ben], adviser)
                self.assertTrue(ann.ended())
                self.assertIn("winners", ann.table)

    def test_the_star_wars_edition_is_a_theme_with_a_rule(self):
        ann = self.player()
        ann.create(plan("base", 1, 1, theme="star-wars", options={"tie": "youngest"}, opener=0))
        self.assertEqual(ann.table["theme"], "star-wars")
        self.assertEqual(ann.table["plan"]["options"], {"tie": "youngest"})

    def test_a_custom_board_is_played_on(self):
        board = {"size": [8, 6], "stars": ["1,1"], "starts": ["4,3"], "bonus": []}
        ann = self.player()
        ann.create(plan("select", 1, 1, board=board))
        play_on([ann], self.adviser())
        self.assertTrue(ann.ended())
        self.assertEqual(ann.table["view"]["board"]["size"], [8, 6])

    def test_a_reconnect_in_mid_turn_finds_the_turn_as_it_was(self):
        ann = self.player()
        game = ann.create(plan("cubes", 1, 1))
        # The opening is made with the cubes as they are.
        while "roll" not in ann.wait(lambda table: ann.at_turn())["view"]["acts"]:
            play_on([ann], self.adviser(), 1)
        cubes = ann.table["view"]["hand"][:2]
        self.assertIn("ack", ann.command({"act": {"roll": cubes}}))
        ann.wait(lambda table: "roll" not in table["view"]["acts"])
        before = ann.table
        ann.close()
        again = self.player(ann.cookie)
        again.watch(game)
        for same in ("seq", "you", "view"):
            self.assertEqual(again.table[same], before[same])
        play_on([again], self.adviser())
        self.assertTrue(again.ended())

    def test_two_tabs_of_one_player_are_one_player(self):
        adviser = self.adviser()
        tab = self.player()
        game = tab.create(plan("base", 1, 1))
        other = self.player(tab.cookie)
        other.watch(game)
        self.assertEqual(other.table["you"], 0)
        for player in (tab, other, tab):
            tab.wait(lambda table: table["view"]["turn"] == 0)
            other.wait(lambda table: table["seq"] >= tab.table["seq"])
            self.assertEqual(player.table["view"]["hand"], tab.table["view"]["hand"])
            answer = player.command({"act": adviser.act(player.table["view"])})
            self.assertIn("ack", answer)
            for each in (tab, other):
                each.wait(lambda table: table["seq"] >= answer["ack"]["seq"])

    def test_one_of_two_tabs_is_too_late(self):
        adviser = self.adviser()
        tab = self.player()
        game = tab.create(plan("base", 1, 1))
        tab.wait(lambda table: table["view"]["turn"] == 0)
        other = self.player(tab.cookie)
        other.watch(game)
        act = {"act": adviser.act(tab.table["view"])}
        answers = []
        for player in (tab, other):
            player.send(player.command_message(act))
        for player in (tab, other):
            answers.append(player.read_until(lambda m: "ack" in m or "error" in m))
        self.assertEqual(sorted("ack" in answer for answer in answers), [False, True])
        refused = next(answer["error"] for answer in answers if "error" in answer)
        self.assertEqual(refused["code"], "stale")
        self.assertEqual(refused["missed"][0]["type"], "move-made")

    def test_commands_sent_twice_or_out_of_order_happen_once(self):
        adviser = self.adviser()
        ann = self.player()
        ann.create(plan("base", 1, 1))
        ann.wait(lambda table: table["view"]["turn"] == 0)
        for _ in range(5):
            first = ann.command_message({"act": adviser.act(ann.table["view"])})
            # The next command overtakes the first: it names a seq that does not exist yet.
            early = json.loads(json.dumps(first))
            early["command"]["id"] = new_id()
            early["command"]["seq"] += 3
            ann.send(early)
            ann.send(first)
            ann.send(first)
            self.assertEqual(ann.answer_to(early["command"]["id"])["error"]["code"], "stale")
            one = ann.answer_to(first["command"]["id"])
            two = ann.answer_to(first["command"]["id"])
            self.assertEqual(one, two)
            ann.wait(
                lambda table: table["seq"] > one["ack"]["seq"] and table["view"]["turn"] == 0
                or table["status"] == "ended"
            )
        own = [turn for turn in ann.table["view"]["history"] if turn["seat"] == 0]
        self.assertEqual(len(own), 5)

    def test_a_game_of_four_goes_on_when_one_leaves(self):
        adviser = self.adviser()
        people = [self.player() for _ in range(4)]
        game = people[0].create(plan("base", 4))
        for person, name in zip(people[1:], ("Ben", "Cas", "Dee")):
            person.join(game, name)
        play_on(people, adviser, 9)
        latest = max(person.table["seq"] for person in people)
        people[2].wait(lambda table: table["seq"] >= latest)
        self.assertIn("ack", people[2].command({"leave": {}}))
        rest = people[:2] + people[3:]
        for person in rest:
            person.wait(lambda table: not table["view"]["seats"][2]["in"])
        play_on(rest, adviser)
        self.assertTrue(people[0].ended())
        self.assertNotIn(2, people[0].table["winners"])

    def test_rubbish_is_answered_with_an_error_and_loses_nothing(self):
        ann = self.player()
        ann.create(plan("base", 1, 1))
        for rubbish in (
            [], {}, {"create": 1}, {"command": {"id": "x"}}, {"watch": {"game": 1}},
            {"quick": {"id": new_id(), "name": "A", "variant": "chess", "players": 2}},
            {"create": {"id": new_id(), "name": "", "plan": plan("base", 2)}},
        ):
            ann.send(rubbish)
            error = ann.read_until(lambda m: "error" in m)["error"]
            self.assertTrue(error["code"], rubbish)
        play_on([ann], self.adviser(), 3)


class ClockTest(ServerTest):
    def test_time_runs_out_for_the_seat_at_turn(self):
        ann, ben = self.player(), self.player()
        game = ann.create(plan("base", 2, clock={"kind": "per-move", "seconds": 1}))
        ben.join(game, "Ben")
        ben.wait(lambda table: table["status"] == "ended")
        self.assertEqual(ben.table["end"]["reason"], "timeout")


class GraceTest(ServerTest):
    options = ("--grace", "0")

    def test_the_others_let_a_bot_play_and_the_player_comes_back(self):
        adviser = self.adviser()
        ann, ben = self.player(), self.player()
        game = ann.create(plan("connect", 2))
        ben.join(game, "Ben")
        ben.close()
        ann.wait(lambda table: table["status"] == "running" and table["seats"][1]["away"])
        self.assertIn("ack", ann.command({"let-bot-play": {"seat": 1}}))
        ann.wait(lambda table: table["seats"][1].get("bot"))
        play_on([ann], adviser, 3)
        ann.wait(lambda table: table["view"]["turn"] == 0)
        back = self.player(ben.cookie)
        back.watch(game)
        self.assertEqual(back.table["you"], 1)
        answer = back.command({"return": {}})
        for player in (ann, back):
            player.wait(lambda table: table["seq"] >= answer["ack"]["seq"])
        play_on([ann, back], adviser)
        self.assertTrue(ann.ended())


if __name__ == "__main__":
    unittest.main()
