// A launch, lane by lane, as a page for a browser.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "commands/commands.hpp"
#include "commands/traced_program.hpp"
#include "language/language.hpp"
#include "processes/process.hpp"
#include "processes/signal_watch.hpp"
#include "programs/compile.hpp"
#include "programs/program.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"
#include "support/write_file.hpp"
#include "trace/text.hpp"
#include "trace/traced.hpp"
#include "viewer/document.hpp"
#include "viewer/page.hpp"
#include "viewer/show.hpp"
#include "viewer/timelines.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::commands {
namespace {

using nlohmann::ordered_json;

struct made_page {
  std::string title;
  ordered_json trace;
  std::string timeline;
  ordered_json wrong;  // the wrong element; null: there is none
  int interrupted_by = 0;
  std::string failure = {};  // what a failing case says
};

made_page from_file(const std::string& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error))
    throw wrong_usage(tr("{} is not a file", file),
                      "./lockstep trace --json PROGRAM >trace.json makes one.");
  made_page made{fs::path(file).filename().string(),
                 ordered_json::parse(content_of(file), nullptr, false), "", nullptr, 0};
  if (made.trace.is_discarded())
    throw wrong_usage(tr("{} is not JSON", file),
                      "./lockstep trace --json PROGRAM >trace.json makes one.");
  return made;
}

bool has_file(const std::string& word) {
  std::error_code error;
  return fs::exists(word, error) || !find_on_path(word).empty();
}

// An exercise unless there is a file of this name: a learner may be in the folder of a program.
const exercise* exercise_named(const context& all, const std::vector<std::string>& command_line) {
  if (command_line.size() != 1) return nullptr;
  const std::string& word = command_line[0];
  if (const bool is_path = word.ends_with(".cu"); has_file(word) && !is_path) return nullptr;
  for (const exercise& one : all.course.exercises) {
    if (word == one.name || word == one.stem()) return &one;
    std::error_code error;
    if (word.ends_with(".cu") &&
        fs::equivalent(word, all.paths.file("exercises/" + one.name + ".cu"), error))
      return &one;
  }
  if (!has_file(word) && !is_source(word)) return &all.course.find_exercise(word);
  return nullptr;
}

ordered_json wrong_json(const traced_program& seen) {
  if (!seen.wrong) return nullptr;
  ordered_json wrong = {{"array", seen.wrong->array},
                        {"index", seen.wrong->index},
                        {"expected", seen.wrong->expected},
                        {"got", seen.wrong->got},
                        {"launch", nullptr}};
  if (seen.wrong_in) wrong["launch"] = seen.run.launches[*seen.wrong_in].begin.launch;
  if (!seen.wrong_by) return wrong;
  const writer& by = *seen.wrong_by;
  wrong["launch"] = seen.run.launches[by.launch].begin.launch;
  wrong["block"] = by.block;
  wrong["warp"] = by.warp;
  wrong["step"] = by.step;
  wrong["lane"] = by.lane;
  return wrong;
}

made_page from_run(const context& all, const view_options& how,
                   const std::vector<std::string>& command_line) {
  const exercise* const one = exercise_named(all, command_line);
  const traced_program seen = one != nullptr ? trace_exercise(all, how.trace, *one)
                                             : trace_program(all, how.trace, command_line);
  if (!seen.run.has_steps())
    throw setup_missing(nothing_text(seen.run, seen.title),
                        "--kernel, --launch, --blocks and --warps say what is shown.");
  fmt::print(stderr, "{}", left_out_text(seen.run));
  if (!seen.end.empty()) fmt::print(stderr, "lockstep: {}\n", seen.end);
  return {seen.title,       trace_json(seen.run), seen.timeline,
          wrong_json(seen), seen.interrupted_by,  seen.failure};
}

// Throws interrupted if a signal has come that no program of the work so far was ended by.
void stop_if_asked(signal_watch& signals) {
  if (const int signal = signals.read(); signal != 0) throw interrupted(signal);
}

// A page of a trace and what was simulated beside it.
std::string page_of(const context& all, const made_page& made) {
  const auto find = [&](const std::string& name) { return find_source(name, all.paths); };
  ordered_json document = viewer_document(made.trace, made.title, find);
  document["timelines"] = packed_timelines(made.timeline, made.trace);
  if (!made.wrong.is_null()) document["wrong"] = made.wrong;
  if (!made.failure.empty()) document["failure"] = made.failure;
  return viewer_page(document, all.paths.file("tools/viewer"));
}

std::string size_text(std::size_t bytes) {
  return bytes < 1'000'000 ? fmt::format("{} KB", (bytes + 999) / 1000)
                           : fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

void write_page(const fs::path& file, const std::string& page) {
  if (const auto problem = write_file(fs::absolute(file), page); !problem.empty())
    throw setup_missing(tr("{} cannot be written: {}", file.string(), problem),
                        "--html names another file.");
}

// A name for the page's own file.
std::string file_name_of(std::string title) {
  for (char& c : title)
    if (c == '/' || c == ' ') c = '_';
  return title + ".html";
}

}  // namespace

int view(const context& all, const view_options& how,
         const std::vector<std::string>& command_line) {
  made_page made;
  std::string page;
  try {
    signal_watch signals;  // what is half done leaves nothing behind
    made = how.from.empty() ? from_run(all, how, command_line) : from_file(how.from);
    stop_if_asked(signals);
    page = page_of(all, made);
    stop_if_asked(signals);
  } catch (const interrupted&) {
    fmt::print(stderr, "{}", tr("lockstep: interrupted; no page was written.\n"));
    throw;
  }
  if (made.interrupted_by != 0)
    fmt::print(stderr, "{}",
               tr("lockstep: interrupted; the page shows what was traced until then.\n"));
  const fs::path file =
      how.html.empty() ? all.paths.build / "view" / file_name_of(made.title) : fs::path(how.html);
  write_page(file, page);
  if (!how.html.empty() || how.no_open)
    fmt::print("{}: {}\n", how.html.empty() ? all.paths.shown(file) : how.html,
               size_text(page.size()));
  std::fflush(stdout);
  if (made.interrupted_by != 0) throw interrupted(made.interrupted_by);
  if (!how.html.empty() || how.no_open) return 0;
  if (open_in_browser(file)) {
    fmt::print("{}", tr("{} is open in your browser.\n", all.paths.shown(file)));
    return 0;
  }
  return serve_page(page, how.port);
}

}  // namespace lockstep::tutor::commands
