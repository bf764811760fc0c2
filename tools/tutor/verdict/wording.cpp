#include "verdict/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "language/language.hpp"
#include "lockstep/protocol/kernel_name.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "support/text.hpp"
#include "verdict/failure_lines.hpp"
#include "verdict/places.hpp"
#include "verdict/source_lines.hpp"

namespace lockstep::tutor {
namespace {

using protocol::finding;
using protocol::phrase;
using how = process_end::how;

std::string at(const std::string& file, unsigned line) {
  if (file.empty()) return {};
  return line == 0 ? file + ": " : fmt::format("{}:{}: ", file, line);
}

std::string triple(const protocol::dimensions& index) {
  return fmt::format("({},{},{})", index[0], index[1], index[2]);
}

std::string one_line(const finding& found) {
  return fmt::format("{}{} [{}]", at(found.where.file, found.where.line), found.message,
                     found.kind.name());
}

void add_lines(std::vector<std::string>& to, const std::vector<std::string>& lines) {
  to.insert(to.end(), lines.begin(), lines.end());
}

std::string crash_in_words(const std::optional<protocol::crash_record>& crash,
                           const std::string& signal) {
  const std::string why = crash ? crash->why : std::string();
  if (why == "division_by_zero")
    return phrase("divides-by-zero", "the host divides an integer by zero: {}", signal);
  if (why == "stack_overflow")
    return phrase("stack-full", "the stack overflowed, perhaps in endless recursion: {}", signal);
  return phrase("program-crashed", "the program crashed: {}", signal);
}

// "...that thread (0,0,0) writes on line 21, and ...": where the other side is, if it is elsewhere
// in the answer and the message does not say it, as it does of a barrier "between line 23 and line
// 21".
std::string with_line_of_other(const finding& found, std::string message) {
  const bool is_elsewhere = found.other && found.other->line != 0 &&
                            found.other->file == found.where.file &&
                            found.other->line != found.where.line;
  static const std::regex side(
      R"((?:that|while) thread \(\d+,\d+,\d+\)(?: of block \(\d+,\d+,\d+\))? (?:updates atomically|\w+))");
  std::smatch at;
  if (!is_elsewhere || !std::regex_search(message, at, side)) return message;
  const std::string where = fmt::format(" on line {}", found.other->line);
  const bool is_said =
      message.find(where) != std::string::npos ||
      message.find(fmt::format(" line {} ", found.other->line)) != std::string::npos;
  if (is_said) return message;
  return message.insert(static_cast<std::size_t>(at.position() + at.length()), where);
}

// An access outside of an array in shared memory may be the array's fault: with its line.
std::string message_of(const finding& found, const std::string& source) {
  const unsigned line = found.array.empty() ? 0 : line_of_shared_array(source, found.array);
  constexpr std::string_view in_shared = " in shared memory";
  const auto end = found.message.find(in_shared);
  if (line == 0 || end == std::string::npos) return with_line_of_other(found, found.message);
  std::string message = found.message;
  return message.insert(end + in_shared.size(), fmt::format(" (line {})", line));
}

}  // namespace

std::string said_of_checks(const finding& first) {
  return phrase("checks-found", "the checks found: {}", one_line(first));
}

void wording::say(exit_code code, const std::string& file, unsigned line, const std::string& what) {
  to_.code = code;
  to_.file = file;
  to_.line = line;
  to_.headline = at(file, line) + what;
}

void wording::not_built() {
  const auto& build = seen_.build;
  if (build.kind == build_result::outcome::broken) {
    say(exit_code::setup_missing, build.problem);
    to_.next.push_back(build.advice);
  } else if (build.errors.empty()) {
    say(exit_code::does_not_compile,
        phrase("does-not-compile", "{} does not compile", seen_.source));
  } else {
    // An error in a header is often caused by the learner's file; name the place in that file if
    // there is one.
    const auto own = std::find_if(build.errors.begin(), build.errors.end(),
                                  [&](const diagnostic& e) { return e.file == seen_.source; });
    const diagnostic& error = own == build.errors.end() ? build.errors.front() : *own;
    const unsigned instances =
        error.file.empty() ? line_of_instantiation(seen_.source_text, error.message) : 0;
    if (instances != 0)
      say(exit_code::does_not_compile, seen_.source, instances,
          phrase("compiler-error", "error: {}", error.message) + "; " +
              phrase("other-instantiations-end", "the last explicit instantiation of it is here"));
    else if (const unsigned calls = line_of_undefined(seen_.source_text, error.message);
             error.file.empty() && calls != 0)
      say(exit_code::does_not_compile, seen_.source, calls,
          phrase("compiler-error", "error: {}", error.message));
    else
      say(exit_code::does_not_compile, error.file.empty() ? seen_.source : error.file, error.line,
          phrase("compiler-error", "error: {}", error.message));
  }
  add_lines(to_.details, build.excerpt);
}

void wording::not_on_its_own() {
  to_.refused = true;
  if (const unsigned line = line_of_violation(seen_.violation, seen_.source_text); line != 0)
    say(exit_code::does_not_compile, seen_.source, line, seen_.violation);
  else
    say(exit_code::does_not_compile, fmt::format("{} {}", seen_.source, seen_.violation));
  to_.details.push_back(
      phrase("not-run", "An answer that breaks a rule of the exercise is not run."));
}

void wording::describe(const finding& found) {
  const auto& where = found.where;
  if (!found.kernel.empty()) {
    to_.details.push_back(phrase("kernel-block-thread", "kernel {}, block {}, thread {}",
                                 found.kernel, triple(where.block), triple(where.thread)));
  }
  if (found.other) {
    const auto& other = *found.other;
    const std::string who = other.call.empty() ? phrase("block-thread", "block {}, thread {}",
                                                        triple(other.block), triple(other.thread))
                                               : other.call;
    to_.details.push_back(
        fmt::format("{}the other {}: {}", at(other.file, other.line), other.kind.name(), who));
  }
  if (found.count > 1)
    to_.details.push_back(phrase("times-in-all", "{} times in all", found.count));
  if (!found.advice.empty()) to_.next.push_back(found.advice);
}

void wording::say_what_was_tried() {
  const auto& trial = seen_.records.last_trial;
  if (!trial.empty()) to_.details.push_back(phrase("was-tried", "While trying: {}", trial));
}

void wording::kernel_never_ends(const finding& found) {
  // The message goes on with where each warp stands.
  const auto end = found.message.find("; ");
  // Where blocks are short, but there is too much to do for all of them, it may be in a loop.
  const unsigned loop = found.where.line == 0
                            ? line_of_loop_in(seen_.source_text, protocol::short_name(found.kernel))
                            : 0;
  const unsigned around = found.where.file == seen_.source && found.where.line != 0
                              ? line_of_loop(seen_.source_text, found.where.line)
                              : 0;
  const std::string clause =
      loop != 0 ? ": this loop may do more than is needed"
      : around != 0 && around != found.where.line
          ? "; " + phrase("loop-begins-in", "the loop begins on line {}", around)
          : "";
  const auto& warnings = seen_.build.warnings;
  const auto warned = std::find_if(warnings.begin(), warnings.end(), [&](const auto& one) {
    return around != 0 && one.line == around && one.file == seen_.source;
  });
  const std::string warning =
      warned == warnings.end() ? ""
      : clause.empty()
          ? "; " + phrase("nvcc-warns-here", "nvcc warns of this line: {}", warned->message)
          : ", " + phrase("where-nvcc-warns", "where nvcc warns: {}", warned->message);
  say(exit_code::timed_out, loop == 0 ? found.where.file : seen_.source,
      loop == 0 ? found.where.line : loop, found.message.substr(0, end) + clause + warning);
  describe(found);
  if (end != std::string::npos) add_clauses(std::string_view(found.message).substr(end + 2));
  to_.next.push_back(phrase("more-time",
                            "If it only needs more time: ./lockstep verify {} --time-limit {}",
                            seen_.exercise, fmt::format("{:g}", 3 * seen_.time_limit)));
}

void wording::add_clauses(std::string_view clauses) {
  constexpr unsigned most = 8;
  for (unsigned i = 0; !clauses.empty() && i < most; ++i) {
    const auto end = clauses.find("; ");
    to_.details.emplace_back(clauses.substr(0, end));
    clauses.remove_prefix(end == std::string_view::npos ? clauses.size() : end + 2);
  }
  if (!clauses.empty()) to_.details.emplace_back("...");
}

// What an experiment of the grader has shown: "; the comparison on line 19 is to blame".
std::string wording::blame() const {
  for (const case_record& one : seen_.records.cases) {
    if (one.undecided.empty() || one.failures.empty()) continue;
    const auto& shown = one.failures.front();
    const unsigned named = line_named_by(shown, seen_);
    const unsigned line = named == 0 && shown.cause_launch.empty() ? shown.cause_line : named;
    if (line != 0)
      return "; " + phrase("part-to-blame", "{} on line {} is to blame", shown.message, line);
  }
  return {};
}

void wording::check_found(const finding& found) {
  const unsigned launched = line_to_blame_in_launch(found, seen_.source_text);
  say(exit_code::check_found, launched == 0 ? found.where.file : found.launch->from.file,
      launched == 0 ? found.where.line : launched,
      fmt::format("{}{} [{}]", message_of(found, seen_.source_text), blame(), found.kind.name()));
  if (launched != 0)
    to_.details.push_back(
        phrase("access-in", "The access is in {}:{}.", found.where.file, found.where.line));
  describe(found);
  // The first finding is shown with the verdict, source lines and all.
  const auto place = &found - seen_.seen.findings.data();
  std::rotate(to_.findings.begin(), to_.findings.begin() + place, to_.findings.begin() + place + 1);
  const auto others = seen_.seen.findings.size() - 1;
  if (others > 0) to_.details.push_back(phrase("and", "and {}", count_of(others, "more finding")));
  for (const auto& other : seen_.seen.findings) {
    if (&other != &found) to_.also.push_back(one_line(other));
  }
  for (const auto& other : seen_.records.cases) {
    if (other.suite != "checks") add_to_the_rest(other);
  }
}

// What else failed: a first line for each case.
void wording::add_to_the_rest(const case_record& one) {
  if (!one.failed()) return;
  const std::string why =
      one.failures.empty() ? phrase("failed", "failed") : first_line(one.failures.front().message);
  to_.also.push_back(phrase("of-case", "case \"{}\": {}", one.name, why));
}

void wording::refused() {
  const auto& first = seen_.seen.refusals.front();
  // The grader calls what the stub has.
  if (first.reason == protocol::refusal_reason::no_kernel) {
    say(exit_code::does_not_compile,
        phrase("no-kernel-of-the-stub", "{} has no kernel `{}`", seen_.source, first.kernel));
    to_.next.push_back(
        phrase("kernels-as-in-the-stub",
               "The grader launches it as the stub declares it: not in a namespace, not static, "
               "and with the same parameter types. To restore the stub: ./lockstep reset {}",
               seen_.exercise));
    return;
  }
  if (first.reason == protocol::refusal_reason::too_large)
    return say(exit_code::does_not_compile, seen_.source,
               line_of_name_like(seen_.source_text, first.kernel.substr(0, first.kernel.find('('))),
               first.message);
  say(exit_code::setup_missing, first.message);
  if (first.of_the_whole_program()) return;
  to_.next.push_back(
      phrase("another-way", "Write it another way, or use --backend gpu on a machine with a GPU."));
}

// The program's last words, which often tell why it ended.
void wording::add_last_words() {
  constexpr std::size_t most = 5;
  auto lines = lines_of(seen_.end.output);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  if (lines.empty()) return;
  if (lines.size() > most) lines.erase(lines.begin(), lines.end() - most);
  to_.details.push_back(phrase("last-lines", "The last lines it printed:"));
  for (const auto& line : lines) to_.details.push_back("  " + line.substr(0, 160));
}

void wording::program_never_ends() {
  say(exit_code::timed_out, phrase("did-not-end", "the program did not end within {} s",
                                   fmt::format("{:g}", seen_.time_limit)));
  say_what_was_tried();
  if (!seen_.on_gpu)
    to_.details.push_back(
        phrase("no-kernel-hangs",
               "No kernel was found to hang: check the loops, first those of the host code."));
  add_last_words();
}

void wording::ended_by_force() {
  const auto& end = seen_.end;
  if (end.kind == how::flooded) {
    say(exit_code::crashed,
        phrase("too-much-output", "the program wrote far too much output and was stopped"));
    add_last_words();
    to_.next.push_back(phrase(
        "print-less", "Print less: do not print in a loop, or from a kernel with many threads."));
    return;
  }
  if (end.kind == how::out_of_memory) {
    say(exit_code::crashed,
        phrase("too-much-memory", "the program took too much memory and was stopped"));
  } else if (end.kind == how::too_many_tasks) {
    say(exit_code::crashed,
        phrase("too-many-processes", "the program started too many processes and was stopped"));
  } else if (end.kind == how::signalled) {
    const unsigned line = seen_.crash_line;
    if (lost_error()) return;
    say(exit_code::crashed, line == 0 ? std::string() : seen_.source, line,
        crash_in_words(seen_.records.crash, signal_name(end.code)));
  } else {
    say(exit_code::crashed, phrase("program-stopped", "the program was stopped"));
  }
  say_what_was_tried();
  if (end.kind == how::signalled) add_last_words();
}

// An error of the runtime that nobody looked at, and then a division by what was never filled in.
bool wording::lost_error() {
  const auto& crash = seen_.records.crash;
  if (!crash || crash->error.empty() || seen_.crash_line == 0) return false;
  const dropped_call call = first_dropped_call(seen_.source_text, seen_.crash_line);
  if (call.line == 0) {
    say(exit_code::crashed, seen_.source, seen_.crash_line,
        phrase("error-passed-over", "a call has returned {}, but the function goes on; then {}",
               crash->error, crash_in_words(crash, signal_name(seen_.end.code))));
    say_what_was_tried();
    return true;
  }
  say(exit_code::crashed, seen_.source, call.line,
      phrase("lost-error",
             "the result of {} is not checked here, so {} goes unnoticed; then {}, on line {}",
             call.function, crash->error, crash_in_words(crash, signal_name(seen_.end.code)),
             seen_.crash_line));
  say_what_was_tried();
  return true;
}

void wording::could_not_begin() { say(exit_code::setup_missing, first_line(seen_.end.output)); }

void wording::ended_early() {
  const auto& records = seen_.records;
  if (records.ends.empty()) {
    say(exit_code::crashed,
        phrase("ended-early", "the program ended before the grader had finished (exit code {})",
               seen_.end.code));
    to_.details.push_back(phrase("finished-before", "{} finished before that.",
                                 count_of(records.cases.size(), "case")));
    to_.next.push_back(
        phrase("let-it-return",
               "Return instead of calling exit() or abort(): they end the grader as well."));
  } else if (records.cases.empty() && records.ends[0].nonce == seen_.nonce) {
    return say(exit_code::crashed, phrase("no-case-ran", "the grader ran no test cases"));
  } else if (!seen_.graded()) {
    say(exit_code::crashed, phrase("forged", "the grader's result cannot be trusted"));
    to_.details.push_back(phrase(
        "nothing-concluded",
        "Something else wrote to the grader's result channel, so nothing can be concluded."));
    return;
  } else {
    say(exit_code::crashed,
        phrase("failed-late", "the program failed after the grader had finished (exit code {})",
               seen_.end.code));
  }
  add_last_words();
}

void wording::case_failed(const case_record& one, exit_code code) {
  if (one.failures.empty()) return say(code, phrase("case-failed", "{} failed", one.name));
  const auto& failure = one.failures.front();
  auto lines = lines_of(failure.message);
  if (lines.empty()) lines.push_back(phrase("case-failed", "{} failed", one.name));
  const auto answers = lines_of_answers(failure, seen_);
  if (answers.size() > 1)
    say(code, seen_.source, answers.front(),
        lines.front() + "; " +
            phrase("answers-in-lines", "they are on lines {} to {}", answers.front(),
                   answers.back()));
  else if (const unsigned named = line_named_by(failure, seen_); named != 0)
    say(code, seen_.source, named, lines.front());
  else
    say(code, failure.cause_file, failure.cause_line, lines.front());
  // What a grader has said in several lines is one text.
  const auto first_end = std::min(failure.message.find('\n'), failure.message.size());
  const std::string further =
      failure.message.substr(std::min(first_end + 1, failure.message.size()));
  for (const auto& line : lines_of(in_language(further))) to_.details.push_back(trimmed(line));
  // The grader's line is for who wants to read the test; it is not where the error is.
  to_.details.push_back(
      phrase("in-case", "case \"{}\"", one.name) +
      (failure.file.empty() ? std::string() : fmt::format(", {}:{}", failure.file, failure.line)));
  const auto& cases = seen_.records.cases;
  const auto failed =
      std::count_if(cases.begin(), cases.end(), [](const case_record& c) { return c.failed(); });
  if (failed > 1)
    to_.details.push_back(phrase("cases-failed", "{} of {} cases failed", failed, cases.size()));
  for (const auto& other : cases) {
    if (&other != &one) add_to_the_rest(other);
  }
  if (code == exit_code::wrong_result && !seen_.seen.findings.empty())
    to_.details.push_back(said_of_checks(seen_.seen.findings.front()));
}

void wording::undecided(const case_record& one) {
  say(exit_code::setup_missing, one.name + ": " + one.undecided);
}

void wording::passed() {
  const auto cases = seen_.records.cases.size();
  say(exit_code::passed, cases == 1 ? phrase("case-passed", "the grader's case passed")
                                    : phrase("all-passed", "all {} cases passed", cases));
}

void wording::advise() {
  auto& next = to_.next;
  const std::string& name = seen_.exercise;
  switch (to_.code) {
    case exit_code::passed:
      if (!seen_.watched)
        next.push_back(phrase("a-solution", "A solution, and why it works: solutions/{}.cu", name));
      return;
    case exit_code::setup_missing:
    case exit_code::usage:
      return;
    case exit_code::does_not_compile:
      next.push_back(seen_.watched ? phrase("fix-save", "Fix {} and save it.", seen_.source)
                                   : phrase("fix-run", "Fix {} and run ./lockstep verify {} again.",
                                            seen_.source, name));
      return;
    default:
      if (seen_.has_todo) {
        next.push_back(phrase("still-a-todo", "A TODO is still in {}: is anything missing there?",
                              seen_.source));
      }
      if (!seen_.watched) next.push_back(phrase("a-hint", "A hint: ./lockstep hint {}", name));
      if (!to_.also.empty()) {
        next.push_back(phrase(
            "what-else", "To see everything that is wrong: ./lockstep verify {} --all --seed {}",
            name, seen_.seed));
      }
      next.push_back(phrase("same-inputs",
                            "To use the same inputs again: ./lockstep verify {} --seed {}", name,
                            seen_.seed));
  }
}

}  // namespace lockstep::tutor
