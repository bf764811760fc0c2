"""Scenes of the pages: recordings of the chapters' programs in the viewer, and the calculator."""
import hashlib
import html
import os
import posixpath
import shutil
import subprocess
import urllib.parse

from .. import markers
from ..checkout import Checkout, Missing
from ..kinds import scenes
from . import modules, repository

FOLDER = "assets/scenes"
VIEWER = repository.ROOT / "tools/viewer"


class Unrecorded(Exception):
    """Why a scene has no recording."""


class Scenes:
    """Those of one build, which go to `folder`."""

    def __init__(self, folder, checkout=None):
        self.folder = folder
        self.checkout = checkout or Checkout(repository.ROOT)
        self.problems = []  # "page: why": scenes that stay pictures

    def rewrite(self, text, source, page):
        """The Markdown of a page with its scenes as elements, each before its picture."""
        found, _ = markers.parse(text)
        lines = text.split("\n")
        for marker in reversed(found):
            if marker.word not in scenes.KIND.words:
                continue
            element = self.element(marker, source, page)
            lines[marker.first:marker.last + 1] = ["", element, ""] if element else []
        return "\n".join(lines)

    def element(self, marker, source, page):
        up = posixpath.relpath("assets", posixpath.dirname(page) or ".")
        if marker.word == "calculator":
            return (f'<div class="{marker.arguments}-calculator"></div>\n'
                    f'<script src="{up}/{marker.arguments}.js"></script>')
        scene = scenes.scene_from(marker.arguments)
        try:
            names = [self.recorded(scene, i) for i in range(len(scene.shows))]
        except (Unrecorded, Missing) as problem:
            self.problems.append(f"{source}: {scene.name}: {problem}")
            return ""
        state = {"at": scene.at, "panels": ",".join(scene.panels)}
        query = urllib.parse.urlencode({name: value for name, value in state.items() if value})
        shows = []
        for show, name in zip(scene.shows, names):
            address = f"{posixpath.relpath(name, posixpath.dirname(page))}?{query}"
            shows.append(f'<a href="{html.escape(address)}">'
                         f'{html.escape(show.label or "See it run")}</a>')
        return f'<div class="book-scene" id="scene-{scene.name}">{" ".join(shows)}</div>'

    def recorded(self, scene, number):
        """The page of one recording, by its path in the site."""
        show = scene.shows[number]
        name = f"{FOLDER}/{scene.name}-{number + 1}.html"
        (self.folder / FOLDER).mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self.recording(show), self.folder / name)
        return name

    def recording(self, show):
        """The file of a recording: one made before, if nothing has changed that it is made of."""
        words = [*show.options, self.program(show), *show.arguments]
        kept = self.checkout.build / "scenes" / f"{self.digest(show, words)}.html"
        if kept.exists():
            return kept
        kept.parent.mkdir(exist_ok=True)
        command = [self.checkout.tutor, "view", "--device", "h200", "--no-open", "--html", kept,
                   *words]
        done = subprocess.run(command, env={**os.environ, **self.checkout.environment()}, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True)
        if not kept.exists():
            raise Unrecorded(f"{' '.join(map(str, command))} ended with {done.returncode}:\n"
                             f"{done.stderr.strip()}")
        return kept

    def digest(self, show, words):
        """Of the program, what runs and shows it, and how it is shown."""
        made_of = [self.program(show), self.checkout.tutor, self.checkout.emulator,
                   *sorted(path for path in VIEWER.rglob("*")
                           if path.suffix in (".js", ".css", ".html"))]
        all_of_it = hashlib.sha256("\0".join(map(str, words)).encode())
        for path in made_of:
            all_of_it.update(path.read_bytes())
        return all_of_it.hexdigest()[:24]

    def program(self, show):
        """It is built, if it is not yet."""
        ninja = shutil.which("ninja")
        if ninja:
            done = subprocess.run([ninja, "-C", self.checkout.build, show.target], text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode != 0:
                raise Unrecorded(f"{show.target} is not built:\n{done.stdout.strip()[-2000:]}")
        return self.checkout.program(show.chapter, show.program)


def write_scripts(folder):
    """What pages with scenes need, beside the recordings."""
    assets = folder / "assets"
    (assets / "occupancy.js").write_text(modules.bundle(VIEWER / "occupancy/main.js"),
                                         encoding="utf-8")
    shutil.copyfile(VIEWER / "occupancy/style.css", assets / "occupancy.css")
