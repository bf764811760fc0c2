"""How many words of each bank a warp needs, before and after (chapter 05, variants 05 and 06)."""
from . import traces
from .svg import Picture

BANK = 6.4
WORD = 4
STEPS = 5


def words_by_bank(launch):
    """By step of the sum: for each of 32 banks the lanes' different words, and the extra passes."""
    result = []
    for steps in traces.phases(launch["warps"][0])[1:STEPS + 1]:  # before the first, data is loaded
        store = next(s for s in steps if s["kind"] == "store")
        words = set(next(traces.accesses([store], "store", "shared")).values())
        banks = [sum(word % 32 == bank for word in words) for bank in range(32)]
        result.append((banks, store["accesses"][0]["conflicts"]))
    return result


def column(picture, x, top, lines, heading, steps):
    picture.text(x, top, heading, "head")
    for y, (banks, conflicts) in zip(lines, steps):
        assert max(banks) - 1 == conflicts, "the trace and the addresses differ"
        for bank, count in enumerate(banks):
            for word in range(count):
                kind = "first" if word == 0 else "second"
                picture.box(x + bank * BANK, y - (word + 1) * WORD, BANK - 1.2, WORD - 0.8, kind)
        picture.line(x, y + 1.5, x + 32 * BANK, y + 1.5, "edge")
        picture.text(x + 32 * BANK, y + 13, f"{max(banks)} pass{'es' if max(banks) > 1 else ''}",
                     "small", "end")
    picture.text(x, y + 13, "bank 0", "small quiet")


def draw(trace):
    run = trace("05_reduction", "--size 512 --block 512 --once", blocks=0, warps=0,
                kernel=r"reduce_shared_(strided|sequential)\(")
    strided, sequential = (words_by_bank(launch) for launch in traces.traced_launches(run)[:2])
    picture = Picture(
        "05_banks", "Bank conflicts in the first steps of variants 05 and 06",
        "For each step a column for each of 32 banks, as high as the number of different words "
        f"that warp 0 needs from it. In variant 05 the highest are "
        f"{', '.join(str(max(b)) for b, _ in strided)} high, so an access takes as many passes. "
        "In 06 every column is one word high: one pass.")
    picture.text(10, 22, "Words that one access of warp 0 needs, by bank", "head")
    lines, y = [], 54  # below the boxes of each step
    for banks, _ in strided:
        y += max(3, max(banks)) * WORD + 18
        lines.append(y)
    column(picture, 50, 44, lines, "05 shared strided", strided)
    column(picture, 50 + 32 * BANK + 14, 44, lines, "06 shared sequential", sequential)
    for index, y in enumerate(lines):
        picture.text(10, y, f"step {index + 1}", "small quiet")
    picture.legend(lines[-1] + 34, [("first", "first word of a bank"),
                                            ("second", "further words: each takes one more pass")])
    return picture
