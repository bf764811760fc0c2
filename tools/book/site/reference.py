"""Reference pages that come from the tutor itself: its commands, its topics, its metrics."""
import re
import subprocess

from ..checkout import Checkout
from . import markdown, repository, sources


class NoTutor(Exception):
    pass


def ask(*arguments):
    """What the tutor prints."""
    checkout = Checkout()
    tutor = checkout.tutor
    try:
        return subprocess.run([tutor, *arguments], env=checkout.environment(), check=True,
                              capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError) as problem:
        raise NoTutor(f"{tutor} {' '.join(arguments)}: {problem}") from problem


def sections(help_text):
    """(summary, [(title, lines)...], what stands behind them) of a command's help."""
    summary, _, rest = help_text.partition("\n")
    lists, notes = [], []
    for line in rest.splitlines():
        if re.fullmatch(r"[A-Z][a-z]+:", line):
            lists.append((line.rstrip(":"), []))
        elif lists and line.startswith("  ") and not notes:
            lists[-1][1].append(line)
        elif lists and line.strip() or notes:
            notes.append(line)
    return summary, lists, "\n".join(notes).strip()


MEANING = 30  # the column at which meanings begin, in the tutor's help


def entries(lines):
    """[name, meaning] of each line of a list; behind a long name it is on the next line."""
    found = []
    for line in lines:
        name, meaning = line[:MEANING], line[MEANING:]
        if not name.strip():
            found[-1][1] = f"{found[-1][1]} {meaning.strip()}".strip()
        elif not meaning or name.endswith(" ") and name.count("[") == name.count("]"):
            found.append([name.strip(), meaning.strip()])
        else:
            found.append([line.strip(), ""])
    return found


def names(name):
    """An option as a reader writes it, and the values that it takes."""
    flags, _, kind = name.partition(" ")
    flags = ", ".join(f"`{flag}`" for flag in flags.split(","))
    choice = re.search(r"\{(.*?)\}|in \[(.*?)\]", kind)
    value = re.match(r"[A-Z]{2,}", kind)
    default = re.search(r"=(\S+)$", kind)
    shown = ""
    if choice and choice[1]:
        shown = " " + sources.escaped(choice[1].replace(",", ", "))
    elif choice:
        shown = f" {choice[2]}"
    elif value:
        shown = " " + {"TEXT": "*text*", "UINT": "*number*", "INT": "*number*",
                       "FLOAT": "*number*"}.get(value[0], value[0])
    return flags + shown + (f" (default: {default[1]})" if default else "")


def command(words, level):
    """The Markdown of one command, and of those below it."""
    help_text = ask(*words, "--help")
    summary, lists, rest = sections(help_text)
    parts = []
    if words:
        parts.append(f"{'#' * level} {' '.join(words)}\n\n{sources.escaped(summary[:1].upper() + summary[1:])}.\n")
    below = []
    for title, lines in lists:
        found = entries(lines)
        if title == "Subcommands":
            below = [name for name, _ in found]
            continue
        rows = [f"| {names(name)} | {sources.escaped(meaning)} |" for name, meaning in found
                if not name.startswith("-h")]
        if rows:
            head = {"Positionals": "argument", "Options": "option"}.get(title, title.lower())
            parts.append(f"| {head} | meaning |\n| --- | --- |\n" + "\n".join(rows) + "\n")
    if rest:
        parts.append(markdown.fenced(rest))
    return "\n".join(parts + [command([*words, one], level + (1 if words else 0))
                              for one in below])


def commands_page():
    return ("# The command line\n\n"
            "`./lockstep [--yes] [COMMAND ...]`. Without a command, in a terminal, it shows the "
            "exercise that comes next and grades it at every save. `--yes` answers the questions "
            "of the set-up with yes. Exit codes are in "
            "[Interfaces](docs/interfaces.md#4-exit-codes).\n\n" + command([], 2))


def columns(header):
    """Where the columns of a table begin, from its line of titles (two spaces between them)."""
    return [match.start() for match in re.finditer(r"(?:(?<=  )|^)\S", header)]


def both_names(*given):
    """The names that a metric has, one below the other."""
    return "<br>".join(f"`{name}`" for name in given if name)


def metrics_page():
    """The table of metrics that `profile --list-metrics` prints."""
    lines = ask("profile", "--list-metrics").splitlines()
    while not lines[0].strip():
        lines.pop(0)
    at = columns(lines[0])
    cut = [[line[a:b].strip() for a, b in zip(at, [*at[1:], None])] for line in lines]
    rows, notes = [], []
    for line, cells in zip(lines[2:], cut[2:]):
        (rows if line.strip() and not notes else notes).append(cells if not notes else line)
    table = ["| Nsight Compute, nvprof | unit | emulator | meaning |", "| --- | --- | --- | --- |"]
    table += [f"| {both_names(c[1], c[0])} | " + " | ".join(map(sources.escaped, c[2:])) + " |"
              for c in rows]
    notes = [sources.escaped(one) for one in notes if isinstance(one, str) and one.strip()]
    return ("# Metrics\n\nWhat `./lockstep profile --metrics NAME,...` knows, under Nsight "
            "Compute's names and, below, under nvprof's. *exact*: the emulator counts what the hardware "
            "does; *on PTX*: it counts PTX instructions, where hardware counts machine "
            "instructions. [How well they agree](docs/counters.md).\n\n" +
            "\n".join(table) + "\n\n" + "\n".join(notes) + "\n")


TOPICS = ["start", "watch", "verdicts", "progress", "backends", "programs", "editors",
          "completion", "environment"]


def topic(name):
    """A page of `lockstep help` as Markdown: its title, and its text as it is printed."""
    lines = repository.text(f"tools/tutor/help/{name}.txt").splitlines()
    body = "\n".join(lines[1:]).strip("\n")
    return lines[0], markdown.fenced(body)


def topics_page():
    parts = ["# Help pages\n\nWhat `./lockstep help TOPIC` prints.\n"]
    for name in TOPICS:
        heading, body = topic(name)
        parts.append(f"## {name}\n\n{heading}\n\n{body}")
    return "\n".join(parts)


def instructors_page():
    heading, body = topic("instructors")
    return ("# Marking a class\n\nWhat `./lockstep help instructors` prints:\n\n" + body +
            "\nThe formats are in [Interfaces](docs/interfaces.md); how a verdict is reached, and "
            "what an answer cannot do to it, in [Honest "
            "verdicts](docs/decisions/021-honest-verdicts.md).\n")
