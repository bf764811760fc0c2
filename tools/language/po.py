"""Catalogues: .po files, the part of the format that this project needs."""
import dataclasses
import re

HEADER = ("", "")


@dataclasses.dataclass
class Entry:
    context: str = ""
    text: str = ""
    translation: str = ""
    fuzzy: bool = False
    places: list = dataclasses.field(default_factory=list)
    comments: list = dataclasses.field(default_factory=list)  # lines, as they stand

    @property
    def key(self):
        return self.context, self.text


def unquoted(line):
    text = line[line.index('"') + 1:line.rindex('"')]
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text)


def quoted(text):
    def quote(part):
        escaped = part.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
        return f'"{escaped}"'
    lines = re.findall(r"[^\n]*\n|[^\n]+", text)
    return quote(text) if len(lines) < 2 else "\n".join(['""', *map(quote, lines)])


def read(text):
    """The entries of a file, the header first. Obsolete ones (#~) are left out."""
    entries = []
    for block in re.split(r"\n\s*\n", text.strip()):
        entry, member = Entry(), None
        for line in block.split("\n"):
            if line.startswith("#~"):
                continue
            if line.startswith("#:"):
                entry.places += line[2:].split()
            elif line.startswith("#,"):
                entry.fuzzy = "fuzzy" in line
            elif line.startswith("#"):
                entry.comments.append(line)
            elif match := re.match(r"(msgctxt|msgid|msgstr) ", line):
                member = {"msgctxt": "context", "msgid": "text", "msgstr": "translation"}[match[1]]
                setattr(entry, member, unquoted(line))
            elif line.startswith('"') and member:
                setattr(entry, member, getattr(entry, member) + unquoted(line))
        if member:
            entries.append(entry)
    return entries


def written(entries):
    blocks = []
    for entry in entries:
        lines = list(entry.comments)
        if entry.places:
            lines.append("#: " + " ".join(entry.places))
        if entry.fuzzy:
            lines.append("#, fuzzy")
        if entry.context:
            lines.append("msgctxt " + quoted(entry.context))
        lines += ["msgid " + quoted(entry.text), "msgstr " + quoted(entry.translation)]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def gaps(form):
    """The gaps of a template, as (number, how it is formatted)."""
    found = []
    for match in re.finditer(r"\{\{|\}\}|\{(\d*)(:[^{}]*)?\}", form):
        if match[0] not in ("{{", "}}"):
            found.append((match[1] or str(len(found)), match[2] or ""))
    return sorted(found)
