#include <cstdlib>
#include <span>

#include "simt/semantics/semantics.hpp"

namespace lockstep::simt {
namespace {

struct candidate {
  const semantics* table;
  bool runs_here;
};

#ifdef LOCKSTEP_FOR_X86_64
#ifdef __clang__  // which has no name for it; processors that have the others have it
#define LOCKSTEP_HAS_F16C true
#else
#define LOCKSTEP_HAS_F16C __builtin_cpu_supports("f16c")
#endif

bool has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi2") && LOCKSTEP_HAS_F16C;
}

bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

#endif

// The best comes last.
std::span<const candidate> candidates() {
#ifdef LOCKSTEP_FOR_X86_64
  static const candidate all[] = {
      {&baseline::table, true}, {&avx2::table, has_avx2()}, {&avx512::table, has_avx512()}};
#else
  static const candidate all[] = {{&baseline::table, true}};
#endif
  return all;
}

const semantics& choose_table() {
  const char* wanted = std::getenv("LOCKSTEP_INSTRUCTION_SET");
  const semantics* best = wanted == nullptr ? nullptr : semantics_called(wanted);
  if (best != nullptr) return *best;
  for (const candidate& c : candidates()) {
    if (c.runs_here) best = c.table;
  }
  return *best;
}

}  // namespace

const semantics* semantics_called(std::string_view name) {
  for (const candidate& c : candidates()) {
    if (c.runs_here && c.table->name == name) return c.table;
  }
  return nullptr;
}

const semantics& semantics_for_host() {
  static const semantics& chosen = choose_table();
  return chosen;
}

}  // namespace lockstep::simt
