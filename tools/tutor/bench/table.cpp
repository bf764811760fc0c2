#include "bench/table.hpp"

#include <algorithm>
#include <functional>
#include <lockstep/table.hpp>
#include <sstream>

#include "bench/remarks.hpp"
#include "language/language.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::bench {
namespace {

using rows = std::vector<result>;

// A column and what a row has there; empty: nothing.
struct shown_column {
  column head;
  std::function<std::string(const result&)> cell;
};

std::string microseconds(const result& one) {
  if (!one.right) return "WRONG";
  return fixed(*one.us, *one.us < 100 ? 2 : *one.us < 10'000 ? 1 : 0);
}

std::string gigabytes(const result& one) {
  const auto speed = one.gbps();
  return fixed(speed, speed.value_or(0) < 100 ? 1 : 0, "");
}

using texts = std::vector<std::pair<std::string, std::string>>;

// A column for each name that any row has.
std::vector<shown_column> text_columns(const rows& all, texts result::*member) {
  std::vector<std::string> names;
  for (const auto& one : all) {
    for (const auto& [name, value] : one.*member) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  std::vector<shown_column> columns;
  for (const auto& wanted : names) {
    columns.push_back({{wanted, ""}, [wanted, member](const result& one) {
                         for (const auto& [name, value] : one.*member) {
                           if (name == wanted) return value;
                         }
                         return std::string();
                       }});
  }
  return columns;
}

// What tells cases apart.
std::vector<shown_column> case_columns(const rows& all) {
  std::vector<shown_column> columns{
      {{"type", "", align::left}, [](const result& one) { return one.type; }},
      {{"operation", "", align::left}, [](const result& one) { return one.operation; }},
      {{"elements", ""},
       [](const result& one) {
         return one.elements > 0 ? size_text(one.elements) : std::string();
       }},
      {{"from", "", align::left}, [](const result& one) { return one.residency; }}};
  for (auto& one : text_columns(all, &result::parameters)) columns.push_back(std::move(one));
  return columns;
}

std::vector<shown_column> measured_columns(const machine& on) {
  return {{{"time", "us"}, microseconds},
          {{"spread", "%"},
           [](const result& one) { return one.us ? fixed(one.spread, 1) : std::string(); }},
          {{"speed", "GB/s"}, gigabytes},
          {{tr("of peak"), "%"},
           [on](const result& one) { return fixed(one.share_of_peak(on), 1, ""); }},
          {{tr("of ceiling"), "%"},
           [](const result& one) { return fixed(one.share_of_ceiling(), 1, ""); }},
          {{"CUB", "x"}, [](const result& one) { return fixed(one.against_cub(), 2, ""); }},
          {{"Thrust", "x"}, [](const result& one) { return fixed(one.against_thrust(), 2, ""); }}};
}

bool is_empty(const shown_column& one, const rows& all) {
  return std::all_of(all.begin(), all.end(),
                     [&](const result& row) { return one.cell(row).empty(); });
}

bool is_same_in_all(const shown_column& one, const rows& all) {
  return std::all_of(all.begin(), all.end(),
                     [&](const result& row) { return one.cell(row) == one.cell(all.front()); });
}

// How many times as long it took in another run.
shown_column before_column(const recorded_run& before) {
  return {{"before", "x"}, [&before](const result& one) {
            const result* same = before.find_case(one);
            const bool both = same != nullptr && same->us && one.us;
            return both ? fixed(*same->us / *one.us, 3) : std::string();
          }};
}

std::string chapter_table(const rows& all, const machine& on, const recorded_run& before,
                          std::string& common) {
  std::vector<shown_column> columns{
      {{"kernel", "", align::left}, [](const result& one) { return one.kernel; }}};
  for (auto& one : case_columns(all)) {
    if (is_empty(one, all)) continue;
    if (!is_same_in_all(one, all)) {
      columns.push_back(std::move(one));
    } else {
      common += (common.empty() ? "" : ", ") + one.head.title + " " + one.cell(all.front());
    }
  }
  auto measured = measured_columns(on);
  measured.push_back(before_column(before));
  for (auto& one : measured) {
    if (!is_empty(one, all)) columns.push_back(std::move(one));
  }
  for (auto& one : text_columns(all, &result::found)) columns.push_back(std::move(one));
  std::vector<column> heads;
  for (const auto& one : columns) heads.push_back(one.head);
  table lines(heads);
  for (const auto& row : all) {
    std::vector<std::string> cells;
    for (const auto& one : columns) {
      const std::string cell = one.cell(row);
      cells.push_back(cell.empty() ? "-" : cell);
    }
    lines.add(cells);
  }
  std::ostringstream out;
  lines.print(out);
  return out.str();
}

constexpr const char* legend = translatable(
    "time: median of a launch; spread: between the quartiles, of the median; of peak: share\n"
    "of the memory's bandwidth by clock and bus width; of ceiling: share of what a\n"
    "kernel that only reads reaches; CUB, Thrust: how many times as long they take. docs/bench.md "
    "says how it is measured.\n");

}  // namespace

std::string to_text(const recorded_run& all, const recorded_run& before, const palette& colours) {
  const machine on = all.on.value_or(machine{});
  std::string text;
  if (all.on) text += on.line + "\n";
  if (before.on) text += "Before: " + before.on->line + "\n";
  if (all.on) text += "\n";
  bool any = false;
  for (const auto& chapter : all.chapters) {
    if (chapter.results.empty()) continue;
    any = true;
    std::string common;
    const std::string lines = chapter_table(chapter.results, on, before, common);
    text += colours.bold(chapter.name) + (common.empty() ? "" : ": " + common) + "\n" + lines;
    for (const auto& remark : remarks_on(chapter, all, before))
      text += (remark.grave ? colours.bad(remark.text) : colours.warn(remark.text)) + "\n";
    text += "\n";
  }
  return any ? text + colours.dim(in_language(legend)) : tr("{}Nothing was measured.\n", text);
}

}  // namespace lockstep::tutor::bench
