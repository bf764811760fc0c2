// The tutor's commands. Each returns the exit code; each can throw failure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/choice.hpp"
#include "classroom/class_options.hpp"
#include "commands/test_counts.hpp"
#include "context.hpp"

namespace lockstep::tutor::commands {

int resume(const context& all);
int list(const context& all);
int next(const context& all);

struct selection {
  std::string exercise;     // empty: see below
  std::string chapter;      // all of a chapter
  bool everything = false;  // all exercises; of one: all that is wrong
};                          // none of them: the next exercise
// Files to write besides; empty: none.
struct export_files {
  std::string junit, exercism, gradescope, csv;
};
int verify(const context& all, const selection& which, const export_files& files);

// A class, and the files to write of its marks; empty: none.
struct grade_options : classroom::class_options {
  std::string csv, totals, junit, html;
  std::string gradescope;  // folder to write STUDENT/results.json into
  std::string canvas, moodle;
  std::string roster;  // to be read: a gradebook's export
};
int grade_class(const context& all, const grade_options& how);

// The stub in place of the learner's file, of which a copy is kept. Asks first, unless `yes`.
int reset(const context& all, const selection& which, bool yes);
// Once the exercise has been passed, or with `force`.
int solution(const context& all, const std::string& exercise, bool force);
int diff(const context& all, const std::string& exercise, bool force);
int update(const context& all);

// In a terminal; `exercise` may be empty.
int watch(const context& all, const std::string& exercise, bool manual);

int hint(const context& all, const std::string& exercise, bool every);

// `program` is CHAPTER, which runs all its programs, or CHAPTER/PROGRAM, which takes the arguments.
int run(const context& all, const std::string& program, const std::vector<std::string>& arguments);
int demo(const context& all);
// Builds and runs all tests; then judges answers. `part`: "K/N", of the wrong answers this part;
// empty: all.
int test(const context& all, const std::string& part);

// The first of `command_line` is the program, or they begin with CUDA sources.
int exec(const context& all, const std::vector<std::string>& command_line);

struct profile_options {
  bool launches = false;  // each by itself
  bool first = false;     // of each kernel the first alone
  bool by_line = false, csv = false;
  bool time = false;    // as the emulator's model says
  std::string metrics;  // names, separated by commas; empty: the table's
  std::string kernel;   // a regular expression that names must match
};
int profile(const context& all, const profile_options& how,
            const std::vector<std::string>& command_line);
int list_metrics(const context& all);

struct estimate_options {
  std::string kernel;  // a regular expression that names must match
  bool warm = false;   // what kernels read is in L2 already
};
int estimate(const context& all, const estimate_options& how,
             const std::vector<std::string>& command_line);

struct trace_arguments {
  std::string kernel;                   // a regular expression that names must match
  std::string launches, blocks, warps;  // lists of numbers; empty: those of protocol::trace_options
  std::uint64_t steps = 500;            // of each warp
  std::string only;                     // "all", "memory", "branches"; empty: all
  std::string perfetto;                 // in place of steps a timeline, into this file
};
int trace(const context& all, const trace_arguments& how,
          const std::vector<std::string>& command_line);

struct view_options {
  trace_arguments trace;
  std::string html;      // file to write; empty: one in the build folder, which is shown
  std::string from;      // a trace to show, in place of a program
  bool no_open = false;  // write the page, and that is all
  unsigned port = 8010;  // where it is served if there is no display
};
int view(const context& all, const view_options& how, const std::vector<std::string>& command_line);

struct check_options {
  std::vector<std::string> tools;  // empty: all
  bool strict = false, leaks = false;
  bool keep_going = true;             // after a bad access, to see what is behind it
  bool allow_warnings = false;        // they are told, and change no exit code
  std::optional<unsigned> schedules;  // run in this many orders
  std::vector<std::string> suppress;  // rules, or files of rules
  std::string junit;                  // file to write; empty: none
};
int check(const context& all, const check_options& how,
          const std::vector<std::string>& command_line);

struct bench_options {
  bench::wanted_cases which;
  std::string keep;                  // file of records; empty: one in the build folder
  std::string from;                  // a file of records to show, in place of measuring
  std::string against;               // another such file, whose times are set beside
  bool resume = false;               // go on with what is kept
  std::string csv, json, svg;        // files to write, "-" for standard output, and a folder
  std::vector<std::string> columns;  // of the CSV; empty: all
  std::string command;               // as it was typed
};
int bench(const context& all, const bench_options& how);

struct calibrate_options {
  std::string only;  // a group of constants; empty: all
  std::string csv;   // a file to write, "-" for standard output; empty: a table
};
int calibrate(const context& all, const calibrate_options& how);

int doctor(const context& all);
int editor(const context& all);

struct docs_options {
  bool serve = false;
  bool pdf = false;
  unsigned port = 8000;
  std::string output;  // empty: site/ in the build folder
};
// Builds the site; becomes the generator.
int docs(const context& all, const docs_options& how);

// Without a topic, lists them.
int help(const context& all, const std::string& topic);

// Which answers are judged.
struct wanted_answers {
  std::string exercise;  // empty: of all
  // An exercise that differs from the last commit is a learner's, not a stub.
  bool skip_edited = false;
  unsigned part = 1, parts = 1;  // of the wrong answers this part, each of them in one part
};
// Stubs fail, solutions pass, wrong answers fail for the reason of their label.
test_counts judge_answers(const context& all, const wanted_answers& which);
int author_check(const context& all, const std::string& exercise);
// Whether graders notice small changes of the solutions. `limit`: at most so many of each exercise,
// spread over the source; 0: all.
struct mutate_options {
  std::string exercise;  // empty: all
  unsigned limit = 0, jobs = 0;
};
int author_mutate(const context& all, const mutate_options& how);
// Lists the stubs as they are now.
int author_stubs(const context& all);
// Writes all files of a new exercise.
int author_new(const context& all, const std::string& exercise);
// An archive that Gradescope takes as an autograder.
struct gradescope_options {
  std::vector<std::string> exercises;  // none: all
  std::string to;                      // file to write
};
int author_gradescope(const context& all, const gradescope_options& how);

}  // namespace lockstep::tutor::commands
