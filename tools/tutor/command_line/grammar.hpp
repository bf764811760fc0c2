// All commands with their options, and the parser of them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "command_line/vocabulary.hpp"

namespace lockstep::tutor {

class grammar {
 public:
  explicit grammar(request& to, offer what = offer::course);

  // Throws CLI's exceptions and failure (usage).
  void parse(std::vector<std::string> arguments);

  // What help says of commands and options, from now on in the learner's language.
  void put_in_language();

  std::string help(const CLI::Success& asked_for) const;
  const CLI::App& app() const { return app_; }

  // What the command line has that no command knows.
  std::vector<std::string> unknown_words() const { return app_.remaining(true); }

  // The command that was found, or that of its commands; null if none was.
  const CLI::App* command() const;

  std::vector<std::string> command_names() const;

 private:
  void parse_once(std::vector<std::string> arguments);
  bool take_exercise(const CLI::App& one, const std::vector<std::string>& arguments);
  void take_program(const CLI::App& one, const std::vector<std::string>& arguments);

  const offer offered_;
  CLI::App app_;
  vocabulary known_;
};

}  // namespace lockstep::tutor
