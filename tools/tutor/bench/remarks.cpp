#include "bench/remarks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <lockstep/table.hpp>

#include "language/language.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::bench {
namespace {

using strings = std::vector<std::string>;

// The first few of them.
std::string listed(const strings& names) {
  constexpr std::size_t most = 4;
  strings shown(names.begin(), names.begin() + static_cast<long>(std::min(most, names.size())));
  const std::string more = names.size() > most ? tr("; and {} more", names.size() - most) : "";
  return join(shown, "; ") + more;
}

// Names of the results of which `what` says something.
template <class F>
strings names_where(const chapter_run& chapter, F what) {
  strings names;
  for (const auto& one : chapter.results) {
    const std::string said = what(one);
    if (!said.empty()) names.push_back(one.name() + (said == "!" ? "" : " (" + said + ")"));
  }
  return names;
}

// "4.1 % slower", if that is more than both runs scatter.
std::string change_since(const recorded_run& before, const result& one) {
  const result* same = before.find_case(one);
  if (same == nullptr || !same->us || !one.us) return {};
  const double change = 100 * (*one.us / *same->us - 1);
  if (std::abs(change) <= one.spread + same->spread) return {};
  return fixed(std::abs(change), 1) + (change > 0 ? " % slower" : " % faster");
}

// Notes in the order in which they come, each with the kernels that have it.
std::vector<std::pair<std::string, strings>> kernels_by_note(const chapter_run& chapter) {
  std::vector<std::pair<std::string, strings>> notes;
  for (const auto& one : chapter.results) {
    if (one.note.empty()) continue;
    auto at = std::find_if(notes.begin(), notes.end(),
                           [&](const auto& note) { return note.first == one.note; });
    if (at == notes.end()) at = notes.insert(at, {one.note, {}});
    strings& kernels = at->second;
    if (std::find(kernels.begin(), kernels.end(), one.kernel) == kernels.end())
      kernels.push_back(one.kernel);
  }
  return notes;
}

// The clock that a case is held against: the highest of this chapter, as a GPU need not reach what
// it reports as its highest.
double clock_of(const chapter_run& chapter) {
  double highest = 0;
  for (const auto& one : chapter.results) highest = std::max(highest, one.sm_mhz);
  return highest;
}

}  // namespace

std::vector<remark> remarks_on(const chapter_run& chapter, const recorded_run& all,
                               const recorded_run& before) {
  std::vector<remark> said;
  const auto say = [&](const std::string& what, const strings& names, bool grave = false) {
    if (!names.empty()) said.push_back({what + listed(names), grave});
  };
  say(tr("WRONG, and so not timed: "),
      names_where(chapter, [](const result& one) { return one.right ? "" : "!"; }), true);

  const double bound = all.asked.spread.value_or(usual_spread);
  say(tr("A spread above {} %: ", bound), names_where(chapter, [&](const result& one) {
        return one.us && one.spread > bound ? fixed(one.spread, 1) + " %" : std::string();
      }));

  say(tr("Changed by more than both spreads: "),
      names_where(chapter, [&](const result& one) { return change_since(before, one); }));

  const double clock = clock_of(chapter);
  say(tr("The SM clock fell below {:.0f} MHz: ", clock),
      names_where(chapter, [&](const result& one) {
        const bool fell = one.sm_mhz > 0 && one.sm_mhz < 0.97 * clock;
        return fell ? fmt::format("{:.0f} MHz", one.sm_mhz) : std::string();
      }));

  for (const auto& [note, kernels] : kernels_by_note(chapter)) {
    said.push_back({join(kernels, ", ") + ": " + note});
  }

  if (chapter.planned && !chapter.finished)
    said.push_back({tr("Stopped early: {} of about {} cases were measured.", chapter.results.size(),
                       *chapter.planned)});
  if (!chapter.malformed.empty())
    said.push_back({tr("{} no record: {}",
                       count_of(chapter.malformed.size(), "line") +
                           (chapter.malformed.size() == 1 ? " is" : " are"),
                       listed({chapter.malformed.front().substr(0, 80)}))});
  return said;
}

}  // namespace lockstep::tutor::bench
