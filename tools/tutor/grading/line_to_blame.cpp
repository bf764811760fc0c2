#include "grading/line_to_blame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "experiment/alignment.hpp"
#include "experiment/experiment.hpp"
#include "experiment/surroundings.hpp"
#include "grading/places_of_subjects.hpp"
#include "grading/subject.hpp"
#include "grading/trials_of_edits.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"
#include "verdict/origins.hpp"
#include "verdict/places.hpp"
#include "verdict/source_lines.hpp"
#include "verdict/wording.hpp"

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

// Blocks have no order at all, nor have threads that execute one statement at the same time: there
// it is what they access that is wrong.
bool is_about_what_is_accessed(const subject& about) {
  return about.says({"race-of-blocks", "race-one-array", "race-no-fence", "race-published-unfenced",
                     "race-one-statement", "race-in-one-round", "race-in-one-instruction"});
}

// The grader knows the place by its name, and says what is wrong with it. The name of a call that
// stands there more than once is not enough, nor that of a function of the answer's, in which
// something is wrong, nor a value that many a line may return, nor a variable of a kernel.
bool is_named(const evidence& seen, const verdict& of) {
  const auto* failed = seen.first_case([](const case_record& one) { return one.failed(); });
  if (of.line == 0 || failed == nullptr || failed->failures.empty()) return false;
  const auto& why = failed->failures.front();
  const auto lines = lines_of(code_of(seen.source_text));
  const bool is_one_of_several = lines_with(lines, why.cause_name, is_called).size() > 1;
  const auto names = words_of_list(why.cause_name);
  const experiment::code answer(seen.source_text);
  const bool is_vague =
      experiment::is_in_kernel(answer, of.line) ||
      std::any_of(names.begin(), names.end(), [&](const std::string& name) {
        return name == "true" || name == "false" || !lines_with(lines, name, is_defined).empty();
      });
  return !why.cause_name.empty() && failed->suite != "predictions" && !is_one_of_several &&
         !is_vague;
}

// 0: the grader's own trials have found none.
unsigned line_blamed_by_trials(const evidence& seen, const verdict& of, const subject& about) {
  const bool blames = of.code == exit_code::wrong_result && of.line != 0 &&
                      of.file == seen.source && about.says({"to-blame"});
  return blames ? of.line : 0;
}

// They have found a line which, however, stands in the solution, too, or which is right with
// another argument: another line may be what makes it wrong.
bool is_right_elsewhere(const evidence& seen, const subject& about, unsigned blamed,
                        const std::string& solution) {
  if (blamed == 0) return false;
  if (about.says({"parameter"})) return true;
  const experiment::code answer(seen.source_text), with(solution);
  return experiment::lines_as_in(answer, with).count(blamed) > 0;
}

bool is_of_unused_variable(const subject& about) {
  const auto said = about.arguments_of("compiler-says");
  return !said.empty() && said.front().ends_with("never referenced");  // nvcc's words
}

// Lanes that go on in step by luck, as with volatile variables. Trials count errors only, and this
// is a warning: any change would seem to help.
bool is_about_lanes_in_step(const verdict& of) {
  return of.code == exit_code::check_found && !of.findings.empty() &&
         of.findings.front().is_warning() &&
         of.findings.front().kind == protocol::finding_kind::warp_race;
}

// An experiment adds nothing to what names a cause by itself.
bool is_open(const evidence& seen, const verdict& of, const subject& about, bool is_doubtful) {
  const bool is_wrong = of.code == exit_code::wrong_result || of.code == exit_code::check_found ||
                        of.code == exit_code::property_missed || of.code == exit_code::crashed;
  const bool is_known =
      about.says({"to-blame", "part-to-blame", "rounded-down", "leak", "host-got-elements"}) ||
      (about.says({"compiler-says"}) && !is_of_unused_variable(about));
  const bool is_order =
      of.code == exit_code::check_found && !is_about_what_is_accessed(about) &&
      std::any_of(seen.seen.findings.begin(), seen.seen.findings.end(), is_about_order);
  // Of a choice, even which one is wrong would be the answer.
  const bool is_choice = about.says({"not-all-right", "not-right"});
  return is_wrong && !is_choice && !(is_known && !is_doubtful) && !is_order &&
         !is_about_lanes_in_step(of) && !is_named(seen, of) && !seen.on_gpu &&
         seen.violation.empty();
}

bool is_race_in(const protocol::finding& found, const std::string& source) {
  return !found.is_warning() && found.kind == protocol::finding_kind::race &&
         found.where.file == source && found.where.line != 0;
}

bool is_about_a_barrier(const protocol::finding& found) {
  return found.kind == protocol::finding_kind::barrier_divergence ||
         found.kind == protocol::finding_kind::barrier_mismatch;
}

