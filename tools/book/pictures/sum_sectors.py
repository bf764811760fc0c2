"""Sectors that a warp's loads move, before and after (chapter 05, variants 02 and 03)."""
from . import traces
from .svg import Picture

SECTORS = 32  # of 8 words: the first 1 KB of the tile
WIDE = 6.4
WORD = 3.6
STEPS = 3


def loaded_words(launch):
    """By step of the sum: the words of its tile that warp 0 adds to, as one request loads them."""
    result = []
    for steps in traces.phases(launch["warps"][0])[:STEPS]:
        into = set(next(traces.accesses(steps, "store", "global")).values())
        loads = (set(words.values()) for words in traces.accesses(steps, "load", "global"))
        result.append(next(words for words in loads if words == into))
    return result


def column(picture, x, heading, rows, steps):
    picture.text(x, 44, heading, "head")
    for y, words in zip(rows, steps):
        moved = {word // 8 for word in words}
        for kind in ("rule", "hatched", "first"):
            for sector in range(SECTORS):
                for word in range(8):
                    is_used = sector * 8 + word in words
                    of = "first" if is_used else "hatched" if sector in moved else "rule"
                    if of == kind:
                        picture.box(x + sector * WIDE, y + word * WORD, WIDE - 1, WORD - 0.6, kind)
        share = 100 * len(words) / (8 * len(moved))
        picture.text(x + SECTORS * WIDE, y + 8 * WORD + 11,
                     f"{len(moved)} sectors, {share:.3g} % used", "small", "end")


def draw(trace):
    run = trace("05_reduction", "--size 512 --block 512 --once", blocks=0, warps=0,
                kernel=r"reduce_(neighbored_less|interleaved)\(")
    before, after = (loaded_words(launch) for launch in traces.traced_launches(run)[:2])
    assert max(max(words) for words in before + after) < 8 * SECTORS
    counts = [[len({word // 8 for word in words}) for words in steps] for steps in (before, after)]
    picture = Picture(
        "05_sectors", "Sectors that one load of warp 0 moves in the first steps of 02 and 03",
        "For each step a strip of 32 sectors of 8 words. In variant 02 one load of warp 0 moves "
        f"{', '.join(map(str, counts[0]))} sectors and uses ever fewer words of each. In variant 03 "
        f"it moves {counts[1][0]} sectors in every step and uses all of their words.")
    picture.text(10, 22, "Sectors (columns of 8 words) that one load of warp 0 moves", "head")
    rows = [56 + step * 50 for step in range(STEPS)]
    column(picture, 50, "02 neighbored less", rows, before)
    column(picture, 50 + SECTORS * WIDE + 14, "03 interleaved", rows, after)
    for index, y in enumerate(rows):
        picture.text(10, y + 18, f"step {index + 1}", "small quiet")
    picture.legend(rows[-1] + 62, [("first", "used"), ("hatched", "moved for nothing"),
                                   ("rule", "not moved")])
    return picture
