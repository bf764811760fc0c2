#include "cudart/environment.hpp"

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "lockstep/protocol/phrase.hpp"
#include "simt/semantics/semantics.hpp"

namespace lockstep::cudart {
namespace {

std::string value_of(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

void tell(const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); }

// A number from 0 to `most`. Anything else is reported and ignored: the program runs all the same.
double number_of(const char* name, double most) {
  const std::string text = value_of(name, "0");
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (*end == '\0' && value >= 0 && value <= most) return value;
  tell(protocol::phrase("setting-no-number",
                        "lockstep: {}={} is not a number from 0 to {} and is ignored", name, text,
                        static_cast<std::uint64_t>(most)));
  return 0;
}

std::chrono::milliseconds time_of(const char* name) {
  return std::chrono::milliseconds(static_cast<long>(number_of(name, 1e9) * 1000));
}

bool is_on(const char* name) {
  const std::string text = value_of(name, "0");
  if (text != "0" && text != "1")
    tell(protocol::phrase("setting-no-switch", "lockstep: {}={} is neither 0 nor 1 and is ignored",
                          name, text));
  return text == "1";
}

std::uint64_t requested_seed() {
  const std::string text = value_of("LOCKSTEP_SEED", "0");
  char* end = nullptr;
  const std::uint64_t seed = std::strtoull(text.c_str(), &end, 0);
  if (*end == '\0' && text[0] != '-') return seed;
  tell(protocol::phrase("setting-no-seed",
                        "lockstep: LOCKSTEP_SEED={} is not a number and is ignored", text));
  return 0;
}

// A list with commas. Unknown names are reported and ignored; a list of nothing else is no list.
void choose_checks(environment& set) {
  std::istringstream listed(value_of("LOCKSTEP_CHECKS", "memcheck"));
  bool memory = false, any = false;
  for (std::string name; std::getline(listed, name, ',');) {
    const bool all = name == "all";
    const bool known = all || name == "none" || name == "memcheck" || name == "racecheck" ||
                       name == "initcheck" || name == "synccheck";
    if (!known)
      tell(protocol::phrase("setting-no-check",
                            "lockstep: LOCKSTEP_CHECKS: {} is not a check and is ignored; the "
                            "checks are memcheck, racecheck, initcheck, synccheck, all, none",
                            name));
    any = any || known;
    memory = memory || all || name == "memcheck";
    set.tools.races = set.tools.races || all || name == "racecheck";
    set.tools.initialised = set.tools.initialised || all || name == "initcheck";
    set.tools.barriers = set.tools.barriers || all || name == "synccheck";
  }
  set.memcheck = memory || !any;
  set.as_on_gpu = value_of("LOCKSTEP_CHECKS", "").empty() || !(set.tools.any() || memory);
}

// The emulator takes the best one that it has in place of one that it has not.
void check_instruction_set() {
  const std::string name = value_of("LOCKSTEP_INSTRUCTION_SET", "");
  if (name.empty() || simt::semantics_called(name) != nullptr) return;
  tell(protocol::phrase(
      "setting-other-instructions",
      "lockstep: LOCKSTEP_INSTRUCTION_SET={} is ignored: this library was built for {}", name,
      simt::built_instruction_sets()));
}

// A value that cannot be parsed is reported and ignored, too.
std::optional<protocol::trace_options> trace_chosen() {
  const std::string text = value_of("LOCKSTEP_TRACE", "");
  if (text.empty()) return {};
  auto options = protocol::trace_options::parse(text);
  if (!options) {
    tell(protocol::phrase("setting-no-trace",
                          "lockstep: LOCKSTEP_TRACE={} is not understood and is ignored", text));
  }
  return options;
}

// 1 or cold: each launch finds nothing in L2; flushed: what a fill of other memory has left; warm:
// all of its data that fits there; kept: what the launches and copies before it have left.
clock_setting clock_chosen() {
  const std::string text = value_of("LOCKSTEP_CLOCK", "0");
  if (text == "1" || text == "cold") return clock_setting::cold;
  if (text == "warm") return clock_setting::warm;
  if (text == "kept") return clock_setting::kept;
  if (text == "flushed") return clock_setting::flushed;
  if (text != "0")
    tell(protocol::phrase(
        "setting-no-clock",
        "lockstep: LOCKSTEP_CLOCK={} is none of 0, 1, cold, flushed, warm and kept and is ignored",
        text));
  return clock_setting::off;
}

environment read() {
  check_instruction_set();
  environment set;
  set.device = value_of("LOCKSTEP_DEVICE", "h200");
  set.workers = static_cast<unsigned>(number_of("LOCKSTEP_WORKERS", 1024));
  set.report = value_of("LOCKSTEP_REPORT", "");
  set.clock_without = value_of("LOCKSTEP_CLOCK_WITHOUT", "");
  set.counters = is_on("LOCKSTEP_COUNTERS");
  set.clock = clock_chosen();
  set.timeline = value_of("LOCKSTEP_TIMELINE", "");
  choose_checks(set);
  set.leaks = is_on("LOCKSTEP_LEAKS");
  set.tools.strict = is_on("LOCKSTEP_STRICT");
  set.host_copies = value_of("LOCKSTEP_HOST_COPIES", "1") != "0";
  set.launches_wait = value_of("CUDA_LAUNCH_BLOCKING", "0") != "0";
  set.timeout = time_of("LOCKSTEP_TIMEOUT");
  set.host_timeout = time_of("LOCKSTEP_HOST_TIMEOUT");
  set.keep_going = time_of("LOCKSTEP_KEEP_GOING");
  set.schedule = value_of("LOCKSTEP_SCHEDULE", "natural");
  set.seed = requested_seed();
  set.trace = trace_chosen();
  set.anyway = is_on("LOCKSTEP_ANYWAY");
  set.quiet = is_on("LOCKSTEP_QUIET");
  set.interactive = is_on("LOCKSTEP_INTERACTIVE");
  return set;
}

}  // namespace

const environment& settings() {
  static const environment& read_once = *new environment(read());
  return read_once;
}

}  // namespace lockstep::cudart
