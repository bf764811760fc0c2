// From the words on the command line to a command with its options.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "context.hpp"

namespace lockstep::tutor {

struct request {
  run_options run;
  bool json = false;
  std::function<int(const context&)> command;
};

// What a program offers: everything, or what needs no checkout.
enum class offer : std::uint8_t { course, workbench };

// Throws failure (usage), with near matches; `help` is set, and the command empty, if help was
// asked for.
request parse_command_line(int argc, char** argv, std::string& help, offer what = offer::course);

// The whole program: parses, runs the command, and reports what went wrong. Returns the exit code.
int run_program(int argc, char** argv, offer what);

}  // namespace lockstep::tutor
