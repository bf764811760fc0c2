"""Sectors between a block and global memory, step by step (chapter 05, variants 03 and 04)."""
from . import traces
from .svg import Picture

LEFT = 86
WIDE = 180  # of the longest bar
HIGH = 11


def sectors(launch):
    """By phase between barriers: sectors that the block's warps load and store."""
    result = []
    for warp in launch["warps"]:
        for index, steps in enumerate(traces.phases(warp)):
            if index == len(result):
                result.append(0)
            for kind in ("load", "store"):
                for words in traces.accesses(steps, kind, "global"):
                    result[index] += len({word // 8 for word in words.values()})
    return result


def draw(trace):
    run = trace("05_reduction", "--size 512 --block 512 --once", blocks=0, warps="0-15",
                steps=2000, kernel=r"reduce_(interleaved|shared_neighbored)\(")
    in_place, shared = (sectors(launch) for launch in traces.traced_launches(run)[:2])
    in_place = [0, *in_place]  # it loads nothing ahead of its first step
    rows = ["load", *(f"step {n}" for n in range(1, len(in_place) - 1)), "result"]
    shared[-1:] = [0] * (len(in_place) - len(shared)) + shared[-1:]
    picture = Picture(
        "05_traffic", "Sectors between a block and global memory in variants 03 and 04",
        f"A bar for each step of a block of 512 threads. Variant 03 moves {in_place[1]}, "
        f"{in_place[2]}, {in_place[3]} and so on, {sum(in_place)} in all. Variant 04 loads "
        f"{shared[0]} before its first step, moves none in the steps, and stores 1 at the end.")
    picture.text(10, 22, "Sectors that a block moves from and to global memory", "head")
    for x, heading, bars in ((LEFT, "03 interleaved", in_place),
                             (LEFT + WIDE + 20, "04 shared neighbored", shared)):
        picture.text(x, 44, f"{heading}: {sum(bars)}", "head")
        for index, count in enumerate(bars):
            y = 54 + index * (HIGH + 4)
            width = count * (WIDE - 30) / max(in_place)
            if count:
                picture.box(x, y, width, HIGH, "first")
            picture.text(x + width + 4, y + 9.5, count, "small")
    for index, row in enumerate(rows):
        picture.text(LEFT - 8, 54 + index * (HIGH + 4) + 9.5, row, "small quiet", "end")
    return picture
