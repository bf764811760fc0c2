"""Loads in flight: one warp, four warps, and one warp with four loads (chapter 03)."""
from .svg import Picture

LEFT, RIGHT = 74, 466
LOAD, ISSUE = 84, 7   # how long a load takes in the picture, and how long its issue


def loads(warps, each):
    """(warp, row of the picture, when it begins) of all loads that end in the picture."""
    for warp in range(warps):
        begin = LEFT + warp * ISSUE
        while begin + LOAD + (each - 1) * ISSUE <= RIGHT:
            for load in range(each):
                yield warp, warp * each + load, begin + load * ISSUE
            begin += LOAD + each * ISSUE


def panel(picture, top, heading, warps, each):
    picture.text(10, top, heading, "")
    for kind in ("first", "hatched"):
        for _, row, begin in loads(warps, each):
            y = top + 9 + row * 15
            if kind == "first":
                picture.box(begin, y, ISSUE - 1, 11, kind)
            else:
                picture.box(begin + ISSUE, y, LOAD - ISSUE - 2, 11, kind)
    for warp in range(warps):
        picture.text(LEFT - 8, top + 18 + warp * each * 15, f"warp {warp}", "small quiet", "end")
    return top + 9 + warps * each * 15 + 24


def draw(_):
    picture = Picture(
        "03_in_flight", "Loads in flight",
        "One warp that waits for each load before the next has one load in flight. Four such warps "
        "have four. One warp that issues four loads before it needs the first has four as well.")
    picture.text(10, 20, "Two ways to more loads in flight", "head")
    y = 46
    for heading, warps, each in (("1 warp, 1 load at a time: 1 in flight", 1, 1),
                                 ("4 warps, 1 load at a time: 4 in flight", 4, 1),
                                 ("1 warp, 4 independent loads: 4 in flight", 1, 4)):
        y = panel(picture, y, heading, warps, each)
    picture.text(LEFT, y - 8, "time", "small quiet")
    picture.line(LEFT + 26, y - 12, LEFT + 100, y - 12, "arrow", end=True)
    picture.legend(y + 12, [("first", "issues a load"), ("hatched", "the load is in flight")])
    return picture
