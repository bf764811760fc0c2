#include <cstdlib>
#include <span>

#include "lockstep/protocol/phrase.hpp"
#include "simt/linking/kernel_facts.hpp"
#include "simt/semantics/semantics.hpp"

namespace lockstep::simt {
namespace {

struct candidate {
  const semantics* table;
  bool runs_here;
};

[[maybe_unused]] bool has_baseline() { return true; }

#ifdef __x86_64__
#ifdef __clang__  // which has no name for it; processors that have the others have it
#define LOCKSTEP_HAS_F16C true
#else
#define LOCKSTEP_HAS_F16C __builtin_cpu_supports("f16c")
#endif

// native-instruction-set.sh asks the same of the processor that the library is built on.
[[maybe_unused]] bool has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi2") && LOCKSTEP_HAS_F16C;
}

[[maybe_unused]] bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif

// Those that are built, the best one last.
std::span<const candidate> candidates() {
#define LOCKSTEP_INSTRUCTION_SET(name) {&name::table, has_##name()},
  static const candidate all[] = {
#include "simt/instruction_sets.def"
  };
#undef LOCKSTEP_INSTRUCTION_SET
  return all;
}

const semantics* best_table() {
  const semantics* best = nullptr;
  for (const candidate& c : candidates()) {
    if (c.runs_here) best = c.table;
  }
  return best;
}

const semantics& choose_table() {
  const char* wanted = std::getenv("LOCKSTEP_INSTRUCTION_SET");
  const semantics* named = wanted == nullptr ? nullptr : semantics_called(wanted);
  if (named != nullptr) return *named;
  if (const semantics* best = best_table()) return *best;
  throw unsupported(
      protocol::phrase("lacks-instructions",
                       "this processor lacks the instructions that the emulator was built for ({})",
                       built_instruction_sets()));
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

std::string built_instruction_sets() {
  std::string names;
  for (const candidate& c : candidates()) {
    if (!names.empty()) names += ", ";
    names += c.table->name;
  }
  return names;
}

bool runs_on_this_processor() { return best_table() != nullptr; }

}  // namespace lockstep::simt
