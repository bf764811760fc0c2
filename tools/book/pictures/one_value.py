"""From a sum per block to one value: five ways, block by block (chapter 06)."""
from .svg import Picture

TIMES = [150, 170, 140, 185]  # of the blocks; what follows is not to scale either
LEFT, ROW, HIGH = 64, 17, 12
SHORT, ADDS, PAUSE = 9, 34, 46


class Way:
    """The rows of one way, as (row, from, to, kind)."""

    def __init__(self, title):
        self.title, self.bars, self.lines, self.extra = title, [], [], None
        for block, time in enumerate(TIMES):
            self.bars.append((block, 0, time, "first"))

    def bar(self, row, begin, length, kind):
        self.bars.append((row, begin, begin + length, kind))
        return begin + length


def ways():
    end = max(TIMES)
    host = Way("host: copies the sums of the blocks, and adds them")
    host.extra = "host"
    host.bar(4, host.bar(4, end, PAUSE * 2, "hatched"), ADDS, "rows-third")
    two = Way("18 two launches: a second kernel of one block adds them")
    two.lines.append(end + 4)
    two.bar(0, two.bar(0, end + 8, PAUSE, "hatched"), ADDS, "rows-third")
    atomic = Way("19 atomic: each block adds its sum to one word")
    last = Way("20 last block: each block counts itself; the last one adds them")
    sync = Way("21 grid sync: all wait for each other, then block 0 adds them")
    for block, time in enumerate(TIMES):
        atomic.bar(block, time, SHORT, "second")
        after = last.bar(block, time, SHORT, "second")
        if time == end:
            last.bar(block, after, ADDS, "rows-third")
        sync.bar(block, time, end + 12 - time, "hatched")
    sync.lines.append(end + 14)
    sync.bar(0, end + 18, ADDS, "rows-third")
    return [host, two, atomic, last, sync]


def panel(picture, top, way):
    picture.text(10, top, way.title, "head")
    y = top + 10
    rows = len(TIMES) + (way.extra is not None)
    for row in range(rows):
        name = way.extra if row == len(TIMES) else f"block {row}"
        picture.text(LEFT - 8, y + row * ROW + 10, name, "small quiet", "end")
    for kind in ("first", "hatched", "second", "rows-third"):
        for row, begin, end, of in way.bars:
            if of == kind:
                picture.box(LEFT + begin, y + row * ROW, end - begin, HIGH, kind)
    for x in way.lines:
        picture.line(LEFT + x, y - 4, LEFT + x, y + len(TIMES) * ROW, "arrow")
    return y + rows * ROW + 24


def draw(_):
    picture = Picture(
        "06_one_value", "Five ways from a sum for each block to one value",
        "Four blocks that end at different times. The host adds their sums after a copy. In 18 a "
        "second launch begins when all have ended. In 19 each block ends with one atomic addition. "
        "In 20 each block counts itself, and the one that ends last adds all sums. In 21 all "
        "blocks wait at a barrier for the slowest, then block 0 adds the sums.")
    y = 20
    for way in ways():
        y = panel(picture, y, way)
    picture.legend(y - 6, [("first", "sums its elements"), ("second", "an atomic"),
                           ("rows-third", "adds the sums")])
    picture.legend(y + 12, [("hatched", "waits: for a copy, a launch or other blocks")])
    picture.text(10, y + 32, "Time runs from left to right; not to scale.", "small quiet")
    return picture
