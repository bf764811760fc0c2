// The command line described from its own grammar.
#include "command_line/command_line.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>

#include "support/text.hpp"

using namespace lockstep::tutor;

namespace {

struct said {
  int code;
  std::string out;
};

// What a command prints: the tutor's own end-to-end tests have no place for a course without files.
said run(std::vector<const char*> words, const context& all) {
  words.insert(words.begin(), "lockstep");
  std::string help;
  const request wanted =
      parse_command_line(static_cast<int>(words.size()), const_cast<char**>(words.data()), help);
  std::fflush(stdout);
  const int saved = dup(1);
  std::FILE* file = std::tmpfile();
  dup2(fileno(file), 1);
  const int code = wanted.command(all);
  std::fflush(stdout);
  dup2(saved, 1);
  close(saved);
  std::rewind(file);
  std::string out;
  for (int c; (c = std::fgetc(file)) != EOF;) out += static_cast<char>(c);
  std::fclose(file);
  return {code, out};
}

context course_with_two_chapters() {
  context all;
  all.course.chapters = {{"05_reduction", "Reduction", {"demo"}}};
  all.course.exercises = {{"05_reduction/ragged", "Any number", "", {}, {}, {}},
                          {"05_reduction/first_add", "No thread", "", {}, {}, {}}};
  return all;
}

std::vector<std::string> completed(std::vector<const char*> words) {
  words.insert(words.begin(), {"complete", "--"});
  return lines_of(run(words, course_with_two_chapters()).out);
}

using strings = std::vector<std::string>;

}  // namespace

TEST_CASE("completion: commands, then what each takes") {
  CHECK(completed({"ver"}) == strings{"verify"});
  CHECK(completed({"verify", "05_reduction/r"}) == strings{"05_reduction/ragged"});
  CHECK(completed({"verify", "--chapter", ""}) == strings{"05_reduction"});
  CHECK(completed({"run", "05_reduction/"}) == strings{"05_reduction/demo"});
  CHECK(completed({"bench", "05"}) == strings{"05_reduction"});
  CHECK(completed({"bench", "cal"}) == strings{"calibrate"});
  CHECK(completed({"bench", "calibrate", "--o"}) == strings{"--only"});
  CHECK(completed({"bench", "--types", "u"}) == strings{"unsigned"});
  CHECK(completed({"--backend", "e"}) == strings{"emulator"});
  CHECK(completed({"author", "m"}) == strings{"mutate"});
  CHECK(completed({"check", "--schedu"}) == strings{"--schedule", "--schedules"});
  CHECK(completed({"verify", "nothing like it"}).empty());
}

TEST_CASE("the man page has every command with its options") {
  const std::string page = run({"help", "--man"}, course_with_two_chapters()).out;
  CHECK(page.starts_with(".TH LOCKSTEP 1\n"));
  CHECK(page.find("\\fBauthor mutate\\fR") != std::string::npos);
  CHECK(page.find("\\fBbench\\fR\ntime the chapters") != std::string::npos);
  CHECK(page.find("bench calibrate\\fR") != std::string::npos);
  CHECK(page.find("\\-\\-schedules") != std::string::npos);
  CHECK(page.find("complete\\fR") == std::string::npos);  // the shell's affair
}
