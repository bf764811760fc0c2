// What the course's solution says, in an answer's own names.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "experiment/code.hpp"

namespace lockstep::tutor::experiment {

class translation {
 public:
  // `names`: of the solution's variables, and what the answer calls them.
  translation(const code& answer, const code& solution,
              const std::map<std::string_view, std::string_view>& names)
      : answer_(answer), solution_(solution), names_(names) {}

  // The solution's tokens from `first` up to `end`, without it.
  std::string of(std::size_t first, std::size_t end) const { return of(first, end, 0); }

 private:
  std::string of(std::size_t first, std::size_t end, unsigned depth) const;
  std::string word(std::size_t index, unsigned depth) const;
  bool answer_declares(std::string_view name) const;

  const code& answer_;
  const code& solution_;
  const std::map<std::string_view, std::string_view>& names_;
};

}  // namespace lockstep::tutor::experiment
