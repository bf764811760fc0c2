"""Draws plots as SVG: those of the lessons and of `lockstep bench` alike. A plot is a dict:

title    above the picture
where    records with these values only, as text: {"size": "16777216"}
x, y     names of columns; for bars, x has the labels
series   for curves, a list of {"label", "where", "y", "line"}, one each, points in the order of the
         records; "y" where the curves are columns; "line" is matplotlib's style of the line, and
         only "-" (the default) and "none" have markers
kind     "lines" (the default), "steps" or "bars" (lying, one for each record)
labels   of the two axes, with units
scales   of the two axes: "linear" (the default), "whole" (the same, marked at integers), "log" or
         "log2"
levels   lines across, with a label: {"4 kernels": 4.0}
format   of the values beside bars
legend   "beside": to the right of the picture (the default: inside)

Colours are to be read on white and on black alike; the picture has no background of its own.
"""
import csv
import io
import sys

# Mid-tones. Told apart by lightness and marker, too.
INK = "#808080"
COLOURS = ["#3b82c4", "#e07b39", "#3f9e5f", "#b5539c", "#c9a227", "#5aa9b8", "#c0504d", "#8c7ae6",
           "#7f9f3f", "#999999"]
MARKERS = "osD^vPX*<>"


def matches(record, where):
    return all(record[name] == value for name, value in where.items())


def records_of(plot, text):
    """The records of a CSV file, without its comments, that the plot wants."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [r for r in csv.DictReader(lines) if matches(r, plot.get("where", {}))]


def set_style(matplotlib, name):
    matplotlib.use("svg")
    matplotlib.rcParams.update({
        "svg.fonttype": "none", "svg.hashsalt": name, "font.size": 10,
        "font.sans-serif": ["DejaVu Sans", "Verdana", "Helvetica", "Arial"],
        "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": INK, "xtick.color": INK,
        "ytick.color": INK, "axes.spines.top": False, "axes.spines.right": False,
        "grid.color": INK, "grid.alpha": 0.25, "grid.linewidth": 0.6, "legend.frameon": False,
    })


def draw_bars(axes, plot, records):
    bars = axes.barh(range(len(records)), [float(r[plot["y"]]) for r in records],
                     color=COLOURS[0], height=0.7)
    axes.set_yticks(range(len(records)))
    axes.set_yticklabels([r[plot["x"]] for r in records])
    axes.invert_yaxis()
    axes.bar_label(bars, fmt=plot.get("format", "%.3f"), padding=3, color=INK)
    axes.margins(x=0.12)
    axes.grid(axis="x")
    axes.set_axisbelow(True)
    axes.set_xlabel(plot["labels"][1])


def draw_curves(axes, name, plot, records):
    for i, series in enumerate(plot["series"]):
        points = [r for r in records if matches(r, series.get("where", {}))]
        if not points:
            sys.exit(f"{name}: no record of {plot.get('data', 'these')} belongs to "
                     f"'{series['label']}'")
        y = series.get("y", plot.get("y"))
        points = [(float(r[plot["x"]]), float(r[y])) for r in points]
        line = series.get("line", "-")
        axes.plot(*zip(*points), label=series["label"], color=COLOURS[i % len(COLOURS)],
                  marker=MARKERS[i % len(MARKERS)] if line in ("-", "none") else "",
                  markersize=4.5, linewidth=1.4, linestyle=line,
                  drawstyle="steps-pre" if plot.get("kind") == "steps" else "default")


def set_scales(axes, scales):
    from matplotlib import ticker
    for scale, axis in zip(scales, [axes.xaxis, axes.yaxis]):
        if scale == "whole":
            axis.set_major_locator(ticker.MaxNLocator(integer=True))
        elif scale != "linear":
            set_scale = axes.set_xscale if axis is axes.xaxis else axes.set_yscale
            set_scale("log", base=2 if scale == "log2" else 10)
            axis.set_minor_formatter(ticker.NullFormatter())
        axis.set_major_formatter(ticker.FuncFormatter(lambda v, _: f"{v:,.10g}"))
    if scales[1] == "linear":
        axes.set_ylim(bottom=0)


def draw_levels(axes, levels):
    for label, level in levels.items():
        axes.axhline(level, color=INK, linewidth=1, linestyle="--")
        axes.annotate(label, (1, level), xycoords=("axes fraction", "data"), ha="right",
                      va="bottom", fontsize=9, color=INK)


def picture(name, plot, records):
    """The SVG as text, the same on every run of the same matplotlib."""
    import matplotlib
    set_style(matplotlib, name)
    from matplotlib import pyplot

    if plot.get("kind") == "bars":
        figure, axes = pyplot.subplots(figsize=(7.2, 0.9 + 0.28 * len(records)))
        draw_bars(axes, plot, records)
    else:
        figure, axes = pyplot.subplots(figsize=(7.2, 4.2))
        draw_curves(axes, name, plot, records)
        set_scales(axes, plot.get("scales", ["linear", "linear"]))
        draw_levels(axes, plot.get("levels", {}))
        axes.set_xlabel(plot["labels"][0])
        axes.set_ylabel(plot["labels"][1])
        axes.grid()
        beside = {"loc": "upper left", "bbox_to_anchor": (1.02, 1)}
        if len(plot["series"]) > 1:
            axes.legend(fontsize=9, **(beside if plot.get("legend") == "beside" else {}))
    axes.set_title(plot["title"], fontsize=10.5, color=INK, loc="left")
    out = io.StringIO()
    figure.savefig(out, format="svg", transparent=True, bbox_inches="tight",
                   metadata={"Date": None, "Creator": None, "Title": plot["title"]})
    pyplot.close(figure)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"
