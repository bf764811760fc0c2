// What the answer to 06_unrolling/pointer_loop defines.
#pragma once

#include <lockstep/prediction.hpp>

#include <cuda_runtime.h>

// partial[b] = the sum of the elements of block b: eight tiles of blockDim.x from
// data[b * 8 * blockDim.x] on, in the last block only those before data[size].
//
// Launched with blockDim.x = 64, 128, 256, 512 or 1024, with as many blocks as size needs, and
// without dynamic shared memory. `data` stays as it is.
__global__ void block_sums(const int* data, int* partial, unsigned size);

// Yes (1) or no (0), about a kernel of pointer_loop_kernels.cu, compared with `eight_variables`,
// which is there, too.
struct loop_prediction {
  lockstep::prediction unrolled;           // Does the compiler write the loop out, so that a warp
                                           // executes no more branches?
  lockstep::prediction more_instructions;  // Does a warp execute more, by a tenth at least?
  lockstep::prediction fewer_registers;    // Does a thread need fewer, by a tenth at least?
};
extern const loop_prediction by_count_predicted;  // the loop ends when it has counted to eight
extern const loop_prediction by_end_predicted;    // ... when the pointer has come to its end
