// From the words on the command line to a command with its options.
#pragma once

#include <functional>
#include <string>

#include "context.hpp"

namespace lockstep::tutor {

struct request {
  run_options run;
  bool json = false;
  std::function<int(const context&)> command;
};

// Throws failure (usage), with near matches; `help` is set, and the command empty, if help was
// asked for.
request parse_command_line(int argc, char** argv, std::string& help);

}  // namespace lockstep::tutor
