#include "grading/line_to_blame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>

#include "experiment/alignment.hpp"
#include "experiment/experiment.hpp"
#include "experiment/surroundings.hpp"
#include "grading/grader_command.hpp"
#include "grading/places_of_subjects.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "processes/sandbox.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"
#include "verdict/origins.hpp"
#include "verdict/source_lines.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

using protocol::phrase;

// Such a finding names both sides of what has no order, or who does not come to a barrier.
bool is_about_order(const protocol::finding& found) {
  using kind = protocol::finding_kind;
  const auto of = {kind::race,
                   kind::warp_race,
                   kind::scope,
                   kind::barrier_mismatch,
                   kind::barrier_divergence,
                   kind::warp_mask,
                   kind::deadlock};
  return !found.is_warning() &&
         std::any_of(of.begin(), of.end(), [&](kind one) { return found.kind == one; });
}

// The grader knows the place by its name, and says what is wrong with it. The name of a call that
// stands there more than once is not enough, nor that of a function that computes an answer.
bool is_named(const evidence& seen, const verdict& of) {
  const auto* failed = seen.first_case([](const case_record& one) { return one.failed(); });
  if (of.line == 0 || failed == nullptr || failed->failures.empty()) return false;
  const auto& why = failed->failures.front();
  const auto lines = lines_of(code_of(seen.source_text));
  const bool is_one_of_several = lines_with(lines, why.cause_name, is_called).size() > 1;
  return !why.cause_name.empty() && failed->suite != "predictions" && !is_one_of_several;
}

// The grader's own trials have found a line which, however, stands in the solution, too, or which
// is right with another argument: another line may be what makes it wrong.
bool is_right_elsewhere(const evidence& seen, const verdict& of, unsigned blamed,
                        const std::string& solution) {
  if (blamed == 0) return false;
  if (of.headline.find("the parameter of the kernel") != std::string::npos) return true;
  const experiment::code answer(seen.source_text), with(solution);
  return experiment::lines_as_in(answer, with).count(blamed) > 0;
}

// 0: they have found none.
unsigned line_blamed_by_trials(const evidence& seen, const verdict& of) {
  static const std::regex other_line("in line ([0-9]+) is to blame");
  std::smatch other;
  if (of.code != exit_code::wrong_result || of.line == 0 || of.file != seen.source ||
      of.headline.find("to blame") == std::string::npos)
    return 0;
  return std::regex_search(of.headline, other, other_line)
             ? static_cast<unsigned>(std::stoul(other[1]))
             : of.line;
}

// An experiment adds nothing to what names a cause by itself.
bool is_open(const evidence& seen, const verdict& of, bool is_doubtful) {
  const bool is_wrong = of.code == exit_code::wrong_result || of.code == exit_code::check_found ||
                        of.code == exit_code::property_missed || of.code == exit_code::crashed;
  const bool is_known = of.headline.find("to blame") != std::string::npos ||
                        of.headline.find("integers are rounded down") != std::string::npos ||
                        of.headline.find("are never freed") != std::string::npos ||
                        (of.headline.find("the compiler says") != std::string::npos &&
                         !of.headline.ends_with("never referenced"));
  // But blocks have no order at all: there it is what they access that is wrong.
  const bool is_order =
      of.code == exit_code::check_found &&
      of.headline.find("blocks run in any order") == std::string::npos &&
      std::any_of(seen.seen.findings.begin(), seen.seen.findings.end(), is_about_order);
  // Of a choice, even which one is wrong would be the answer.
  const bool is_choice = of.headline.find("answers are right") != std::string::npos ||
                         of.headline.ends_with("not right");
  return is_wrong && !is_choice && !(is_known && !is_doubtful) && !is_order &&
         !is_named(seen, of) && !seen.on_gpu && seen.violation.empty();
}

process_end in_shell(const std::string& how, const fs::path& folder) {
  command shell;
  shell.arguments = {"sh", "-c", how};
  shell.folder = folder;
  shell.capture = true;
  return run(shell);
}

// PTX alone, for the emulator, without what only messages need.
std::string for_the_emulator(std::string how) {
  how = replaced(how, " -gencode arch=compute_90,code=sm_90", "");
  how = replaced(how, " -lineinfo", "");
  how = replaced(how, " -g ", " ");
  how = replaced(how, " -O2 ", " -O0 ");  // of the host's code
  return how + " -w -Xcudafe --error_limit=100000";
}

