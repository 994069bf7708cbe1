#!/usr/bin/env python3
"""A small bot for Sixfold: makes the placement with the most points. It plays all six games."""

import json
import sys
import time

# A cell is a complex number, x to the right and y down, so that a step is an addition.
ACROSS, DOWN = 1, 1j


def read_cell(text):
    x, y = text.split(",")
    return complex(int(x), int(y))


def read_placed(text):
    tile, cell = text.split("@")
    return read_cell(cell), tile


def line_through(table, cell, step):
    """The tiles without a gap through a cell, and the empty cells at both ends."""
    tiles, ends = [table[cell]], []
    for way in (step, -step):
        at = cell + way
        while at in table:
            tiles.append(table[at])
            at += way
        ends.append(at)
    return tiles, ends


def is_proper(line):
    """Whether all are of one colour or all of one shape, without duplicates."""
    alike = len({tile[0] for tile in line}) == 1 or len({tile[1] for tile in line}) == 1
    return alike and len(set(line)) == len(line)


def is_inside(size, cell):
    """Whether a board of this size has the cell; without a board, every cell exists."""
    return size is None or (0 <= cell.real < size[0] and 0 <= cell.imag < size[1])


def points_of(table, laid, step, bonus):
    """The line along the step, and the line that crosses it at every placed tile."""
    lines = [line_through(table, laid[0][0], step)[0]]
    lines += [line_through(table, cell, DOWN if step == ACROSS else ACROSS)[0] for cell, _ in laid]
    points = sum(len(line) + 6 * (len(line) == 6) for line in lines if len(line) > 1)
    return (points or 1) + sum(bonus.get(cell, 0) for cell, _ in laid)


def first_cells(view, table):
    """The cells of which a placement covers at least one."""
    if table:
        near = {cell + way for cell in table for way in (1, -1, 1j, -1j)} - table.keys()
        return sorted(near, key=lambda cell: (cell.real, cell.imag))
    if "board" not in view:
        return [0j]
    if view["variant"] == "select" and view["board"]["starts"]:
        return [read_cell(cell) for cell in view["board"]["starts"]]
    width, height = view["board"]["size"]
    return [complex(x, y) for x in range(width) for y in range(height)]


def placements(view, deadline):
    """The points and the tiles of every legal placement, as far as time allows."""
    table = dict(map(read_placed, view["tiles"]))
    board = view.get("board", {"size": None, "bonus": []})
    bonus = {read_cell(cell): value for cell, value in board["bonus"]}
    todo, seen = [((), ACROSS), ((), DOWN)], set()
    for laid, step in todo:  # and whatever is added to it meanwhile
        if time.monotonic() > deadline:
            return
        after = table | dict(laid)
        cells = line_through(after, laid[0][0], step)[1] if laid else first_cells(view, table)
        for cell in cells:
            if not is_inside(board["size"], cell):
                continue
            for tile in sorted(set(view["hand"]) - {tile for _, tile in laid}):
                after[cell] = tile
                longer = (*laid, (cell, tile))
                lines = [line_through(after, cell, way)[0] for way in (ACROSS, DOWN)]
                if all(map(is_proper, lines)) and (step, frozenset(longer)) not in seen:
                    seen.add((step, frozenset(longer)))
                    todo.append((longer, step))
                    yield points_of(after, longer, step, bonus), longer
                del after[cell]


def choose(view, deadline):
    # If the largest set opens, the opening must be as long as possible.
    usual = "largest-set" if view["variant"] in ("base", "cubes", "select") else "youngest"
    longest = not view["opened"] and view["options"].get("opening", usual) == "largest-set"
    found = ((longest and len(laid), points, laid) for points, laid in placements(view, deadline))
    best = max(found, key=lambda worth: worth[:2], default=(0, 0, ()))[2]
    spare = list(view["hand"])
    for _, tile in best:
        spare.remove(tile)
    if "roll" in view["acts"] and spare:
        return {"roll": spare}  # the cubes that the placement does not use, so it stays possible
    if best:
        return {"place": [f"{tile}@{int(cell.real)},{int(cell.imag)}" for cell, tile in best]}
    if "trade" in view["acts"]:
        return {"trade": spare[: min(6, view["bag"])]}
    return {"pass": True}


for message in map(json.loads, sys.stdin):
    if "hello" in message:
        answer = {"hello": {"protocol": 1, "name": "simple bot"}}
    elif "view" in message:
        deadline = time.monotonic() + message["budget_ms"] / 2000  # half of the time is enough
        answer = {"id": message["id"], "act": choose(message["view"], deadline)}
    else:
        continue  # a game is over; no answer is expected
    print(json.dumps(answer), flush=True)