std::vector<unsigned> lines_of_races(const evidence& seen) {
  std::vector<unsigned> lines;
  for (const protocol::finding& found : seen.seen.findings)
    if (is_race_in(found, seen.source)) lines.push_back(found.where.line);
  return lines;
}

experiment::clues clues_of(const evidence& seen, const verdict& of, bool is_doubtful) {
  experiment::clues known;
  known.headline = of.headline;
  if (of.line != 0 && of.file == seen.source) known.suspects.push_back(of.line);
  if (of.code == exit_code::wrong_result) known.races = lines_of_races(seen);
  known.kernels_were_tried = of.code == exit_code::wrong_result && of.line != 0 && !is_doubtful;
  return known;
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

// "lines 10 to 12", "lines 12, 14 and 18".
std::string list_of(const std::vector<unsigned>& lines) {
  const unsigned first = lines.front(), last = lines.back();
  if (lines.size() > 2 && last - first + 1 == lines.size())
    return phrase("lines-from-to", "lines {} to {}", first, last);
  std::string text;
  for (std::size_t n = 0; n < lines.size(); ++n)
    text += (n == 0 ? "" : n + 1 < lines.size() ? ", " : " and ") + std::to_string(lines[n]);
  return phrase("lines", "lines {}", text);
}

// What is to blame in several lines, if it is the same in all; else empty.
std::string part_in_all(const experiment::edit& found) {
  const bool are_all = found.lines.size() > 1 && found.parts.size() == found.lines.size();
  const auto is_same = [&](const experiment::quoted_part& one) {
    return one.text == found.parts.front().text;
  };
  return are_all && std::all_of(found.parts.begin(), found.parts.end(), is_same)
             ? found.parts.front().text
             : std::string();
}

// "`2 * t` on line 12 and `t` on line 14", if that is known and short; else the lines alone.
std::string list_of_parts(const experiment::edit& found) {
  constexpr std::size_t most = 3, longest = 90;
  std::vector<unsigned> lines;
  std::size_t length = 0;
  for (const experiment::quoted_part& one : found.parts) {
    lines.push_back(one.line);
    length += one.text.size();
  }
  const bool is_short = found.parts.size() <= most && length <= longest;
  if (lines != found.lines || !is_short) return list_of(found.lines);
  std::string text;
  for (std::size_t n = 0; n < lines.size(); ++n)
    text += (n == 0                 ? ""
             : n + 1 < lines.size() ? ", "
                                    : " and ") +
            phrase("part-on-line", "`{}` on line {}", found.parts[n].text, lines[n]);
  return text;
}

// "`<` on this line is to blame", or seen from another line: "`<` on line 21 is to blame".
std::string cause_of(const experiment::edit& found, bool is_near) {
  if (found.lines.size() > 1 && found.cause != "@ is to blame")
    return said_of(found.cause, list_of(found.lines));
  if (const std::string same = part_in_all(found); !same.empty())
    return said_of("`" + same + "` on @ is to blame", list_of(found.lines));
  if (found.lines.size() > 1)
    return phrase("lines-to-blame", "{} are to blame together", list_of_parts(found));
  const std::string where =
      is_near ? phrase("this-line", "this line") : phrase("line", "line {}", found.line);
  const std::string cause = said_of(found.cause, where);
  return found.other_line == 0 ? cause
                               : phrase("or-line", "{}, or line {}", cause, found.other_line);
}

// Before its kind: "...; `<` on line 21 is to blame [out_of_bounds]".
void add_to_headline(verdict& of, const std::string& clause) {
  if (clause.empty()) return;
  const auto kind = of.headline.ends_with("]") ? of.headline.rfind(" [") : std::string::npos;
  of.headline.insert(std::min(kind, of.headline.size()), "; " + clause);
}

// Takes back what the grader's trials have found.
void forget_blame(verdict& of) {
  of.headline.clear();
  of.file.clear();
  of.line = 0;
}

// An access is in a loop, and something about its head helps: the head is not what is wrong with
// the access, as far as anybody can say.
bool is_head_of_loop_around(const experiment::edit& found, const std::string& source_text,
                            const verdict& of) {
  return found.cause == "@ is to blame" && of.code == exit_code::check_found && of.line != 0 &&
         of.line != found.line && line_of_loop(source_text, of.line) == found.line;
}

// Of several lines the one to show: which the verdict names, if it names one.
unsigned line_to_show(const experiment::edit& found, const verdict& of) {
  const auto is_named = [&](unsigned line) {
    const std::string name = fmt::format(" line {}", line);
    const auto at = of.headline.find(name);
    const auto end = at + name.size();
    return at != std::string::npos &&
           (end == of.headline.size() || std::isdigit(of.headline[end]) == 0);
  };
  for (const unsigned line : found.lines)
    if (is_named(line)) return line;
  return found.line;
}

// "the condition on line 21 lets it through": once is enough, if no part of it is known.
bool is_said_of_condition(const experiment::edit& found, const subject& about) {
  const auto named = about.conditions();
  const bool is_named = std::find(named.begin(), named.end(), found.line) != named.end();
  return is_named && found.other_line == 0 && found.lines.size() < 2 &&
         (found.cause == "@ is to blame" || found.cause == "the condition on @ is to blame");
}

// What the verdict says stays the headline; it gets the cause, and its line if it has none.
void blame(const experiment::edit& found, const std::string& source, const subject& about,
           verdict& of) {
  const bool has_place = of.line != 0 && of.file == source;
  const bool is_near = !has_place || of.line == found.line;
  const bool is_all = of.headline.empty();
  const unsigned shown = line_to_show(found, of);
  const std::string otherwise =
      found.helps_one_case_only
          ? phrase("failing-case", "{}, this test case succeeds", found.otherwise)
          : phrase("every-trial", "{}, every trial passes", found.otherwise);
  if (is_all)
    of.headline = fmt::format("{}: {}", cause_of(found, true), otherwise);
  else if (!has_place || !is_said_of_condition(found, about))
    add_to_headline(of, cause_of(found, is_near));
  if (!has_place) of.headline.insert(0, fmt::format("{}:{}: ", source, shown));
  of.file = source;
  of.line = shown;
  if (!is_all) of.details.insert(of.details.begin(), otherwise);
}

void show_first(std::vector<protocol::finding>::iterator one, verdict& of) {
  std::replace(of.details.begin(), of.details.end(), said_of_checks(of.findings.front()),
               said_of_checks(*one));
  std::rotate(of.findings.begin(), one, one + 1);
}

// With a barrier between its accesses all is right: the race is the cause, and what the values show
// comes from it. But not if the verdict names a barrier that is there, and not for all threads.
void blame_the_race(const experiment::edit& found, const evidence& seen, const subject& about,
                    verdict& of) {
  const auto find = [&](auto which) {
    return std::find_if(of.findings.begin(), of.findings.end(), which);
  };
  const auto is_said = [&](const protocol::finding& one) {
    return of.headline.find(one.message) != std::string::npos;
  };
  auto race = find(
      [&](const protocol::finding& one) { return is_race_in(one, seen.source) && is_said(one); });
  const bool is_race_said = race != of.findings.end();
  if (!is_race_said)
    race = find([&](const protocol::finding& one) {
      return is_race_in(one, seen.source) && one.where.line == found.line_of_access;
    });
  const bool is_barrier_said = find([&](const protocol::finding& one) {
                                 return is_about_a_barrier(one) && is_said(one);
                               }) != of.findings.end();
  if (race == of.findings.end()) return blame(found, seen.source, about, of);
  // What the warps of a block do first: what is said below of lanes alone is not enough.
  if (!is_barrier_said) show_first(race, of);
  if (is_race_said || is_barrier_said) return blame(found, seen.source, about, of);
  const protocol::finding& shown = of.findings.front();
  of.details.insert(of.details.begin(), of.headline);
  of.file = seen.source;
  of.line = found.line;
  const bool is_near = found.line == found.line_of_access;
  of.headline = fmt::format("{}:{}: {}; {}", of.file, found.line_of_access, shown.message,
                            cause_of(found, is_near));
}

// Where no change of one place helps, it may be an index that is computed elsewhere.
bool is_about_a_place(const subject& about) {
  using kind = protocol::finding_kind;
  return about.is_finding({kind::out_of_bounds, kind::misaligned}) ||
         about.is_about_property("sector") ||
         about.says({"lanes-apart",
                     "lanes-load-from-bank",
                     "lanes-store-to-bank",
                     "lanes-diverge",
                     "never-written",
                     "written-often",
                     "written-often-others-never",
                     "written-by-grids-others-never",
                     "written-between-rows",
                     "written-elsewhere",
                     "misplaced-value",
                     "never-read",
                     "counted-often",
                     "grid-launched",
                     "not-launched",
                     "predicted-too-low",
                     "predicted-too-high",
                     "no-room-in-int",
                     "rounded-down",
                     "unwritten-shared",
                     "unwritten-global",
                     "race-one-statement",
                     "race-in-one-round"});
}

void say_what_computes_the_place(const evidence& seen, const subject& about, verdict& of) {
  // What nobody has set lacks a value, wherever an atomic operation finds it.
  const auto lines = lines_of(code_of(seen.source_text));
  const bool lacks_a_value = about.says({"unwritten-global"}) && of.line != 0 &&
                             of.line <= lines.size() &&
                             lines[of.line - 1].find("atomic") != std::string::npos;
  // Launches that are lost lack room, however many blocks there are.
  const bool lack_room = about.is_about_pending_launches() || about.says({"launch-lost"});
  if (of.line == 0 || of.file != seen.source || !is_about_a_place(about) || lacks_a_value ||
      lack_room)
    return;
  const unsigned argument =
      about.says({"grid-without-blocks", "grid-without-blocks-because", "grid-too-large"}) ? 1
      : about.says({"block-without-threads", "block-too-large", "beyond-launch-bounds",
                    "other-block-compiled"})
          ? 2
      : about.says({"launch-has-threads"}) ? 3
                                           : 0;
  auto conditions = about.conditions();
  if (about.says({"lanes-diverge"})) conditions.push_back(of.line);
  // Below its first element, no limit keeps an access from anything.
  const bool is_below =
      about.says({"wrapped-around"}) || of.headline.find(" element -") != std::string::npos;
  if (is_below) conditions.clear();
  // Elements lie at multiples of their size, whatever the index is, if the first one does.
  const auto part = about.is_finding({protocol::finding_kind::misaligned}) ? part_of_access::pointer
                                                                           : part_of_access::index;
  if (part == part_of_access::pointer) conditions.clear();
  add_to_headline(of, computed_elsewhere(seen.source_text, of.line, conditions, argument, part));
}

// Unless that is the place that the headline names anyway.
void say_where_it_is_done(const evidence& seen, const subject& about, verdict& of) {
  const std::string clause = where_it_is_done(about, seen.source_text);
  const bool is_here = of.file == seen.source && clause.ends_with(fmt::format(" line {}", of.line));
  if (!is_here) add_to_headline(of, clause);
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
              ? phrase("called-in", "`{}` is called on line {}", calls.name, first)
              : phrase("called-in", "`{}` is called on lines {} and {}", calls.name, first, last));
}