std::optional<experiment::edit> edit_that_helps(const context& all, const answer& which,
                                                const answer_recipe& recipe, const evidence& seen,
                                                const compiled_answer& compiled, const verdict& of,
                                                const std::string& solution, bool is_doubtful) {
  const temporary_folder folder;
  const backend emulator = [&] {
    backend chosen = emulator_backend(all.paths);
    apply(all.run, chosen);
    return chosen;
  }();
  const auto beside = all.paths.file("exercises/" + seen.exercise).parent_path();
  experiment::workshop with;
  with.folder = folder.path();
  with.object = compiled.object;
  with.compile = [&](const fs::path& source, const fs::path& object) {
    return for_the_emulator(recipe.compile(source, object)) + " -I" + quoted(beside) +
           compiled.more_options;
  };
  with.link = [&](const std::string& objects, const fs::path& program) {
    return recipe.link_shared(objects, program);
  };
  with.make = [&](const std::string& how) {
    return compiled.make ? compiled.make(how, folder.path()) : in_shell(how, all.paths.build);
  };
  with.run = [&](const fs::path& program, std::size_t first) {
    command grader = grader_command(all, emulator, folder.path(), seen.seed);
    grader.arguments = {program.string(), "--no-skip", "--test-suite=alternatives"};
    grader.environment.emplace_back("LOCKSTEP_ALTERNATIVE", std::to_string(first));
    const auto* failed = seen.first_case([](const case_record& one) { return one.failed(); });
    if (failed != nullptr)
      grader.environment.emplace_back("LOCKSTEP_ALTERNATIVE_CASE", failed->name);
    // What is right takes no longer than what is wrong, which was explained, too.
    grader.environment.emplace_back("LOCKSTEP_ALTERNATIVE_WORK",
                                    std::to_string(static_cast<unsigned>(seen.end.seconds * 1000)));
    if (of.code == exit_code::check_found)
      grader.environment.emplace_back("LOCKSTEP_ALTERNATIVE_CHECKED", "1");
    grader.environment.emplace_back("LOCKSTEP_NONCE", "-");
    if (have_sandbox())
      grader.arguments = in_sandbox(grader.arguments, folder.path(), folders_for(all, which));
    return run(grader);
  };
  std::vector<unsigned> suspects;
  if (of.line != 0 && of.file == seen.source) suspects.push_back(of.line);
  const bool kernels_were_tried =
      of.code == exit_code::wrong_result && of.line != 0 && !is_doubtful;
  return experiment::edit_that_helps(seen.source_text, solution, suspects, of.headline,
                                     kernels_were_tried, with);
}

// A cause with its place: what an edit says in words, with gaps for the place and for what it
// quotes.
std::string said_of(const std::string& cause, const std::string& where) {
  protocol::phrased made{"experiment", {}, {}};
  for (std::size_t i = 0; i < cause.size(); ++i) {
    const auto end = cause[i] == '`' ? cause.find('`', i + 1) : std::string::npos;
    const bool is_quoted = end != std::string::npos;
    if (!is_quoted && cause[i] != '@') {
      made.form += cause[i];
      continue;
    }
    made.form += "{}";
    made.arguments.push_back(is_quoted ? cause.substr(i, end + 1 - i) : where);
    if (is_quoted) i = end;
  }
  return protocol::note(std::move(made));
}

// "`<` in this line is to blame", or seen from another line: "`<` in line 21 is to blame".
std::string cause_of(const experiment::edit& found, bool is_near) {
  const std::string where =
      is_near ? phrase("this-line", "this line") : phrase("line", "line {}", found.line);
  const std::string cause = said_of(found.cause, where);
  return found.other_line == 0 ? cause
                               : phrase("or-line", "{}, or line {}", cause, found.other_line);
}

// Before its kind: "...; `<` in line 21 is to blame [out_of_bounds]".
void add_to_headline(verdict& of, const std::string& clause) {
  if (clause.empty()) return;
  const auto kind = of.headline.ends_with("]") ? of.headline.rfind(" [") : std::string::npos;
  of.headline.insert(std::min(kind, of.headline.size()), "; " + clause);
}

// Takes back what the grader's trials have found.
void forget_blame(verdict& of) {
  const auto blame = of.headline.find(" is to blame");
  const auto clause = of.headline.rfind("; ", blame);
  if (clause != std::string::npos) {
    const auto kind = of.headline.ends_with("]") ? of.headline.rfind(" [") : std::string::npos;
    of.headline.erase(clause, kind == std::string::npos ? kind : kind - clause);
  } else {
    of.headline.clear();
    of.file.clear();
    of.line = 0;
  }
}

// What the verdict says stays the headline; it gets the cause, and its line if it has none.
void blame(const experiment::edit& found, const std::string& source, verdict& of) {
  const bool has_place = of.line != 0 && of.file == source;
  const bool is_near = !has_place || of.line == found.line;
  const bool is_all = of.headline.empty();
  const std::string otherwise = phrase("every-trial", "{}, every trial succeeds", found.otherwise);
  if (is_all)
    of.headline = fmt::format("{}: {}", cause_of(found, true), otherwise);
  else
    add_to_headline(of, cause_of(found, is_near));
  if (!has_place) of.headline.insert(0, fmt::format("{}:{}: ", source, found.line));
  of.file = source;
  of.line = found.line;
  if (!is_all) of.details.insert(of.details.begin(), otherwise);
}

