"""A program in a real terminal: tmux, with keys sent and the screen read."""

import itertools
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from program import PROGRAM

numbers = itertools.count()


class Terminal:
    """One window of its own tmux server."""

    def __init__(self, *arguments, columns=80, rows=24, term="tmux-256color", **environment):
        self.socket = f"sixfold-test-{os.getpid()}-{next(numbers)}"
        variables = {"LC_ALL": "C.UTF-8", "TERM": term, **environment}
        settings = [f"{name}={value}" for name, value in variables.items()]
        self.ended = Path(tempfile.mkdtemp(prefix="sixfold-terminal-")) / "status"
        program = ["env", "-u", "NO_COLOR", *settings, PROGRAM, *map(str, arguments)]
        command = f"{shlex.join(program)}; echo $? > {self.ended}"
        self.tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), command,
            ";", "set", "-g", "remain-on-exit", "on",
        )

    def tmux(self, *arguments):
        clean = {key: value for key, value in os.environ.items() if key != "TMUX"}
        result = subprocess.run(
            ["tmux", "-L", self.socket, *arguments],
            capture_output=True, text=True, check=True, env={**clean, "LC_ALL": "C.UTF-8"},
        )
        return result.stdout

    def keys(self, *keys):
        """Sends keys by tmux's names: `Enter`, `Tab`, `h`, `1`."""
        self.tmux("send-keys", *keys)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def click(self, row, column):
        """Presses and releases the mouse button, as a terminal reports it."""
        where = chr(33 + column) + chr(33 + row)
        self.type(f"\x1b[M {where}\x1b[M#{where}")

    def text(self):
        return self.tmux("capture-pane", "-p")

    def last_words(self):
        """The output of a program that has ended; tmux has scrolled it up by then."""
        return self.tmux("capture-pane", "-p", "-S", "-10")

    def coloured(self):
        return self.tmux("capture-pane", "-p", "-e")

    def wait_for(self, wanted, seconds=30):
        """The screen as soon as it contains `wanted` (a text) or satisfies it (a predicate)."""
        holds = wanted if callable(wanted) else lambda screen: wanted in screen
        end = time.monotonic() + seconds
        while True:
            screen = self.text()
            if holds(screen) and self.rests_at(screen):
                return screen
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain for {wanted!r}:\n{self.last_words()}")
            time.sleep(0.01)

    def rests_at(self, screen):
        """Whether nothing more is being drawn, including further effects of a key."""
        time.sleep(0.04)
        return self.text() == screen

    def changed(self, before, seconds=30):
        """The screen once it has changed."""
        return self.wait_for(lambda screen: screen != before, seconds)

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def kill(self):
        """Kills the program, as if the machine went down."""
        shell = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        child = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()[0]
        os.kill(int(child), signal.SIGKILL)
        self.status()
        self.close()

    def status(self, seconds=30):
        """Waits for the program to end and returns its exit status."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.ended.exists() and (status := self.ended.read_text()):
                return int(status)
            time.sleep(0.02)
        raise AssertionError(f"still running:\n{self.text()}")

    def close(self):
        subprocess.run(["tmux", "-L", self.socket, "kill-server"], capture_output=True, check=False)
        shutil.rmtree(self.ended.parent, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def over(screen):
    return "Result" in screen


def own_turn(screen):
    return "Your turn" in screen


class Keyboard:
    """Plays using only the keyboard and what the screen shows."""

    def __init__(self, terminal):
        self.terminal = terminal
        self.turns = 0
        self.by_hand = 0
        self.acts = set()

    def play(self, most_turns=1000):
        """Plays until the game is over or for this many turns; returns the last screen."""
        while True:
            screen = self.terminal.wait_for(
                lambda screen: over(screen) or own_turn(screen) or "I am " in screen
            )
            if over(screen) or self.turns >= most_turns:
                return screen
            if "I am " in screen:
                self.terminal.keys("Enter")
                self.terminal.changed(screen)
                continue
            self.turn(screen)
            self.turns += 1

    def turn(self, screen):
        if "pass." in screen and "Nothing can be placed" in screen:
            self.acts.add("pass")
            self.press(screen, "x")
        elif self.turns % 2 == 1 or not self.lay_by_hand(screen):
            self.follow_hint(self.terminal.text())

    def press(self, before, *keys):
        self.terminal.keys(*keys)
        return self.terminal.changed(before)

    def lay_by_hand(self, screen):
        """Places a tile by its number at the cursor; returns whether it was played."""
        # Tiles may lie there from before the program was killed.
        while "··" in screen:
            screen = self.press(screen, "BSpace")
        for number in "123456":
            chosen = self.press(screen, number)
            laid = self.press(chosen, "Enter")
            if "Total" in laid and "Not allowed" not in laid and "Start with" not in laid:
                self.press(laid, "Enter")
                self.acts.add("place")
                self.by_hand += 1
                return True
            # Takes the tile back, or lets go of it if it was not laid.
            screen = self.press(laid, "BSpace")
        return False

    def follow_hint(self, screen):
        self.terminal.keys("h")
        self.terminal.wait_for("h for more")
        self.terminal.keys("h", "h", "h", "h")
        ready = self.terminal.wait_for(
            lambda screen: "This move" in screen or "Your choice" in screen or "Nothing fits." in screen
        )
        choice = ready.partition("Your choice")[2]
        for act, word in (("trade", "to trade"), ("roll", "roll again"), ("take", "disc")):
            if word in choice:
                self.acts.add(act)
        self.press(ready, "Enter")
