#include "missed_property.hpp"

#include <lockstep/number.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "counted_lines.hpp"

namespace lockstep::grader::diagnosis {

namespace {

using counts = lockstep_counters;
using sense = missed_bound::relation;

// Words of a property, the line that is worst, and what it does.
struct line_rule {
  std::vector<std::string_view> words;  // one of them is in `what`
  sense missed;
  double (*amount)(const counts&);  // the line with most of it is the place; 0: it has none
  std::string (*sentence)(const recording* seen, const lockstep_line& worst, double all);
};

double wasted_by_loads(const counts& c) {
  return 32.0 * double(c.global_load_sectors) - double(c.global_load_data_bytes);
}
double wasted_by_stores(const counts& c) {
  return 32.0 * double(c.global_store_sectors) - double(c.global_store_data_bytes);
}

// The bytes from the address of each lane to that of the next, in the first accesses of a warp by
// the instructions of the line; nothing if they are not all alike.
std::optional<std::int64_t> bytes_between_lanes(const recording& seen, const lockstep_line& line,
                                                lockstep_node_kind kind) {
  constexpr std::uint32_t lanes = 32;
  std::unordered_map<std::uint32_t, std::array<std::uint64_t, lanes>> by_site;  // of one warp
  std::uint32_t warp = 0, launch = 0;
  for (std::uint64_t n = 0; n < seen.all().node_count; ++n) {
    const lockstep_node& node = seen.node(std::uint32_t(n));
    if (node.kind != kind || node.space != LOCKSTEP_SPACE_GLOBAL) continue;
    const source_place place = seen.place_of(std::uint32_t(n));
    if (place.line != line.line || place.file != line.file) continue;
    if (by_site.empty()) {
      launch = node.launch;
      warp = node.thread / lanes;
    }
    if (node.launch != launch || node.thread / lanes != warp) continue;
    std::uint64_t& first = by_site[node.site][node.thread % lanes];
    if (first == 0) first = node.address;
  }
  std::optional<std::int64_t> step;
  for (const auto& [site, addresses] : by_site) {
    for (std::uint32_t lane = 1; lane < lanes; ++lane) {
      if (addresses[lane - 1] == 0 || addresses[lane] == 0) continue;
      const auto between = std::int64_t(addresses[lane] - addresses[lane - 1]);
      if (step && *step != between) return std::nullopt;
      step = between;
    }
  }
  return step;
}

std::string lanes_access(const recording* seen, const lockstep_line& worst, lockstep_node_kind kind,
                         double sectors) {
  const bool loads = kind == LOCKSTEP_NODE_LOAD;
  const auto step = seen == nullptr ? std::nullopt : bytes_between_lanes(*seen, worst, kind);
  const std::string verb = loads ? "load" : "store";
  if (step && std::abs(*step) > 4)
    return "neighbouring lanes " + verb + " words " + std::to_string(std::abs(*step)) +
           " bytes apart";
  return "a " + verb + " of a warp touches " + number(sectors) + " sectors in this line";
}

// Without the lanes that rest at a ragged end.
std::string bytes_of_a_lane(std::uint64_t bytes, std::uint64_t requests) {
  return number(std::round(double(bytes) / double(requests) / 32));
}

std::string part_of_all(const char* what, double part, double all) {
  return std::string(what) + " (" + number(part) + " of " + number(all) + ")";
}

const line_rule line_rules[] = {
    {{"divergent"},
     sense::at_most,
     [](const counts& c) { return double(c.divergent_branches); },
     [](const recording*, const lockstep_line&, double) {
       return std::string("lanes of a warp go different ways here");
     }},
    {{"bank conflicts of loads"},
     sense::at_most,
     [](const counts& c) { return double(c.shared_load_conflicts); },
     [](const recording*, const lockstep_line&, double) {
       return std::string("lanes of a warp load different words of one bank");
     }},
    {{"bank conflicts of stores"},
     sense::at_most,
     [](const counts& c) { return double(c.shared_store_conflicts); },
     [](const recording*, const lockstep_line&, double) {
       return std::string("lanes of a warp store different words to one bank");
     }},
    {{"per cent of the bytes loaded"},
     sense::at_least,
     wasted_by_loads,
     [](const recording* seen, const lockstep_line& worst, double) {
       return lanes_access(seen, worst, LOCKSTEP_NODE_LOAD,
                           double(worst.counters.global_load_sectors) /
                               double(worst.counters.global_load_requests));
     }},
    {{"sectors per load", "sectors per element"},
     sense::at_most,
     wasted_by_loads,
     [](const recording* seen, const lockstep_line& worst, double) {
       return lanes_access(seen, worst, LOCKSTEP_NODE_LOAD,
                           double(worst.counters.global_load_sectors) /
                               double(worst.counters.global_load_requests));
     }},
    {{"per cent of the bytes stored"},
     sense::at_least,
     wasted_by_stores,
     [](const recording* seen, const lockstep_line& worst, double) {
       return lanes_access(seen, worst, LOCKSTEP_NODE_STORE,
                           double(worst.counters.global_store_sectors) /
                               double(worst.counters.global_store_requests));
     }},
    {{"sectors per store"},
     sense::at_most,
     wasted_by_stores,
     [](const recording* seen, const lockstep_line& worst, double) {
       return lanes_access(seen, worst, LOCKSTEP_NODE_STORE,
                           double(worst.counters.global_store_sectors) /
                               double(worst.counters.global_store_requests));
     }},
    {{"bytes per load request"},
     sense::at_least,
     [](const counts& c) { return double(c.global_load_requests); },
     [](const recording*, const lockstep_line& worst, double) {
       return "a lane loads " +
              bytes_of_a_lane(worst.counters.global_load_bytes,
                              worst.counters.global_load_requests) +
              " bytes at a time here";
     }},
    {{"bytes per store request"},
     sense::at_least,
     [](const counts& c) { return double(c.global_store_requests); },
     [](const recording*, const lockstep_line& worst, double) {
       return "a lane stores " +
              bytes_of_a_lane(worst.counters.global_store_bytes,
                              worst.counters.global_store_requests) +
              " bytes at a time here";
     }},
    {{"elements per load request"},
     sense::at_least,
     [](const counts& c) { return double(c.global_load_requests); },
     [](const recording*, const lockstep_line&, double) {
       return std::string("few lanes of a warp load here");
     }},
    {{"local memory"},
     sense::at_most,
     [](const counts& c) { return double(c.local_load_bytes + c.local_store_bytes); },
     [](const recording*, const lockstep_line&, double) {
       return std::string("what does not fit into registers goes through local memory here");
     }},
    {{"barriers"},
     sense::at_most,
     [](const counts& c) { return double(c.barriers); },
     [](const recording*, const lockstep_line& worst, double all) {
       return part_of_all("warps come to this barrier most often", double(worst.counters.barriers),
                          all);
     }},
    {{"atomic"},
     sense::at_most,
     [](const counts& c) { return double(c.atomics); },
     [](const recording*, const lockstep_line& worst, double all) {
       return part_of_all("most atomics are executed here", double(worst.counters.atomics), all);
     }},
    {{"branches of a warp"},
     sense::at_most,
     [](const counts& c) { return double(c.branches); },
     [](const recording*, const lockstep_line& worst, double all) {
       return part_of_all("most branches are executed here", double(worst.counters.branches), all);
     }},
    {{"instructions"},
     sense::at_most,
     [](const counts& c) { return double(c.warp_instructions); },
     [](const recording*, const lockstep_line& worst, double all) {
       return part_of_all("most instructions are executed here",
                          double(worst.counters.warp_instructions), all);
     }},
    {{"load requests"},
     sense::at_most,
     [](const counts& c) { return double(c.global_load_requests); },
     [](const recording*, const lockstep_line& worst, double all) {
       return part_of_all("most loads are executed here",
                          double(worst.counters.global_load_requests), all);
     }},
    {{"bytes that", "bytes loaded from global memory"},
     sense::at_most,
     [](const counts& c) { return double(c.global_load_bytes); },
     [](const recording*, const lockstep_line& worst, double all) {
       return part_of_all("most bytes are loaded here", double(worst.counters.global_load_bytes),
                          all);
     }},
};

bool has_one_of(const std::string& text, const std::vector<std::string_view>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

// "1 divergent branch per warp", "32 sectors per load request".
std::string in_words(const missed_bound& missed) {
  std::string text = missed.what;
  const auto becomes = [&](std::string_view from, std::string_view to) {
    if (const auto at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
  };
  becomes("lanes that take part", "lanes take part");
  becomes(", on average", " on average");
  becomes("bytes loaded that were", "bytes loaded were");
  becomes("bytes stored that were", "bytes stored were");
  if (missed.measured == 1) {
    becomes("lanes take part", "lane takes part");
    becomes("branches", "branch");
    becomes("conflicts", "conflict");
    for (const char* noun : {"barrier", "sector", "block", "thread", "warp", "launch"})
      if (text.rfind(noun, 0) == 0) becomes(noun == std::string("launch") ? "es" : "s", "");
  }
  return number(missed.measured) + " " + text + ", " + missed.bound;
}

const lockstep_line* line_with_most(const std::vector<lockstep_line>& lines,
                                    double (*amount)(const counts&)) {
  const auto worst = std::max_element(lines.begin(), lines.end(),
                                      [&](const lockstep_line& a, const lockstep_line& b) {
                                        return amount(a.counters) < amount(b.counters);
                                      });
  return worst == lines.end() || amount(worst->counters) <= 0 ? nullptr : &*worst;
}

// In a line of the answer, what a rule says of it.
explanation by_line(const line_rule& rule, const missed_bound& missed, const counted_run& run,
                    const std::function<void()>& trial) {
  const lockstep_line* worst = line_with_most(run.lines, rule.amount);
  if (worst == nullptr) return {};
  double all = 0, of_the_answer = 0;
  for (const lockstep_launch& launch : run.launches) all += rule.amount(launch.counters);
  for (const lockstep_line& line : run.lines) of_the_answer += rule.amount(line.counters);
  if (of_the_answer < all / 2)
    return {};  // most of it is in a header of the course's, or a library
  const bool is_about_addresses = rule.amount == wasted_by_loads || rule.amount == wasted_by_stores;
  std::optional<recording> seen;
  if (is_about_addresses && can_record() && record(trial))
    seen = recording::last(buffers_of_trial());
  explanation found{rule.sentence(seen ? &*seen : nullptr, *worst, all) + ": " + in_words(missed),
                    {worst->file, worst->line}};
  found.of_subscript = is_about_addresses;
  return found;
}

// Lanes that rest: the condition at which they part from the others, if that is why.
explanation few_lanes(const missed_bound& missed, const counted_run& run) {
  const lockstep_line* idle = line_with_most(run.lines, [](const counts& c) {
    return 32.0 * double(c.warp_instructions) - double(c.thread_instructions);
  });
  if (idle == nullptr) return {};
  const lockstep_line* parts = nullptr;
  for (const lockstep_line& line : run.lines) {
    if (line.counters.divergent_branches == 0 || line.line > idle->line) continue;
    if (parts == nullptr || line.line > parts->line) parts = &line;
  }
  if (parts != nullptr)
    return {"lanes of a warp go different ways here: " + in_words(missed),
            {parts->file, parts->line}};
  return {"few lanes of a warp take part here: " + in_words(missed), {idle->file, idle->line}};
}

// "block_sums" of "void block_sums<256>(int const*, int*)".
std::string kernel_of(const lockstep_launch& launch) {
  std::string name = launch.kernel;
  const std::string unnamed = "(anonymous namespace)::";
  if (const auto at = name.find(unnamed); at != std::string::npos) name.erase(at, unnamed.size());
  name = name.substr(0, name.find_first_of("(<"));
  const auto space = name.rfind(' ');
  return space == std::string::npos ? name : name.substr(space + 1);
}

// "1 block", "42 x 24 blocks".
std::string size_in_words(const std::uint32_t (&size)[3], const std::string& noun) {
  std::string text = std::to_string(size[0]);
  if (size[1] != 1 || size[2] != 1) text += " x " + std::to_string(size[1]);
  if (size[2] != 1) text += " x " + std::to_string(size[2]);
  return text + " " + noun + (text == "1" ? "" : "s");
}

bool is_about_a_launch(const std::string& what) {
  const auto begins = [&](std::string_view with) { return what.rfind(with, 0) == 0; };
  if (what.find(" on level ") != std::string::npos) return false;  // of one of several launches
  return what == "blocks" || begins("blocks of ") || begins("threads of a block") ||
         begins("threads launched") || begins("warps of ") || begins("elements for each thread");
}

explanation by_launch(const missed_bound& missed, const counted_run& run) {
  if (run.launches.empty()) return {};
  // Of several, the one that counts is the last: a grader looks at it, or all are alike.
  const lockstep_launch& last = run.launches.back();
  explanation found;
  found.cause = "a grid of " + size_in_words(last.grid, "block") + " of " +
                size_in_words(last.block, "thread") + " is launched: " + in_words(missed);
  found.occurrence = missed.what.rfind("threads of a block", 0) == 0 ? 2 : 1;
  found.launch_of = kernel_of(last);
  return found;
}

// What the compiler has made of a kernel as a whole.
bool is_about_a_kernel(const std::string& what) {
  return has_one_of(what, {"local memory", "registers", "occupancy", "threads that a block may"});
}

explanation by_kernel(const missed_bound& missed, const counted_run& run) {
  if (run.launches.empty()) return {};
  explanation found;
  found.name = kernel_of(run.launches.back());
  found.cause = "kernel " + found.name + ": " + in_words(missed);
  return found;
}

}  // namespace

explanation explain(const missed_bound& missed, const std::function<void()>& trial) {
  const sense way = missed.sense != sense::exactly   ? missed.sense
                    : missed.measured > missed.limit ? sense::at_most
                                                     : sense::at_least;
  const auto rule =
      std::find_if(std::begin(line_rules), std::end(line_rules), [&](const line_rule& one) {
        return one.missed == way && has_one_of(missed.what, one.words);
      });
  const bool of_lanes = missed.what.rfind("lanes that take part", 0) == 0;
  const bool of_launch = is_about_a_launch(missed.what);
  const bool of_kernel = is_about_a_kernel(missed.what);
  if (rule == std::end(line_rules) && !of_lanes && !of_launch && !of_kernel) return {};
  const counted_run run = count_lines(trial);
  if (of_launch) return by_launch(missed, run);
  if (of_lanes) return few_lanes(missed, run);
  if (rule != std::end(line_rules))
    if (auto found = by_line(*rule, missed, run, trial)) return found;
  return of_kernel ? by_kernel(missed, run) : explanation{};
}

}  // namespace lockstep::grader::diagnosis
