// Known wrong answers of an exercise and what their first line promises.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "verdict/verdict.hpp"

namespace lockstep::tutor {

// "// fails: results: TEXT": at which stage, and what the first line of the feedback contains, in
// ids ("never-read(data[3])") or in English. " … " in the text stands for anything.
struct failure_label {
  std::string stage, text;
};

// Throws failure (setup missing) that names `source` if the line is no label.
[[nodiscard]] failure_label parse_label(std::string_view first_line, const std::string& source);

// The files' names without suffix, sorted; empty if the folder does not exist.
std::vector<std::string> wrong_answers_in(const std::filesystem::path& folder);

// Empty if the verdict is what the label says; otherwise what is different.
[[nodiscard]] std::string disagreement(const verdict& v, const failure_label& label);

}  // namespace lockstep::tutor
