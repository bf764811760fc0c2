#include "verdict/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lockstep/table.hpp>
#include <map>
#include <optional>

#include "language/language.hpp"
#include "lockstep/protocol/counters.hpp"
#include "support/text.hpp"
#include "terminal/styled_text.hpp"

namespace lockstep::tutor {
namespace {

double share(std::uint64_t part, std::uint64_t of) {
  return of == 0 ? 0 : static_cast<double>(part) / static_cast<double>(of);
}

// What is counted of a line, and how much of it is too much: the line with most of that is marked.
struct aspect {
  std::vector<std::string_view> words;  // of the property; the first aspect with one of them
  const char *first, *second;           // titles of the two columns
  std::string (*first_value)(const line_counters&);
  std::string (*second_value)(const line_counters&);
  double (*too_much)(const line_counters&);
  std::uint64_t (*amount)(const line_counters&);  // 0: the line has nothing to do with it
};

const aspect aspects[] = {
    {{"divergent"},
     translatable("divergent"),
     translatable("branches"),
     [](const line_counters& c) { return grouped(c.divergent_branches); },
     [](const line_counters& c) { return grouped(c.branches); },
     [](const line_counters& c) { return static_cast<double>(c.divergent_branches); },
     [](const line_counters& c) { return c.branches; }},
    {{"conflict"},
     translatable("conflicts"),
     translatable("requests"),
     [](const line_counters& c) { return grouped(c.shared_conflicts); },
     [](const line_counters& c) { return grouped(c.shared_requests); },
     [](const line_counters& c) { return static_cast<double>(c.shared_conflicts); },
     [](const line_counters& c) { return c.shared_requests; }},
    {{"store"},
     translatable("stores"),
     translatable("sectors"),
     [](const line_counters& c) { return grouped(c.global_store_requests); },
     [](const line_counters& c) { return grouped(c.global_store_sectors); },
     [](const line_counters& c) { return share(c.global_store_sectors, c.global_store_requests); },
     [](const line_counters& c) { return c.global_store_requests; }},
    {{"load", "sector"},
     translatable("loads"),
     translatable("sectors"),
     [](const line_counters& c) { return grouped(c.global_load_requests); },
     [](const line_counters& c) { return grouped(c.global_load_sectors); },
     [](const line_counters& c) { return share(c.global_load_sectors, c.global_load_requests); },
     [](const line_counters& c) { return c.global_load_requests; }},
    {{"lanes"},
     translatable("instructions"),
     translatable("lanes of 32"),
     [](const line_counters& c) { return grouped(c.warp_instructions); },
     [](const line_counters& c) {
       return fmt::format("{:.1f}", share(c.thread_instructions, c.warp_instructions));
     },
     [](const line_counters& c) {
       return 32 * static_cast<double>(c.warp_instructions) -
              static_cast<double>(c.thread_instructions);
     },
     [](const line_counters& c) { return c.warp_instructions; }},
    {{"instructions"},
     translatable("instructions"),
     translatable("lanes of 32"),
     [](const line_counters& c) { return grouped(c.warp_instructions); },
     [](const line_counters& c) {
       return fmt::format("{:.1f}", share(c.thread_instructions, c.warp_instructions));
     },
     [](const line_counters& c) { return static_cast<double>(c.warp_instructions); },
     [](const line_counters& c) { return c.warp_instructions; }},
};

const aspect* aspect_of(const std::string& what) {
  for (const auto& one : aspects) {
    for (const auto& word : one.words) {
      if (what.find(word) != std::string::npos) return &one;
    }
  }
  return nullptr;
}

using lines_of_file = std::map<std::uint32_t, line_counters>;

lines_of_file lines_in(const std::vector<profiled_launch>& launches, const std::string& file) {
  lines_of_file lines;
  for (const auto& launch : launches) {
    for (const auto& [place, counts] : launch.lines) {
      if (place.first != file) continue;
      for (const auto& [name, member] : line_counter_names)
        lines[place.second].*member += counts.*member;
    }
  }
  return lines;
}

struct row {
  std::string first, second;
  bool marked;
  std::string line;
};

// Counts to the right, in columns as narrow as they can be: there is source beside them.
std::vector<std::string> aligned(const std::vector<row>& rows, const palette& colours) {
  std::size_t first = 0, second = 0;
  for (const auto& one : rows) {
    first = std::max(first, columns(one.first));
    second = std::max(second, columns(one.second));
  }
  std::vector<std::string> lines;
  for (const auto& one : rows) {
    const auto to_the_right = [](const std::string& cell, std::size_t width) {
      return std::string(width - columns(cell), ' ') + cell;
    };
    const std::string text =
        fmt::format("{}  {} {} {}", to_the_right(one.first, first),
                    to_the_right(one.second, second), one.marked ? ">" : " ", one.line);
    lines.push_back(one.marked ? colours.bad(text) : text);
  }
  return lines;
}

}  // namespace

std::vector<std::string> explain(const std::string& what,
                                 const std::vector<profiled_launch>& launches,
                                 const std::string& file, const std::string& source,
                                 const palette& colours) {
  const aspect* of = aspect_of(what);
  const lines_of_file counted = lines_in(launches, file);
  if (of == nullptr || counted.empty()) return {};
  const auto worst =
      std::max_element(counted.begin(), counted.end(), [&](const auto& a, const auto& b) {
        return of->too_much(a.second) < of->too_much(b.second);
      });
  if (of->too_much(worst->second) == 0) return {};

  const auto text = lines_of(source);
  std::vector<row> out{{in_language(of->first), in_language(of->second), false, tr("line |")}};
  const std::uint32_t last = counted.rbegin()->first;
  std::uint32_t before = 0;
  for (std::uint32_t n = counted.begin()->first; n <= last && n <= text.size(); ++n) {
    const auto found = counted.find(n);
    // Between two kernels, only their ends.
    const auto next = counted.lower_bound(n);
    if (found == counted.end() && next->first - before > 8) {
      out.push_back({"", "", false, " ... |"});
      n = next->first - 1;
      continue;
    }
    const bool empty = found == counted.end() || of->amount(found->second) == 0;
    out.push_back({empty ? "" : of->first_value(found->second),
                   empty ? "" : of->second_value(found->second), n == worst->first,
                   fmt::format("{:4} | {}", n, text[n - 1])});
    if (found != counted.end()) before = n;
  }
  return aligned(out, colours);
}

}  // namespace lockstep::tutor
