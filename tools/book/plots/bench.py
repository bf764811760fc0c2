"""Draws what `lockstep bench` measured, with matplotlib: book bench-plots RECORDS FOLDER.

For each chapter, and for each type, operation and place of the input:

    CHAPTER_sizes_TYPE_OPERATION_PLACE.svg     bandwidth against size, of the fastest kernels
    CHAPTER_ladder_TYPE_OPERATION_PLACE.svg    all kernels at one size: 2^24, or the largest
    CHAPTER_roofline.svg                       the fastest of each type under the roofs of the GPU,
                                               and of one type kernels from the slowest on

Kernels that are not about memory have their times in place of a bandwidth, and no roofline.
"""
import json
import math
import os
import re
import sys

from . import drawing

REFERENCES = ["read only", "read only, early launch", "CUB", "Thrust"]
MOST_CURVES = 8
MOST_MARKS = 6  # of one type under the roofs

# Additions per clock cycle of an SM, by compute capability. Those of 9.0 are measured
# (docs/data/h200_03_additions.csv); for integers that is twice the rate of the instruction, as the
# multiplier does half of them. The others are those of the CUDA Programming Guide, "Arithmetic
# Instructions". What is not here gets no roof.
ADDITIONS = {
    "7.5": {"int": 64, "float": 64},
    "8.0": {"int": 64, "float": 64, "double": 32},
    "8.6": {"int": 64, "float": 128},
    "8.9": {"int": 64, "float": 128},
    "9.0": {"int": 128, "unsigned": 128, "float": 128, "double": 64},
}


def read_run(text):
    """The machine, and the results of each chapter; of a case that was measured twice, the last."""
    machine, chapters, current = {}, {}, None
    for line in text.splitlines():
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if not isinstance(record, dict):
            continue
        kind = record.get("record")
        if kind == "machine":
            machine = machine or record
        elif kind == "begin":
            current = record["chapter"]
        elif kind == "result" and record.get("right") and record.get("us"):
            key = tuple(str(record.get(k)) for k in ["kernel", "type", "operation", "elements",
                                                     "residency", "parameters"])
            chapters.setdefault(current or record["chapter"], {})[key] = record
    return machine, {name: list(cases.values()) for name, cases in chapters.items()}


def kernel_name(one):
    return " ".join([one["kernel"]] + [str(v) for v in (one.get("parameters") or {}).values()])


def work_of(one):
    return one.get("type", ""), one.get("operation", ""), one.get("residency", "")


def in_words(work, size=None):
    kind, operation, place = work
    words = [" ".join(w for w in [operation, "of" if operation and kind else "", kind] if w)]
    if size:
        words.append(size_text(size) + " elements")
    if place:
        words.append("from " + {"dram": "DRAM", "l2": "the L2 cache"}.get(place, place))
    return ", ".join(w for w in words if w)


def size_text(elements):
    power = int(elements).bit_length() - 1
    return f"2^{power}" if elements == 1 << power else f"{elements:,}"


def rate(one):
    return one["bytes"] / one["us"] / 1e3


def fastest(results, count):
    """Names of the kernels with the highest bandwidth at any size, references left out."""
    best = {}
    for one in results:
        name = kernel_name(one)
        if one["kernel"] not in REFERENCES:
            best[name] = max(best.get(name, 0), rate(one))
    return sorted(best, key=best.get, reverse=True)[:count]


def sizes_plot(device, work, results, machine):
    """Bandwidth against size; nothing if there is but one size."""
    results = [one for one in results if one.get("bytes")]
    if len({one["elements"] for one in results}) < 2:
        return None
    chosen = fastest(results, MOST_CURVES)
    records = sorted(({"name": kernel_name(one), "power": math.log2(one["elements"]),
                       "gbps": rate(one)} for one in results), key=lambda r: r["power"])
    there = {r["name"] for r in records}
    series = [{"label": name, "where": {"name": name}} for name in sorted(chosen)]
    series += [{"label": name, "where": {"name": name},
                "line": "--" if name.startswith("read only") else ":"}
               for name in REFERENCES if name in there]
    peak = machine.get("peak_gbps")
    return {"title": f"{in_words(work)}, {device}", "x": "power", "y": "gbps", "series": series,
            "labels": ["elements, as a power of two", "GB/s"], "legend": "beside",
            "scales": ["whole", "linear"],
            "levels": {f"{peak:,.0f}, by clock and bus width": peak}
            if peak and work[2] != "l2" else {}}, records


def of_one_size(results):
    """(size, results): those of 2^24 elements, or of the largest number."""
    sizes = {one["elements"] for one in results}
    size = 1 << 24 if 1 << 24 in sizes else max(sizes)
    return size, [one for one in results if one["elements"] == size]


