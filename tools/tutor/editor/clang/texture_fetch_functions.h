// clang 14 and 18 include this header of the toolkit, which CUDA 13 no longer has.
