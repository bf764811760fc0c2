"""Which thread adds which elements: a picture each for variants 01, 02 and 03 (chapter 05)."""
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


def drawn(name, heading, description, steps):
    picture = Picture(name, f"Which thread adds what: 16 elements, variant {heading}", description)
    picture.text(10, 22, heading, "head")
    y = 32
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
    picture.legend(y + 12, [("first", "this thread adds to it"),
                            ("hatched", "is added to another"), ("rule", "not touched")])
    return picture


def draw(trace):
    run = trace("05_reduction", f"--size {COUNT} --block {COUNT} --once", blocks=0, warps=0,
                kernel=r"reduce_(neighbored|neighbored_less|interleaved)\(")
    steps = [additions(launch) for launch in traces.traced_launches(run)[:3]]
    return [
        drawn("05_pairs_01", "01 neighbored: scattered threads, scattered elements",
              "Four steps of a sum of 16 elements. Thread t adds to element t: threads 0, 2, 4 and "
              "so on, then 0, 4, 8 and 12, then 0 and 8, then 0.", steps[0]),
        drawn("05_pairs_02", "02 neighbored less: neighbouring threads, scattered elements",
              "Four steps of a sum of 16 elements. Threads 0 to 7 add to elements 0, 2, 4 and so "
              "on; then threads 0 to 3 to elements 0, 4, 8 and 12; then 0 and 1; then 0.", steps[1]),
        drawn("05_pairs_03", "03 interleaved: neighbouring threads, neighbouring elements",
              "Four steps of a sum of 16 elements. Threads 0 to 7 add elements 8 to 15 to elements "
              "0 to 7; then threads 0 to 3 add elements 4 to 7 to 0 to 3; then 0 and 1; then 0.",
              steps[2])]
