// Which edits a compiler would refuse: one of them costs the others a compilation. It knows names,
// brackets and some operators; of types, only numbers and vectors.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "experiment/code.hpp"
#include "experiment/edits.hpp"

namespace lockstep::tutor::experiment {

class acceptance {
 public:
  acceptance(const code& answer, const code& solution);

  // Whether a compiler may take the answer with this edit. If not, it would not.
  bool may_be(const edit& one) const;

 private:
  const code& answer_;
  // Of both: names of variables in functions, and of what stands outside of them.
  std::set<std::string, std::less<>> local_, global_;
  std::set<std::string, std::less<>> called_;  // what the answer only calls
};

}  // namespace lockstep::tutor::experiment
