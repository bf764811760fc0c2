#include "simt/semantics/semantics.hpp"

namespace lockstep::simt {

const semantics& semantics_for_host() {
#ifdef LOCKSTEP_FOR_X86_64
  static const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                               __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("f16c");
  if (has_avx2) return avx2::table;
#endif
  return baseline::table;
}

}  // namespace lockstep::simt
