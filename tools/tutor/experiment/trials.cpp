#include "experiment/trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>

#include "experiment/alternatives.hpp"
#include "support/text.hpp"
#include "support/write_file.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::experiment {
namespace {

constexpr double most_work = .5;  // seconds
constexpr unsigned most_compilations = 6, most_crashes = 20, most_without_end = 3;

// Of functions ("TW"), or of variables ("DRB").
std::vector<std::string> symbols_of(const fs::path& object, std::string_view kinds,
                                    const workshop& with) {
  const process_end end = with.make(fmt::format("nm -g --defined-only -P '{}'", object.string()));
  std::vector<std::string> found;
  for (const std::string& line : lines_of(end.output)) {
    std::istringstream words(line);
    std::string name, kind;
    words >> name >> kind;
    if (kind.size() == 1 && kinds.find(kind) != std::string_view::npos) found.push_back(name);
  }
  return found;
}

// Compiles all that can be; those that cannot are taken out.
bool compile(const code& answer, std::vector<edit>& edits, borrowed& more, const fs::path& source,
             const fs::path& to, bool kernels_alone, const workshop& with) {
  std::vector<std::string> variables;
  if (!kernels_alone) variables = symbols_of(with.object, "DRB", with);
  for (unsigned n = 0; n < most_compilations && !edits.empty(); ++n) {
    const std::string text = source_with(answer, edits, variables, more, kernels_alone);
    if (text.empty() || !write_file(source, text).empty()) return false;
    const process_end end =
        with.make(kernels_alone ? with.compile_kernels(source, to) : with.compile(source, to));
    if (end.succeeded()) return true;
    const auto faulty = faulty_ones(end.output);
    if (borrowed_is_faulty(end.output))
      more = {};
    else if (faulty.empty())
      return false;
    for (auto at = faulty.rbegin(); at != faulty.rend(); ++at)
      if (*at < edits.size()) edits.erase(edits.begin() + static_cast<std::ptrdiff_t>(*at));
  }
  return false;
}

bool link(std::size_t alternatives, const fs::path& object, const fs::path& program,
          const workshop& with) {
  const std::string entries = entries_for(symbols_of(with.object, "TW", with),
                                          symbols_of(object, "TW", with), alternatives);
  const fs::path assembly = with.folder / "entries.s", entries_object = with.folder / "entries.o";
  if (entries.empty() || !write_file(assembly, entries).empty()) return false;
  if (!with.make(fmt::format("as '{}' -o '{}'", assembly.string(), entries_object.string()))
           .succeeded())
    return false;
  return with
      .make(with.link(fmt::format("'{}' '{}'", object.string(), entries_object.string()), program))
      .succeeded();
}

// Kernels as PTX, and their names beside it.
bool prepare_kernels(const code& answer, std::vector<edit>& edits, borrowed& more,
                     const fs::path& source, const fs::path& ptx, const workshop& with) {
  if (!with.compile_kernels || !are_of_kernels(answer, edits) ||
      !compile(answer, edits, more, source, ptx, true, with))
    return false;
  const std::string names =
      names_of_kernels(symbols_of(with.object, "TW", with), content_of(ptx), edits);
  return !names.empty() && write_file(fs::path(ptx.string() + ".names"), names).empty();
}

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
      const auto record = nlohmann::json::parse(line, nullptr, false);
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

}  // namespace

trials::trials(const code& answer, const acceptance& of_compiler, std::vector<edit> edits,
               borrowed& more, const std::string& name, const workshop& with)
    : edits_(std::move(edits)), with_(with), work_left_(most_work) {
  std::erase_if(edits_, [&](const edit& one) {
    return one.of != edit::group::nothing && !of_compiler.may_be(one);
  });
  const fs::path source = with.folder / (name + ".cu"), object = with.folder / (name + ".o"),
                 ptx = with.folder / (name + ".ptx"), program = with.folder / name;
  is_ready_ = prepare_kernels(answer, edits_, more, source, ptx, with);
  if (is_ready_) {
    program_.kernels = ptx;
    return;
  }
  program_.program = program;
  is_ready_ = compile(answer, edits_, more, source, object, false, with) &&
              link(edits_.size(), object, program, with);
}

std::vector<edit> trials::helpful(edit::group of, bool only_failing_case) {
  numbers which;
  which.only_failing_case = only_failing_case;
  while (which.first < edits_.size() && edits_[which.first].of != of) ++which.first;
  for (which.end = which.first; which.end < edits_.size() && edits_[which.end].of == of;)
    ++which.end;
  std::vector<edit> found;
  for (const std::size_t number : those_that_help(program_, which, work_left_, with_))
    found.push_back(edits_[number]);
  std::stable_sort(found.begin(), found.end(),
                   [](const edit& a, const edit& b) { return a.rank < b.rank; });
  return found;
}

}  // namespace lockstep::tutor::experiment
