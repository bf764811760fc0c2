#include "experiment/trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>

#include "experiment/trial_programs.hpp"
#include "processes/parallel.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::experiment {
namespace {

constexpr unsigned most_crashes = 20, most_without_end = 2;

// The numbers of those that help, of a range. Takes from `work_left` what that costs.
std::vector<std::size_t> those_that_help(const trial_program& program, const numbers& which,
                                         double& work_left, const workshop& with) {
  std::vector<std::size_t> found;
  numbers left = which;
  unsigned without_end = 0;
  for (unsigned n = 0; n < most_crashes && left.first < left.end && work_left > 0; ++n) {
    left.most_work = work_left;
    const process_end end = with.run(program, left);
    work_left -= end.work;
    for (const std::string& line : lines_of(end.results)) {
      const auto record = nlohmann::ordered_json::parse(line, nullptr, false);
      if (!record.is_object() || record.value("type", "") != "alternative") continue;
      const auto number = record.value("number", which.end);
      if (record.value("succeeds", false)) found.push_back(number);
      left.first = std::max(left.first, number + 1);
    }
    if (end.succeeded()) break;  // all, or as many as may be
    ++left.first;                // that one has ended the process
    const bool ran_out_of_time =
        end.kind == process_end::how::timed_out ||
        (end.kind == process_end::how::signalled && (end.code == SIGPROF || end.code == SIGALRM));
    if (ran_out_of_time && ++without_end == most_without_end) break;
  }
  return found;
}

// The same by several processes, each of which has its share of the alternatives and of the work.
std::vector<std::size_t> those_that_help_side_by_side(const trial_program& program,
                                                      const numbers& which, double& work_left,
                                                      const workshop& with) {
  const unsigned processes = with.processes;
  double used = 0;
  std::vector<std::size_t> found;
  in_processes(
      processes, processes,
      [&](std::size_t worker) {
        numbers own = which;
        own.worker = static_cast<unsigned>(worker);
        for (std::size_t n = which.first; n < which.end; ++n)
          if (n % processes != worker) own.left_out.push_back(n);
        const double share = work_left / processes;
        double left = share;
        std::string text;
        for (const std::size_t number : those_that_help(program, own, left, with))
          text += fmt::format("{} ", number);
        return fmt::format("{} {}", share - left, text);
      },
      [&](std::size_t, const std::string& text) {
        std::istringstream words(text);
        double of_one = 0;
        words >> of_one;
        used += of_one;
        for (std::size_t number = 0; words >> number;) found.push_back(number);
      });
  work_left -= used;
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

trials::trials(const code& answer, const acceptance& of_compiler, std::vector<edit> edits,
               borrowed& more, const std::string& name, const workshop& with)
    : edits_(std::move(edits)), with_(with), work_left_(with.most_work) {
  std::erase_if(edits_, [&](const edit& one) {
    return one.of != edit::group::nothing && !of_compiler.may_be(one);
  });
  if (const auto made = program_for(answer, edits_, more, name, with)) {
    program_ = *made;
    is_ready_ = true;
  }
}

std::vector<edit> trials::helpful(edit::group of, bool only_failing_case) {
  numbers which;
  for (std::size_t i = 0; i < edits_.size(); ++i)
    if (edits_[i].is_left_out) which.left_out.push_back(i);
  which.only_failing_case = only_failing_case;
  while (which.first < edits_.size() && edits_[which.first].of != of) ++which.first;
  for (which.end = which.first; which.end < edits_.size() && edits_[which.end].of == of;)
    ++which.end;
  double own_work = with_.most_work;
  double& work = of == edit::group::nothing ? own_work : work_left_;
  const bool is_worth_it = which.end - which.first > 2 * with_.processes;
  std::vector<edit> found;
  for (const std::size_t number : with_.processes > 1 && is_worth_it
                                      ? those_that_help_side_by_side(program_, which, work, with_)
                                      : those_that_help(program_, which, work, with_))
    found.push_back(edits_[number]);
  std::stable_sort(found.begin(), found.end(),
                   [](const edit& a, const edit& b) { return a.rank < b.rank; });
  return found;
}

}  // namespace lockstep::tutor::experiment
