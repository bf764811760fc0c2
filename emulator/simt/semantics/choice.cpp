#include "simt/semantics/semantics.hpp"

namespace lockstep::simt {

const semantics& semantics_for_host() {
#ifdef LOCKSTEP_FOR_X86_64
#ifdef __clang__  // which has no name for the last; processors that have the others have it
#define LOCKSTEP_HAS_F16C true
#else
#define LOCKSTEP_HAS_F16C __builtin_cpu_supports("f16c")
#endif
  static const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                               __builtin_cpu_supports("bmi2") && LOCKSTEP_HAS_F16C;
  if (has_avx2) return avx2::table;
#endif
  return baseline::table;
}

}  // namespace lockstep::simt
