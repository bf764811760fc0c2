"""Parent and child grids over time: a kernel that launches itself (chapter 07)."""
from . import traces
from .svg import Picture

LEFT, RIGHT = 92, 470
ROW = 34


def family(run):
    """Grids with begin, end of their own blocks, completion with all that they launched."""
    grids = [dict(launch) for launch in run["launches"]]
    of = {grid["launch"]: grid for grid in grids}
    for grid in reversed(grids):
        grid["complete"] = max([grid["ends"]] + [child["complete"] for child in grids
                                                 if child["by"]
                                                 and child["by"]["launch"] == grid["launch"]])
        calls = [step["at"] for warp in grid["warps"] for step in warp["steps"]
                 if "LaunchDevice" in step.get("callee", "")]
        grid["asks"] = calls[0] if calls else None
    assert all(not g["by"] or g["by"]["launch"] in of for g in grids)
    return grids


def draw(trace):
    run = trace("07_dynamic_parallelism/hello", "--threads 8", kernel="hello")
    grids = family(run)
    last = grids[0]["complete"]
    picture = Picture(
        "07_grids", "Four grids of a kernel that launches itself, over time",
        "The grid of 8 threads launches one of 4 threads, that one of 2, and that one of 1. Each "
        "begins after the launch, which does not wait for it. A grid is complete only when all that "
        "it launched is: all four end at the same moment, with the youngest.")

    def at(moment):
        return LEFT + (RIGHT - LEFT) * (moment - grids[0]["begins"]) / (last - grids[0]["begins"])

    picture.text(10, 22, "A grid is complete when all that it launched is", "head")
    for index, grid in enumerate(grids):
        y = 42 + index * ROW
        threads = grid["block"][0]
        picture.text(10, y + 12, f"{threads} thread{'s' if threads > 1 else ''}", "")
        picture.box(at(grid["begins"]), y, at(grid["ends"]) - at(grid["begins"]), 17, "first")
        wait = at(grid["complete"]) - at(grid["ends"])
        if wait > 0.5:
            picture.box(at(grid["ends"]), y, wait, 17, "hatched")
            picture.box(at(grid["ends"]), y, wait, 17, "edge")
    for parent, child in zip(grids, grids[1:]):
        y = 42 + (child["launch"] - 1) * ROW
        x = at(parent["asks"])
        picture.line(x, y - ROW + 17, x, y + 8, "arrow")
        picture.line(x, y + 8, at(child["begins"]) - 1, y + 8, "arrow", end=True)
        if parent is grids[0]:
            picture.text(x - 5, y - 4, "launches", "small quiet", "end")
    bottom = 42 + len(grids) * ROW
    picture.line(at(last), 36, at(last), bottom, "arrow")
    picture.text(at(last), bottom + 14, "all complete: the host goes on", "small", "end")
    picture.text(LEFT, bottom + 14, "time", "small quiet")
    picture.line(LEFT + 28, bottom + 10, LEFT + 90, bottom + 10, "arrow", end=True)
    picture.legend(bottom + 36, [("first", "its blocks run"),
                                 ("hatched", "they have ended; it waits for what it launched")])
    return picture
