"""The same grid on a small device and on a larger one (chapter 03)."""
from .svg import Picture

BLOCKS = 10
LEFT, WIDE, TALL = 64, 62, 17


def panel(picture, top, sms):
    waves = -(-BLOCKS // sms)
    picture.text(10, top, f"{sms} SMs, one block at a time on each: {waves} waves", "")
    y = top + 9
    for sm in range(sms):
        picture.text(LEFT - 8, y + sm * (TALL + 4) + 13, f"SM {sm}", "small quiet", "end")
    for kind, full in (("first", True), ("hatched", False)):
        for place in range(waves * sms):
            if (place < BLOCKS) == full:
                picture.box(LEFT + place // sms * WIDE, y + place % sms * (TALL + 4), WIDE - 3, TALL,
                            kind)
    for block in range(BLOCKS):
        picture.text(LEFT + block // sms * WIDE + WIDE / 2 - 1.5, y + block % sms * (TALL + 4) + 13,
                     f"block {block}", "small on", "middle")
    return y + sms * (TALL + 4) + 26


def draw(_):
    picture = Picture(
        "03_scaling", "One grid of 10 blocks on two devices",
        "With 2 SMs the 10 blocks run in 5 waves; with 4 SMs in 3 waves, the last of which fills "
        "only two of the four SMs. The program is the same.")
    picture.text(10, 20, "One grid of 10 blocks, two devices", "head")
    y = 46
    for sms in (2, 4):
        y = panel(picture, y, sms)
    picture.text(LEFT, y - 8, "time", "small quiet")
    picture.line(LEFT + 26, y - 12, LEFT + 100, y - 12, "arrow", end=True)
    picture.legend(y + 12, [("first", "a block runs"), ("hatched", "tail: no block is left")])
    return picture
