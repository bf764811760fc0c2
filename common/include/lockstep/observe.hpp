// The counters of the launches in a scope, on a back end that counts:
//
//   lockstep::observe scope;
//   kernel<<<grid, block>>>(arguments);
//   if (scope.available()) print(lockstep::branch_efficiency(scope.total()));
//
// NVIDIA's runtime library does not count: there `available()` is false, and a program goes
// without.
#pragma once

#include <lockstep/check.hpp>
#include <lockstep/protocol/ratios.hpp>

#include <dlfcn.h>

#include <string>
#include <vector>

namespace lockstep {

using launch_record = lockstep_launch;

namespace detail {
// The functions of the runtime library in use, looked up by name; null where it does not have them.
template <typename Function>
Function* runtime_function(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

struct observation_interface {
  decltype(lockstep_backend)* backend =
      runtime_function<decltype(lockstep_backend)>("lockstep_backend");
  decltype(lockstep_device)* device =
      runtime_function<decltype(lockstep_device)>("lockstep_device");
  decltype(lockstep_count)* count = runtime_function<decltype(lockstep_count)>("lockstep_count");
  decltype(lockstep_launches)* launches =
      runtime_function<decltype(lockstep_launches)>("lockstep_launches");
  decltype(lockstep_get_launch)* get_launch =
      runtime_function<decltype(lockstep_get_launch)>("lockstep_get_launch");
  bool complete() const { return count != nullptr && launches != nullptr && get_launch != nullptr; }
};

inline const observation_interface& observation() {
  static const observation_interface functions;
  return functions;
}

// What the checks of a runtime library that has some found in this process.
struct findings_interface {
  decltype(lockstep_findings)* count =
      runtime_function<decltype(lockstep_findings)>("lockstep_findings");
  decltype(lockstep_get_finding)* get =
      runtime_function<decltype(lockstep_get_finding)>("lockstep_get_finding");
  bool complete() const { return count != nullptr && get != nullptr; }
};

inline const findings_interface& findings() {
  static const findings_interface functions;
  return functions;
}
}  // namespace detail

// "gpu", or the name that the runtime library gives itself ("emulator").
inline std::string backend_name() {
  const auto name = detail::observation().backend;
  return name != nullptr ? name() : "gpu";
}

class observe {
 public:
  observe() {
    if (!available()) return;
    was_counting_ = detail::observation().count(1);
    first_ = detail::observation().launches();
  }
  observe(const observe&) = delete;
  observe& operator=(const observe&) = delete;
  ~observe() {
    if (available()) detail::observation().count(was_counting_);
  }

  bool available() const { return detail::observation().complete(); }

  // The launches since this object was made, in order, after waiting for them to end.
  std::vector<launch_record> launches() const {
    std::vector<launch_record> records;
    if (!available()) return records;
    CUDA_CHECK(cudaDeviceSynchronize());
    const std::uint64_t end = detail::observation().launches();
    for (std::uint64_t i = first_; i < end; ++i) {
      launch_record record{};
      record.struct_size = sizeof record;
      if (detail::observation().get_launch(i, &record) == 0) records.push_back(record);
    }
    return records;
  }

  // The counters of all of them together.
  counters total() const {
    counters sum{};
    for (const launch_record& record : launches()) sum += record.counters;
    return sum;
  }

 private:
  int was_counting_ = 0;
  std::uint64_t first_ = 0;
};

}  // namespace lockstep
