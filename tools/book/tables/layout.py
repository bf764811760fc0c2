"""A table in Markdown from its description: which records, which rows, which columns."""
import re

from ..markers import Mistake
from . import records
from .expressions import Row, dotted, parse


# Bold in Markdown, if it were not marked as code.
DUNDER = re.compile(r"(?<![\w`])(__\w+__)(?![\w`])")


class Column:
    """TITLE = EXPRESSION : FORMAT, where a name alone is both title and expression."""
    FORMAT = re.compile(r"^(0?)(,000)?(?:\.(0+))?([^0]*)$")

    def __init__(self, text):
        title, equals, rest = text.rpartition(" = ")  # "N = 2^24" may be in a title
        self.title = title.strip() if equals else text.strip()
        expression, colon, sample = (rest if equals else text).rpartition(" : ")
        if not colon:
            expression, sample = (rest if equals else text), ""
        if not equals and colon:
            self.title = expression.strip()
        self.node = parse(expression)
        self.sample = sample.strip()
        self.format = self.FORMAT.match(self.sample) if self.sample else None
        if self.sample and (not self.format or not (self.format[1] or self.format[3])):
            raise Mistake(f"not a format: '{self.sample}' (write 0.00, .00, 0,000, 0.00x)")

    def show(self, row):
        """The text of this column's cell in a row."""
        if not self.format:
            name = dotted(self.node)
            value = row.cell(name) if name else row.value(self.node)
            return "" if value is None else DUNDER.sub(r"`\1`", str(value))
        value = row.value(self.node)
        if value is None:
            return ""
        if isinstance(value, str):
            return value  # such as "needs a GPU"
        zero, groups, digits, suffix = self.format.groups()
        text = f"{value:{',' if groups else ''}.{len(digits or '')}f}"
        if not zero and text.lstrip("-").startswith("0."):
            text = text.replace("0.", ".", 1)
        return text + suffix


def in_line(line, make, *arguments):
    """make(*arguments), where a mistake is one of this line of the description."""
    try:
        return make(*arguments)
    except Mistake as mistake:
        mistake.line = mistake.line or line
        raise


class Description:
    """What the lines of a marker say."""

    def __init__(self, lines, checkout):
        self.data = records.read(lines[0].strip(), checkout)
        self.conditions, self.columns, self.order = [], [], []  # with the numbers of their lines
        self.key_name, self.transposed = None, False
        for at, text in enumerate(lines[1:], 1):
            in_line(at, self.add, at, text.strip(), checkout)
        if not self.columns:
            raise Mistake("the table has no columns")
        if self.key_name is not None:
            self.data.require(self.key_name)

    def add(self, at, text, checkout):
        """Takes one line."""
        word, _, rest = text.partition(" ")
        is_column = rest.startswith("= ")  # a column may be called `row`, too
        if not word:
            return
        if text == "transpose":
            self.transposed = True
        elif is_column or word not in ("join", "where", "rows", "row"):
            self.columns.append((at, Column(text)))
        elif word == "join":
            name, _, keys = rest.partition(" on ")
            self.data.join(records.read(name.strip(), checkout),
                           [key.strip() for key in keys.split(",")])
        elif word == "where":
            self.conditions.append((at, parse(rest)))
        elif word == "rows":
            self.key_name = rest.strip()
        else:
            value, _, label = rest.partition(" as ")
            self.order.append((at, value.strip(), label.strip()))

    def chosen_records(self):
        """Those for which every condition holds."""
        chosen = self.data.records
        for at, condition in self.conditions:
            chosen = [r for r in chosen
                      if in_line(at, Row([r], "", [], self.data).value, condition)]
        if not chosen:
            raise Mistake(f"no record of {self.data.name} is left")
        return chosen

    def rows(self):
        """All rows, in order of appearance."""
        rows, by_key = [], {}
        first = self.columns[0][1]
        for record in self.chosen_records():
            key = (record[self.key_name] if self.key_name
                   else first.show(Row([record], "", [], self.data)))
            if self.key_name and key in by_key:
                by_key[key].records.append(record)
            else:
                rows.append(Row([record], key, rows, self.data))
                by_key[key] = rows[-1]
        return rows

    def choose(self, rows):
        """Leaves the rows that `row` lines name, in their order; returns the labels they give."""
        named, labels = {row.key: row for row in rows}, {}
        for at, value, label in self.order:
            if value not in named:
                raise Mistake(f"there is no row '{value}'; there are {', '.join(named)}", at)
            if label:
                labels[value] = label
        if self.order:
            rows[:] = [named[value] for _, value, _ in self.order]
        return labels


def table(lines, checkout):
    """The Markdown lines of the table that these lines describe; the first names the file."""
    description = Description(lines, checkout)
    rows, columns = description.rows(), description.columns
    labels = description.choose(rows)
    cells = [[column.title for _, column in columns]]
    for row in rows:
        shown = [in_line(at, column.show, row) for at, column in columns]
        shown[0] = labels.get(row.key, shown[0])
        cells.append(shown)
    right = [bool(column.format) for _, column in columns]
    if description.transposed:
        right = [False] + [any(right)] * (len(cells) - 1)
        cells = [list(line) for line in zip(*cells)]
    rule = ["--:" if to_right else "---" for to_right in right]
    return ["|" + "".join(f" {cell} |" if cell else " |" for cell in line)
            for line in [cells[0], rule, *cells[1:]]]
