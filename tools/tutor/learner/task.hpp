// What an exercise asks for, as the comment at the top of its file says.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lockstep::tutor {

// To be wrapped to any width; continued lines are indented by `hanging`.
struct paragraph {
  std::string text;  // empty: a blank line
  std::size_t hanging = 0;
};

// The opening comment of a source, without its slashes and without its first line, which is a
// title. What is labelled ("Task", "Given", "Done when", "Interface") has paragraphs of its own,
// and so has each item of a list. Empty if there is no comment.
std::vector<paragraph> task_in(const std::string& source);

// Its lines, each of at most `width` columns.
std::vector<std::string> wrapped(const std::vector<paragraph>& task, std::size_t width);

}  // namespace lockstep::tutor
