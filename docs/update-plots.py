#!/usr/bin/env python3
"""Draws the plots of the lessons, docs/plots/NAME.svg, from the measurements in docs/data/.

    docs/update-plots.py            draws every plot that is out of date; needs matplotlib
    docs/update-plots.py --check    draws nothing and needs no matplotlib: names each plot that is
                                    not of today's data and code, and fails

Each SVG has two digests in its first comment: of its data, and of its entry in PLOTS together with
the code that draws. They decide whether it is out of date. A lesson shows a plot as
![what is to be seen, in words](../../docs/plots/NAME.svg).
"""
import csv
import hashlib
import inspect
import io
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# One entry per plot; its name is the file's, without .svg.
#
# data     a file of docs/data/
# where    records with these values only, as text: {"size": "16777216"}
# x, y     names of columns; for bars, x has the labels
# series   for curves, a list of {"label", "where", "y"}, one each, points in the order of the file;
#          "y" where the curves are columns
# kind     "lines" (the default), "steps" or "bars" (lying, one for each record)
# labels   of the two axes, with units
# scales   of the two axes: "linear" (the default), "log" or "log2"
# levels   lines across, with a label: {"4 kernels": 4.0}
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

# Mid-tones, to be read on white and on black alike. Told apart by lightness and marker, too.
INK = "#808080"
COLOURS = ["#3b82c4", "#e07b39", "#3f9e5f", "#b5539c", "#c9a227", "#5aa9b8", "#c0504d", "#8c7ae6",
           "#7f9f3f", "#999999"]
MARKERS = "osD^vPX*<>"


def records_of(plot, text):
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    records = list(csv.DictReader(lines))
    where = plot.get("where", {})
    return [r for r in records if all(r[k] == v for k, v in where.items())]


def picture(name, plot, records):
    """The SVG as text, the same on every run of the same matplotlib."""
    import matplotlib
    matplotlib.use("svg")
    matplotlib.rcParams.update({
        "svg.fonttype": "none", "svg.hashsalt": name, "font.size": 10,
        "font.sans-serif": ["DejaVu Sans", "Verdana", "Helvetica", "Arial"],
        "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": INK, "xtick.color": INK,
        "ytick.color": INK, "axes.spines.top": False, "axes.spines.right": False,
        "grid.color": INK, "grid.alpha": 0.25, "grid.linewidth": 0.6, "legend.frameon": False,
    })
    from matplotlib import pyplot, ticker

    kind = plot.get("kind", "lines")
    if kind == "bars":
        height = 0.9 + 0.28 * len(records)
        figure, axes = pyplot.subplots(figsize=(7.2, height))
        labels = [r[plot["x"]] for r in records]
        values = [float(r[plot["y"]]) for r in records]
        bars = axes.barh(range(len(records)), values, color=COLOURS[0], height=0.7)
        axes.set_yticks(range(len(records)))
        axes.set_yticklabels(labels)
        axes.invert_yaxis()
        axes.bar_label(bars, fmt=plot.get("format", "%.3f"), padding=3, color=INK)
        axes.margins(x=0.12)
        axes.grid(axis="x")
        axes.set_axisbelow(True)
        axes.set_xlabel(plot["labels"][1])
    else:
        figure, axes = pyplot.subplots(figsize=(7.2, 4.2))
        for i, series in enumerate(plot["series"]):
            points = [r for r in records
                      if all(r[k] == v for k, v in series.get("where", {}).items())]
            if not points:
                sys.exit(f"{name}: no record of {plot['data']} belongs to '{series['label']}'")
            y = series.get("y", plot.get("y"))
            points = [(float(r[plot["x"]]), float(r[y])) for r in points]
            axes.plot(*zip(*points), label=series["label"], color=COLOURS[i % len(COLOURS)],
                      marker=MARKERS[i % len(MARKERS)], markersize=4.5, linewidth=1.4,
                      drawstyle="steps-pre" if kind == "steps" else "default")
        scales = plot.get("scales", ["linear", "linear"])
        for scale, axis in zip(scales, [axes.xaxis, axes.yaxis]):
            set_scale = axes.set_xscale if axis is axes.xaxis else axes.set_yscale
            if scale != "linear":
                set_scale("log", base=2 if scale == "log2" else 10)
                axis.set_major_formatter(ticker.FuncFormatter(lambda v, _: f"{v:,.10g}"))
                axis.set_minor_formatter(ticker.NullFormatter())
            else:
                axis.set_major_formatter(ticker.FuncFormatter(lambda v, _: f"{v:,.10g}"))
        if "linear" == scales[1]:
            axes.set_ylim(bottom=0)
        for label, level in plot.get("levels", {}).items():
            axes.axhline(level, color=INK, linewidth=1, linestyle="--")
            axes.annotate(label, (1, level), xycoords=("axes fraction", "data"), ha="right",
                          va="bottom", fontsize=9, color=INK)
        axes.set_xlabel(plot["labels"][0])
        axes.set_ylabel(plot["labels"][1])
        axes.grid()
        if len(plot["series"]) > 1:
            axes.legend(fontsize=9)
    axes.set_title(plot["title"], fontsize=10.5, color=INK, loc="left")
    out = io.StringIO()
    figure.savefig(out, format="svg", transparent=True, bbox_inches="tight",
                   metadata={"Date": None, "Creator": None, "Title": plot["title"]})
    pyplot.close(figure)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def short_digest(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def stamp(plot, text):
    """What the first comment of a drawn plot says."""
    code = json.dumps([plot, INK, COLOURS, MARKERS]) + inspect.getsource(picture) + \
        inspect.getsource(records_of)
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
        svg = picture(name, plot, records_of(plot, data))
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
