"""How long a launch keeps its place: chains of plain and of tail launches (chapter 07)."""
from .svg import Picture

LEFT, LINKS, WIDE, ROW = 92, 5, 44, 19


def hold(picture, y, begin, end):
    if end > begin:
        picture.box(begin, y, end - begin, 14, "hatched")
        picture.box(begin, y, end - begin, 14, "edge")


def panel(picture, top, heading, tail):
    """A link launches the next in the middle of its run. Returns the panel's bottom."""
    picture.text(10, top, heading, "")
    last = LEFT + LINKS * WIDE
    for link in range(LINKS):
        y = top + 12 + link * ROW
        begin = LEFT + link * WIDE
        picture.text(10, y + 11, "the host's grid" if link == 0 else f"link {link}", "small")
        if link == 0:
            picture.box(begin, y, WIDE, 14, "edge")
            continue
        hold(picture, y, begin - WIDE / 2, begin)
        picture.box(begin, y, WIDE, 14, "first")
        hold(picture, y, begin + WIDE, min(last, begin + 2 * WIDE) if tail else last)
    x = last + 18
    picture.text(x, top + 40, "3 slots at most," if tail else "4 slots at the end,", "small")
    picture.text(x, top + 55, "however long the chain" if tail else "one for each link", "small")
    return top + 12 + LINKS * ROW


def draw(_):
    picture = Picture(
        "07_places", "How long the links of a chain keep their slots",
        "A chain of four launches, each by the one before. In the plain chain each link keeps its "
        "slot until the last link is complete, so all four slots are taken at the end. In the tail "
        "chain a link gives its slot back when the next one has run: three slots are enough.")
    picture.text(10, 20, "A plain launch keeps its slot until all below it is complete", "head")
    bottom = panel(picture, 46, "plain, or fire and forget", False)
    bottom = panel(picture, bottom + 24, "tail", True)
    picture.legend(bottom + 20, [("first", "its blocks run"), ("hatched", "it has its slot, and waits")])
    return picture
