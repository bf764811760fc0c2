"""The page of an exercise, made from the manifest, the stub and the solution."""
import posixpath
import re
import textwrap

from . import course, markdown, repository, sources


LABEL = re.compile(r"(Task|Given|Done when|Interface) +")
INDENT = 11  # of a part's lines, after its label
HEADINGS = {"": "", "Task": "", "Done when": "**Done when** "}  # others end with a colon
# A word that may name a file, and becomes a link if it does.
PATH = re.compile(r"(?<![\w/`])[\w.-]+(?:/[\w.-]+)*\.\w+")


def as_markdown(comment, page, to):
    """The text of a C++ comment as Markdown: identifiers escaped, files linked.

    Files are named by their paths from the root, or, beside the exercise, by their names alone.
    """

    def prose(piece, _):
        piece = re.sub(r"[_\[\]#|\\]", lambda m: "\\" + m.group(), piece).replace("<", "&lt;")
        return re.sub(r"\*(?!\w[^*\n]*\w\*)(?<!\w\*)", r"\\*", piece)

    def linked(match):
        name = match.group().rstrip(".")
        rest = match.group()[len(name):]
        for path in (name, posixpath.join(posixpath.dirname(page), name)):
            if path in repository.files():
                return f"[`{name}`]({to.to(path, '', page)}){rest}"
        return match.group()

    return escape_outside(PATH.sub(linked, comment), prose)


def escape_outside(text, prose):
    """`prose` applied outside of code spans and of links that were made above."""
    made = re.compile(r"\[`[^`]*`\]\([^)]*\)|`[^`\n]*`")
    result, at = [], 0
    for match in made.finditer(text):
        result += [prose(text[at:match.start()], at), match.group()]
        at = match.end()
    return "".join([*result, prose(text[at:], at)])


def folded(kind, title, text, fold="???"):
    return f'{fold} {kind} "{title}"\n\n{markdown.indented(text)}\n'


def section_of(exercise):
    """(heading, file, anchor) of the part of the lesson that the exercise belongs to, or None."""
    page, _, anchor = exercise.lesson.rpartition("#")
    if exercise.lesson.endswith(".md"):
        page, anchor = exercise.lesson, ""
    lesson = f"chapters/{exercise.chapter}/{page or 'README.md'}"
    if not exercise.lesson or lesson not in repository.files():
        return None
    for _, heading, _ in markdown.headings(repository.text(lesson)):
        if anchor in ("", markdown.slug(heading)):
            return heading, lesson, anchor
    return None


def parts(comment):
    """(label, lines) of each part of a stub's comment; a comment without labels is one part."""
    found = [("", [])]
    for line in comment.splitlines():
        if label := LABEL.match(line):
            found.append((label[1], []))
        found[-1][1].append(line[len(label[0]) if label else 0:])
    return [(label, lines) for label, lines in found if "".join(lines).strip()]


def task(exercise, to):
    """The opening comment of the stub, without its first line: its labelled parts. The page has a
    heading `Task` above them; an interface is code."""
    comment, _ = course.opening(repository.stub(exercise.name))
    shown = []
    for label, lines in parts(comment.partition("\n")[2]):
        text = textwrap.dedent("\n".join([" " * INDENT + lines[0], *lines[1:]])) if label \
            else "\n".join(lines)
        if label == "Interface" and ";" in text:
            shown.append(f"**{label}:**\n\n{markdown.fenced(text, 'cuda')}")
        else:
            heading = HEADINGS.get(label, f"**{label}:** ")
            shown.append(heading + as_markdown(text.strip() + "\n", exercise.page, to))
    return "\n".join(shown)


def page(exercise, chapter, to):
    """The Markdown of an exercise's page."""
    here = posixpath.dirname(exercise.page)
    lesson = posixpath.relpath(f"chapters/{exercise.chapter}/index.md", here)
    section = section_of(exercise)
    where = f"[Chapter {chapter.number}, {chapter.title}]({lesson})"
    if section:
        where += f": [{section[0]}]({to.to(section[1], section[2], exercise.page)})"
    _, code = course.opening(repository.stub(exercise.name))
    comment, solution = course.opening(repository.text(exercise.solution))
    explained = as_markdown(comment.partition("\n")[2].strip() + "\n", exercise.page, to)
    learned = as_markdown(exercise.learned, exercise.page, to)
    remember = f"**Remember:** {learned}\n\n" if learned else ""
    parts = [
        f"# {exercise.title}\n",
        f"{where}.\n",
        "## Task\n",
        task(exercise, to),
        markdown.fenced(f"./lockstep verify {exercise.name}", "sh"),
    ]
    if exercise.properties:
        parts += ["## Properties\n", "What must hold besides right results:\n",
                  "".join(f"- {sources.escaped(one)}\n" for one in exercise.properties)]
    parts += [
        "## The file { data-search-exclude }\n",
        f"[`{exercise.stub}`]({to.to(exercise.stub, '', exercise.page)}) "
        "as it is delivered, below its task:\n",
        markdown.fenced(code.strip("\n"), "cuda"),
    ]
    if exercise.hints:
        parts.append("## Hints { data-search-exclude }\n")
        parts.append("One at a time; each says more than the one before.\n")
        for number, hint in enumerate(exercise.hints, 1):
            parts.append(folded("tip", f"Hint {number} of {len(exercise.hints)}",
                                as_markdown(hint + "\n", exercise.page, to)))
    parts += [
        "## Solution { data-search-exclude }\n",
        folded("warning", "Shows the solution: try it yourself first",
               f"{explained}\n{remember}{markdown.fenced(solution.strip(), 'cuda')}\n"
               f"The file: [`{exercise.solution}`]"
               f"({to.to(exercise.solution, '', exercise.page)}). Once yours passes, "
               f"`./lockstep diff {exercise.name}` sets it beside this one.\n"),
    ]
    return "\n".join(parts)


def list_of(chapter, page):
    """The section that a chapter's lesson ends with: its exercises."""
    here = posixpath.dirname(page)
    lines = ["## Exercises\n",
             "Each is a file to edit, graded by `./lockstep verify NAME`:\n"]
    for one in course.exercises_of(chapter):
        goal = posixpath.relpath(one.page, here)
        lines.append(f"- [{one.title}]({goal}): `{one.name}`")
    return "\n".join(lines) + "\n"
