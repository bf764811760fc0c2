#include "cudart/environment.hpp"

#include <cstdio>
#include <cstdlib>
#include <sstream>
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

bool is_on(const char* name) {
  const std::string text = value_of(name, "0");
  if (text != "0" && text != "1")
    std::fprintf(stderr, "lockstep: %s=%s is neither 0 nor 1 and is ignored\n", name, text.c_str());
  return text == "1";
}

std::uint64_t seed_wished() {
  const std::string text = value_of("LOCKSTEP_SEED", "0");
  char* end = nullptr;
  const std::uint64_t seed = std::strtoull(text.c_str(), &end, 0);
  if (*end == '\0' && text[0] != '-') return seed;
  std::fprintf(stderr, "lockstep: LOCKSTEP_SEED=%s is no number and is ignored\n", text.c_str());
  return 0;
}

// A list with commas. Names that are none are told and left out; if no other is there, nothing was
// said.
void choose_checks(environment& set) {
  std::istringstream wished(value_of("LOCKSTEP_CHECKS", "memcheck"));
  bool memory = false, any = false;
  for (std::string name; std::getline(wished, name, ',');) {
    const bool all = name == "all";
    const bool known = all || name == "none" || name == "memcheck" || name == "racecheck" ||
                       name == "initcheck" || name == "synccheck";
    if (!known)
      std::fprintf(stderr,
                   "lockstep: LOCKSTEP_CHECKS: %s is no check and is ignored; there are memcheck, "
                   "racecheck, initcheck, synccheck, all, none\n",
                   name.c_str());
    any = any || known;
    memory = memory || all || name == "memcheck";
    set.tools.races = set.tools.races || all || name == "racecheck";
    set.tools.initialised = set.tools.initialised || all || name == "initcheck";
    set.tools.barriers = set.tools.barriers || all || name == "synccheck";
  }
  set.memcheck = memory || !any;
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
  set.counters = is_on("LOCKSTEP_COUNTERS");
  choose_checks(set);
  set.leaks = is_on("LOCKSTEP_LEAKS");
  set.tools.strict = is_on("LOCKSTEP_STRICT");
  set.launches_wait = value_of("CUDA_LAUNCH_BLOCKING", "0") != "0";
  const double seconds = number_of("LOCKSTEP_TIMEOUT", 1e9);
  set.timeout = std::chrono::milliseconds(static_cast<long>(seconds * 1000));
  set.schedule = value_of("LOCKSTEP_SCHEDULE", "natural");
  set.seed = seed_wished();
  set.trace = trace_wished();
  set.quiet = is_on("LOCKSTEP_QUIET");
  return set;
}

}  // namespace

const environment& settings() {
  static const environment& read_once = *new environment(read());
  return read_once;
}

}  // namespace lockstep::cudart
