"""What a device and one of its multiprocessors are made of (the machine)."""
from .svg import Picture

PARTS = ["scheduler", "16,384 registers", "32 cores", "load/store units", "special functions"]


def multiprocessor(picture, x, y):
    """One SM, with four alike quarters. Returns its bottom."""
    wide, tall = 106, 104
    for quarter in range(4):
        left = x + 8 + quarter % 2 * (wide + 6)
        top = y + 24 + quarter // 2 * (tall + 6)
        for part, words in enumerate(PARTS):
            picture.box(left, top + part * 20, wide, 17, "edge")
            picture.text(left + wide / 2, top + part * 20 + 12, words, "small", "middle")
    bottom = y + 24 + 2 * (tall + 6)
    picture.box(x + 8, bottom, 2 * wide + 6, 20, "first")
    picture.text(x + 8 + wide + 3, bottom + 14, "shared memory and L1 cache", "small on", "middle")
    picture.box(x, y, 2 * wide + 22, bottom + 28 - y, "arrow")
    picture.text(x + 8, y + 16, "an SM", "")
    return bottom + 28


def draw(_):
    picture = Picture(
        "machine", "A device, and one of its multiprocessors",
        "A device is many SMs beside an L2 cache and memory that all of them share; the host is "
        "behind a bus. An SM has four quarters, each with a scheduler, registers, cores, load/store "
        "units and special-function units, and one shared memory and L1 cache for all four.")
    picture.text(10, 20, "A device is many SMs (figures of an H200)", "head")
    bottom = multiprocessor(picture, 236, 34)
    for number in range(24):
        picture.box(14 + number % 8 * 25, 40 + number // 8 * 25, 20, 20, "edge")
    picture.text(14, 130, "... 132 SMs in all", "small")
    picture.line(189 + 20, 65 + 10, 232, 65 + 10, "arrow", end=True)
    for index, (words, kind, note) in enumerate([
            ("L2 cache", "first", "shared by all SMs"), ("memory", "second", "4814 GB/s"),
            ("host", "edge", "by PCI Express, 64 GB/s each way")]):
        y = 152 + index * 50
        picture.line(111, y - 12, 111, y - 1, "arrow", end=True)
        picture.box(14, y, 195, 20, kind)
        picture.text(111, y + 14, words, "small" if kind == "edge" else "small on", "middle")
        picture.text(14, y + 32, note, "small quiet")
    picture.height = max(picture.height, bottom)
    return picture
