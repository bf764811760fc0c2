"""The instructions of PTX that the emulator has, by the sections of the PTX ISA."""
import re

TABLE = "tools/emulator/src/ptx/instructions.def"
ISA = "docs/data/ptx-isa.txt"  # SECTION | INSTRUCTIONS | WHY: those that may be missing


def entries(table):
    """(mnemonic, modifiers) of each entry, and (None, title) of each section, in order."""
    for line in table.splitlines():
        if line.startswith("// 9.7"):
            yield None, line[len("// "):]
        elif line.startswith("INSTRUCTION("):
            part = line.split('"')
            yield part[1], part[3]


def supported(table):
    lines = []
    for mnemonic, words in entries(table):
        if mnemonic is None:
            lines += ["", f"### {words}", "", "| instruction | modifiers |", "| --- | --- |"]
        else:
            lines.append(f"| `{mnemonic}` | " + (f"`{words}`" if words else "") + " |")
    return lines


def is_known(name, words_of):
    """Whether an instruction is in the table as it is, or by its modifiers: red.async."""
    if name in words_of:
        return True
    mnemonic, *modifiers = name.split(".")
    return mnemonic in words_of and all(word in words_of[mnemonic] for word in modifiers)


def refused(table, isa):
    """Those of the ISA's list that the table does not have."""
    words_of = {mnemonic: words.split(" ") for mnemonic, words in entries(table) if mnemonic}
    lines = ["", "### Refused", "", "| section | instructions | why |", "| --- | --- | --- |"]
    for line in isa.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        section, names, why = re.split(r" *\| *", line)[:3]
        missing = [f"`{name}`" for name in names.split() if not is_known(name, words_of)]
        if missing:
            lines.append(f"| {section} | {', '.join(missing)} | {why} |")
    return lines


def content(checkout):
    table = checkout.read(TABLE)
    return "\n".join([*supported(table), *refused(table, checkout.read(ISA))])
