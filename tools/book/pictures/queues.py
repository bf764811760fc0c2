"""Kernels of three streams in one hardware queue, and in a queue for each (the machine)."""
from .svg import Picture

STREAMS = "ABC"
SLOT = 84        # the time of a kernel
LEFT = 66


def begins(queues):
    """When each kernel begins, in times of a kernel. A queue's first waits for its stream, and all
    behind it wait with it."""
    result, now = {}, 0
    queues = [list(queue) for queue in queues]
    while any(queues):
        for queue in queues:
            while queue and not any(kernel[0] == queue[0][0] and start == now
                                    for kernel, start in result.items()):
                result[queue.pop(0)] = now
        now += 1
    return result


def panel(picture, top, heading, queues):
    start = begins(queues)
    picture.text(10, top, heading, "")
    for row, stream in enumerate(STREAMS):
        y = top + 12 + row * 22
        picture.text(10, y + 13, f"stream {stream}", "small")
        for step, kind in (("1", "first"), ("2", "second")):
            x = LEFT + start[stream + step] * SLOT
            picture.box(x, y, SLOT - 3, 18, kind)
            picture.text(x + SLOT / 2 - 1.5, y + 13, stream + step, "small on", "middle")
    picture.line(LEFT, top + 84, LEFT + 4 * SLOT, top + 84, "arrow", end=True)
    picture.text(LEFT + 4 * SLOT + 8, top + 88, "time", "small quiet")
    return top + 116


def draw(_):
    kernels = [stream + step for stream in STREAMS for step in "12"]
    picture = Picture(
        "machine_queues", "Three streams in one hardware queue, and in three",
        "Two kernels in each of three streams, launched stream by stream. In one queue A2 waits for "
        "A1 and holds up B1 behind it: never more than two kernels run, for four times the time of "
        "one. With a queue for each stream three run at once, for twice the time of one.")
    picture.text(10, 20, "A kernel that waits holds up all behind it in its queue", "head")
    bottom = panel(picture, 46, f"one queue: {' '.join(kernels)}", [kernels])
    panel(picture, bottom, "a queue for each stream: " + ",  ".join(
        f"{stream}1 {stream}2" for stream in STREAMS),
        [[stream + step for step in "12"] for stream in STREAMS])
    return picture
