"""The functions of the runtime and of the driver API that the emulator has, by the sections of NVIDIA's reference manuals."""
import re
import subprocess

REFUSALS = "tools/emulator/src/cudart/observations/refusals.def"
HEADERS = ["cuda_runtime_api.h", "cuda_profiler_api.h"]
DRIVER_REFUSALS = "tools/emulator/src/driver/refusals.def"
DRIVER_ENTRIES = "tools/emulator/src/driver/entry_points.def"
DRIVER_HEADERS = ["cuda.h", "cudaProfiler.h"]
ELSEWHERE = "Other"  # the section of functions that these headers do not declare
DECLARED = re.compile(r"CUDA(?:RT)?API(?:_CDECL)? +(cu[A-Za-z0-9_]+)\(")


def sections(headers):
    """{function: section} in the manual's order, from the texts of the toolkit's headers.
    Deprecated functions stand with their section."""
    titles, section, found = {}, "", {}
    for line in "\n".join(headers).split("\n"):
        if group := re.search(r"\\defgroup (CUDA[A-Z0-9_]*) (.*)", line):
            section = titles[group[1]] = re.sub(r" *(\[DEPRECATED\]|\*/).*", "", group[2]).rstrip()
        elif group := re.search(r"\\addtogroup (CUDA\S*)", line):
            section = titles.get(group[1], "")
        if name := DECLARED.search(line):
            found.setdefault(name[1], section)
    return found


def exported(library):
    """The names of the functions that the library exports, without their variants by streams."""
    listed = subprocess.run(["nm", "-D", "--defined-only", library], check=True, text=True,
                            capture_output=True).stdout
    names = (line.split()[2].partition("@")[0] for line in listed.splitlines()
             if len(line.split()) > 2)
    return sorted({re.sub(r"_pt[ds][sz]$", "", name) for name in names if name.startswith("cuda")})


def refused(definitions):
    """{function: reason} of those that only return an error, from the text of refusals.def."""
    reasons = dict(re.findall(r'^REASON\(([a-z_]*), "(.*)"\)$', definitions, re.MULTILINE))
    return {name: reasons[reason] for name, reason in reversed(re.findall(
        r"^REFUSAL\((cu[A-Za-z0-9_]*?)(?:_pt[a-z]*)?, ([a-z_]*)\)$", definitions, re.MULTILINE))}


def newest(entries):
    """{function: symbol} of the driver API: the symbol that a program of today gets, from the text of entry_points.def."""
    return dict(re.findall(r"^ENTRY(?:_PER_THREAD)?\((\w+), (\w+),", entries, re.MULTILINE))


def listed(names):
    return ", ".join(f"`{name}`" for name in names) + "."


def page(names, section_of, reason_of):
    """The Markdown: for each section the functions that work, then those that are refused."""
    order = [*dict.fromkeys(section_of.values()), ELSEWHERE]
    parts = []
    for section in order:
        inside = [name for name in names if section_of.get(name, ELSEWHERE) == section]
        by_reason = {}
        for name in inside:
            by_reason.setdefault(reason_of.get(name), []).append(name)
        works = by_reason.pop(None, [])
        if inside:
            parts.append(f"### {section}")
        if works:
            parts.append(f"Supported: {listed(works)}")
        parts += [f"Refused, because {reason}: {listed(those)}"
                  for reason, those in by_reason.items()]
    return "\n\n".join(parts)


def toolkit_headers(checkout):
    """The folder of the toolkit's headers."""
    asked = subprocess.run([checkout.root / "common/configure/toolkit.sh"], check=True, text=True,
                           capture_output=True).stdout
    return checkout.root / asked.splitlines()[0]


def header_texts(checkout, names):
    folder = toolkit_headers(checkout)
    return [(folder / name).read_text(encoding="utf-8", errors="replace") for name in names]


def content(checkout):
    return page(exported(checkout.emulator), sections(header_texts(checkout, HEADERS)),
                refused(checkout.read(REFUSALS)))


def driver_content(checkout):
    symbols = newest(checkout.read(DRIVER_ENTRIES))
    reasons = refused(checkout.read(DRIVER_REFUSALS))
    return page(sorted(symbols), sections(header_texts(checkout, DRIVER_HEADERS)),
                {name: reasons[symbol] for name, symbol in symbols.items() if symbol in reasons})
