"""Tables made from the measurements in docs/data/, and outputs of tools recorded there.

    <!-- book table h200_05_reduction.csv
    join h200_05_reduction_ncu.csv on variant, size, block
    where size == 2^24 and block == 512
    variant
    ms = milliseconds : 0.0000
    GB/s = 4 * size / milliseconds / 1e6 : 0,000
    step = previous(milliseconds) / milliseconds : 0.00x
    in all = first(milliseconds) / milliseconds : 0.00x
    at 128 threads = row(milliseconds, "01 neighbored") : 0.0
    -->

First line     a file of docs/data/: lines that begin with # are comments, the next has the names.
               Or course.toml: a record for each exercise, with its texts.
join F on A,B  adds the columns of a second file, from its one record with the same A and B. Where
               there is none, they are empty.
where COND     keeps the records for which this holds; with several such lines, all must hold.
rows NAME      one row for each value of this column, in order of appearance, in place of one for
               each record. Other records of a row are reached by NAME[COND].
row VALUE      only these rows, in this order: VALUE is that of the column after `rows`, or of the
               first column. `row VALUE as TEXT` shows TEXT in the first cell.
transpose      columns become rows.
optional       the file may not be there yet: then the page says so in place of the table.
any other      a column: TITLE = EXPRESSION : FORMAT. A name alone is title and expression.

An expression is arithmetic over the names of columns, with + - * / ^ (power), comparisons, and, or,
not, "text", and
    ms[block == 128]     that of the row's one record for which this holds
    previous(x) first(x) x in the row above, in the first row
    row(x, "VALUE")      x in the row so named; row(x, y): in the row that y names
    least(x) most(x)     over all rows
    mean(x) greatest(x)  over the records of the row, as far as x has a value there
    count(x)             how many have one; count(CONDITION): for how many it holds
    abs(x)               without its sign
    text("{}, {}", x, y) text with values in it, as they stand in the file
Where a value is missing the cell is empty.

A format is a sample: 0.00 has two decimals, .00 the same without the leading 0, 0,000 groups
thousands, 0,000.0 does both; what follows is put behind each number: 0.00x, 0 %. Without a format
the text of the file is shown.

What a tool printed is shown as a file of docs/data/ has it, without the comments at its top:

    <!-- book output recipes/05_ncu.txt -->
"""
from ..kind import PageKind
from ..tables.layout import table


def output(name, checkout):
    """The Markdown lines that show what a tool printed."""
    lines = checkout.read(f"docs/data/{name}").splitlines()
    while lines and lines[0].startswith("#"):
        del lines[0]
    return ["```text", *lines, "```"]


class KIND(PageKind):
    name = "tables"
    summary = "tables of measurements, and recorded outputs of tools"
    reads = "docs/data/, course.toml"
    writes = "pages, below `book table FILE ...` and `book output FILE`"
    words = ("table", "output")

    def content(self, marker, checkout):
        if marker.word == "output":
            return "\n".join(output(marker.arguments, checkout))
        lines = marker.arguments.split("\n")
        if "optional" in (line.strip() for line in lines[1:]):
            lines = lines[:1] + [line for line in lines[1:] if line.strip() != "optional"]
            if not (checkout.root / "docs/data" / lines[0].strip()).exists():
                return "*Not recorded yet.*"
        return "\n".join(table(lines, checkout))
