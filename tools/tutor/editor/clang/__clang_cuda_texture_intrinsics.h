// Stands before clang's header of that name, for editors alone: clang's own, as in versions 14 and
// 18, speaks of texture references, which CUDA 13 no longer has. Version 22 does well without.
#pragma once

#if __clang_major__ >= 22
#include_next <__clang_cuda_texture_intrinsics.h>
#endif
