"""A roofline: what a kernel may reach, by operations for each byte, and what some do (chapter 05).

From measurements in docs/data/, not from a trace.
"""
import csv
import math

from ..checkout import ROOT
from .svg import Picture

LEFT, RIGHT, TOP, BOTTOM = 58, 460, 44, 292
X = (1 / 16, 4096)       # operations for each byte
Y = (20, 200_000)        # billions of operations a second
BANDWIDTH = 4814         # GB/s, by clock and bus width
SMS, CLOCK = 132, 1.98   # GHz
MULTIPLY_ADDS = SMS * 128 * 2 * CLOCK  # a multiply-add is two operations


def records(name):
    with open(ROOT / "docs" / "data" / name, encoding="utf-8") as file:
        yield from csv.DictReader(line for line in file if line.strip() and line[0] != "#")


def measured():
    """(label, operations for each byte, billions of operations a second, where the label stands)."""
    labels = {"01 neighbored": "05: sum, 01", "07 first add": "05: sum, 07",
              "17 vectors, 4 loads": "06: sum, 17"}
    for r in records("h200_06_ladder.csv"):
        if r["variant"] in labels and (r["size"], r["block"]) == ("268435456", "512"):
            yield (labels[r["variant"]], 1 / 4, int(r["size"]) / float(r["milliseconds"]) / 1e6,
                   "right")
    for r in records("h200_04_shapes.csv"):
        if r["block"] == "256x1":
            yield "04: sum of matrices", 1 / 12, float(r["gigabytes_per_second"]) / 12, "below"
    for r in records("h200_07_mandelbrot.csv"):
        if (r["view"], r["side"], r["way"]) == ("set", "4096", "01 flat") and \
                r["limit"] in ("64", "4096"):
            operations = 10 * int(r["steps"])  # dwell.hpp: four multiply-adds, two products
            yield (f"07: Mandelbrot, {r['limit']} steps", operations / (4 * 4096 ** 2),
                   operations / float(r["time_ms"]) / 1e6, "below" if r["limit"] == "64" else "above")


def x_of(value):
    return LEFT + (RIGHT - LEFT) * math.log(value / X[0]) / math.log(X[1] / X[0])


def y_of(value):
    return BOTTOM - (BOTTOM - TOP) * math.log(value / Y[0]) / math.log(Y[1] / Y[0])


def axes(picture):
    for value, label in [(1 / 16, "1/16"), (1 / 4, "1/4"), (1, "1"), (16, "16"), (256, "256"),
                         (4096, "4096")]:
        picture.line(x_of(value), TOP, x_of(value), BOTTOM)
        picture.text(x_of(value), BOTTOM + 14, label, "small quiet", "middle")
    for value in (100, 1000, 10_000, 100_000):
        picture.line(LEFT, y_of(value), RIGHT, y_of(value))
        picture.text(LEFT - 6, y_of(value) + 4, f"{value:,}", "small quiet", "end")
    picture.text((LEFT + RIGHT) / 2, BOTTOM + 30, "operations for each byte", "small", "middle")
    picture.text(10, TOP - 6, "billions of operations a second", "small")


def draw(_):
    points = list(measured())
    ridge = MULTIPLY_ADDS / BANDWIDTH
    share = {label: 100 * rate / min(MULTIPLY_ADDS, BANDWIDTH * intensity)
             for label, intensity, rate, _ in points}
    picture = Picture(
        "05_roofline", "A roofline of an H200, and kernels of this course under it",
        "Two axes with powers of ten. A roof rises with the operations for each byte, by the "
        f"memory's {BANDWIDTH} GB/s, and is level from {ridge:.0f} on, at "
        f"{MULTIPLY_ADDS / 1000:.0f} trillion operations a second. Sums lie under the slope, the "
        "Mandelbrot set under the level part. They reach of their roof: "
        + ", ".join(f"{label}, {share[label]:.0f} %" for label, *_ in points) + ".")
    picture.text(10, 20, "A roofline of an H200: for sums only bytes count",
                 "head")
    axes(picture)
    picture.line(x_of(X[0]), y_of(BANDWIDTH * X[0]), x_of(ridge), y_of(MULTIPLY_ADDS), "roof")
    picture.line(x_of(ridge), y_of(MULTIPLY_ADDS), RIGHT, y_of(MULTIPLY_ADDS), "roof")
    picture.text(x_of(0.85), y_of(BANDWIDTH * 0.95) - 20, f"{BANDWIDTH} GB/s", "small", "end")
    picture.text(RIGHT, y_of(MULTIPLY_ADDS) - 6, f"{MULTIPLY_ADDS / 1000:.0f} trillion/s: FP32 "
                 "multiply-adds", "small", "end")
    for label, intensity, rate, where in points:
        x, y = x_of(intensity), y_of(rate)
        picture.box(x - 4, y - 4, 8, 8, "first" if intensity < ridge else "second")
        at = {"right": (x + 9, y + 4, "start"), "below": (x - 4, y + 18, "start"),
              "above": (x + 8, y - 8, "end")}[where]
        picture.text(*at[:2], f"{label} ({share[label]:.0f} %)", "small", at[2])
    return picture
