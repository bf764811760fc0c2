"""Which element each thread works on: blocks of 4 threads and 10 elements (chapter 01)."""
from .svg import Picture

BLOCK, BLOCKS, SIZE = 4, 3, 10
LEFT, WIDE, GAP = 96, 28, 14


def draw(_):
    picture = Picture(
        "01_threads", "The threads of three blocks, and the elements that they work on",
        "Three blocks of four threads. threadIdx.x is 0 to 3 in each block; blockIdx.x * blockDim.x "
        "+ threadIdx.x is 0 to 11 through all of them. Threads 0 to 9 have the elements 0 to 9; "
        "threads 10 and 11 have none, and the guard keeps them away from memory.")
    picture.text(10, 20, "10 elements in blocks of 4: two threads have no element", "head")
    for y, words in ((68, "threadIdx.x"), (94, "i"), (136, "data[i]")):
        picture.text(10, y, words, "small")
    for block in range(BLOCKS):
        left = LEFT + block * (BLOCK * WIDE + GAP)
        picture.text(left + BLOCK * WIDE / 2, 44, f"block {block}", "small", "middle")
        for thread in range(BLOCK):
            i = block * BLOCK + thread
            x = left + thread * WIDE
            middle = x + (WIDE - 3) / 2
            has_element = i < SIZE
            picture.box(x, 54, WIDE - 3, 20, "edge")
            picture.text(middle, 68, thread, "small", "middle")
            picture.text(middle, 94, i, "" if has_element else "quiet", "middle")
            if has_element:
                picture.line(middle, 100, middle, 119, "arrow", end=True)
            picture.box(x, 122, WIDE - 3, 20, "first" if has_element else "hatched")
            if has_element:
                picture.text(middle, 136, i, "small on", "middle")
    picture.legend(166, [("first", "an element"), ("hatched", "no element: i < size is false")])
    return picture