def ladder_plot(device, work, results):
    size, results = of_one_size(results)
    moves = all(one.get("bytes") for one in results)
    records = [{"name": kernel_name(one), "value": rate(one) if moves else one["us"]}
               for one in results]
    return {"title": f"{in_words(work, size)}, {device}".lstrip(", "), "kind": "bars", "x": "name",
            "y": "value", "labels": ["", "GB/s" if moves else "us"],
            "format": "%.0f" if moves else "%.2f"}, records


def under_the_roofs(results):
    """(operation and type, result) of kernels to mark: of each type the fastest; of the type with
    the most kernels some of one size, from the slowest to the fastest. Of one operation: all of
    them make one of each element."""
    operation = "sum" if any(one["operation"] == "sum" for one in results) else None
    results = [one for one in results if one["kernel"] not in REFERENCES
               and operation in (None, one["operation"])]
    by_type = {}
    for one in results:
        by_type.setdefault(one["type"], []).append(one)
    kernels = {name: len({kernel_name(one) for one in mine}) for name, mine in by_type.items()}
    marked = []
    for name, mine in sorted(by_type.items()):
        if name == max(kernels, key=kernels.get):
            mine = sorted(of_one_size(mine)[1], key=rate)
            last = len(mine) - 1
            chosen = sorted({round(last * k / (MOST_MARKS - 1)) for k in range(MOST_MARKS)})
            marked += [mine[at] for at in chosen]
        else:
            marked.append(max(mine, key=rate))
    return [(f"{one['operation']} of {one['type']}", one) for one in marked]


def roofline_plot(device, results, machine):
    """What an addition for each element makes of the bandwidth; nothing without the roofs."""
    per_cycle = ADDITIONS.get(machine.get("compute_capability"))
    results = [one for one in results if one.get("bytes") and one.get("residency") == "dram"
               and one.get("operation") in ("sum", "min", "max")]
    ceilings = [rate(one) for one in results if one["kernel"] == "read only"]
    if not per_cycle or not ceilings or not machine.get("sm_mhz"):
        return None
    intensities = [2.0 ** k for k in range(-5, 7)]
    cycles = machine["multiprocessors"] * machine["sm_mhz"] / 1e3  # billions a second, of all SMs
    types = sorted({one["type"] for one in results if one["type"] in per_cycle})
    top = max(per_cycle[name] * cycles for name in types) if types else max(ceilings)
    records, series = [], []

    def add(label, points, line):
        records.extend({"name": label, "x": x, "y": y} for x, y in points)
        series.append({"label": label, "where": {"name": label}, "line": line})

    for label, speed, line in [("memory, by clock and width", machine["peak_gbps"], ":"),
                               ("memory, as a kernel reads it", max(ceilings), "--")]:
        add(label, [(x, x * speed) for x in intensities if x * speed <= 1.2 * top], line)
    for name in types:
        speed = per_cycle[name] * cycles
        add(f"additions of {name}", [(x, speed) for x in intensities], "-.")
    for what, one in under_the_roofs(results):
        x = one["elements"] / one["bytes"]
        add(f"{kernel_name(one)}, {what}", [(x, x * rate(one))], "none")
    return {"title": f"Roofline, {device}", "x": "x", "y": "y", "series": series,
            "labels": ["operations per byte", "10^9 operations per second"],
            "scales": ["log2", "log"], "legend": "beside"}, records


def plots_of(machine, chapters):
    """All pictures: {name: (plot, records)}."""
    device = machine.get("device", "")
    plots = {}
    for chapter, results in chapters.items():
        for work in sorted({work_of(one) for one in results}):
            mine = [one for one in results if work_of(one) == work]
            end = re.sub(r"[^A-Za-z0-9]+", "_", "_".join(w for w in work if w))
            plots[f"{chapter}_sizes_{end}"] = sizes_plot(device, work, mine, machine)
            plots[f"{chapter}_ladder_{end}"] = ladder_plot(device, work, mine)
        plots[f"{chapter}_roofline"] = roofline_plot(device, results, machine)
    return {name.rstrip("_"): plot for name, plot in plots.items() if plot}


def main(arguments):
    if len(arguments) != 2 or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if arguments[:1] in (["-h"], ["--help"]) else 64
    with open(arguments[0], encoding="utf-8") as file:
        plots = plots_of(*read_run(file.read()))
    try:
        os.makedirs(arguments[1], exist_ok=True)
        for name, (plot, records) in plots.items():
            path = os.path.join(arguments[1], name + ".svg")
            with open(path, "w", encoding="utf-8") as file:
                file.write(drawing.picture(name, plot, records))
            print(f"{path}: drawn")
    except OSError as error:
        print(error, file=sys.stderr)
        return 5
    if not plots:
        print("nothing to draw: no result is right", file=sys.stderr)
    return 0

