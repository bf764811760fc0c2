"""Expressions over the columns of a table's rows."""
import ast
import operator
import re

from ..markers import Mistake
from .records import number

OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.Pow: operator.pow, ast.Mod: operator.mod,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}


def parse(text):
    """The syntax tree of an expression, in which ^ is a power."""
    python = re.sub(r'("[^"]*")|\^', lambda m: m[1] or "**", text.strip())
    try:
        return ast.parse(python, mode="eval").body
    except SyntaxError:
        raise Mistake(f"not an expression: {text.strip()} (`==` compares, \"text\" has "
                      "quotes)") from None


def dotted(node):
    """The name that a.b.c spells, or None: names of metrics have points in them."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return before and f"{before}.{node.attr}"
    return None


class Row:
    """One row: its records, its name, all rows of the table, and the columns there are."""

    def __init__(self, records, key, rows, data):
        self.records, self.key, self.rows, self.data = records, key, rows, data

    def cell(self, name, records=None):
        self.data.require(name)
        values = {record[name] for record in (self.records if records is None else records)}
        if len(values) > 1:
            raise Mistake(f"'{name}' of row '{self.key}' has several values: "
                          f"{', '.join(sorted(map(str, values)))}; narrow `where`, or choose by [ ]")
        return values.pop() if values else None

    def value(self, node, records=None):
        """What an expression gives in this row: a number, a text, or None where data is missing."""
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
        raise Mistake(f"cannot evaluate this: {ast.unparse(node)}")

    @staticmethod
    def combine(operation, left, right):
        if left is None or right is None:
            return None
        try:
            return OPERATORS[type(operation)](left, right)
        except TypeError:
            raise Mistake(f"a number and a text: {left!r} and {right!r}") from None
        except ZeroDivisionError:
            return None

    def call(self, name, arguments, records):
        if name == "text" and arguments:
            parts = [self.cell(dotted(a), records) if dotted(a) else self.value(a, records)
                     for a in arguments[1:]]
            return None if None in parts else self.value(arguments[0]).format(*parts)
        if name == "row" and len(arguments) == 2:
            return self.of_row(self.value(arguments[1]), arguments[0])
        if len(arguments) == 1:
            if name == "abs":
                value = self.value(arguments[0], records)
                return None if value is None else abs(value)
            if name in ("mean", "greatest", "count"):
                return self.over_records(name, arguments[0])
            if name == "first":
                return self.rows[0].value(arguments[0])
            if name == "previous":
                at = self.rows.index(self)
                return self.rows[at - 1].value(arguments[0]) if at > 0 else None
            if name in ("least", "most"):
                values = [row.value(arguments[0]) for row in self.rows]
                values = [v for v in values if v is not None]
                return (min if name == "least" else max)(values) if values else None
        raise Mistake(f"there is no function {name} with {len(arguments)} arguments")

    def over_records(self, name, node):
        """A figure of all the row's records for which the expression has a value."""
        values = [self.value(node, [record]) for record in self.records]
        values = [v for v in values if v is not None]
        if name == "count":  # of a condition: those for which it holds
            return sum(v is not False for v in values)
        if not values:
            return None
        return max(values) if name == "greatest" else sum(values) / len(values)

    def of_row(self, key, node):
        """What an expression gives in the row with this name."""
        if key is None:
            return None
        for other in self.rows:
            if other.key == str(key):
                return other.value(node)
        raise Mistake(f"there is no row '{key}'")
