"""The same 16 elements by two blocks of 06 and by one of 07 (chapter 05)."""
from . import traces
from .svg import Picture

COUNT = 16
BLOCK = 8
CELL = 26
LEFT = 56


def work(launch):
    """(threads that load each element, by element; by step and word of the tile: who adds to it)"""
    loads, steps = {}, []
    for block, warp in enumerate(launch["warps"]):
        phases = traces.phases(warp)
        for words in traces.accesses(phases[0], "load", "global"):
            loads.update({element: lane for lane, element in words.items()})
        for index, phase in enumerate(phases[1:-1]):
            if index == len(steps):
                steps.append({})
            for lane, word in next(traces.accesses(phase, "store", "shared")).items():
                steps[index][block * BLOCK + word] = lane
    first = min(loads)
    return {element - first: lane for element, lane in loads.items()}, steps


def cells(picture, y, label, held, count):
    picture.text(LEFT - 8, y + 13, label, "small quiet", "end")
    for at in range(count):
        x = LEFT + at * CELL + (14 if at >= BLOCK else 0)
        picture.box(x, y, CELL - 3, 17, "first" if at in held else "hatched")
    for at, thread in held.items():
        x = LEFT + at * CELL + (14 if at >= BLOCK else 0)
        picture.text(x + CELL / 2 - 1.5, y + 13, thread, "on small", "middle")


def panel(picture, top, heading, loads, steps, blocks):
    picture.text(10, top, heading, "head")
    y = top + 10
    cells(picture, y, "loads", loads, COUNT)
    for index, held in enumerate(steps):
        y += 23
        cells(picture, y, f"step {index + 1}", held, blocks * BLOCK)
    return y + 42


def draw(trace):
    run = trace("05_reduction", f"--size {COUNT} --block {BLOCK} --once", blocks="0-1", warps=0,
                kernel=r"reduce_(shared_sequential|first_add)\(")
    before, after = (work(launch) for launch in traces.traced_launches(run)[:2])
    assert len(before[0]) == len(after[0]) == COUNT
    picture = Picture(
        "05_first_add", "16 elements by two blocks of variant 06 and by one block of variant 07",
        "In variant 06 two blocks of 8 threads load an element each; then half of the threads add, "
        "a quarter, one. In variant 07 each thread of one block loads two elements and adds them at "
        "once, so the same tree of three steps is needed once, not twice.")
    y = panel(picture, 22, "06: two blocks of 8 threads, two trees", *before, 2)
    y = panel(picture, y, "07: one block of 8 threads adds as it loads, one tree", *after, 1)
    picture.legend(y - 4, [("first", "a thread loads it or adds to it: its number"),
                            ("hatched", "a word whose thread is idle")])
    return picture
