"""What the warps of a block do, step by step, on eight rungs of the ladder (chapter 06)."""
from . import traces
from .svg import Picture

# (rung, the kernel's name begins with this, what is to be seen)
RUNGS = [
    ("01", "reduce_neighbored", "All four warps execute every step of the tree. The coloured bars "
     "get lower from step to step, because fewer and fewer lanes of each warp add anything."),
    ("03", "reduce_interleaved", "After each barrier half of the working warps has dropped out; "
     "those that are left work with all their lanes, down to the last warp. All four still go to "
     "every barrier."),
    ("08", "reduce_unroll<8", "Each warp begins with eight loads close together. The tree after "
     "them is the one of 03."),
    ("10", "reduce_last_warp<8", "Eight loads, two barriers in the tree instead of seven; then "
     "three warps have finished, and the first finishes the tree alone."),
    ("12", "reduce_template<8", "As in 10, with fewer steps between the loads and the barriers."),
    ("15", "reduce_grid_stride<4", "The warps load in rounds of four loads each. Only at the end "
     "comes a short tree."),
    ("16", "reduce_shuffle", "The same rounds of four loads. The tree that follows has a single "
     "barrier."),
    ("17", "reduce_vector_loads<4", "Four loads, of 16 bytes a lane, bring what took sixteen in "
     "16. The whole block executes far fewer steps."),
]
SIZE = 14 * 1024 * 16  # one wave of the grid on the device below, with 16 elements for each thread
BLOCK = 128
LEFT, WIDE, HIGH, GAP = 52, 2, 17, 7  # of a step and of a warp's row


def kind_of(step):
    if step["kind"] in ("barrier", "leave"):
        return None  # the space up to where all have arrived is drawn as waiting
    loads = step["kind"] == "load" and any(
        access["space"] == "global" for access in step.get("accesses", []))
    return "first" if loads else "rows-third"


def elements(launch):
    return SIZE // launch["grid"][0]


def draw_rung(rung, launch, words):
    phases = [[[step for step in phase if kind_of(step)] for phase in traces.phases(warp)]
              for warp in launch["warps"]]
    lengths = [max(len(warp[k]) for warp in phases if k < len(warp))
               for k in range(max(map(len, phases)))]
    steps = sum(len(warp["steps"]) for warp in launch["warps"])
    picture = Picture(f"06_rung_{rung}", f"What the warps of a block of rung {rung} do", words)
    picture.text(10, 18, f"One block sums {elements(launch):,} elements in {steps:,} instructions "
                 "of its warps", "head")
    top = 30
    for number, warp in enumerate(phases):
        picture.text(LEFT - 8, top + number * (HIGH + GAP) + HIGH - 4, f"warp {number}", "small",
                     "end")
    for kind in ("hatched", "rows-third", "first"):
        for number, warp in enumerate(phases):
            x, bottom = LEFT, top + number * (HIGH + GAP) + HIGH
            for phase, length in zip(warp, lengths):
                if kind == "hatched" and phase is not warp[-1] and len(phase) < length:
                    picture.box(x + len(phase) * WIDE, bottom - HIGH,
                                (length - len(phase)) * WIDE, HIGH, kind)
                for index, step in enumerate(phase):
                    if kind_of(step) == kind:
                        high = HIGH * bin(step["active"]).count("1") / 32
                        picture.box(x + index * WIDE, bottom - high, WIDE, high, kind)
                x += length * WIDE + 4
    x, bottom = LEFT, top + len(phases) * (HIGH + GAP) - GAP
    for length in lengths[:-1]:
        x += length * WIDE + 4
        picture.line(x - 2, top - 3, x - 2, bottom + 3, "arrow")
    picture.legend(bottom + 24, [("first", "loads from global memory"),
                                 ("rows-third", "anything else"),
                                 ("hatched", "waits at a barrier")])
    picture.text(10, bottom + 42, "Height: lanes that take part. Vertical lines: barriers of the "
                 "block.", "small quiet")
    return picture


def draw(trace):
    names = "|".join(name for _, name, _ in RUNGS)
    run = trace("06_unrolling", f"--size {SIZE} --block {BLOCK} --once", device="gtx1650",
                kernel=rf"({names})[(,u>]", blocks=0, launch="1-99")
    launches = traces.traced_launches(run)
    return [draw_rung(rung, next(one for one in launches if name in one["kernel"]), words)
            for rung, name, words in RUNGS]
