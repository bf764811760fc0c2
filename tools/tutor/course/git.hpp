// git, for what it knows of the checkout: the stubs as they were delivered, and updates.
#pragma once

#include <string>
#include <vector>

#include "course/paths.hpp"

namespace lockstep::tutor {

struct git_answer {
  bool ok = false;
  std::string output;  // standard output; of a failure, all that it said
};

// Runs git in the checkout. Not ok, too, where there is no git.
git_answer git(const checkout_paths& paths, std::vector<std::string> arguments);

// git leaves a checkout alone that belongs to somebody else, as in a container. Throws failure
// then.
void require_trust(const checkout_paths& paths);

bool is_git_checkout(const checkout_paths& paths);

}  // namespace lockstep::tutor
