#include "command_line/grammar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "language/language.hpp"
#include "programs/compile.hpp"
#include "support/failure.hpp"

namespace lockstep::tutor {

using strings = std::vector<std::string>;

grammar::grammar(request& to, offer what) : offered_(what), known_{app_, to} {
  app_.require_subcommand(0, 1);
  known_.add_backend(&app_);
  if (what == offer::workbench) {
    app_.name("lockstep-run");
    app_.description("CUDA programs without a GPU: run them, check them, count what they do.");
    app_.set_version_flag("--version", "lockstep-run " LOCKSTEP_VERSION);
    add_workbench_commands(known_);
    return;
  }
  app_.name("./lockstep");
  app_.description("A course and a workbench for the CUDA execution model.");
  for (const auto add :
       {add_course_commands, add_grade_command, add_work_commands, add_program_commands,
        add_bench_command, add_other_commands, add_author_commands}) {
    add(known_);
  }
}

void grammar::parse(strings arguments) {
  known_.words->bench.command =
      app_.get_name() + " " + fmt::format("{}", fmt::join(arguments, " "));
  parse_once(arguments);
  for (const auto* one : known_.for_program) {
    if (one->parsed()) take_program(*one, arguments);
  }
  if (known_.to.command) return;
  if (offered_ == offer::workbench)
    throw wrong_usage("a command is missing", tr("{} --help shows them all.", app_.get_name()));
  known_.to.command = commands::resume;
}

namespace {

void put_in_language(CLI::App& one) {
  one.description(in_language(one.get_description()));
  for (CLI::Option* option : one.get_options())
    option->description(in_language(option->get_description()));
  for (CLI::App* inner : one.get_subcommands([](const CLI::App*) { return true; }))
    put_in_language(*inner);
}

}  // namespace

void grammar::put_in_language() { tutor::put_in_language(app_); }

std::string grammar::help(const CLI::Success& asked_for) const {
  std::ostringstream text;
  app_.exit(asked_for, text, text);
  return text.str();
}

const CLI::App* grammar::command() const {
  const CLI::App* found = &app_;
  while (!found->get_subcommands().empty()) found = found->get_subcommands().front();
  return found == &app_ ? nullptr : found;
}

strings grammar::command_names() const {
  const CLI::App* const of = command() ? command() : &app_;
  strings names;
  for (const auto* one : of->get_subcommands({})) names.push_back(one->get_name());
  return names;
}

void grammar::parse_once(strings arguments) {
  std::reverse(arguments.begin(), arguments.end());  // as the parser wants them
  app_.parse(arguments);
}

// `view` takes an exercise, too, which has no arguments of its own: options may follow.
bool grammar::take_exercise(const CLI::App& one, const strings& arguments) {
  strings& program = known_.words->rest;
  std::error_code error;
  const std::string name = program.front();
  if (is_source(name) || std::filesystem::exists(name, error)) return false;
  strings options = arguments;
  options.erase(std::find(options.begin(), options.end(), name));
  parse_once(options);
  if (!one.remaining().empty()) return false;
  program = {name};
  return true;
}

// What remains is an executable and its arguments, or sources. Behind sources, unlike behind an
// executable, options are still ours, up to "--".
void grammar::take_program(const CLI::App& one, const strings& arguments) {
  strings& program = known_.words->rest;
  program = one.remaining();
  if (known_.words->flag && program.empty()) return;  // --list-metrics
  if (!known_.words->view.from.empty() && program.empty()) return;
  if (program.empty()) {
    throw wrong_usage(tr("{} needs a program", one.get_name()),
                      app_.get_name() + " " + one.get_name() + " [OPTIONS] PROGRAM [ARGUMENTS...]");
  }
  if (one.get_name() == "view" && take_exercise(one, arguments)) return;
  if (!is_source(program.front())) return;
  const auto first = arguments.end() - static_cast<long>(program.size());
  const auto end = std::find(first, arguments.end(), "--");
  strings options(arguments.begin(), first), sources;
  for (auto word = first; word != end; ++word)
    (is_source_or_object(*word) ? sources : options).push_back(*word);
  parse_once(options);
  const strings unknown = one.remaining();
  if (!unknown.empty()) {
    const std::string& word = unknown.front();
    throw wrong_usage(word.starts_with("-")
                          ? tr("there is no option {}", word)
                          : tr("{} is not a source file that nvcc compiles", word),
                      tr("The program's own arguments come after --: {} {} {} -- {}",
                         app_.get_name(), one.get_name(), sources.front(), word));
  }
  if (std::none_of(sources.begin(), sources.end(), is_cuda_source)) {
    throw wrong_usage("none of these is a .cu file",
                      "Name the executable built from them, or the program's .cu file.");
  }
  program = sources;
  program.insert(program.end(), end, arguments.end());
}

}  // namespace lockstep::tutor
