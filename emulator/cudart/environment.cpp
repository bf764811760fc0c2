#include "cudart/environment.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace lockstep::cudart {
namespace {

std::string value_of(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

environment read() {
  environment set;
  set.device = value_of("LOCKSTEP_DEVICE", "h200");
  set.workers =
      static_cast<unsigned>(std::max(0, std::atoi(value_of("LOCKSTEP_WORKERS", "0").c_str())));
  set.report = value_of("LOCKSTEP_REPORT", "");
  set.counters = value_of("LOCKSTEP_COUNTERS", "0") == "1";
  const std::string checks = value_of("LOCKSTEP_CHECKS", "memcheck");
  set.memcheck = checks == "all" || checks.find("memcheck") != std::string::npos;
  const double seconds = std::atof(value_of("LOCKSTEP_TIMEOUT", "0").c_str());
  set.timeout = std::chrono::milliseconds(static_cast<long>(seconds * 1000));
  set.schedule = value_of("LOCKSTEP_SCHEDULE", "natural");
  set.seed = std::strtoull(value_of("LOCKSTEP_SEED", "0").c_str(), nullptr, 0);
  set.quiet = value_of("LOCKSTEP_QUIET", "0") == "1";
  return set;
}

}  // namespace

const environment& settings() {
  static const environment& read_once = *new environment(read());
  return read_once;
}

}  // namespace lockstep::cudart
