#include "command_line/reference.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

namespace lockstep::tutor {
namespace {

using strings = std::vector<std::string>;

// Text of a man page: no line may look like a request, and a hyphen is to stay one.
std::string roff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

bool is_help(const CLI::Option& one) { return one.check_lname("help"); }

// "--seed UINT", "NAME".
std::string synopsis_of(const CLI::Option& one) {
  if (one.get_positional()) return one.get_name(true);
  std::string text = one.get_name(false, true);
  std::replace(text.begin(), text.end(), ',', ' ');
  if (one.get_type_size() > 0) text += " " + one.get_type_name();
  // Lists of what is allowed stand in the description, or are long.
  return text.substr(0, text.find(":"));
}

void add_options(std::string& page, const CLI::App& of) {
  for (const auto* one : of.get_options()) {
    if (is_help(*one)) continue;
    page += fmt::format(".RS\n.TP\n\\fB{}\\fR\n{}\n.RE\n", roff(synopsis_of(*one)),
                        roff(one->get_description()));
  }
}

void add_command(std::string& page, const CLI::App& one, const std::string& before) {
  const auto inner = one.get_subcommands([](const CLI::App*) { return true; });
  const std::string name = before + one.get_name();
  const bool takes_words = one.get_options().size() > 1;  // more than --help
  if (inner.empty() || takes_words) {
    page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(name), roff(one.get_description()));
    add_options(page, one);
  }
  for (const auto* child : inner) add_command(page, *child, name + " ");
}

strings exercise_names(const manifest& course) {
  strings names;
  for (const auto& exercise : course.exercises) names.push_back(exercise.name);
  return names;
}

strings chapter_names(const manifest& course) {
  strings names;
  for (const auto& one : course.chapters) names.push_back(one.name);
  return names;
}

strings programs(const manifest& course) {
  strings names = chapter_names(course);
  for (const auto& one : course.chapters) {
    for (const auto& program : one.programs) names.push_back(one.name + "/" + program);
  }
  return names;
}

strings devices() {
  return {"h200", "h100", "a100", "rtx4090", "rtx4070", "rtx3060", "gtx1650", "k20x", "c2050"};
}

// Values of an option, as far as they are known.
strings values_of(const std::string& option, const manifest& course) {
  if (option == "--backend") return {"auto", "gpu", "emulator"};
  if (option == "--device") return devices();
  if (option == "--schedule") return {"natural", "shuffled", "adversarial"};
  if (option == "--tool") return {"memcheck", "racecheck", "initcheck", "synccheck", "all"};
  if (option == "--exercise") return exercise_names(course);
  if (option == "--types") return {"int", "unsigned", "float", "double"};
  if (option == "--operations") return {"sum", "min", "max"};
  if (option == "--residency") return {"dram", "l2"};
  if (option == "--chapter") return chapter_names(course);
  return {};
}

strings names_of_options(const CLI::App& of) {
  strings names;
  for (const auto* one : of.get_options()) {
    for (const auto& name : one->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

const CLI::App* child_of(const CLI::App& of, const std::string& name) {
  for (const auto* one : of.get_subcommands([](const CLI::App*) { return true; })) {
    if (one->get_name() == name) return one;
  }
  return nullptr;
}

// What a word without an option may be.
strings values_of_place(const std::string& place, const manifest& course) {
  if (place.find("CHAPTER[/PROGRAM]") != std::string::npos) return programs(course);
  if (place == "CHAPTER") return chapter_names(course);
  if (place.find("NAME") != std::string::npos) return exercise_names(course);
  return {};
}

strings for_place(const CLI::App& of, const manifest& course) {
  strings words;
  for (const auto* one : of.get_subcommands([](const CLI::App*) { return true; }))
    words.push_back(one->get_name());
  for (const auto* one : of.get_options()) {
    if (!one->get_positional()) continue;
    for (const auto& name : values_of_place(one->get_name(true), course)) words.push_back(name);
  }
  return words;
}

}  // namespace

namespace {

// Of the workbench by itself.
std::string workbench_page(const CLI::App& grammar) {
  std::string page =
      ".TH LOCKSTEP\\-RUN 1\n.SH NAME\nlockstep\\-run \\- CUDA programs without a GPU\n.SH "
      "SYNOPSIS\n"
      "\\fBlockstep\\-run\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR] \\fIPROGRAM\\fR "
      "[\\fIARGUMENTS\\fR ...]\n.SH DESCRIPTION\nRuns a program that nvcc has linked with "
      "\\fB\\-cudart shared\\fR, or CUDA sources, which it compiles first.\n.SH COMMANDS\n";
  for (const auto* one : grammar.get_subcommands([](const CLI::App*) { return true; }))
    add_command(page, *one, "");
  page +=
      ".SH EXIT STATUS\n\\fBexec\\fR returns the program's own. \\fBcheck\\fR returns 6 if it "
      "found "
      "something, otherwise the program's own. 1 does not compile; 4 timed out; 5 the program "
      "cannot "
      "run here; 64 the command line is wrong.\n";
  return page;
}

}  // namespace

std::string man_page(const CLI::App& grammar) {
  if (grammar.get_name() == "lockstep-run") return workbench_page(grammar);
  std::string page =
      ".TH LOCKSTEP 1\n.SH NAME\nlockstep \\- a course and a workbench for the CUDA execution "
      "model\n.SH SYNOPSIS\n\\fB./lockstep\\fR [\\fB\\-\\-yes\\fR] [\\fICOMMAND\\fR ...]\n"
      ".SH DESCRIPTION\nWithout a command, in a terminal, it shows the exercise that comes next "
      "and "
      "grades it at every save. \\fB./lockstep help\\fR lists topics.\n.SH OPTIONS\n";
  for (const auto* one : grammar.get_options()) {
    if (is_help(*one)) continue;
    page +=
        fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(synopsis_of(*one)), roff(one->get_description()));
  }
  page += ".SH COMMANDS\n";
  for (const auto* one : grammar.get_subcommands([](const CLI::App*) { return true; }))
    add_command(page, *one, "");
  page +=
      ".SH EXIT STATUS\n0 passed; 1 does not compile; 2 crashed; 3 wrong result; 4 timed out; 5 "
      "set\\-up missing; 6 a check found something; 7 a required property is missed; 64 the "
      "command "
      "line is wrong. \\fBexec\\fR returns the program's own.\n.SH FILES\n.TP\n"
      "exercises/\nthe learner's answers\n.TP\n.lockstep/progress.json\nwhat is solved\n.TP\n"
      ".lockstep/backups/\ncopies of what was replaced\n";
  return page;
}

std::vector<std::string> completions(const CLI::App& grammar, const manifest& course,
                                     const strings& words) {
  if (words.empty()) return for_place(grammar, course);
  const std::string begun = words.back();
  const CLI::App* at = &grammar;
  std::string before;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (const auto* child = child_of(*at, words[i])) at = child;
    before = words[i];
  }
  strings candidates = values_of(before, course);
  if (candidates.empty() && begun.starts_with("-")) {
    candidates = names_of_options(*at);
  } else if (candidates.empty()) {
    candidates = for_place(*at, course);
  }
  std::erase_if(candidates, [&](const std::string& one) { return !one.starts_with(begun); });
  return candidates;
}

}  // namespace lockstep::tutor
