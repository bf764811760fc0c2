"""The records of a CSV file of docs/data/, or of the exercises in course.toml."""
import csv
import re

from ..markers import Mistake


def number(text):
    """The number that a text is, or the text."""
    for kind in (int, float):
        try:
            return kind(text)
        except (TypeError, ValueError):
            pass
    return text


class Records:
    """Records as dicts of text; an empty cell is None. `names` are the columns, in order."""

    def __init__(self, name, names, records):
        self.name, self.names, self.records = name, names, records

    def require(self, column):
        if column not in self.names:
            raise Mistake(f"{self.name} has no column '{column}'; it has {', '.join(self.names)}")

    def join(self, other, keys):
        """Adds the columns of `other`, from its one record with the same keys."""
        for key in keys:
            self.require(key)
            other.require(key)
        found = {}
        for record in other.records:
            key = tuple(number(record[k]) for k in keys)
            if key in found:
                raise Mistake(f"{other.name} has two records with {', '.join(keys)} = "
                              f"{', '.join(map(str, key))}")
            found[key] = record
        added = [name for name in other.names if name not in self.names]
        for record in self.records:
            match = found.get(tuple(number(record[k]) for k in keys), {})
            record.update({name: match.get(name) for name in added})
        self.names += added


def read(name, checkout):
    """The records of a file of docs/data/, or of course.toml."""
    return exercises(checkout) if name == "course.toml" else measurements(name, checkout)


def measurements(name, checkout):
    """Of a CSV file: lines that begin with # are comments, the next line has the names."""
    shown = f"docs/data/{name}"
    lines = [line for line in checkout.read(shown).splitlines()
             if not line.startswith("#") and line.strip()]
    rows = list(csv.reader(lines))
    if not rows:
        raise Mistake(f"{shown} is empty")
    names = [title.strip() for title in rows[0]]
    for row in rows[1:]:
        if len(row) != len(names):
            raise Mistake(f"{shown}: a record has {len(row)} cells, but there are {len(names)} "
                          f"columns: {','.join(row)}")
    records = [{n: v.strip() or None for n, v in zip(names, row)} for row in rows[1:]]
    return Records(shown, names, records)


def exercises(checkout):
    """A record for each exercise, of its texts that fit on one line."""
    names = ["name", "title", "lesson", "book"]
    entries = checkout.read("course.toml").split("[[exercise]]")[1:]
    return Records("course.toml", names, [
        {n: re.search(rf'^{n} = "(.*)"$', entry, re.M)[1] or None for n in names}
        for entry in entries])
