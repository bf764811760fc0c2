#include "cudart/environment.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "simt/semantics/semantics.hpp"

namespace lockstep::cudart {
namespace {

std::string value_of(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

// A number from 0 to `most`. What is none is told and left out: a program is run all the same.
double number_of(const char* name, double most) {
  const std::string text = value_of(name, "0");
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (*end == '\0' && value >= 0 && value <= most) return value;
  std::fprintf(stderr, "lockstep: %s=%s is no number from 0 to %.0f and is ignored\n", name,
               text.c_str(), most);
  return 0;
}

// The emulator takes its best one for a name that is none, which is told here.
void check_instruction_set() {
  const std::string name = value_of("LOCKSTEP_INSTRUCTION_SET", "");
  if (name.empty() || simt::semantics_called(name) != nullptr) return;
  std::fprintf(stderr,
               "lockstep: LOCKSTEP_INSTRUCTION_SET=%s is none that this processor runs and is "
               "ignored; there are baseline, avx2 and avx512\n",
               name.c_str());
}

// What is no wish is told and left out, too.
std::optional<trace::wish> trace_wished() {
  const std::string text = value_of("LOCKSTEP_TRACE", "");
  if (text.empty()) return {};
  auto wish = trace::wish::parse(text);
  if (!wish) {
    std::fprintf(stderr, "lockstep: LOCKSTEP_TRACE=%s is not understood and is ignored\n",
                 text.c_str());
  }
  return wish;
}

environment read() {
  check_instruction_set();
  environment set;
  set.device = value_of("LOCKSTEP_DEVICE", "h200");
  set.workers = static_cast<unsigned>(number_of("LOCKSTEP_WORKERS", 1024));
  set.report = value_of("LOCKSTEP_REPORT", "");
  set.counters = value_of("LOCKSTEP_COUNTERS", "0") == "1";
  const std::string checks = value_of("LOCKSTEP_CHECKS", "memcheck");
  const auto uses = [&](std::string_view name) {
    return checks == "all" || checks.find(name) != std::string::npos;
  };
  set.memcheck = uses("memcheck");
  set.tools.races = uses("racecheck");
  set.tools.initialised = uses("initcheck");
  set.tools.barriers = uses("synccheck");
  set.leaks = value_of("LOCKSTEP_LEAKS", "0") == "1";
  set.tools.strict = value_of("LOCKSTEP_STRICT", "0") == "1";
  set.launches_wait = value_of("CUDA_LAUNCH_BLOCKING", "0") != "0";
  const double seconds = number_of("LOCKSTEP_TIMEOUT", 1e9);
  set.timeout = std::chrono::milliseconds(static_cast<long>(seconds * 1000));
  set.schedule = value_of("LOCKSTEP_SCHEDULE", "natural");
  set.seed = std::strtoull(value_of("LOCKSTEP_SEED", "0").c_str(), nullptr, 0);
  set.trace = trace_wished();
  set.quiet = value_of("LOCKSTEP_QUIET", "0") == "1";
  return set;
}

}  // namespace

const environment& settings() {
  static const environment& read_once = *new environment(read());
  return read_once;
}

}  // namespace lockstep::cudart
