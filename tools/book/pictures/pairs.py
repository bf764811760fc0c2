"""Which thread adds which elements: three ways to pair (chapter 05, variants 01, 02, 03)."""
from . import traces
from .svg import Picture

COUNT = 16
CELL = 26
LEFT = 50


def additions(launch):
    """By step of the sum: (thread, element that it adds to, element that it adds)."""
    result = []
    for steps in traces.phases(launch["warps"][0])[:-1]:
        into = next(traces.accesses(steps, "store", "global"))
        reads = list(traces.accesses(steps, "load", "global"))
        found = []
        for lane, target in into.items():
            others = {words[lane] for words in reads if lane in words} - {target}
            found.append((lane, target, others.pop()))
        result.append(found)
    return result


def panel(picture, top, heading, steps):
    picture.text(10, top, heading, "head")
    y = top + 10
    for number, found in enumerate(steps):
        picture.text(LEFT - 8, y + 13, f"step {number + 1}", "small quiet", "end")
        into = {target: thread for thread, target, _ in found}
        of = {other: thread for thread, _, other in found}
        for element in range(COUNT):
            x = LEFT + element * CELL
            kind = "first" if element in into else "hatched" if element in of else "rule"
            picture.box(x, y, CELL - 3, 17, kind)
        for element, thread in into.items():
            picture.text(LEFT + element * CELL + CELL / 2 - 1.5, y + 13, thread, "on small", "middle")
        for _, target, other in found:
            a, b = (LEFT + e * CELL + CELL / 2 - 1.5 for e in (target, other))
            picture.curve(a, y + 18, (a + b) / 2, y + 19 + min(16, 5 + abs(b - a) / 9), b, y + 18)
        y += 33
    return y + 24


def draw(trace):
    run = trace("05_reduction", f"--size {COUNT} --block {COUNT} --once", blocks=0, warps=0,
                kernel=r"reduce_(neighbored|neighbored_less|interleaved)\(")
    launches = traces.traced_launches(run)[:3]
    picture = Picture(
        "05_pairs", "Which thread adds what: 16 elements, variants 01, 02 and 03",
        "Four steps of the sum of 16 elements. In 01 thread t adds to element t: threads 0, 2, 4 "
        "and so on, then 0, 4, 8. In 02 threads 0 to 7 do the same additions, to elements 0, 2, 4. "
        "In 03 threads 0 to 7 add elements 8 to 15 to elements 0 to 7: neighbouring threads, "
        "neighbouring elements.")
    headings = ["01 neighbored: scattered threads, scattered elements",
                "02 neighbored less: neighbouring threads, scattered elements",
                "03 interleaved: neighbouring threads, neighbouring elements"]
    y = 22
    for heading, launch in zip(headings, launches):
        y = panel(picture, y, heading, additions(launch))
    picture.legend(y - 4, [("first", "a thread adds to it: its number"),
                           ("hatched", "is added"), ("rule", "not touched")])
    return picture
