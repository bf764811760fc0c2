"""How three kernels share out the resources of an SM, and which of them runs out (chapter 03).

From the tables of docs/data/ that the chapter's calculator prints.
"""
import csv

from ..checkout import ROOT
from .svg import Picture

DEVICE = "H200"
RESERVED = 1024  # bytes of shared memory that the system takes for a block
KERNELS = [(32, 32, 0), (256, 33, 0), (256, 32, 49152)]  # threads, registers, shared bytes
LEFT, WIDE, TALL = 150, 270, 14
NAMES = {"blocks": "block slots", "warps": "warp slots", "registers": "registers",
         "shared": "shared memory"}


def records(name):
    with open(ROOT / "docs" / "data" / name, encoding="utf-8") as file:
        for record in csv.DictReader(line for line in file if line.strip() and line[0] != "#"):
            if record["device"] == DEVICE:
                yield record


def blocks_of(threads, registers, shared):
    """(blocks that fit, what runs out)"""
    for r in records("occupancy_kernels.csv"):
        if (r["threads"], r["registers"], r["shared"]) == (str(threads), str(registers), str(shared)):
            return int(r["blocks"]), r["limiter"]
    raise LookupError(f"no blocks of {threads} threads, {registers} registers, {shared} bytes")


def round_up(value, unit):
    return (value + unit - 1) // unit * unit


def shares(limits, threads, registers, shared):
    """By resource: (what a block takes, what the SM has)."""
    warps = threads // 32
    return {"blocks": (1, int(limits["blocks"])),
            "warps": (warps, int(limits["warps"])),
            "registers": (warps * round_up(32 * registers, int(limits["register_unit"])),
                          int(limits["registers"])),
            "shared": (round_up(shared + RESERVED, int(limits["shared_unit"])),
                       1024 * int(limits["shared_kb"]))}


def panel(picture, top, limits, kernel):
    threads, registers, shared = kernel
    blocks, limiter = blocks_of(*kernel)
    memory = f", {shared // 1024} KB" if shared else ""
    picture.text(10, top, f"Blocks of {threads} threads, {registers} registers{memory}: "
                          f"{blocks} fit", "head")
    y = top + 10
    for name, (each, total) in shares(limits, *kernel).items():
        out = name == limiter
        picture.text(LEFT - 8, y + 11, NAMES[name], "small", "end")
        width = WIDE * each / total
        for block in range(blocks):
            gap = min(1.5, width / 3)
            picture.box(LEFT + block * width, y, width - gap, TALL, "second" if out else "first")
        used = blocks * width
        if WIDE - used > 1:
            picture.box(LEFT + used, y, WIDE - used, TALL, "hatched")
        picture.text(LEFT + WIDE + 6, y + 11, "runs out" if out else f"{100 * used / WIDE:.3g} %",
                     "small" if out else "small quiet")
        y += TALL + 5
    return y + 26


def draw(_):
    limits = next(records("occupancy_limits.csv"))
    picture = Picture(
        "03_room", "How three kernels share out an SM of an H200",
        "Four bars for each kernel: block slots, warp slots, registers, shared memory. 32 blocks of "
        "32 threads take all block slots and half of the warp slots. 6 blocks of 256 threads with "
        "33 registers take nearly all registers, and what is left is too little for a seventh. 4 "
        "blocks with 48 KB of shared memory leave too little of that for a fifth.")
    y = 22
    for kernel in KERNELS:
        y = panel(picture, y, limits, kernel)
    picture.legend(y - 4, [("first", "taken by a block"), ("second", "what runs out first"),
                            ("hatched", "left over")])
    return picture
