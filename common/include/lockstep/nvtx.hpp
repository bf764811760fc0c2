// Named ranges on a profiler's time line (NVTX); nothing where the toolkit's header is missing.
#pragma once

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define LOCKSTEP_HAS_NVTX 1
#else
#define LOCKSTEP_HAS_NVTX 0
#endif

namespace lockstep {

// The range lasts as long as the object.
class nvtx_range {
 public:
#if LOCKSTEP_HAS_NVTX
  explicit nvtx_range(const char* name) { nvtxRangePushA(name); }
  ~nvtx_range() { nvtxRangePop(); }
#else
  explicit nvtx_range(const char*) {}
  ~nvtx_range() {}
#endif
  nvtx_range(const nvtx_range&) = delete;
  nvtx_range& operator=(const nvtx_range&) = delete;
};

}  // namespace lockstep
