"""A bot that rolls all its cubes at its third chance to roll, and then exits for good."""

import json
import os
import subprocess
import sys

with subprocess.Popen(
    [os.environ["SIXFOLD_PROGRAM"], "bot", "--level", "greedy"],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    text=True,
    bufsize=1,
) as bot:
    chances = 0
    for line in sys.stdin:
        view = json.loads(line).get("view")
        chances += view is not None and "roll" in view["acts"]
        if chances == 3:
            if "roll" not in view["acts"]:
                os._exit(0)
            print(json.dumps({"id": json.loads(line)["id"], "act": {"roll": view["hand"]}}))
        else:
            bot.stdin.write(line)
            print(bot.stdout.readline(), end="")
        sys.stdout.flush()