// Accesses that nothing orders, because the barrier between them is not for every pass.
void say_which_barrier_is_guarded(const evidence& seen, const subject& about, verdict& of) {
  using kind = protocol::finding_kind;
  const bool is_race = about.is_finding({kind::race, kind::warp_race});
  if (!is_race || of.line == 0 || of.file != seen.source) return;
  const experiment::code answer(seen.source_text);
  const auto barrier = experiment::barrier_under_condition(answer, of.line);
  if (barrier.line != 0)
    add_to_headline(of, phrase("barrier-under-condition", "the barrier on line {} is only for `{}`",
                               barrier.line, barrier.condition));
}

}  // namespace

void blame_a_line(const context& all, const exercise& exercise, const answer& which,
                  const answer_recipe* recipe, const evidence& seen,
                  const compiled_answer& compiled, verdict& of) {
  if (which.is_stub) return;
  const std::string solution = content_of(all.paths.file("solutions/" + seen.exercise + ".cu"));
  const subject about(of);
  const unsigned blamed = line_blamed_by_trials(seen, of, about);
  const bool is_doubtful = is_right_elsewhere(seen, about, blamed, solution);
  if (!is_open(seen, of, about, is_doubtful)) {
    say_which_barrier_is_guarded(seen, about, of);
    if (of.code == exit_code::check_found) say_where_it_is_called(seen, of);
    // What is to blame needs no other place.
    if (!about.says({"to-blame", "part-to-blame"})) say_where_it_is_done(seen, about, of);
    // The place is known, and that what goes into it was wrong before.
    if (about.says({"no-room-in-int", "rounded-down"}))
      say_what_computes_the_place(seen, about, of);
    return;
  }
  if (all.first_verdict) all.first_verdict(of);
  std::optional<experiment::edit> found;
  try {
    found = edit_that_helps(all, which,
                            recipe != nullptr ? *recipe : answer_recipe(all.paths, exercise), seen,
                            compiled, of, solution, clues_of(seen, of, is_doubtful));
  } catch (const failure&) {  // the verdict stands without it
  }
  if (is_doubtful) {
    if (!found || !found->leads_to_solution || found->line == blamed) return;
    forget_blame(of);
  }
  if (found && of.file == seen.source && is_head_of_loop_around(*found, seen.source_text, of))
    found.reset();
  if (found && found->orders) return blame_the_race(*found, seen, about, of);
  if (found) blame(*found, seen.source, about, of);
  // There are two ways out: more room, or somebody who does the work of what is lost.
  if (about.is_about_pending_launches()) say_where_it_is_done(seen, about, of);
  if (found) return;
  const std::string before = of.headline;
  say_what_computes_the_place(seen, about, of);
  if (of.headline == before) say_where_it_is_done(seen, about, of);
  if (of.headline == before) say_where_it_is_called(seen, of);
  if (of.headline == before && of.line == 0 && of.code == exit_code::wrong_result)
    add_to_headline(of, result_computed_in(seen.source_text));
}

}  // namespace lockstep::tutor
