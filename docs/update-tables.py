#!/usr/bin/env python3
"""Makes the tables of the lessons from the measurements in docs/data/.

    docs/update-tables.py            rewrites every table that is out of date
    docs/update-tables.py --check    changes nothing; names each of them by file and line, and fails
    docs/update-tables.py FILE...    looks at these files alone (otherwise README.md,
                                     emulator/README.md, docs/*.md and chapters/*/*.md)

A table stands between two HTML comments. The first says what is in it; what lies between them
belongs to this script:

    <!-- table h200_05_reduction.csv
    join h200_05_reduction_ncu.csv on variant, size, block
    where size == 2^24 and block == 512
    variant
    ms = milliseconds : 0.0000
    GB/s = 4 * size / milliseconds / 1e6 : 0,000
    step = previous(milliseconds) / milliseconds : 0.00x
    in all = first(milliseconds) / milliseconds : 0.00x
    at 128 threads = row(milliseconds, "01 neighbored") : 0.0
    -->
    <!-- end of table -->

First line     a file of docs/data/: lines that begin with # are comments, the next has the names.
               Or course.toml: a record for each exercise, its texts.
join F on A,B  adds the columns of a second file, from its one record with the same A and B. Where
               there is none, they are empty.
where COND     keeps the records for which this holds; several such lines: all of them.
rows NAME      one row for each value of this column, in order of appearance, in place of one for
               each record. Other records of a row are reached by NAME[COND].
row VALUE      only these rows, in this order: VALUE is that of the column after `rows`, or of the
               first column. `row VALUE as TEXT` shows TEXT in the first cell.
transpose      columns become rows.
any other      a column: TITLE = EXPRESSION : FORMAT. A name alone is title and expression.

An expression is arithmetic over the names of columns, with + - * / ^ (power), comparisons, and, or,
not, "text", and
    ms[block == 128]     that of the row's one record for which this holds
    previous(x) first(x) x in the row above, in the first row
    row(x, "VALUE")      x in the row so named; row(x, y): in the row that y names
    least(x) most(x)     over all rows
    text("{}, {}", x, y) text with values in it, as they stand in the file
Where a value is missing the cell is empty.

A format is a sample: 0.00 two digits behind the point, .00 the same without the 0 before it,
0,000 thousands grouped, 0,000.0 both; what follows is put behind each number: 0.00x, 0 %. Without
one the text of the file is shown.

What a tool printed stands between two comments likewise, and is shown as it is in a file of
docs/data/, without the comments that the file begins with:

    <!-- output recipes/05_ncu.txt -->
    <!-- end of output -->
"""
import ast
import csv
import glob
import operator
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BEGIN = re.compile(r"^\s*<!-- table\b(.*)$")
END = "<!-- end of table -->"
OUTPUT = re.compile(r"^\s*<!-- output (\S+) -->$")
END_OF_OUTPUT = "<!-- end of output -->"


class Mistake(Exception):
    """What is wrong in a table's lines; `line` counts from the marker's own, 0."""

    def __init__(self, message, line=0):
        super().__init__(message)
        self.line = line


def number(text):
    """The number that a text is, or the text."""
    for kind in (int, float):
        try:
            return kind(text)
        except (TypeError, ValueError):
            pass
    return text


class Records:
    """The records of one CSV file, as dicts of text; an empty cell is None."""

    def __init__(self, name, folder):
        self.name = name
        if name == "course.toml":
            self.names = ["name", "title", "lesson", "book"]
            with open(os.path.join(ROOT, name), encoding="utf-8") as file:
                exercises = file.read().split("[[exercise]]")[1:]
            self.records = [{n: re.search(rf'^{n} = "(.*)"$', one, re.M)[1] or None
                             for n in self.names} for one in exercises]
            return
        path = os.path.join(folder, name)
        try:
            with open(path, encoding="utf-8", newline="") as file:
                lines = [line for line in file if not line.startswith("#") and line.strip()]
        except OSError as error:
            raise Mistake(f"cannot read docs/data/{name}: {error.strerror}")
        rows = list(csv.reader(lines))
        if not rows:
            raise Mistake(f"docs/data/{name} is empty")
        self.names = [title.strip() for title in rows[0]]
        self.records = []
        for row in rows[1:]:
            if len(row) != len(self.names):
                raise Mistake(f"docs/data/{name}: a record of {len(row)} cells, "
                              f"where {len(self.names)} columns have names: {','.join(row)}")
            self.records.append({n: v.strip() or None for n, v in zip(self.names, row)})

    def join(self, other, keys):
        for key in keys:
            for side in (self, other):
                if key not in side.names:
                    raise Mistake(f"docs/data/{side.name} has no column '{key}'")
        found = {}
        for record in other.records:
            key = tuple(number(record[k]) for k in keys)
            if key in found:
                raise Mistake(f"docs/data/{other.name} has two records with {', '.join(keys)} = "
                              f"{', '.join(map(str, key))}")
            found[key] = record
        added = [name for name in other.names if name not in self.names]
        for record in self.records:
            match = found.get(tuple(number(record[k]) for k in keys), {})
            record.update({name: match.get(name) for name in added})
        self.names += added


OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.Pow: operator.pow, ast.Mod: operator.mod,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}


def parse(text):
    python = re.sub(r'("[^"]*")|\^', lambda m: m[1] or "**", text.strip())
    try:
        return ast.parse(python, mode="eval").body
    except SyntaxError:
        raise Mistake(f"not an expression: {text.strip()} (`==` compares, \"text\" has quotes)")


def dotted(node):
    """The name that a.b.c spells, or None: names of metrics have points in them."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return before and f"{before}.{node.attr}"
    return None


class Row:
    """One row: its records, and where it stands among the others."""

    def __init__(self, records, key, rows, data):
        self.records, self.key, self.rows, self.data = records, key, rows, data

    def cell(self, name, records=None):
        if name not in self.data.names:
            raise Mistake(f"docs/data/{self.data.name} has no column '{name}'; "
                          f"it has {', '.join(self.data.names)}")
        values = {record[name] for record in (self.records if records is None else records)}
        if len(values) > 1:
            raise Mistake(f"'{name}' of row '{self.key}' has several values: "
                          f"{', '.join(sorted(map(str, values)))}; narrow `where`, or choose by [ ]")
        return values.pop() if values else None

    def value(self, node, records=None):
        name = dotted(node)
        if name is not None:
            return number(self.cell(name, records))
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.UnaryOp):
            operand = self.value(node.operand, records)
            if isinstance(node.op, ast.Not):
                return not operand
            return None if operand is None else -operand
        if isinstance(node, ast.BoolOp):
            values = (self.value(part, records) for part in node.values)
            return all(values) if isinstance(node.op, ast.And) else any(values)
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            return self.combine(node.op, self.value(node.left, records),
                                self.value(node.right, records))
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in OPERATORS:
            return bool(self.combine(node.ops[0], self.value(node.left, records),
                                     self.value(node.comparators[0], records)))
        if isinstance(node, ast.Subscript):
            chosen = [r for r in self.records if self.value(node.slice, [r])]
            return self.value(node.value, chosen)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return self.call(node.func.id, node.args, records)
        raise Mistake(f"cannot work this out: {ast.unparse(node)}")

    @staticmethod
    def combine(operation, left, right):
        if left is None or right is None:
            return None
        try:
            return OPERATORS[type(operation)](left, right)
        except TypeError:
            raise Mistake(f"a number and a text do not go together: {left!r} and {right!r}")
        except ZeroDivisionError:
            return None

    def call(self, name, arguments, records):
        if name == "text" and arguments:
            parts = [self.cell(dotted(a), records) if dotted(a) else self.value(a, records)
                     for a in arguments[1:]]
            return None if None in parts else self.value(arguments[0]).format(*parts)
        if name == "row" and len(arguments) == 2:
            key = self.value(arguments[1])
            if key is None:
                return None
            key = str(key)
            for other in self.rows:
                if other.key == key:
                    return other.value(arguments[0])
            raise Mistake(f"there is no row '{key}'")
        if len(arguments) == 1:
            if name == "first":
                return self.rows[0].value(arguments[0])
            if name == "previous":
                at = self.rows.index(self)
                return self.rows[at - 1].value(arguments[0]) if at > 0 else None
            if name in ("least", "most"):
                values = [row.value(arguments[0]) for row in self.rows]
                values = [v for v in values if v is not None]
                return (min if name == "least" else max)(values) if values else None
        raise Mistake(f"there is no function {name} of {len(arguments)}")


class Column:
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
        if not self.format:
            name = dotted(self.node)
            value = row.cell(name) if name else row.value(self.node)
            return "" if value is None else str(value)
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
    try:
        return make(*arguments)
    except Mistake as mistake:
        mistake.line = mistake.line or line
        raise


def table(lines, folder):
    """The Markdown lines of the table that these lines describe; the first names the file."""
    data = Records(lines[0].strip(), folder)
    conditions, columns, order, key_name, turned = [], [], [], None, False
    for at, text in enumerate(lines[1:], 1):
        word, _, rest = text.strip().partition(" ")
        is_column = rest.startswith("= ")  # a column may be called `row`, too
        if not word:
            continue
        if word == "join" and not is_column:
            name, _, keys = rest.partition(" on ")
            other = in_line(at, Records, name.strip(), folder)
            in_line(at, data.join, other, [key.strip() for key in keys.split(",")])
        elif word == "where" and not is_column:
            conditions.append((at, in_line(at, parse, rest)))
        elif word == "rows" and not is_column:
            key_name = rest.strip()
        elif word == "row" and not is_column:
            value, _, label = rest.partition(" as ")
            order.append((at, value.strip(), label.strip()))
        elif text.strip() == "transpose":
            turned = True
        else:
            columns.append((at, in_line(at, Column, text)))
    if not columns:
        raise Mistake("the table has no columns")

    records = data.records
    for at, condition in conditions:
        records = [r for r in records
                   if in_line(at, Row([r], "", [], data).value, condition)]
    if not records:
        raise Mistake(f"no record of docs/data/{data.name} is left")

    rows = []
    first = columns[0][1]
    if key_name is not None and key_name not in data.names:
        raise Mistake(f"docs/data/{data.name} has no column '{key_name}'")
    for record in records:
        key = record[key_name] if key_name else first.show(Row([record], "", [], data))
        same = [row for row in rows if row.key == key] if key_name else []
        if same:
            same[0].records.append(record)
        else:
            rows.append(Row([record], key, rows, data))
    labels = {}
    if order:
        named = {row.key: row for row in rows}
        chosen = []
        for at, value, label in order:
            if value not in named:
                raise Mistake(f"there is no row '{value}'; there are {', '.join(named)}", at)
            chosen.append(named[value])
            if label:
                labels[value] = label
        rows[:] = chosen

    cells = [[column.title for _, column in columns]]
    for row in rows:
        shown = [in_line(at, column.show, row) for at, column in columns]
        shown[0] = labels.get(row.key, shown[0])
        cells.append(shown)
    right = [bool(column.format) for _, column in columns]
    if turned:
        right = [False] + [any(right)] * (len(cells) - 1)
        cells = [list(line) for line in zip(*cells)]
    rule = ["--:" if to_right else "---" for to_right in right]
    return ["|" + "".join(f" {cell} |" if cell else " |" for cell in line)
            for line in [cells[0], rule, *cells[1:]]]


def output(name, folder):
    """The Markdown lines that show what a tool printed, of a file of docs/data/."""
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            lines = file.read().splitlines()
    except OSError as error:
        raise Mistake(f"cannot read docs/data/{name}: {error.strerror}")
    while lines and lines[0].startswith("#"):
        del lines[0]
    return ["", "```text", *lines, "```", ""]


def fill(kind, begin, end, lines, at):
    """The lines up to `end`, which is behind them, and where that is. Throws what `begin` lacks."""
    old = []
    for line in lines[at:]:
        if line.strip() == end:
            return old, at + len(old)
        if begin.match(line):
            raise Mistake(f"before the next {kind} there must be: {end}")
        old.append(line)
    raise Mistake(f"behind this {kind} there must be: {end}")


def update(text, folder):
    """The text with its tables and outputs made anew, and a list of (line, problem)."""
    lines = text.split("\n")
    result, problems, at = [], [], 0
    fenced = False
    while at < len(lines):
        line = lines[at]
        result.append(line)
        at += 1
        if line.lstrip().startswith("```"):
            fenced = not fenced
        begin = None if fenced else BEGIN.match(line)
        shown = None if fenced else OUTPUT.match(line)
        if not begin and not shown:
            continue
        start = at  # counts from 1: the marker's line
        if begin:
            description = [begin[1]]
            while not description[-1].rstrip().endswith("-->"):
                if at == len(lines):
                    return text, [(start, "the marker of this table has no end: -->")]
                result.append(lines[at])
                description.append(lines[at])
                at += 1
            description[-1] = description[-1].rstrip()[:-len("-->")]
        try:
            old, at = (fill("table", BEGIN, END, lines, at) if begin else
                       fill("output", OUTPUT, END_OF_OUTPUT, lines, at))
        except Mistake as mistake:
            return text, [(start, str(mistake))]
        try:
            new = ["", *table(description, folder), ""] if begin else output(shown[1], folder)
        except Mistake as mistake:
            problems.append((start + mistake.line, str(mistake)))
            result += old
            continue
        if old != new:
            stale = next((l for l in new if l not in old), "")
            problems.append((start, "out of date" + (f"; it should have: {stale}" if stale else "")))
        result += new
    return "\n".join(result), problems


def main(arguments):
    check = "--check" in arguments
    names = [argument for argument in arguments if argument != "--check"]
    if any(name.startswith("-") for name in names):
        print(__doc__)
        return 0 if names[0] in ("-h", "--help") else 64
    if not names:
        names = [os.path.join(ROOT, "README.md"), os.path.join(ROOT, "emulator/README.md"),
                 *sorted(glob.glob(f"{ROOT}/docs/*.md")),
                 *sorted(glob.glob(f"{ROOT}/docs/decisions/*.md")),
                 *sorted(glob.glob(f"{ROOT}/chapters/*/*.md"))]
    failed = False
    for name in names:
        with open(name, encoding="utf-8") as file:
            text = file.read()
        folder = os.environ.get("LOCKSTEP_DATA", os.path.join(ROOT, "docs", "data"))
        new, problems = update(text, folder)
        for line, problem in problems:
            wrong = not problem.startswith("out of date")
            if check or wrong:
                print(f"{os.path.relpath(name)}:{line}: {problem}", file=sys.stderr)
                failed = True
        if not check and new != text:
            with open(name, "w", encoding="utf-8") as file:
                file.write(new)
            print(f"{os.path.relpath(name)}: brought up to date")
    if failed and check:
        print("docs/update-tables.py brings tables up to date.", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
