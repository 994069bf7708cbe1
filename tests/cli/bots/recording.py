"""A good bot that writes down what it is told: recording.py FILE"""

import os
import subprocess
import sys

with subprocess.Popen(
    [os.environ["SIXFOLD_PROGRAM"], "bot", "--level", "random"], stdin=subprocess.PIPE
) as bot, open(sys.argv[1], "ab") as record:
    for line in sys.stdin.buffer:
        record.write(line)
        record.flush()
        bot.stdin.write(line)
        bot.stdin.flush()
    bot.stdin.close()
