"""When the host hears of an error: at the launch, or at a call after it (chapter 01).

The codes are those that docs/data/h200_01_errors.csv has for an H200.
"""
from .roofline import records
from .svg import Picture

LEFT, RIGHT = 62, 474
CALLS = [("the call itself, or the launch", "launch", 62, 52),
         ("cudaDeviceSynchronize", "cudaDeviceSynchronize", 119, 158),
         ("cudaGetLastError", "cudaGetLastError", 282, 106),
         ("cudaMalloc", "cudaMalloc", 393, 80)]


def codes(mistake):
    return {row["question"]: row["code"] for row in records("h200_01_errors.csv")
            if row["mistake"] == mistake}


def panel(picture, top, heading, mistake, kernel):
    """`kernel`: (begin, end) of what runs on the device, or None."""
    code = codes(mistake)
    picture.text(10, top, heading, "")
    picture.text(10, top + 25, "host", "small")
    for question, words, x, wide in CALLS:
        picture.box(x, top + 11, wide, 20, "first" if code[question] == "0" else "second")
        picture.text(x + wide / 2, top + 25, words, "small on", "middle")
        picture.text(x + wide / 2, top + 45, code[question],
                     "small" if code[question] == "0" else "small second", "middle")
    picture.text(10, top + 69, "device", "small")
    if kernel is None:
        picture.text(LEFT + 62, top + 69, "no thread runs", "small quiet")
        return
    begin, end = kernel
    picture.line(LEFT + 40, top + 32, begin - 1, top + 64, "arrow", end=True)
    picture.box(begin, top + 55, end - begin, 20, "edge")
    picture.text((begin + end) / 2, top + 69, "the kernel runs", "small", "middle")
    picture.box(end - 5, top + 55, 5, 20, "second")
    picture.text(end + 5, top + 69, "fault", "small second")
    picture.line(end - 2, top + 54, end + 10, top + 33, "arrow", end=True)


def draw(_):
    picture = Picture(
        "01_async_error", "A launch that is refused, and a kernel that faults",
        "Above, a launch with 2048 threads a block: the launch itself returns error 1, the synchronise "
        "after it 0, cudaGetLastError 1 and cudaMalloc 0. Below, a kernel that stores to a null "
        "pointer: the launch returns 0, before the kernel has faulted; the synchronise, "
        "cudaGetLastError and the next cudaMalloc return error 700.")
    picture.text(10, 20, "A fault comes after the launch has returned", "head")
    panel(picture, 48, "a block of 2048 threads: the launch is refused",
          "a block of 2048 threads", None)
    panel(picture, 150, "a store to a null pointer: the kernel faults",
          "a store to a null pointer", (144, 248))
    picture.line(LEFT, 240, RIGHT - 40, 240, "arrow", end=True)
    picture.text(RIGHT - 32, 244, "time", "small quiet")
    picture.legend(268, [("first", "returns 0, success"), ("second", "returns an error")])
    return picture
