"""The kinds of generated parts: a module each, which defines one class KIND."""
import importlib

# In the order in which `book check` goes through them: the fast ones first.
NAMES = ["code", "tables", "scenes", "repeat", "plots", "screens", "translations", "coverage", "demo", "runs", "reports",
         "pictures", "counters", "site"]


def load(name):
    """The kind of this name. Its module is imported now, so that each needs only what it uses."""
    return importlib.import_module(f"{__name__}.{name}").KIND()
