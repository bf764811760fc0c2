// Machine code in place of steps, for kernels that run long enough to be worth it.
//
// The interpreter stays what it is: the code stands behind an action like any other, at the steps
// where blocks begin, and leaves everything but straight computation to it. See
// docs/decisions/050-a-compiler-for-warps.md.
#pragma once

#include <cstdint>

#include "simt/state/code.hpp"

namespace lockstep::simt::jit {

// Whether this library has the compiler, this processor what it needs, and LOCKSTEP_JIT is not
// `off`. `always` compiles each kernel before it runs.
[[nodiscard]] bool is_available();

// `warps` warps are about to run the kernel, and nobody but the checks observes single
// instructions. Compiles it if it has run often enough by then. whole_rows: the threads of each
// warp differ in %tid.x only. No warp may be running it.
void note_launch(const code& of, std::uint64_t warps, bool whole_rows);
// A warp of the launch that was noted last runs long. Other workers may be running it, too.
void note_long_run(const code& of);

}  // namespace lockstep::simt::jit
