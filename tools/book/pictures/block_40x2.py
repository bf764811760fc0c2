"""Which threads of a block of 40 x 2 are in which warp (chapter 02)."""
from . import traces
from .svg import Picture

SIDE = 10.4
LEFT = 44
KINDS = ["first", "second", "third"]


def warp_of_threads(launch):
    """By thread number: (warp, lane). The kernel stores its lane at the thread's own place."""
    found = {}
    for warp in launch["warps"]:
        words = next(traces.accesses(warp["steps"], "store", "global"))
        for lane, thread in words.items():
            found[thread] = (warp["warp"], lane)
    return found


def cell(picture, x, y, kind):
    """A thread: closed above, so that letters can stand on it, apart from its neighbours below."""
    if kind == "rule":
        return picture.box(x, y, SIDE - 1.4, 22, kind)
    picture.box(x, y, SIDE, 17, kind)
    picture.box(x, y + 17, SIDE - 1.4, 5, kind)


def draw(trace):
    run = trace("02_warp_divergence", "--size 64 --rounds 1", kernel="who_am_i", launch=3)
    launch = traces.traced_launches(run)[0]
    wide, high, _ = launch["block"]
    found = warp_of_threads(launch)
    picture = Picture(
        "02_block_40x2", "The warps of a block of 40 x 2 threads",
        "Two rows of 40 threads. Warp 0 is the first 32 threads of row 0. Warp 1 is the last 8 of "
        "row 0 and the first 24 of row 1. Warp 2 is the last 16 of row 1; its other 16 lanes have "
        "no thread.")
    picture.text(10, 22, "A block of 40 x 2 threads: x first, then y, 32 at a time", "head")
    for x in (0, 31, 39):
        picture.text(LEFT + x * SIDE + SIDE / 2, 42, f"x = {x}" if x == 0 else x, "small quiet",
                     "middle")
    for y in range(high):
        picture.text(LEFT - 6, 60 + 26 * y, f"y = {y}", "small quiet", "end")
        for x in range(wide):
            cell(picture, LEFT + x * SIDE, 47 + 26 * y, KINDS[found[y * wide + x][0]])
        x = 0
        while x < wide:
            warp = found[y * wide + x][0]
            end = max(i for i in range(wide) if found[y * wide + i][0] == warp) + 1
            if end - x >= 7:
                picture.text(LEFT + (x + end) / 2 * SIDE, 61 + 26 * y, f"warp {warp}", "on small",
                             "middle")
            x = end
    top = 122
    picture.text(10, top, "The same, warp by warp, lanes 0 to 31", "head")
    for warp in launch["warps"]:
        y = top + 12 + 26 * warp["warp"]
        picture.text(LEFT + 8, y + 14, f"warp {warp['warp']}", "small", "end")
        own = {lane: thread for thread, (of, lane) in found.items() if of == warp["warp"]}
        for lane in range(32):
            kind = KINDS[warp["warp"]] if lane in own else "rule"
            cell(picture, LEFT + 16 + lane * SIDE, y, kind)
        rows = {}
        for lane, thread in sorted(own.items()):
            rows.setdefault(thread // wide, []).append((lane, thread % wide))
        for row, cells in rows.items():
            middle = LEFT + 16 + (cells[0][0] + cells[-1][0] + 1) / 2 * SIDE
            words = f"y = {row}, x = {cells[0][1]} to {cells[-1][1]}"
            if len(cells) < 10:
                words = f"y = {row}"
            picture.text(middle, y + 14, words, "on small", "middle")
            if cells[0][0] > 0:
                x = LEFT + 16 + cells[0][0] * SIDE
                picture.line(x - 0.7, y, x - 0.7, y + 22, "cut")
        if len(own) < 32:
            picture.text(LEFT + 16 + (len(own) + 32) / 2 * SIDE, y + 14, "no thread: idle",
                         "small quiet", "middle")
    return picture
