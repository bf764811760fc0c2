// Which line of an answer is to blame: the answer runs with one small change to its source at a
// time, and the changes with which every trial succeeds show it (docs/decisions/036).
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "experiment/edits.hpp"
#include "processes/process.hpp"

namespace lockstep::tutor::experiment {

struct workshop {
  std::filesystem::path folder;  // for files
  std::filesystem::path object;  // the answer, compiled
  // Shell commands, and how they are executed.
  std::function<std::string(const std::filesystem::path& source,
                            const std::filesystem::path& object)>
      compile;
  std::function<std::string(const std::string& objects, const std::filesystem::path& program)> link;
  std::function<process_end(const std::string& shell_command)> make;
  // The grader, linked with alternatives, from number `first` on.
  std::function<process_end(const std::filesystem::path& program, std::size_t first)> run;
};

// The edit that decides; nothing if none helps, or too many do. `solution`: the
// course's, for the same exercise, or empty. `suspects`: lines
// that the verdict, a headline, names already. `kernels_were_tried`: with small changes to their
// PTX.
[[nodiscard]] std::optional<edit> edit_that_helps(const std::string& source,
                                                  const std::string& solution,
                                                  const std::vector<unsigned>& suspects,
                                                  const std::string& verdict,
                                                  bool kernels_were_tried, const workshop& with);

}  // namespace lockstep::tutor::experiment
