"""Threads beyond the stride change what those below it read (chapter 07)."""
from .svg import Picture

STRIDE, WIDE, LEFT = 4, 34, 60
SHOWN = ((1, "first"), (5, "second"))  # a thread below the stride, and one beyond it


def middle(i):
    return LEFT + i * WIDE + (WIDE - 4) / 2


def draw(_):
    picture = Picture(
        "07_beyond", "Two threads of a step with stride 4, launched with eight threads",
        "Thread 1 adds element 5 to element 1. Thread 5, which should not exist, adds element 9, of "
        "the next tile, to element 5. Whether thread 1 reads element 5 before or after that decides "
        "the sum.")
    picture.text(10, 20, "Thread 5 changes the element that thread 1 reads", "head")
    for i in range(12):
        picture.box(LEFT + i * WIDE, 96, WIDE - 4, 22, "edge")
        picture.text(middle(i), 111, i, "small" if i < 2 * STRIDE else "small quiet", "middle")
    picture.text(10, 111, "element", "small")
    picture.text(LEFT + 3.9 * WIDE, 136, "tile of this block", "small", "middle")
    picture.text(LEFT + 10 * WIDE, 136, "the next tile", "small quiet", "middle")
    for thread, kind in SHOWN:
        x = middle(thread)
        picture.box(x - 32, 40, 64, 20, kind)
        picture.text(x, 54, f"thread {thread}", "small on", "middle")
        picture.line(x - 6, 62, x - 6, 93, "arrow", end=True)
        picture.text(x, 89, "adds to", "small")
        picture.line(middle(thread + STRIDE) - 8, 94, x + 26, 62, "arrow", end=True)
        picture.text(x + 66, 69, "reads", "small")
    picture.legend(162, [("first", "below the stride: has work"),
                         ("second", "beyond it: should not exist")])
    return picture
