// What the grammar of the command line is made of: a command, and the options that several have.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "command_line/command_line.hpp"
#include "commands/commands.hpp"

namespace lockstep::tutor {

// The words of one command. Shared by the parser, which fills them, and by the command, which reads
// them later.
struct command_words {
  commands::selection which;
  commands::export_files files;
  commands::profile_options profile;
  commands::check_options check;
  commands::trace_arguments trace;
  commands::view_options view;
  commands::mutate_options mutate;
  commands::gradescope_options gradescope;
  commands::docs_options book;
  commands::grade_options grade;
  commands::bench_options bench;
  commands::calibrate_options calibrate;
  std::string part;
  std::string name;
  commands::estimate_options estimate;
  std::vector<std::string> rest;
  bool flag = false;
};

// What a word must be. CLI's own checks of numbers let "nan" pass, and tell bounds of 300 digits.
CLI::Validator positive_number();
CLI::Validator number_from_zero();
CLI::Validator seed_number();
CLI::Validator not_empty();

struct vocabulary {
  CLI::App& app;
  request& to;
  std::shared_ptr<command_words> words = std::make_shared<command_words>();
  std::vector<CLI::App*> for_program = {};  // commands that take a program and its arguments

  CLI::App* add(const char* name, const char* what, std::function<int(const context&)> command,
                CLI::App* parent = nullptr);

  // A command for a program and all its arguments: whatever follows is the program's.
  CLI::App* add_for_program(const char* name, const char* what,
                            std::function<int(const context&)> command);

  void add_backend(CLI::App* one);       // before the command or after it
  void add_run_settings(CLI::App* one);  // how the emulator is to run a program
  void add_json(CLI::App* one);
  void add_time_limit(CLI::App* one);
};

void add_course_commands(vocabulary& v);
void add_grade_command(vocabulary& v);  // a whole class
void add_work_commands(vocabulary& v);  // the learner's own file
void add_program_commands(vocabulary& v);
void add_workbench_commands(vocabulary& v);  // those of them that need no checkout
void add_bench_command(vocabulary& v);
void add_author_commands(vocabulary& v);
void add_other_commands(vocabulary& v);

}  // namespace lockstep::tutor
