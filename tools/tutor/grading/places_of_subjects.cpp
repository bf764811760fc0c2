#include "grading/places_of_subjects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <string_view>
#include <vector>

#include "lockstep/protocol/phrase.hpp"
#include "support/text.hpp"
#include "verdict/source_lines.hpp"

namespace lockstep::tutor {
namespace {

using protocol::phrase;

bool says(const std::string& text, std::initializer_list<std::string_view> any) {
  return std::any_of(any.begin(), any.end(),
                     [&](std::string_view one) { return text.find(one) != std::string::npos; });
}

numbers_of_lines lines_that_have(const std::string& source,
                                 std::initializer_list<std::string_view> any) {
  const auto lines = lines_of(code_of(source));
  numbers_of_lines found;
  for (unsigned n = 1; n <= lines.size(); ++n)
    if (says(lines[n - 1], any)) found.push_back(n);
  return found;
}

// "line 19", "lines 19 and 24"; empty for none and for many.
std::string in_words(const numbers_of_lines& lines) {
  if (lines.size() == 1) return phrase("line", "line {}", lines[0]);
  if (lines.size() == 2) return phrase("two-lines", "lines {} and {}", lines[0], lines[1]);
  if (lines.size() == 3)
    return phrase("three-lines", "lines {}, {} and {}", lines[0], lines[1], lines[2]);
  return {};
}

bool is_of_the_hosts_work(const subject& of) {
  return of.misses_some("launches") || of.misses_some("bytes that the kernel loads") ||
         of.misses_some("bytes that kernels load") ||
         of.exceeds("bytes of elements that the host gets") ||
         of.exceeds("bytes copied to the host") || of.exceeds("blocks of the last launch");
}

bool is_of_launches(const subject& of) {
  const auto about = {"launches", "grids", "threads of a block on level ",
                      "blocks of the largest grid", "warps of the largest grid"};
  return std::any_of(about.begin(), about.end(),
                     [&](const char* property) { return of.is_about_property(property); });
}

// Local arrays of a kernel: an index that the compiler does not know keeps them out of registers.
numbers_of_lines lines_of_local_arrays(const std::string& source) {
  static const std::regex array(
      R"(^\s+(?:const )?(?:unsigned|int|float|double|char)(?: int| char)? \w+\[\w+\];?.*)");
  const auto lines = lines_of(code_of(source));
  numbers_of_lines found;
  for (unsigned n = 1; n <= lines.size(); ++n)
    if (std::regex_match(lines[n - 1], array)) found.push_back(n);
  return found;
}

}  // namespace

std::string where_it_is_done(const subject& of, const std::string& source) {
  const auto lines = [&](std::initializer_list<std::string_view> any) {
    return in_words(lines_that_have(source, any));
  };
  if (is_of_the_hosts_work(of))
    if (const auto copies = lines({"cudaMemcpyDeviceToHost", "cudaMemcpyDefault"}); !copies.empty())
      return phrase("copied-to-host-in", "data is copied to the host on {}", copies);
  if (of.is_about_property("bytes of elements that the host gets"))
    if (const auto calls = lines({"cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc",
                                  "cudaHostRegister", "__managed__"});
        !calls.empty())
      return phrase("host-memory-in", "memory that the host can read is allocated on {}", calls);
  if (is_of_launches(of))
    if (const auto launches = lines({"<<<"}); !launches.empty())
      return phrase("launches-stand-in", "the launch is on {}", launches);
  if (of.says({"no-kernel-launched"}) && lines({"<<<"}).empty())
    if (const auto results = lines({"return "}); !results.empty())
      return phrase("returned-in", "the return value is on {}", results);
  if (of.says({"most-branches-here"}))
    if (const auto pragmas = lines({"#pragma unroll"}); !pragmas.empty())
      return phrase("unroll-in", "`#pragma unroll` is on {}", pragmas);
  if (of.says({"beyond-launch-bounds"}))
    if (const auto bounds = lines({"__launch_bounds__"}); !bounds.empty())
      return phrase("launch-bounds-in", "`__launch_bounds__` is on {}", bounds);
  const auto shared = lines_that_have(source, {"__shared__"});
  const bool is_of_one_array = of.says({"unwritten-shared"}) && shared.size() == 1;
  if (is_of_one_array || of.is_about_property("theoretical occupancy"))
    if (const auto arrays = in_words(shared); !arrays.empty())
      return phrase("shared-memory-in", "its shared memory is declared on {}", arrays);
  if (of.is_about_property("bytes of local memory"))
    if (const auto arrays = in_words(lines_of_local_arrays(source)); !arrays.empty())
      return phrase("local-array-in", "its local array is declared on {}", arrays);
  if (of.says({"leak"}))
    if (const auto calls = lines({"cudaMalloc"}); !calls.empty())
      return phrase("allocated-in", "memory is allocated on {}", calls);
  // Where the limit that the program has set is named, that is enough.
  if ((of.is_about_pending_launches() || of.says({"launch-lost"})) &&
      !of.says({"launch-lost-by-limit"}))
    if (const auto calls = lines({"cudaDeviceSetLimit"}); !calls.empty())
      return phrase("limit-set-in", "a limit of the device is set on {}", calls);
  if (of.says({"ended-early", "forged"}))
    if (const auto ends = lines({"exit(", "_Exit(", "abort("}); !ends.empty())
      return phrase("program-ended-in", "the call that ends it is on {}", ends);
  if (of.says({"kernel-of-library"}))
    if (const auto calls = lines({"DeviceReduce::", "cub::Device", "thrust::reduce"});
        !calls.empty())
      return phrase("library-called-in", "the library is called on {}", calls);
  return {};
}

}  // namespace lockstep::tutor
