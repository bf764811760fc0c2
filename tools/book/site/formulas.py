r"""Formulas: LaTeX in the lessons, MathML in the pages, which browsers draw without a library.

In a lesson a formula is a fence, or a span between `$`s, as code hosts draw it:

    ```math
    t(p) = q + p \cdot c
    ```

    the time $`t(p)`$ of one path
"""
import re

BLOCK = re.compile(r"^( *)```math\n(.*?)^\1```[ ]*$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(?<![`\w])\$`([^`\n]+)`\$(?!`)")


def mathml(latex, display):
    from latex2mathml.converter import convert  # of the generator's environment

    made = convert(latex.strip(), display="block" if display else "inline")
    # Markdown must not take signs in it for its own.
    return re.sub(r"[*_`\\]", lambda sign: f"&#{ord(sign.group())};", made)


def rewrite(text, convert=mathml):
    """The Markdown with its formulas as MathML."""
    text = BLOCK.sub(lambda m: f'{m[1]}<div class="formula">{convert(m[2], True)}</div>', text)
    return SPAN.sub(lambda m: convert(m[1], False), text)


def in_text(text):
    """The formulas of a page, as LaTeX."""
    return [m[2].strip() for m in BLOCK.finditer(text)] + [m[1] for m in SPAN.finditer(text)]
