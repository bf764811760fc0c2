"""What the first call of a process costs, and what it leaves for the calls after it (chapter 01).

From measurements in docs/data/, not from a trace.
"""
from .roofline import records
from .svg import Picture

LEFT, RIGHT = 168, 420
ROW = 24
PARTS = [("it_takes_ms", "first"), ("then_cudaFree_0_ms", "hatched"), ("then_a_kernel_ms", "second")]


def draw(_):
    rows = list(records("h200_01_first_call.csv"))
    longest = max(sum(float(row[column]) for column, _ in PARTS) for row in rows)
    picture = Picture(
        "01_first_call", "Nine first calls, and what they leave for the calls after them",
        "Nine bars of nearly the same length, 112 to 132 ms. In six of them the first call takes "
        "nearly all of it. After cudaRuntimeGetVersion, cudaGetDeviceCount and "
        "cudaGetDeviceProperties, cudaFree(0) takes the most. The first kernel adds a millisecond.")
    picture.text(10, 20, "The cost moves; it does not disappear", "head")
    for index, row in enumerate(rows):
        y = 34 + index * ROW
        picture.text(10, y + 12, row["first_call"], "small")
        x = LEFT
        for column, kind in PARTS:
            wide = float(row[column]) * (RIGHT - LEFT) / longest
            if wide >= 1:
                picture.box(x, y, wide, 16, kind)
                if kind == "hatched":
                    picture.box(x, y, wide, 16, "edge")
            x += wide
        total = sum(float(row[column]) for column, _ in PARTS)
        picture.text(x + 6, y + 12, f"{total:.0f} ms", "small")
    picture.legend(34 + len(rows) * ROW + 20, [("first", "the first call"),
                                               ("hatched", "cudaFree(0) after it"),
                                               ("second", "the first kernel")])
    return picture
