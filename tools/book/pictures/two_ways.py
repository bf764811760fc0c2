"""Which lanes run at each step where two ways lie in each warp, and in two (chapter 02)."""
from . import traces
from .svg import Picture

LANE = 6
TALL = 3     # a step, as in the patterns of rows
LEFTS = [40, 272]
KINDS = {None: "rows-quiet", 0: "rows-first", 1: "rows-second"}


def ways(launch):
    """By warp and lane: which of the two stores it makes, in the order of their lines."""
    lines, of = set(), {}
    for warp in launch["warps"]:
        for step in warp["steps"]:
            if step["kind"] == "store":
                lines.add(step["line"])
                for lane in traces.lanes(step["active"]):
                    of[warp["warp"], lane] = step["line"]
    lines = sorted(lines)
    return {key: lines.index(line) for key, line in of.items()}


def runs(warp, way_of):
    """(active lanes, way, steps) of steps that follow each other and are alike."""
    result = []
    for step in warp["steps"]:
        on_way = step["kind"] == "store" or step["file"].endswith("path_loops.cuh")
        way = way_of[warp["warp"], traces.lanes(step["active"])[0]] if on_way else None
        if result and result[-1][:2] == (step["active"], way):
            result[-1] = (*result[-1][:2], result[-1][2] + 1)
        else:
            result.append((step["active"], way, 1))
    return result


def panel(picture, top, heading, launch):
    picture.text(10, top, heading, "head")
    way_of = ways(launch)
    for warp, left in zip(launch["warps"], LEFTS):
        y = top + 24
        picture.text(left + 16 * LANE, y - 5, f"warp {warp['warp']}", "small quiet", "middle")
        for active, way, count in runs(warp, way_of):
            for lane in traces.lanes(active):
                picture.box(left + lane * LANE, y, LANE - 1, count * TALL, KINDS[way])
            y += count * TALL
        picture.box(left - 2, top + 22, 32 * LANE + 3, y - top - 20, "rule")
        picture.text(left + 32 * LANE, y + 13, f"{len(warp['steps'])} steps", "small", "end")
    height = max(len(warp["steps"]) for warp in launch["warps"]) * TALL
    picture.line(22, top + 24, 22, top + 24 + height, "arrow", end=True)
    picture.text(10, top + 20, "steps", "small quiet")
    return top + 24 + height + 45


def draw(trace):
    run = trace("02_warp_divergence", "--size 64 --rounds 4", kernel="long_by_", blocks=0,
                warps="0-1")
    launches = traces.traced_launches(run)
    by_thread = next(one for one in launches if "long_by_thread" in one["kernel"])
    by_warp = next(one for one in launches if "long_by_warp" in one["kernel"])
    long, short = (max(len(w["steps"]) for w in one["warps"]) for one in (by_thread, by_warp))
    picture = Picture(
        "02_two_ways", "Which lanes run at each step: two ways in a warp, and one",
        "Lanes from left to right, steps downwards. Where even and odd threads go different ways "
        "(04), each warp first walks one way with every second lane, then the other with the "
        f"others: {long} steps. Where the way is chosen by warp (05), all lanes of warp 0 go one "
        f"way and all of warp 1 the other: {short} steps at most.")
    y = panel(picture, 21, "04 by thread: each warp walks both ways, half empty", by_thread)
    y = panel(picture, y, "05 by warp: each warp walks one way, full", by_warp)
    picture.legend(y - 6, [("rows-quiet", "what all do"), ("rows-first", "the loop of one way"),
                           ("rows-second", "the loop of the other")])
    return picture
