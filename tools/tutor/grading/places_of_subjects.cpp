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

// "launches: 64 measured, 1 required" and "7 launches, at most 3 allowed".
struct property {
  bool is_known = false, is_too_much = false;
};
property property_about(const std::string& headline, const std::string& what) {
  static const std::string bound = R"((?:at (?:most|least) )?([\d.]+|none) )";
  const std::regex after(what + R"([^;]*?: ([\d.]+) measured, )" + bound);
  const std::regex before(R"(\b([\d.]+) )" + what + R"([^:;]*, )" + bound);
  std::smatch found;
  if (!std::regex_search(headline, found, after) && !std::regex_search(headline, found, before))
    return {};
  const double limit = found[2] == "none" ? 0 : std::stod(found[2]);
  return {true, std::stod(found[1]) > limit};
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

bool is_of_too_few_launches(const std::string& headline) {
  const property launches = property_about(headline, "launches");
  return launches.is_known && !launches.is_too_much;
}

bool is_of_the_hosts_work(const std::string& headline) {
  const auto too_few = [&](const char* what) {
    const property one = property_about(headline, what);
    return one.is_known && !one.is_too_much;
  };
  const auto too_many = [&](const char* what) {
    const property one = property_about(headline, what);
    return one.is_known && one.is_too_much;
  };
  return is_of_too_few_launches(headline) || too_few("bytes that the kernel loads") ||
         too_few("bytes that kernels load") || too_many("bytes of elements that the host gets") ||
         too_many("bytes copied to the host") || says(headline, {"blocks of the last launch"});
}

bool is_of_launches(const std::string& headline) {
  for (const char* what : {"launches", "grids", "threads of a block on level ",
                           "blocks of the largest grid", "warps of the largest grid"})
    if (property_about(headline, what).is_known) return true;
  return false;
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

std::string where_it_is_done(const std::string& headline, const std::string& source) {
  const auto lines = [&](std::initializer_list<std::string_view> any) {
    return in_words(lines_that_have(source, any));
  };
  if (is_of_the_hosts_work(headline))
    if (const auto copies = lines({"cudaMemcpyDeviceToHost", "cudaMemcpyDefault"}); !copies.empty())
      return phrase("copied-to-host-in", "data is copied to the host in {}", copies);
  if (property_about(headline, "bytes of elements that the host gets").is_known)
    if (const auto calls = lines({"cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc",
                                  "cudaHostRegister", "__managed__"});
        !calls.empty())
      return phrase("host-memory-in", "memory that the host reads is in {}", calls);
  if (is_of_launches(headline))
    if (const auto launches = lines({"<<<"}); !launches.empty())
      return phrase("launches-stand-in", "the launch is in {}", launches);
  if (says(headline, {"no kernel is launched"}) && lines({"<<<"}).empty())
    if (const auto results = lines({"return "}); !results.empty())
      return phrase("returned-in", "what is returned stands in {}", results);
  if (says(headline, {"branches are executed here"}))
    if (const auto pragmas = lines({"#pragma unroll"}); !pragmas.empty())
      return phrase("unroll-in", "`#pragma unroll` is in {}", pragmas);
  if (says(headline, {"theoretical occupancy", "that no thread of the block has written"}))
    if (const auto arrays = lines({"__shared__"}); !arrays.empty())
      return phrase("shared-memory-in", "its shared memory is declared in {}", arrays);
  if (says(headline, {"bytes of local memory"}))
    if (const auto arrays = in_words(lines_of_local_arrays(source)); !arrays.empty())
      return phrase("local-array-in", "an array of its own is in {}", arrays);
  if (says(headline, {"of device memory are never freed"}))
    if (const auto calls = lines({"cudaMalloc"}); !calls.empty())
      return phrase("allocated-in", "memory is allocated in {}", calls);
  if (says(headline, {"pending launches", "launches are pending"}) && !says(headline, {" sets it"}))
    if (const auto calls = lines({"cudaDeviceSetLimit"}); !calls.empty())
      return phrase("limit-set-in", "a limit of the device is set in {}", calls);
  if (says(headline, {"the program ended before", "did not come from the grader"}))
    if (const auto ends = lines({"exit(", "_Exit(", "abort("}); !ends.empty())
      return phrase("program-ended-in", "the call that ends it is in {}", ends);
  if (says(headline, {"a kernel of a library was launched"}))
    if (const auto calls = lines({"DeviceReduce::", "cub::Device", "thrust::reduce"});
        !calls.empty())
      return phrase("library-called-in", "the library is called in {}", calls);
  return {};
}

}  // namespace lockstep::tutor
