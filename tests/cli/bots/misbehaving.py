"""A bot that plays well until it does not: misbehaving.py KIND [MARK...]

It lets `sixfold bot` (SIXFOLD_PROGRAM) play for it and misbehaves in the way named by KIND. Further
arguments are ignored; a test can find the process by them.
"""

import json
import os
import signal
import subprocess
import sys
import time

KIND = sys.argv[1]
MEGABYTE = 1 << 20


def player():
    """Asks a good bot and returns its answer."""
    bot = subprocess.Popen(
        [os.environ["SIXFOLD_PROGRAM"], "bot", "--level", "greedy"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )

    def ask(line):
        bot.stdin.write(line)
        return bot.stdout.readline() if '"end"' not in line[:8] else ""

    return ask


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def hang():
    while True:
        time.sleep(1000)


def spoiled_move(question, answer, count):
    """What to say instead of the answer to the count-th question; None to say nothing."""
    view = question["view"]
    number = question["id"]
    if KIND == "rubbish":
        return "this is not JSON\n"
    if KIND == "no-act":
        return json.dumps({"id": number, "act": {}}) + "\n"
    if KIND == "wrong-id":
        return answer.replace(f'"id":{number}', f'"id":{number + 1}')
    if KIND == "illegal":
        tile = view["hand"][0]
        return json.dumps({"id": number, "act": {"place": [tile + "@0,0", tile + "@0,0"]}}) + "\n"
    if KIND == "not-open":
        return json.dumps({"id": number, "act": {"pass": True}}) + "\n"
    if KIND == "twice":
        return answer + answer
    if KIND == "crash-midgame" and count == 4:
        os._exit(3)
    if KIND == "killed-midgame" and count == 4:
        os.kill(os.getpid(), signal.SIGSEGV)
    if KIND == "crash-once" and not os.path.exists(sys.argv[2]):
        with open(sys.argv[2], "w", encoding="utf-8"):
            os._exit(1)
    if KIND == "hang-at-move":
        hang()
    if KIND == "leaves-child":
        # A child that keeps the output open, as if an answer could still come.
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)", *sys.argv[2:]])
        os._exit(0)
    if KIND == "closes-output":
        os.close(1)
        hang()
    if KIND == "closes-input":
        os.close(0)
        say(answer)
        hang()
    if KIND == "endless":
        for _ in range(3):
            say("x" * MEGABYTE)
        hang()
    if KIND == "noisy":
        sys.stderr.write("noise " * 20000)
        sys.stderr.flush()
    return answer


def main():
    if KIND == "exit-at-once":
        return
    if KIND == "hang-at-hello":
        hang()
    ask = player()
    count = 0
    for line in sys.stdin:
        answer = ask(line)
        question = json.loads(line)
        if "hello" in question:
            if KIND == "rubbish-hello":
                answer = "good day\n"
            if KIND == "other-protocol":
                answer = '{"hello":{"protocol":99}}\n'
        elif "view" in question:
            count += 1
            answer = spoiled_move(question, answer, count)
        say(answer)
    if KIND == "ignores-end":
        hang()


main()
