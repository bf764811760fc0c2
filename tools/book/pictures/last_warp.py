"""The last steps of a sum without barriers: lanes together, and in two halves (chapter 06)."""
from .svg import Picture

LANES = 4  # a small warp: four lanes, eight words
CELL = 30
LEFT = 190


def add(words, lanes, stride):
    """tile[t] += tile[t + stride] by some lanes at the same time: all read, then all write."""
    sums = {lane: words[lane] + words[lane + stride] for lane in lanes}
    for lane, total in sums.items():
        words[lane] = total
    return list(words)


def run(groups):
    """(text, words, lanes that wrote) after each line; each group of lanes runs to the end."""
    words = [1] * 2 * LANES
    rows = [("before", list(words), ())]
    for name, lanes in groups:
        stride = LANES
        while stride:
            text = f"{name}: tile[t] += tile[t + {stride}]"
            rows.append((text, add(words, lanes, stride), lanes))
            stride //= 2
    return rows


def panel(picture, top, heading, rows):
    picture.text(10, top, heading, "head")
    y = top + 10
    for text, words, lanes in rows:
        picture.text(LEFT - 10, y + 14, text, "small quiet", "end")
        for kind in ("first", "edge"):
            for index in range(len(words)):
                if (index in lanes) == (kind == "first"):
                    picture.box(LEFT + index * CELL, y, CELL - 4, 19, kind)
        for index, word in enumerate(words):
            picture.text(LEFT + index * CELL + CELL / 2 - 2, y + 14, word,
                         "on" if index in lanes else "", "middle")
        y += 25
    total, wanted = rows[-1][1][0], 2 * LANES
    picture.text(LEFT, y + 12, f"tile[0] is {total}: " +
                 ("right" if total == wanted else f"WRONG, the sum is {wanted}"), "")
    return y + 40


def draw(_):
    together = run([("all", range(LANES))])
    halves = run([("even", range(0, LANES, 2)), ("odd", range(1, LANES, 2))])
    picture = Picture(
        "06_last_warp", "The last steps of a sum, by lanes together and in two halves",
        "Eight words, each 1, and four lanes. If all lanes execute each line together, tile[0] "
        f"ends as {together[-1][1][0]}, the sum. If the even lanes execute all three lines before "
        f"the odd ones begin, lane 0 adds words that lanes 1 and 3 have not written yet, and "
        f"tile[0] ends as {halves[-1][1][0]}.")
    y = panel(picture, 20, "All lanes execute each line together", together)
    y = panel(picture, y, "The even lanes execute all lines first", halves)
    picture.legend(y, [("first", "written by this line"), ("edge", "not written")])
    return picture
