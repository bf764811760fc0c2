"""ES modules as one script that a page can run from a disk, where browsers load no modules.

Modules import by name (`import {a} from "./b.js";`) and export where they define, as those of
tools/viewer do.
"""
import pathlib
import re

IMPORT = re.compile(r'^import (\{[^}]*\}) from "([\w./]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:class|const|function) (\w+))", re.MULTILINE)


def bundle(main):
    """The module `main` and all that it imports, the imported ones first."""
    done, script = {}, []

    def add(path):
        if path in done:
            return done[path]
        name = done[path] = f"module_{len(done)}"
        exported = []

        def imported(match):
            return f"const {match[1]} = {add((path.parent / match[2]).resolve())};\n"

        def export(match):
            exported.append(match[2])
            return match[1]

        text = IMPORT.sub(imported, path.read_text(encoding="utf-8"))
        text = EXPORT.sub(export, text)
        if wrong := re.search(r"^(?:import|export)\b.*", text, re.MULTILINE):
            raise ValueError(f"{path}: this cannot become part of a page: {wrong[0]}")
        script.append(f"const {name} = (() => {{\n{text}return {{{', '.join(exported)}}};\n}})();")
        return name

    add(pathlib.Path(main).resolve())
    return "(() => {\n" + "\n".join(script) + "\n})();\n"
