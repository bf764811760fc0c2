"""What a child may read: a plain launch, and a launch into the tail stream (chapter 07)."""
from .svg import Picture

LEFT, RIGHT = 112, 470
ROW = 28
LAUNCH = 190         # when block 0 launches
ENDS = {"block 0": 236, "block 1": 330}
WRITES = {"block 0": 158, "block 1": 292}


def panel(picture, top, heading, child, read, not_promised):
    """`child`: when it begins. Returns the panel's bottom."""
    picture.text(10, top, heading, "")
    for index, name in enumerate(ENDS):
        y = top + 12 + index * ROW
        picture.text(10, y + 13, f"parent, {name}", "small")
        picture.box(LEFT, y, ENDS[name] - LEFT, 18, "first")
        picture.text(WRITES[name], y + 13, "writes", "small on", "middle")
    y = top + 12 + len(ENDS) * ROW
    picture.line(LAUNCH, top + 31, LAUNCH, y + 9, "arrow")
    picture.line(LAUNCH, y + 9, child - 1, y + 9, "arrow", end=True)
    picture.text(LAUNCH - 4, y + 13, "launches", "small quiet", "end")
    picture.box(child, y, 66, 18, "second")
    picture.text(child + 33, y + 13, "child", "small on", "middle")
    picture.text(10, y + 36, read, "small")
    if not_promised:
        picture.text(10, y + 52, not_promised, "small quiet")
    return y + 52


def draw(_):
    picture = Picture(
        "07_visibility", "What a child may read, after a plain launch and after a tail launch",
        "Block 0 of the parent writes and then launches; block 1 writes later. After a plain launch "
        "the child begins while block 1 still runs, so it may read before block 1 writes. A tail "
        "launch begins when both blocks have ended, so it reads what both wrote.")
    picture.text(10, 20, "A launch orders the child after its launching thread", "head")
    bottom = panel(picture, 46, "plain <<< >>>: the child may begin at once", LAUNCH + 28,
                   "It sees what its launching thread wrote before the launch.",
                   "What block 1 writes it may see or miss.")
    panel(picture, bottom + 30, "tail stream: the child begins when the whole parent has ended",
          ENDS["block 1"] + 8, "It sees what all blocks wrote.", "")
    return picture
