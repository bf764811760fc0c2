"""The runtime's functions that the emulator has, by the sections of NVIDIA's reference manual."""
import re
import subprocess

REFUSALS = "tools/emulator/src/cudart/observations/refusals.def"
HEADERS = ["cuda_runtime_api.h", "cuda_profiler_api.h"]
ELSEWHERE = "Other"  # the section of functions that these headers do not declare
DECLARED = re.compile(r"CUDARTAPI(?:_CDECL)? +(cuda[A-Za-z0-9_]+)\(")


def sections(headers):
    """{function: section} in the manual's order, from the texts of the toolkit's headers.
    Deprecated functions stand with their section."""
    titles, section, found = {}, "", {}
    for line in "\n".join(headers).split("\n"):
        if group := re.search(r"\\defgroup (CUDART[A-Z0-9_]*) (.*)", line):
            section = titles[group[1]] = re.sub(r" *(\[DEPRECATED\]|\*/).*", "", group[2]).rstrip()
        elif group := re.search(r"\\addtogroup (CUDART\S*)", line):
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
    reasons = dict(re.findall(r'^REASON\(([a-z]*), "(.*)"\)$', definitions, re.MULTILINE))
    return {name: reasons[reason] for name, reason in reversed(re.findall(
        r"^REFUSAL\((cuda[A-Za-z0-9]*)(?:_pt[a-z]*)?, ([a-z]*)\)$", definitions, re.MULTILINE))}


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


def content(checkout):
    folder = toolkit_headers(checkout)
    headers = [(folder / name).read_text(encoding="utf-8", errors="replace") for name in HEADERS]
    return page(exported(checkout.emulator), sections(headers), refused(checkout.read(REFUSALS)))
