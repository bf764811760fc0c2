"""Warp slots of an SM over time: which are taken by a warp, which are kept, and which are empty
(chapters 03 and 04). A simulation with made-up times, to show the kinds of gaps."""
from .svg import Picture

SLOTS = 8
LEFT, RIGHT, ROW = 74, 466, 13
START = 6  # a block that is started takes this long to get going


class Times:
    """How long warps stay: `mean` long, a third more or less."""

    def __init__(self, mean, spread):
        self.mean, self.spread, self.state = mean, spread, 12345

    def next(self):
        self.state = (self.state * 1103515245 + 12345) % 2 ** 31
        return self.mean * (1 + self.spread * (self.state / 2 ** 30 - 1))


def schedule(warps, times, start_every=0):
    """(slot, begin, end of the warp, end of its block): blocks of `warps` warps take slots that lie
    side by side; a new one begins when the block before has ended and, with `start_every`, no
    sooner after the last start."""
    free = [0.0] * (SLOTS // warps)
    started = -start_every
    while True:
        place = min(range(len(free)), key=lambda p: free[p])
        begin = max(free[place], started + start_every)
        if begin > RIGHT - LEFT:
            return
        started = begin
        ends = [begin + START + times.next() for _ in range(warps)]
        for warp, end in enumerate(ends):
            yield place * warps + warp, begin + START, end, max(ends)
        free[place] = max(ends)


def uneven(warps, time):
    """The first warp of each block works, the others end at once."""
    for slot in range(SLOTS):
        yield slot, START, START + (time if slot % warps == 0 else 8), START + time


def panel(picture, top, heading, stays):
    picture.text(10, top, heading, "")
    edge = RIGHT - LEFT
    stays = [(slot, begin, min(end, edge), min(last, edge)) for slot, begin, end, last in stays
             if begin < edge]
    y = top + 8
    for slot in range(SLOTS):
        picture.box(LEFT + 0.5, y + slot * ROW + 0.5, edge - 1, ROW - 3, "rule")
    for slot, begin, end, last in stays:
        if last - end > 1:
            picture.box(LEFT + end, y + slot * ROW, last - end - 1, ROW - 2, "hatched")
    for slot, begin, end, _ in stays:
        picture.box(LEFT + begin, y + slot * ROW, end - begin - 1, ROW - 2, "first")
    picture.text(LEFT - 8, y + 10, "slot 0", "small quiet", "end")
    picture.text(LEFT - 8, y + (SLOTS - 1) * ROW + 10, f"slot {SLOTS - 1}", "small quiet", "end")
    return y + SLOTS * ROW + 24


def whole(name, title, description, panels):
    picture = Picture(name, title, description)
    picture.text(10, 20, title, "head")
    y = 46
    for heading, stays in panels:
        y = panel(picture, y, heading, stays)
    picture.text(LEFT, y - 8, "time", "small quiet")
    picture.line(LEFT + 26, y - 12, LEFT + 100, y - 12, "arrow", end=True)
    picture.legend(y + 12, [("first", "a warp is resident"),
                             ("hatched", "the warp has ended, its block has not"),
                            ("rule", "empty")])
    return picture


def draw(_):
    return [
        whole("03_gaps", "Eight warp slots of an SM, three kernels",
              "With short-lived blocks there is a gap before each block; with long-lived blocks "
              "all slots are taken all the time; with uneven blocks one warp of four works and "
              "the slots of the other three are kept for nothing.",
              [("once: blocks of 4 warps that live for one element",
                schedule(4, Times(34, 0.3), start_every=36)),
               ("strided: blocks that stay until all is done",
                schedule(4, Times(RIGHT, 0))),
               ("uneven: the first warp of a block does the work of all", uneven(4, RIGHT))]),
        whole("04_gaps", "Large blocks and small ones in the same slots",
              "Warps take different times. In blocks of 4 warps the slots of a block are free "
              "only when its slowest warp has ended, so many slots are kept. In blocks of 1 warp "
              "each slot is taken again as soon as its own warp has ended.",
              [("blocks of 4 warps", schedule(4, Times(50, 0.6))),
               ("blocks of 1 warp", schedule(1, Times(50, 0.6)))]),
    ]
