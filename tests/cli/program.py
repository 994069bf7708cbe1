"""Runs the program under test: SIXFOLD_PROGRAM, or the release build."""

import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SIXFOLD_PROGRAM", str(ROOT / "build/release/sixfold"))

EDITIONS = ("base", "star-wars", "cubes", "select", "connect", "select-connect")
# A bot that ends as soon as it has greeted.
GREETS = r"""cmd:read line; printf '{"hello":{"protocol":1\054"name":"x"}}\n'"""
# Whether to run the long tests too.
LONG = os.environ.get("SIXFOLD_LONG") == "1"
GOLDEN = {edition: ROOT / f"tests/golden/{edition}.jsonl" for edition in EDITIONS}


def run(*arguments, stdin=b"", timeout=120, **options):
    """The finished process; its output is text, its input text or bytes."""
    if isinstance(stdin, str):
        stdin = stdin.encode()
    result = subprocess.run(
        [PROGRAM, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        timeout=timeout,
        check=False,
        **options,
    )
    result.stdout = result.stdout.decode()
    result.stderr = result.stderr.decode()
    return result


def run_with_full_disk(*arguments, stdin=b""):
    """The finished process, which could write nothing; its errors are bytes."""
    with open("/dev/full", "wb") as full:
        return subprocess.run(
            [PROGRAM, *map(str, arguments)],
            input=stdin,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )


def golden_records(edition):
    return [json.loads(line) for line in GOLDEN[edition].read_text().splitlines()]


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
