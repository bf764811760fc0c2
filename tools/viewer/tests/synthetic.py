"""Traces of no program: as large as one wants them, to measure the page with."""
import random

FULL = 0xFFFFFFFF
SOURCE = "synthetic.cu"


def access(step, rng):
    """A load from global memory, or an update in shared memory with bank conflicts."""
    if step % 2:
        stride = rng.choice([1, 1, 2, 32])
        return {"space": "global", "lanes": FULL, "bytes": 4,
                "addresses": [4 * stride * lane for lane in range(32)], "allocation": 1,
                "sectors": min(32, 4 * stride), "type": "s32",
                "values": [rng.randrange(1000) for _ in range(32)]}
    stride = rng.choice([1, 2, 4])
    return {"space": "shared", "lanes": FULL, "bytes": 4,
            "addresses": [4 * stride * lane for lane in range(32)],
            "conflicts": stride - 1, "type": "s32",
            "values": [rng.randrange(1000) for _ in range(32)]}


def one_step(number, at, rng):
    """The step `number` of a warp: every fourth accesses memory, every fiftieth lanes part."""
    step = {"step": number + 1, "at": at, "kind": "other", "op": "add.s32", "file": SOURCE,
            "line": 3 + number % 20, "active": FULL}
    place = number % 50
    if number % 4 == 3:
        step.update(kind="load", op="ld.global.u32", accesses=[access(number // 4, rng)])
    elif place == 20:
        step.update(kind="branch", op="bra", executing=0xFFFF, split=[0xFFFF, 0xFFFF0000])
    elif place in (21, 22):
        step["active"] = 0xFFFF
    elif place in (24, 25):
        step["active"] = 0xFFFF0000
    elif place == 26:
        step["met"] = [0xFFFF, 0xFFFF0000]
    elif place == 40:
        step.update(kind="barrier", op="bar.sync")
    elif place == 41:
        step["kind"] = "leave"
    return step


def trace(steps, warps):
    """A trace of one launch of `warps` warps with `steps` steps in all, all of one block."""
    rng = random.Random(1)
    each = steps // warps
    lists = [[] for _ in range(warps)]
    at = 1
    for number in range(each):
        for one in lists:
            at += 1
            one.append(one_step(number, at, rng))
    launch = {"launch": 1, "kernel": "synthetic(int*)", "grid": [1, 1, 1],
              "block": [32 * warps, 1, 1], "by": None, "begins": 1, "ends": at + 1,
              "stopped_by": None, "traced": True,
              "warps": [{"block": [0, 0, 0], "warp": number, "lanes": FULL, "steps": one}
                        for number, one in enumerate(lists)]}
    return {"version": 1, "backend": "emulator", "device": "none", "instruction_level": "ptx",
            "only": "all", "truncated": False, "left_out": [], "launches": [launch],
            "findings": []}


def launch(number, warps, more):
    """A launch of 32 threads a block; `warps`: (block, steps) of each."""
    return {"launch": number, "kernel": "synthetic(int*)", "grid": [2, 1, 1], "block": [32, 1, 1],
            "by": None, "begins": 10 * number, "ends": 10 * number + 9, "stopped_by": None,
            "traced": True,
            "warps": [{"block": [block, 0, 0], "warp": 0, "lanes": FULL, "steps": steps}
                      for block, steps in warps], **more}


def document(launches):
    return {"version": 1, "backend": "emulator", "device": "none", "instruction_level": "ptx",
            "only": "all", "truncated": False, "left_out": [], "launches": launches,
            "findings": []}


def plain_steps(first, *more):
    """Steps of one warp, from the moment `first` on."""
    return [{"step": i + 1, "at": first + i, "kind": "other", "op": "add.s32", "file": SOURCE,
             "line": 3 + i, "active": FULL, **one} for i, one in enumerate(more)]


def tree():
    """A launch by the host, its child, and that one's."""
    by = {"block": [0, 0, 0], "thread": [0, 0, 0], "stream": "tail", "file": SOURCE, "line": 3}
    return document([launch(number, [(0, plain_steps(10 * number + 1, {}, {}))],
                            {"by": {"launch": number - 1, **by} if number > 1 else None})
                     for number in (1, 2, 3)])


def cluster():
    """Block 1 of a cluster of two writes into the shared memory of block 0."""
    write = {"kind": "store", "op": "st.shared.u32", "active": 1, "accesses": [
        {"space": "shared", "lanes": 1, "bytes": 4,
         "addresses": [(1 << 24) + 4] + [None] * 31, "conflicts": 0, "type": "s32",
         "values": [7] + [None] * 31}]}
    return document([launch(1, [(0, plain_steps(1, {}, {})), (1, plain_steps(5, {}, write))],
                            {"cluster": [2, 1, 1],
                             "shared": [{"name": "sums", "offset": 0, "bytes": 32}]})])


def late_finding():
    """Two launches of a kernel, of which the second has a finding; another is of a refused launch."""
    by_thread = {"kind": "out_of_bounds", "severity": "error", "kernel": "synthetic(int*)",
                 "block": [1, 0, 0], "thread": [3, 0, 0], "file": SOURCE, "line": 4,
                 "message": "it writes behind the array", "launch": {"grid": [2, 1, 1],
                                                                     "block": [32, 1, 1]}}
    refused = {"kind": "launch_error", "severity": "error", "kernel": "synthetic(int*)",
               "message": "the grid is empty", "launch": {"grid": [0, 1, 1], "block": [32, 1, 1]}}
    made = document([launch(1, [(0, plain_steps(11, {}, {}))], {}),
                     launch(2, [(1, plain_steps(21, {}, {}, {}))], {})])
    made["findings"] = [by_thread, refused]
    return made
