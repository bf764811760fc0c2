"""The generator's settings. It reads mkdocs.yml, and JSON is YAML."""
import json

FEATURES = [
    "content.code.copy", "navigation.tabs", "navigation.top", "navigation.indexes",
    "navigation.footer", "navigation.path", "navigation.prune", "search.highlight",
    "toc.follow",
]
EXTENSIONS = [
    "admonition", "attr_list", "def_list", "footnotes", "md_in_html", "tables",
    {"toc": {"permalink": True}},
    {"pymdownx.highlight": {"anchor_linenums": True, "pygments_lang_class": True}},
    "pymdownx.details", "pymdownx.inlinehilite", "pymdownx.superfences",
]


def scheme(media, name, icon, action):
    """One of the colour modes, and the button that leads to the next."""
    chosen = {"media": media, "toggle": {"icon": f"lucide/{icon}", "name": action}}
    return {**chosen, "scheme": name} if name else chosen


def settings(source, output, navigation, overrides):
    """All of them. The three folders are given relative to that of the file; the generator takes
    no others."""
    return {
        "site_name": "Lockstep",
        "site_description": "A course and a workbench for the CUDA execution model",
        "docs_dir": source,
        "site_dir": output,
        "use_directory_urls": False,  # pages open from a disk, too
        "nav": navigation,
        "theme": {
            "name": "material",
            "variant": "modern",
            "custom_dir": overrides,
            "font": False,  # nothing is fetched from elsewhere
            "features": FEATURES,
            "icon": {"logo": "lucide/layers"},
            "palette": [
                scheme("(prefers-color-scheme)", None, "sun-moon", "Switch to light mode"),
                scheme("(prefers-color-scheme: light)", "default", "sun", "Switch to dark mode"),
                scheme("(prefers-color-scheme: dark)", "slate", "moon",
                       "Follow the system's mode"),
            ],
        },
        "extra": {"generator": False, "homepage": "index.html"},
        "extra_css": ["assets/book.css", "assets/occupancy.css"],
        "extra_javascript": ["assets/scenes.js", "assets/course-map.js"],
        "markdown_extensions": EXTENSIONS,
        "plugins": ["search", "offline"],
        "validation": {"invalid_links": True, "invalid_link_anchors": True},
    }


def write(path, *arguments):
    path.write_text(json.dumps(settings(*arguments), indent=1))
