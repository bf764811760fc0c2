#!/usr/bin/env python3
"""Draws the plots of the lessons, docs/plots/NAME.svg, from the measurements in docs/data/.

    docs/update-plots.py            draws every plot that is out of date; needs matplotlib
    docs/update-plots.py --check    draws nothing and needs no matplotlib: names each plot that is
                                    not of today's data and code, and fails

Each SVG has two digests in its first comment: of its data, and of its entry in PLOTS together with
the code that draws. They decide whether it is out of date. A lesson shows a plot as
![what is to be seen, in words](../../docs/plots/NAME.svg).
"""
import hashlib
import inspect
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

sys.path.insert(0, os.path.join(ROOT, "docs"))
sys.dont_write_bytecode = True
import plotting  # noqa: E402

# One entry per plot, as plotting.py describes it; its name is the file's, without .svg. Besides:
#
# data     a file of docs/data/
PLOTS = {
    "02_paths": {
        "title": "Up to 32 paths, each a loop of 256 rounds, 2^22 threads, H200",
        "data": "h200_02_paths.csv",
        "x": "paths",
        "y": "time_us",
        "series": [{"label": "by lane: all in each warp", "where": {"by": "by lane"}},
                   {"label": "by warp: one in each warp", "where": {"by": "by warp"}}],
        "labels": ["different paths", "us"],
    },
    "05_reduction": {
        "title": "Sum of 2^24 integers, blocks of 512 threads, H200",
        "data": "h200_05_reduction.csv",
        "where": {"size": "16777216", "block": "512"},
        "kind": "bars",
        "x": "variant",
        "y": "milliseconds",
        "labels": ["", "ms"],
    },
    "06_ladder": {
        "title": "Sum of 2^24 integers, blocks of 512 threads, H200",
        "data": "h200_06_ladder.csv",
        "where": {"size": "16777216", "block": "512"},
        "kind": "bars",
        "x": "variant",
        "y": "gb_per_s",
        "labels": ["", "GB/s"],
        "format": "%.0f",
    },
    "06_whole_ladder": {
        "title": "Sums of 2^24 integers, one behind the other, from memory, H200",
        "data": "h200_reduce.csv",
        "where": {"type": "int", "operation": "sum", "residency": "dram", "elements": "16777216"},
        "kind": "bars",
        "x": "kernel",
        "y": "gbps",
        "labels": ["", "GB/s"],
        "format": "%.0f",
    },
    "06_sizes": {
        "title": "Sum of N integers, blocks of 512 threads, H200",
        "data": "h200_06_ladder.csv",
        "where": {"block": "512"},
        "x": "size",
        "y": "gb_per_s",
        "scales": ["log2", "linear"],
        "series": [{"label": name, "where": {"variant": name}}
                   for name in ["19 atomic", "20 last block", "CUB DeviceReduce",
                                "08 unroll 16", "15 grid stride, 1 load", "07 first add",
                                "03 interleaved"]],
        "labels": ["N", "GB/s"],
        "levels": {"4814, by clock and width": 4814},
    },
    "03_chains": {
        "title": "Dependent chains of FMA on one SM, H200",
        "data": "h200_03_chains.csv",
        "x": "warps",
        "y": "fma_per_cycle",
        "series": [{"label": "8 chains", "where": {"chains": "8"}},
                   {"label": "4 chains", "where": {"chains": "4"}},
                   {"label": "2 chains", "where": {"chains": "2"}},
                   {"label": "1 chain", "where": {"chains": "1"}}],
        "labels": ["warps per SM", "FMA per cycle"],
        "levels": {"128, as many as can begin": 128},
    },
    "03_little": {
        "title": "512 MB read once, by bytes under way, H200",
        "data": "h200_03_little.csv",
        "where": {"split": "0"},
        "x": "bytes_in_flight",
        "y": "gigabytes_per_second",
        "scales": ["log2", "linear"],
        "series": [{"label": "1 load of 4 B, 1 to 64 warps",
                    "where": {"word_bytes": "4", "loads": "1"}},
                   {"label": "1 load of 16 B, 1 to 64 warps",
                    "where": {"word_bytes": "16", "loads": "1"}},
                   {"label": "4 warps, 1 to 8 loads of 16 B",
                    "where": {"word_bytes": "16", "warps": "4"}},
                   {"label": "16 warps, 1 to 8 loads of 16 B",
                    "where": {"word_bytes": "16", "warps": "16"}},
                   {"label": "16 warps, 1 to 16 loads of 4 B",
                    "where": {"word_bytes": "4", "warps": "16"}}],
        "labels": ["bytes under way on each SM, at most", "GB/s"],
    },
    "03_waves": {
        "title": "Blocks of 1024 threads, two places on each of 132 SMs, H200",
        "data": "h200_03_waves.csv",
        "kind": "steps",
        "x": "blocks",
        "series": [{"label": "blocks that compute", "y": "computing"},
                   {"label": "blocks that wait", "y": "waiting"}],
        "labels": ["blocks", "ms"],
    },
    "03_sweep": {
        "title": "2^25 floats read and written, 1 to 8 blocks per SM, H200",
        "data": "h200_03_sweep.csv",
        "x": "occupancy",
        "y": "gigabytes_per_second",
        "series": [{"label": "16 bytes per load", "where": {"word_bytes": "16"}},
                   {"label": "4 bytes per load", "where": {"word_bytes": "4"}}],
        "labels": ["occupancy, %", "GB/s"],
    },
    "03_registers": {
        "title": "64 values per thread, compiled for fewer and fewer registers, H200",
        "data": "h200_03_registers.csv",
        "x": "registers",
        "y": "milliseconds",
        "series": [{"label": "time"}],
        "labels": ["registers per thread", "ms"],
    },
    "04_shapes": {
        "title": "Sum of two 16384 x 16384 matrices by shape of block, H200",
        "data": "h200_04_shapes.csv",
        "kind": "bars",
        "x": "block",
        "y": "milliseconds",
        "labels": ["", "ms"],
        "format": "%.2f",
    },
    "06_two_speeds": {
        "title": "Sum of 2^19 floats from the L2 cache, the same kernel each time, H200",
        "data": "h200_06_two_speeds.csv",
        "x": "place",
        "y": "us",
        "series": [{"label": "the words are far from the last block", "where": {"distance": "far"},
                    "line": "none"},
                   {"label": "near", "where": {"distance": "near"}, "line": "none"}],
        "labels": ["where the words lie: 4 KiB further each time", "us"],
    },
    "07_mandelbrot": {
        "title": "The Mandelbrot set, at most 4096 steps a point, H200",
        "data": "h200_07_mandelbrot.csv",
        "where": {"view": "set", "limit": "4096"},
        "x": "side",
        "y": "time_ms",
        "series": [{"label": "flat", "where": {"way": "01 flat"}},
                   {"label": "nested launches", "where": {"way": "02 nested"}},
                   {"label": "levels, by device", "where": {"way": "03 levels, by device"}},
                   {"label": "levels, by host", "where": {"way": "03 levels, by host"}}],
        "labels": ["side, pixels", "ms"],
        "scales": ["log2", "log"],
    },
}

