// An answer and many alternatives to it, in one source and one program: compiling them one by one
// would take a second each.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiment/code.hpp"
#include "experiment/edits.hpp"
#include "experiment/hunks.hpp"

namespace lockstep::tutor::experiment {

// The answer in a namespace of its own, and in one further in for each of `edits` those
// declarations that it changes, or that use what it changes. `shared`: variables that others know
// by their names, which stay outside. `more`: what edits may need besides. Empty where that cannot
// be done.
[[nodiscard]] std::string source_with(const code& answer, const std::vector<edit>& edits,
                                      const std::vector<std::string>& shared = {},
                                      const borrowed& more = {});

// The same with kernels and their functions alone, without host code that uses what is changed.
// `instances`: what template kernels are compiled for (symbols.hpp).
[[nodiscard]] std::string kernel_source_with(const code& answer, const std::vector<edit>& edits,
                                             const std::vector<std::string>& instances = {},
                                             const borrowed& more = {});

// "template void sums(int*);"
[[nodiscard]] bool is_explicit_instance(const code& answer, const declaration& one);
[[nodiscard]] bool is_kernel(const code& answer, const declaration& one);

// Whether device code is another one with it.
[[nodiscard]] bool changes_kernels(const code& answer, const edit& one);

// How much there is to compile of an edit.
struct cost {
  std::size_t amount = 0;
  bool is_on_device = false;
};
[[nodiscard]] cost cost_of(const code& answer, const edit& one);

// The alternatives in which a compiler's output finds fault.
[[nodiscard]] std::vector<std::size_t> faulty_ones(const std::string& compiler_output);

// Whether it finds fault in what was borrowed.
[[nodiscard]] bool borrowed_is_faulty(const std::string& compiler_output);

}  // namespace lockstep::tutor::experiment
