// Metrics by the names that profilers give them: nvprof's, which books use, and Nsight Compute's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profile/launches.hpp"

namespace lockstep::tutor {

struct metric {
  enum class exactness {
    exact,      // equal to hardware's: a property of addresses, shapes and registers
    ptx,        // counted on PTX instructions; machine instructions are others
    needs_gpu,  // a matter of time
  };
  const char *nvprof, *nsight;  // "": it has no such name
  const char* unit;
  exactness known;
  const char* meaning;
  // Nothing: it does not exist for this launch (no branch, no store). nullptr if it needs a GPU.
  std::optional<double> (*value)(const profiled_launch&);
};

const std::vector<metric>& known_metrics();

// A metric under the name that was asked for.
struct named_metric {
  std::string name;
  const metric* what;
  // What Nsight Compute is to be asked for; empty: it has no such metric.
  std::string for_ncu() const;
};

// Of "a,b,c". Throws failure (usage) with near matches for a name that is not known.
std::vector<named_metric> find_metrics(const std::string& names);

// "12.5", "16777216", "no branches", "needs a GPU", "-".
std::string value_in_words(const metric& what, const profiled_launch& of);

// A table of all that are known.
std::string list_of_metrics();

}  // namespace lockstep::tutor
