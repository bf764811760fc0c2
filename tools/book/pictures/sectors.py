"""Which sectors a warp's load touches, for blocks of several shapes (chapter 04)."""
from . import traces
from .svg import Picture

SHAPES = [(32, 8), (16, 16), (8, 32), (4, 64), (1, 256)]
WIDE = 72     # a sector
SECTOR = 8    # elements
WIDTH = 64    # of the matrix
SHOWN = 8     # rows


def first_load(trace, width, height):
    run = trace("04_parallelism", f"--size {WIDTH} --once", kernel="sum_matrices", blocks=0,
                warps=0, launch="1-99", only="memory")
    for launch in traces.traced_launches(run):
        if launch["block"][:2] == [width, height]:
            step = next(s for s in launch["warps"][0]["steps"] if s["kind"] == "load")
            words = next(traces.accesses([step], "load", "global"))
            return step["accesses"][0]["sectors"], sorted(words.values())
    raise SystemExit(f"no launch by blocks of {width} x {height}")


def panel(picture, top, shape, sectors, elements):
    rows = sorted({e // WIDTH for e in elements})
    touched = sorted({e // SECTOR for e in elements})
    assert len(touched) == sectors, "the trace and the addresses differ"
    used = 100 * len(elements) / (sectors * SECTOR)
    picture.text(10, top + 12, f"{shape[0]} x {shape[1]}", "head")
    picture.text(10, top + 28, f"{len(rows)} row{'s' if len(rows) > 1 else ''} of "
                 f"{len(elements) // len(rows)}", "small quiet")
    x = 92 + max(len([s for s in touched if s * SECTOR // WIDTH == rows[0]]), 2) * WIDE + 6
    picture.text(x, top + 12, f"{sectors} sectors", "head")
    picture.text(x, top + 28, f"{used:g} % used", "small quiet")
    shown = rows[:SHOWN]
    for kind in ("hatched", "first", "edge"):
        for index, row in enumerate(shown):
            y = top + 3 + index * 9
            for sector in touched:
                if sector * SECTOR // WIDTH != row:
                    continue
                x, wide = 92 + sector * SECTOR % WIDTH / SECTOR * WIDE, WIDE
                if kind != "first":
                    picture.box(x, y, wide - 3, 7, kind)
                    continue
                for element in elements:
                    if element // SECTOR == sector:
                        picture.box(x + element % SECTOR * (wide - 3) / SECTOR, y,
                                    (wide - 3) / SECTOR, 7, kind)
    more = len(rows) - len(shown)
    if more:
        picture.text(92, top + 14 + len(shown) * 9, f"and {more} rows more", "small quiet")
    return top + max(44, 14 + len(shown) * 9 + (14 if more else 0))


def draw(trace):
    picture = Picture(
        "04_sectors", "The sectors of one load by a warp, for blocks of five shapes",
        "A warp of a block 32 wide loads one row of 4 sectors, 16 wide two rows of 2, 8 wide four "
        "rows of 1: always 4 sectors, all of them used. 4 wide it is eight sectors, half used; 1 "
        "wide 32 sectors, of which one element in eight is used.")
    picture.text(10, 22, "One load of warp 0: 32 floats, in how many sectors of 32 bytes?", "head")
    y = 38
    for shape in SHAPES:
        y = panel(picture, y, shape, *first_load(trace, *shape))
        picture.line(10, y - 6, 470, y - 6)
        y += 2
    picture.legend(y + 10, [("first", "asked for"), ("hatched", "moved along, unused")])
    return picture