def short_digest(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def stamp(plot, text):
    """What the first comment of a drawn plot says."""
    code = json.dumps(plot) + inspect.getsource(plotting)
    return f"<!-- docs/update-plots.py: data {short_digest(text)}, code {short_digest(code)} -->"


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


def main(arguments, plots=None, root=ROOT):
    plots = PLOTS if plots is None else plots
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 0 if arguments[0] in ("-h", "--help") else 64
    folder = os.path.join(root, "docs", "plots")
    problems = []
    for name, plot in plots.items():
        data = read(os.path.join(root, "docs", "data", plot["data"]))
        if data is None:
            problems.append(f"docs/plots/{name}.svg: there is no docs/data/{plot['data']}")
            continue
        path = os.path.join(folder, name + ".svg")
        old = read(path)
        wanted = stamp(plot, data)
        if old is not None and wanted in old:
            continue
        if arguments:
            found = re.search(r"<!-- docs/update-plots.py: .*? -->", old or "")
            what = "is not drawn" if old is None else "is out of date"
            problems.append(f"docs/plots/{name}.svg {what}: {found[0] if found else 'no stamp'}, "
                            f"should be {wanted}")
            continue
        svg = plotting.picture(name, plot, plotting.records_of(plot, data))
        declaration, rest = svg.split("\n", 1)
        os.makedirs(folder, exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"{declaration}\n{wanted}\n{rest}")
        print(f"docs/plots/{name}.svg: drawn")
    if os.path.isdir(folder):
        for file in sorted(os.listdir(folder)):
            if file.endswith(".svg") and file[:-4] not in plots:
                problems.append(f"docs/plots/{file}: no entry of PLOTS draws it")
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems and arguments:
        print("docs/update-plots.py draws them (it needs matplotlib).", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
