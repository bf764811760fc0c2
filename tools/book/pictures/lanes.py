"""The lanes that add in each step of the sum: variant 01 beside 02 (chapter 05)."""
from . import traces
from .svg import Picture

WIDE = 3  # a lane
GAP = 6   # between warps
LEFT = 52


def working_lanes(launch):
    """By step of the sum and warp: a mask of the lanes that add."""
    by_warp = []
    for warp in launch["warps"]:
        masks = []
        for steps in traces.phases(warp)[:-1]:  # behind the last barrier one thread stores the sum
            mask = 0
            for words in traces.accesses(steps, "store", "global"):
                for lane in words:
                    mask |= 1 << lane
            masks.append(mask)
        by_warp.append(masks)
    return list(zip(*by_warp))


def panel(picture, top, heading, steps, strides):
    picture.text(10, top, heading, "head")
    picture.text(472, top, "working warps", "small quiet", "end")
    y = top + 20
    for warp in range(len(steps[0])):
        picture.text(LEFT + warp * (32 * WIDE + GAP) + 16 * WIDE, y, f"warp {warp}", "small quiet",
                     "middle")
    for stride, masks in zip(strides, steps):
        y += 17
        picture.text(LEFT - 8, y - 3, f"{stride}", "small", "end")
        for kind in ("hatched", "first"):
            for warp, mask in enumerate(masks):
                x = LEFT + warp * (32 * WIDE + GAP)
                if kind == "hatched" and mask:
                    picture.box(x, y - 13, 32 * WIDE, 13, kind)
                if kind == "first":
                    for lane in traces.lanes(mask):
                        picture.box(x + lane * WIDE, y - 13, WIDE - 0.6, 13, kind)
        for warp in range(len(masks)):
            picture.box(LEFT + warp * (32 * WIDE + GAP), y - 13, 32 * WIDE, 13, "rule")
        picture.text(472, y - 3, sum(mask != 0 for mask in masks), "small", "end")
    issued = sum(mask != 0 for masks in steps for mask in masks)
    picture.text(10, y + 17, f"{sum(bin(m).count('1') for s in steps for m in s)} additions, "
                 f"in {issued} warp instructions", "")
    return y + 42


def draw(trace):
    run = trace("05_reduction", "--size 128 --block 128 --once", blocks=0,
                kernel=r"reduce_neighbored(_less)?\(")
    first, second = (working_lanes(launch) for launch in traces.traced_launches(run)[:2])
    strides = [1 << i for i in range(len(first))]
    issued = [sum(mask != 0 for masks in steps for mask in masks) for steps in (first, second)]
    picture = Picture(
        "05_lanes", "The lanes that add in each step: variants 01 and 02, a block of 128 threads",
        "A row for each step of the sum, a column for each of 128 lanes in four warps. In variant "
        "01 the working lanes lie 2, 4, 8 apart, so all four warps stay busy with ever fewer "
        "working lanes, while the others idle. In variant 02 the working lanes are neighbours, so "
        f"whole warps drop out at once. The same additions take {issued[0]} warp instructions in 01 "
        f"and {issued[1]} in 02.")
    y = panel(picture, 22, "01 neighbored: every warp stays busy, nearly empty", first, strides)
    y = panel(picture, y, "02 neighbored less: whole warps drop out", second, strides)
    picture.text(10, y - 12, "Rows: the stride, 1 to 64.", "small quiet")
    picture.legend(y + 6, [("first", "adds"), ("hatched", "idle in a working warp"),
                           ("rule", "the warp has dropped out")])
    return picture
