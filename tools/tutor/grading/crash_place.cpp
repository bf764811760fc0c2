#include "grading/crash_place.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "processes/process.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

// Empty where addr2line is missing.
std::string output_of(const command& program) {
  try {
    return run(program).output;
  } catch (const failure&) {
    return {};
  }
}

}  // namespace

unsigned line_of_crash(const std::filesystem::path& executable,
                       const std::vector<std::uint64_t>& frames, const std::string& source,
                       const checkout_paths& paths) {
  if (frames.empty()) return 0;
  command resolve;
  resolve.arguments = {"addr2line", "-i", "-e", executable.string()};
  // A call may be the last instruction of its line.
  for (std::size_t i = 0; i < frames.size(); ++i)
    resolve.arguments.push_back(fmt::format("{:#x}", frames[i] - (i > 0 ? 1 : 0)));
  resolve.capture = true;
  for (const auto& line : lines_of(output_of(resolve))) {
    const auto colon = line.rfind(':');
    if (colon == std::string::npos || paths.shown(line.substr(0, colon)) != source) continue;
    if (const auto number = std::strtoul(line.c_str() + colon + 1, nullptr, 10); number != 0)
      return static_cast<unsigned>(number);
  }
  return 0;
}

}  // namespace lockstep::tutor
