"""Two ways to launch the next level: a child for each block, or one wide child (chapter 07)."""
from . import traces
from .svg import Picture

THREAD = 9       # from one thread to the next
BLOCK = 84       # from one block to the next
LEVEL = 46
LEFTS = [26, 272]


def adding(launch):
    """By block: the threads that store, of a block of one warp."""
    result = {}
    for warp in launch["warps"]:
        lanes = {lane for step in warp["steps"] if step["kind"] == "store"
                 for lane in traces.lanes(step["active"])}
        result[warp["block"][0]] = lanes
    return result


def levels(launches):
    """The grids of each level, those of one level with the place of their first block."""
    placed = {launch["launch"]: launch for launch in launches}
    for launch in launches:
        parent = placed.get(launch["by"]["launch"]) if launch["by"] else None
        launch["level"] = parent["level"] + 1 if parent else 0
        launch["place"] = parent["place"] + launch["by"]["block"][0] if parent else 0
    return launches


def panel(picture, left, heading, launches):
    threads = work = 0
    picture.text(left - 16, 44, heading, "")
    for launch in levels(launches):
        y = 66 + launch["level"] * LEVEL
        blocks, wide = launch["grid"][0], launch["block"][0]
        x = left + launch["place"] * BLOCK
        if launch["by"]:
            picture.line(x + 3.5, y - LEVEL + 13, x + 3.5, y - 7, "arrow", end=True)
        at_work = adding(launch)
        for kind, busy in (("first", True), ("edge", False)):
            for block in range(blocks):
                for thread in range(wide):
                    if (thread in at_work[block]) == busy:
                        inset = 0 if busy else 0.5
                        picture.box(x + block * BLOCK + thread * THREAD + inset, y + inset,
                                    THREAD - 2 - 2 * inset, 11 - 2 * inset, kind)
        picture.box(x - 5, y - 5, (blocks - 1) * BLOCK + wide * THREAD + 8, 21, "rule")
        threads += blocks * wide
        work += sum(len(lanes) for lanes in at_work.values())
    children = sum(1 for launch in launches if launch["by"])
    bottom = 66 + (1 + max(launch["level"] for launch in launches)) * LEVEL
    picture.text(left - 16, bottom - 10, f"{children} launches by kernels", "small")
    picture.text(left - 16, bottom + 4, f"{threads} threads, of which {work} add", "small")
    return bottom + 4


def draw(trace):
    run = trace("07_dynamic_parallelism", "--size 16 --block 8 --side 64",
                kernel="reduce_(tail_per_block|grid_per_level)", launch="1-40")
    launches = traces.traced_launches(run)
    per_block = [one for one in launches if "tail_per_block" in one["kernel"]]
    per_level = [one for one in launches if "grid_per_level" in one["kernel"]]
    picture = Picture(
        "07_children", "Two tiles of 8 elements, summed by kernels that launch the next level",
        "In 01 each of two blocks launches a grid of one block of half the threads for the next "
        "level, and half of the threads of every block do nothing. In 04 one thread launches one "
        "grid of two blocks for each level, with as many threads as add.")
    picture.text(10, 20, "A child for each block, or one wide child", "head")
    bottom = max(panel(picture, LEFTS[0], "01: each block launches", per_block),
                 panel(picture, LEFTS[1], "04: one thread of the grid launches", per_level))
    picture.legend(bottom + 24, [("first", "adds"), ("edge", "has nothing to do"),
                                 ("rule", "a grid")])
    return picture
