// What a chapter's `bench` measures: groups of kernels that do the same work on the same input.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sampler.cuh"

namespace lockstep {
namespace bench {

using columns = std::map<std::string, std::string>;

// What the check before the timing found out.
struct checked {
  bool right = true;
  columns found = {};  // such as the error of a sum of floats
};

struct kernel_case {
  std::string name;
  launcher launch;
  // Runs it and looks at the result. None: nothing can be wrong, or the next check would find it.
  std::function<checked()> check = nullptr;
  std::string note = "";
  bool captured = true;   // false: waits for its own result, so that no graph can hold it
  bool overlaps = false;  // launches of it run at the same time, so it wants many buffers
  bool ceiling = false;   // the others are held against it, as against "read only"
};

// Names of cases that the others of their group are compared with.
constexpr const char* ceiling_name = "read only";
constexpr const char* early_ceiling_name = "read only, early launch";
constexpr const char* cub_name = "CUB";
constexpr const char* thrust_name = "Thrust";

struct group {
  std::string type = {};       // of an element: "int"
  std::string operation = {};  // "sum"
  std::uint64_t elements = 0;
  std::size_t bytes = 0;  // that each launch must move; 0: the work is not about memory
  std::optional<residency> where = std::nullopt;  // none: no input that could be in a cache
  columns parameters = {};
  std::vector<kernel_case> cases = {};
};

}  // namespace bench
}  // namespace lockstep