// Where no change of one place helps, it may be an index that is computed elsewhere.
bool is_about_a_place(const std::string& headline) {
  const auto phrases = {"[out_of_bounds]",   "[misaligned]",
                        "sectors",           "neighbouring lanes",
                        "never written",     "are written",
                        "never read",        "the end of a row",
                        "a grid of ",        "is not launched",
                        ": predicted ",      "has no room in an int",
                        "has written",       "integers are rounded down",
                        "words of one bank", "go different ways"};
  return std::any_of(phrases.begin(), phrases.end(),
                     [&](const char* one) { return headline.find(one) != std::string::npos; });
}

void say_what_computes_the_place(const evidence& seen, verdict& of) {
  if (of.line == 0 || of.file != seen.source || !is_about_a_place(of.headline)) return;
  const unsigned argument = of.headline.find("its grid") != std::string::npos    ? 1
                            : of.headline.find("its block") != std::string::npos ? 2
                                                                                 : 0;
  auto conditions = conditions_named_in(of.headline);
  if (of.headline.find("go different ways") != std::string::npos) conditions.push_back(of.line);
  add_to_headline(of, computed_elsewhere(seen.source_text, of.line, conditions, argument));
}

// Of a line in a function that a kernel calls, what matters may be how it is called.
void say_where_it_is_called(const evidence& seen, verdict& of) {
  if (of.line == 0 || of.file != seen.source) return;
  const experiment::code answer(seen.source_text);
  const auto calls = experiment::calls_of_function_around(answer, of.line);
  constexpr std::size_t most_calls = 2;
  if (calls.lines.empty() || calls.lines.size() > most_calls) return;
  const unsigned first = calls.lines.front(), last = calls.lines.back();
  add_to_headline(
      of, first == last
              ? phrase("called-in", "`{}` is called in line {}", calls.name, first)
              : phrase("called-in", "`{}` is called in lines {} and {}", calls.name, first, last));
}

// Accesses that nothing orders, because the barrier between them is not for every pass.
void say_which_barrier_is_guarded(const evidence& seen, verdict& of) {
  const bool is_race = of.headline.find("[race]") != std::string::npos ||
                       of.headline.find("[warp_race]") != std::string::npos;
  if (!is_race || of.line == 0 || of.file != seen.source) return;
  const experiment::code answer(seen.source_text);
  const auto barrier = experiment::barrier_under_condition(answer, of.line);
  if (barrier.line != 0)
    add_to_headline(of, phrase("barrier-under-condition", "the barrier in line {} is only for `{}`",
                               barrier.line, barrier.condition));
}

}  // namespace

void blame_a_line(const context& all, const exercise& exercise, const answer& which,
                  const answer_recipe* recipe, const evidence& seen,
                  const compiled_answer& compiled, verdict& of) {
  if (which.is_stub) return;
  const std::string solution = content_of(all.paths.file("solutions/" + seen.exercise + ".cu"));
  const unsigned blamed = line_blamed_by_trials(seen, of);
  const bool is_doubtful = is_right_elsewhere(seen, of, blamed, solution);
  if (!is_open(seen, of, is_doubtful)) {
    say_which_barrier_is_guarded(seen, of);
    if (of.code == exit_code::check_found) say_where_it_is_called(seen, of);
    add_to_headline(of, where_it_is_done(of.headline, seen.source_text));
    // The place is known, and that what goes into it was wrong before.
    if (of.headline.find("by the same statement") != std::string::npos ||
        of.headline.find("has no room in an int") != std::string::npos ||
        of.headline.find("integers are rounded down") != std::string::npos)
      say_what_computes_the_place(seen, of);
    return;
  }
  if (all.first_verdict) all.first_verdict(of);
  std::optional<experiment::edit> found;
  try {
    found = edit_that_helps(all, which,
                            recipe != nullptr ? *recipe : answer_recipe(all.paths, exercise), seen,
                            compiled, of, solution, is_doubtful);
  } catch (const failure&) {  // the verdict stands without it
  }
  if (is_doubtful) {
    if (!found || !found->leads_to_solution || found->line == blamed) return;
    forget_blame(of);
  }
  if (found) {
    blame(*found, seen.source, of);
    // There are two ways out: more room, or somebody who does the work of what is lost.
    if (of.headline.find("pending launches") != std::string::npos)
      add_to_headline(of, where_it_is_done(of.headline, seen.source_text));
    return;
  }
  const std::string before = of.headline;
  say_what_computes_the_place(seen, of);
  if (of.headline == before) add_to_headline(of, where_it_is_done(of.headline, seen.source_text));
  if (of.headline == before) say_where_it_is_called(seen, of);
}

}  // namespace lockstep::tutor
