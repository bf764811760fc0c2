"""One scheduler, and warps that wait for their own results (the machine)."""
from .svg import Picture

LATENCY = 4     # cycles from an instruction to its result: an FMA of an H200
CYCLES = 24
CELL = 15
LEFT = 100


def issued(warps):
    """By cycle: the warp whose instruction the scheduler issues, or None. Each instruction needs
    the result of the one before; of those that can go on the one that waited longest is taken."""
    ready, order, result = [0] * warps, list(range(warps)), []
    for cycle in range(CYCLES):
        able = [warp for warp in order if ready[warp] <= cycle]
        taken = able[0] if able else None
        if taken is not None:
            ready[taken] = cycle + LATENCY
            order.remove(taken)
            order.append(taken)
        result.append(taken)
    return result


def panel(picture, top, warps):
    order = issued(warps)
    busy = sum(1 for warp in order if warp is not None)
    picture.text(10, top, f"{warps} warp{'s' if warps > 1 else ''}: the scheduler issues in "
                          f"{busy} of {CYCLES} cycles", "")
    for warp in range(warps):
        y = top + 10 + warp * 17
        picture.text(10, y + 11, f"warp {warp}", "small")
        first = order.index(warp)
        for kind, wanted in (("hatched", False), ("first", True)):
            for cycle in range(first, CYCLES):
                if (order[cycle] == warp) == wanted:
                    picture.box(LEFT + cycle * CELL, y, CELL - 2, 13, kind)
    y = top + 14 + warps * 17
    picture.text(10, y + 11, "scheduler", "small")
    for kind, wanted in (("first", True), ("edge", False)):
        for cycle, warp in enumerate(order):
            if (warp is not None) == wanted:
                inset = 0 if wanted else 0.5
                picture.box(LEFT + cycle * CELL + inset, y + inset, CELL - 2 - 2 * inset,
                            13 - 2 * inset, kind)
    return y + 40


def draw(_):
    picture = Picture(
        "machine_waiting", "A warp's wait, filled by other warps",
        "Each instruction of a warp needs the result of the one before, four cycles later. With one "
        "warp the scheduler issues in one cycle of four; with two in every second one; with four it "
        "issues in every cycle, though each warp waits as long as before.")
    picture.text(10, 20, "A warp's wait, filled by other warps", "head")
    bottom = 46
    for warps in (1, 2, 4):
        bottom = panel(picture, bottom, warps)
    picture.text(LEFT, bottom - 16, "cycles", "small quiet")
    picture.line(LEFT + 38, bottom - 20, LEFT + 110, bottom - 20, "arrow", end=True)
    picture.legend(bottom + 4, [("first", "issues an instruction"), ("hatched", "waits for its result"),
                                ("edge", "nothing to issue")])
    return picture
