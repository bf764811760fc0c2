// What the watch shows, as data: everything that is on the screen follows from it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "context.hpp"
#include "learner/progress.hpp"
#include "learner/task.hpp"

namespace lockstep::tutor::watch {

enum class page { welcome, exercise, list, question };

// The list of exercises, narrowed by a search and by what is done.
struct list_state {
  enum class filter { all, open, done };
  std::string search;
  bool typing = false;  // keys go to the search
  filter shown = filter::all;
  std::size_t selected = 0;  // of the rows that are shown
};

struct state {
  page where = page::exercise;
  std::size_t current = 0;  // position in the manifest

  // Of the current exercise.
  std::vector<paragraph> task;      // as long as its file is the stub; empty afterwards
  std::vector<std::string> report;  // the verdict's lines; empty before the first
  bool passed = false;
  unsigned hints = 0;      // that are shown
  std::string checking;    // what is being done; empty: nothing
  bool searching = false;  // for the line to blame: the verdict is there, and keys work
  std::string notice;      // for the last key; may have several lines
  std::size_t scroll = 0;

  std::string question;  // of page::question, answered by y or n
  list_state list;
  bool manual = false;
};

// Positions of the exercises that the list shows.
std::vector<std::size_t> listed(const manifest& course, const progress& done,
                                const list_state& list);

}  // namespace lockstep::tutor::watch
