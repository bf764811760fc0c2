#include "property_rules.hpp"

#include <lockstep/number.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "words.hpp"

namespace lockstep::grader::diagnosis {

namespace {

using counts = lockstep_counters;
using sense = missed_bound::relation;

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
  if (step && std::abs(*step) > 4)
    return phrase("lanes-apart",
                  loads ? "neighbouring lanes load words {} bytes apart"
                        : "neighbouring lanes store words {} bytes apart",
                  std::abs(*step));
  return phrase("touches-sectors",
                loads ? "a load of a warp touches {} sectors on this line"
                      : "a store of a warp touches {} sectors on this line",
                number(sectors));
}

std::string lanes_load(const recording* seen, const lockstep_line& worst, double) {
  const counts& c = worst.counters;
  return lanes_access(seen, worst, LOCKSTEP_NODE_LOAD,
                      double(c.global_load_sectors) / double(c.global_load_requests));
}

std::string lanes_store(const recording* seen, const lockstep_line& worst, double) {
  const counts& c = worst.counters;
  return lanes_access(seen, worst, LOCKSTEP_NODE_STORE,
                      double(c.global_store_sectors) / double(c.global_store_requests));
}

// Without the lanes that rest at a ragged end.
std::string bytes_of_a_lane(std::uint64_t bytes, std::uint64_t requests) {
  return number(std::round(double(bytes) / double(requests) / 32));
}

const line_rule line_rules[] = {
    {{"divergent"},
     sense::at_most,
     [](const counts& c) { return double(c.divergent_branches); },
     [](const recording*, const lockstep_line&, double) {
       return phrase("lanes-diverge", "lanes of a warp diverge here");
     }},
    {{"bank conflicts of loads"},
     sense::at_most,
     [](const counts& c) { return double(c.shared_load_conflicts); },
     [](const recording*, const lockstep_line&, double) {
       return phrase("lanes-load-from-bank", "lanes of a warp load different words of one bank");
     }},
    {{"bank conflicts of stores"},
     sense::at_most,
     [](const counts& c) { return double(c.shared_store_conflicts); },
     [](const recording*, const lockstep_line&, double) {
       return phrase("lanes-store-to-bank", "lanes of a warp store different words to one bank");
     }},
    {{"per cent of the bytes loaded"}, sense::at_least, wasted_by_loads, lanes_load, true},
    {{"sectors per load", "sectors per element", "sectors that loads touch"},
     sense::at_most,
     wasted_by_loads,
     lanes_load,
     true},
    {{"per cent of the bytes stored"}, sense::at_least, wasted_by_stores, lanes_store, true},
    {{"sectors per store"}, sense::at_most, wasted_by_stores, lanes_store, true},
    {{"bytes per load request"},
     sense::at_least,
     [](const counts& c) { return double(c.global_load_requests); },
     [](const recording*, const lockstep_line& worst, double) {
       return phrase(
           "lane-loads-bytes", "a lane loads {} bytes at a time here",
           bytes_of_a_lane(worst.counters.global_load_bytes, worst.counters.global_load_requests));
     }},
    {{"bytes per store request"},
     sense::at_least,
     [](const counts& c) { return double(c.global_store_requests); },
     [](const recording*, const lockstep_line& worst, double) {
       return phrase("lane-stores-bytes", "a lane stores {} bytes at a time here",
                     bytes_of_a_lane(worst.counters.global_store_bytes,
                                     worst.counters.global_store_requests));
     }},
    {{"elements per load request"},
     sense::at_least,
     [](const counts& c) { return double(c.global_load_requests); },
     [](const recording*, const lockstep_line&, double) {
       return phrase("few-lanes-load", "few lanes of a warp load here");
     },
     false,
     false,
     false,
     true},
    // Nothing at all: what should go through shared memory goes elsewhere.
    {{"bytes stored to shared memory", "bytes loaded from shared memory"},
     sense::at_least,
     [](const counts& c) { return double(c.global_load_bytes); },
     [](const recording*, const lockstep_line&, double) {
       return phrase("past-shared-memory",
                     "the data is loaded here, and nothing of it goes through shared memory");
     },
     false,
     false,
     false,
     false,
     true},
    {{"local memory"},
     sense::at_most,
     [](const counts& c) { return double(c.local_load_bytes + c.local_store_bytes); },
     [](const recording*, const lockstep_line&, double) {
       return phrase("goes-through-local-memory",
                     "values that do not fit into registers go through local memory here");
     }},
    {{"barriers"},
     sense::at_most,
     [](const counts& c) { return double(c.barriers); },
     [](const recording*, const lockstep_line& worst, double all) {
       const double part = double(worst.counters.barriers);
       return part == all ? phrase("most-arrive-here", "all barriers that warps reach are here")
                          : phrase("most-arrive-here",
                                   "{} per cent of the barriers that warps reach are here",
                                   per_cent(part, all));
     },
     false,
     false,
     true},
    {{"atomic"},
     sense::at_most,
     [](const counts& c) { return double(c.atomics); },
     [](const recording*, const lockstep_line& worst, double all) {
       const double part = double(worst.counters.atomics);
       return part == all
                  ? phrase("most-atomics-here", "all atomics are executed here")
                  : phrase("most-atomics-here", "{} per cent of all atomics are executed here",
                           per_cent(part, all));
     },
     false,
     true},
    {{"branches of a warp"},
     sense::at_most,
     [](const counts& c) { return double(c.branches); },
     [](const recording*, const lockstep_line& worst, double all) {
       const double part = double(worst.counters.branches);
       return part == all
                  ? phrase("most-branches-here", "all branches are executed here")
                  : phrase("most-branches-here", "{} per cent of all branches are executed here",
                           per_cent(part, all));
     }},
    {{"instructions"},
     sense::at_most,
     [](const counts& c) { return double(c.warp_instructions); },
     [](const recording*, const lockstep_line& worst, double all) {
       const double part = double(worst.counters.warp_instructions);
       return part == all ? phrase("most-instructions-here", "all instructions are executed here")
                          : phrase("most-instructions-here",
                                   "{} per cent of all instructions are executed here",
                                   per_cent(part, all));
     },
     false,
     true},
    {{"load requests"},
     sense::at_most,
     [](const counts& c) { return double(c.global_load_requests); },
     [](const recording*, const lockstep_line& worst, double all) {
       const double part = double(worst.counters.global_load_requests);
       return part == all ? phrase("most-loads-here", "all loads are executed here")
                          : phrase("most-loads-here", "{} per cent of all loads are executed here",
                                   per_cent(part, all));
     },
     false,
     true},
    {{"bytes that", "bytes loaded from global memory"},
     sense::at_most,
     [](const counts& c) { return double(c.global_load_bytes); },
     [](const recording*, const lockstep_line& worst, double all) {
       const double part = double(worst.counters.global_load_bytes);
       return part == all ? phrase("most-bytes-here", "all bytes are loaded here")
                          : phrase("most-bytes-here", "{} per cent of all bytes are loaded here",
                                   per_cent(part, all));
     },
     false,
     false,
     true},
};

}  // namespace

unsigned per_cent(double part, double all) {
  return std::max(1U, static_cast<unsigned>(100 * part / all));
}

bool has_one_of(const std::string& text, const std::vector<std::string_view>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

const line_rule* rule_for(const std::string& what, missed_bound::relation missed, bool is_none) {
  const auto rule =
      std::find_if(std::begin(line_rules), std::end(line_rules), [&](const line_rule& one) {
        return one.missed == missed && has_one_of(what, one.words) &&
               (is_none || !one.is_about_none);
      });
  return rule == std::end(line_rules) ? nullptr : rule;
}

}  // namespace lockstep::grader::diagnosis
