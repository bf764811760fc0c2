"""The command `language`."""
import argparse
import difflib
import pathlib
import sys

from . import po, share, texts

FOLDER = pathlib.Path(__file__).resolve().parent
USAGE = 64
HEADER = """Project-Id-Version: lockstep
MIME-Version: 1.0
Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: 8bit
Language: {}
"""


def template():
    """An entry without a translation for each text."""
    return [po.Entry(one.context, one.text, places=[place.split(":")[0] for place in places])
            for one, places in texts.all_texts().items()]


def problems_of(entries, known):
    """What makes a catalogue wrong: translations of texts that are not there, and gaps that do not match."""
    for entry in entries:
        if entry.key == po.HEADER or not entry.translation or entry.fuzzy:
            continue
        shown = entry.text.split("\n")[0]
        if entry.key not in known:
            yield f"stale: no source says this any more: {entry.context or '-'}: {shown}"
        elif po.gaps(entry.text) != po.gaps(entry.translation):
            yield f"the gaps are not those of the text: {entry.context or '-'}: {shown}"


def merged(entries, wanted, language):
    """A catalogue brought up to date: all texts in their order. What was said of a text that is gone goes, fuzzy, to the
    text of the same id, or to one that is nearly the same."""
    header = next((entry for entry in entries if entry.key == po.HEADER), None) \
        or po.Entry(translation=HEADER.format(language))
    old = {entry.key: entry for entry in entries if entry.translation and entry.key != po.HEADER}
    new = {entry.key for entry in wanted}
    left = [entry for key, entry in old.items() if key not in new]
    for entry in wanted:
        # A text that has got an id, or lost it, says what it has said.
        moved = next((one for one in left if one.text == entry.text), None)
        if before := old.get(entry.key) or moved:
            entry.translation, entry.fuzzy, entry.comments = before.translation, before.fuzzy, before.comments
            if before in left:
                left.remove(before)
            continue
        same = [one for one in left if one.context == entry.context
                and (one.context or difflib.SequenceMatcher(None, one.text, entry.text).ratio() > 0.8)]
        if same:
            left.remove(same[0])
            entry.translation, entry.fuzzy, entry.comments = same[0].translation, True, same[0].comments
    return [header, *wanted], left


def catalogue(language):
    return FOLDER / f"{language}.po"


def languages():
    return sorted(path.stem for path in FOLDER.glob("*.po"))


def check(chosen, say_all):
    wanted = template()
    known = {entry.key for entry in wanted}
    failed = False
    for language in chosen:
        entries = po.read(catalogue(language).read_text(encoding="utf-8"))
        problems = list(problems_of(entries, known))
        done = {entry.key for entry in entries if entry.translation and not entry.fuzzy} & known
        fuzzy = [entry for entry in entries if entry.fuzzy and entry.key in known]
        print(f"{language}: {len(done)} of {len(known)} texts are translated, {len(fuzzy)} have changed since")
        if say_all:
            for entry in wanted:
                if entry.key not in done:
                    print(f"  untranslated: {entry.places[0]}: {entry.text.splitlines()[0]}")
        for problem in problems:
            print(f"tools/language/{language}.po: {problem}", file=sys.stderr)
        if problems:
            failed = True
            print(f"After a change of the English: tools/language/language update {language}", file=sys.stderr)
    return 1 if failed else 0


def update(chosen):
    for language in chosen:
        path = catalogue(language)
        entries = po.read(path.read_text(encoding="utf-8")) if path.exists() else []
        result, gone = merged(entries, template(), language)
        path.write_text(po.written(result), encoding="utf-8")
        for entry in gone:
            print(f"{language}: removed, as no text is like it: {entry.text.splitlines()[0]}")
    return 0


def say_share(say_all):
    """Fails where a sentence has no id in a folder in which all others have one."""
    found = list(share.sentences())
    counts = share.counted(found)
    for part, (known, every) in [*counts.items(), ("all", map(sum, zip(*counts.values())))]:
        print(f"{part:<24} {known:>5} of {every:>5} sentences have ids, {100 * known / max(every, 1):.1f} %")
    if say_all:
        for name, text, is_in in found:
            if not is_in:
                print(f"  {name}: {text.strip().splitlines()[0]}")
    missing = share.without_id(found)
    for name, text in missing:
        print(f"{name}: without an id: {text.strip().splitlines()[0]}", file=sys.stderr)
    if missing:
        print("Say it by tr() or phrase(); if it is for no person: tools/language/share.py", file=sys.stderr)
    return 1 if missing else 0


def parser():
    made = argparse.ArgumentParser(prog="language", description="Catalogues of the texts that a person reads.")
    commands = made.add_subparsers(dest="command", metavar="COMMAND", required=True)
    commands.add_parser("extract", help="prints a .pot file: every text, without a translation")
    for name, text in (("check", "lists what is stale or broken in catalogues, and fails; changes nothing"),
                       ("update", "adds new texts to a catalogue, and marks translations of changed ones")):
        one = commands.add_parser(name, help=text, description=text)
        one.add_argument("languages", nargs="*" if name == "check" else "+", metavar="LANGUAGE")
        if name == "check":
            one.add_argument("--all", action="store_true", help="lists each text that is not translated, too")
    one = commands.add_parser("share", help="counts the sentences in sources that have ids; fails where one should have")
    one.add_argument("--all", action="store_true", help="lists each sentence that has none, too")
    return made


def main(arguments):
    try:
        options = parser().parse_args(arguments)
    except SystemExit as end:
        return end.code and USAGE
    if options.command == "extract":
        print(po.written([po.Entry(translation=HEADER.format("")), *template()]), end="")
        return 0
    if options.command == "share":
        return say_share(options.all)
    if options.command == "update":
        return update(options.languages)
    return check(options.languages or languages(), options.all)
