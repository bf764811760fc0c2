"""What three clocks measure of one kernel (chapter 01)."""
from .svg import Picture

LEFT = 70
LAUNCH, WAIT, KERNEL = (80, 130), (132, 404), (166, 370)


def span(picture, y, begin, end, words):
    picture.line(begin, y - 5, begin, y + 5, "arrow")
    picture.line(end, y - 5, end, y + 5, "arrow")
    picture.line(begin, y, end, y, "arrow")
    picture.text(10, y + 22, words, "small")


def draw(_):
    picture = Picture(
        "01_clocks", "What three clocks measure",
        "The host launches, then waits in cudaDeviceSynchronize; between the two the kernel runs on "
        "the device. The host's clock without a synchronise covers the launch alone. With one it "
        "covers launch, kernel and the way there and back. Two events cover the kernel alone.")
    picture.text(10, 20, "Three clocks, three spans of time", "head")
    picture.text(10, 51, "host", "small")
    picture.box(LAUNCH[0], 37, LAUNCH[1] - LAUNCH[0], 20, "first")
    picture.text(sum(LAUNCH) / 2, 51, "launch", "small on", "middle")
    picture.box(WAIT[0], 37, WAIT[1] - WAIT[0], 20, "edge")
    picture.text(sum(WAIT) / 2, 51, "cudaDeviceSynchronize", "small", "middle")
    picture.text(10, 87, "device", "small")
    picture.line(LAUNCH[1] - 8, 58, KERNEL[0] - 6, 80, "arrow", end=True)
    picture.box(KERNEL[0], 73, KERNEL[1] - KERNEL[0], 20, "second")
    picture.text(sum(KERNEL) / 2, 87, "the kernel", "small on", "middle")
    picture.line(KERNEL[1] + 3, 80, WAIT[1] - 4, 60, "arrow", end=True)
    for y, (begin, end), words in (
            (112, LAUNCH, "host clock, no synchronise: the launch, whatever the kernel does"),
            (152, (LAUNCH[0], WAIT[1]),
             "host clock and synchronise: the kernel, and the way there and back"),
            (192, (KERNEL[0] - 4, KERNEL[1] + 4),
             "events: from one mark in the stream to the next, on the device's clock")):
        span(picture, y, begin, end, words)
    return picture
