// The frame of a chapter's `bench`: options, the order of things, the exit code.
#pragma once

#include <lockstep/lockstep.hpp>

#include <string>
#include <vector>

#include "output.hpp"

namespace lockstep {
namespace bench {

constexpr const char* usage =
    "options: [--sizes N,N,...|N-N] [--types T,...] [--operations O,...] [--residency dram,l2]\n"
    "         [--kernels WORD,...] [--spread PERCENT] [--seconds S] [--csv|--records [--skip N]]\n"
    "  --sizes       elements, as 1000000 or 2^20; A-B: the powers of two from A to B\n"
    "  --types       int, unsigned, float, double, as far as the chapter has them\n"
    "  --operations  sum, min, max, likewise\n"
    "  --residency   dram: what is read comes from memory; l2: from the L2 cache\n"
    "  --kernels     only those whose names contain one of these words, and what they are\n"
    "                compared with\n"
    "  --spread      samples are taken until their middle half lies within this many hundredths\n"
    "                of the median (default 1)\n"
    "  --seconds     at most, for one kernel (default 0.5)\n"
    "  --csv         the table as a file of docs/data\n"
    "  --records     one JSON object a line, for `lockstep bench`\n"
    "  --skip        leaves out so many groups of cases, which an earlier run has finished\n";

inline std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// What the options ask for. Empty lists: all that there is.
struct selection {
  std::vector<std::uint64_t> sizes;
  std::vector<std::string> types, operations, kernels;
  std::vector<residency> from;

  bool has_type(const std::string& type) const { return has(types, type); }
  bool has_operation(const std::string& operation) const { return has(operations, operation); }
  bool has_kernel(const std::string& name) const {
    for (const std::string& word : kernels) {
      if (name.find(word) != std::string::npos) return true;
    }
    return kernels.empty();
  }

 private:
  static bool has(const std::vector<std::string>& list, const std::string& word) {
    return list.empty() || std::find(list.begin(), list.end(), word) != list.end();
  }
};

inline std::vector<std::uint64_t> parse_sizes(const std::string& text) {
  std::vector<std::uint64_t> sizes;
  for (const std::string& part : split(text)) {
    const std::size_t dash = part.find('-');
    const std::uint64_t first = parse_count(part.substr(0, dash));
    const std::uint64_t last =
        dash == std::string::npos ? first : parse_count(part.substr(dash + 1));
    if (first == 0 || last < first) throw usage_error("not a range of sizes: '" + part + "'");
    for (std::uint64_t size = first; size <= last; size *= 2) sizes.push_back(size);
  }
  return sizes;
}

// `known`: the words that may be there; empty: any.
inline std::vector<std::string> parse_words(options& given, const std::string& name,
                                            const std::vector<std::string>& known) {
  const auto text = given.text(name);
  if (!text) return {};
  std::vector<std::string> words = split(*text);
  for (const std::string& one : words) {
    if (!known.empty() && std::find(known.begin(), known.end(), one) == known.end()) {
      std::string all;
      for (const std::string& word : known) all += (all.empty() ? "" : ", ") + word;
      throw usage_error(name + ": '" + one + "' is not one of " + all);
    }
  }
  return words;
}

inline double parse_number(options& given, const std::string& name, double otherwise) {
  const auto text = given.text(name);
  if (!text) return otherwise;
  char* end = nullptr;
  const double value = std::strtod(text->c_str(), &end);
  if (*end != '\0' || text->empty() || !(value > 0)) {
    throw usage_error(name + " wants a number above 0, not '" + *text + "'");
  }
  return value;
}

inline selection parse_selection(options& given) {
  selection chosen;
  if (const auto sizes = given.text("--sizes")) chosen.sizes = parse_sizes(*sizes);
  chosen.types = parse_words(given, "--types", {"int", "unsigned", "float", "double"});
  chosen.operations = parse_words(given, "--operations", {"sum", "min", "max"});
  chosen.kernels = parse_words(given, "--kernels", {});
  for (const std::string& from : parse_words(given, "--residency", {"dram", "l2"})) {
    chosen.from.push_back(from == "l2" ? residency::l2 : residency::dram);
  }
  return chosen;
}

inline bool is_reference(const kernel_case& one) {
  return one.ceiling || one.name == ceiling_name || one.name == early_ceiling_name ||
         one.name == cub_name || one.name == thrust_name;
}

// Measures a group, references first, so that all ratios are of one run. False: a result is wrong.
inline bool measure_group(const group& all, sampler& times, output& out) {
  std::map<std::string, double> references;
  const auto reference = [&](const std::string& name) -> std::optional<double> {
    const auto found = references.find(name);
    return found == references.end() ? std::nullopt : std::optional<double>(found->second);
  };
  bool all_right = true;
  for (const bool references_now : {true, false}) {
    for (const kernel_case& one : all.cases) {
      if (is_reference(one) != references_now) continue;
      const checked result_of_check = one.check ? one.check() : checked{};
      result measured{all,          one,          result_of_check.found, std::nullopt,
                      std::nullopt, std::nullopt, std::nullopt};
      all_right = all_right && result_of_check.right;
      if (result_of_check.right) {
        measured.time =
            times.measure(all.bytes, all.where.value_or(residency::l2), one.captured, one.launch);
        if (references_now) references[one.ceiling ? ceiling_name : one.name] = measured.time->us;
        measured.ceiling_us = reference(one.overlaps ? early_ceiling_name : ceiling_name);
        measured.cub_us = reference(cub_name);
        measured.thrust_us = reference(thrust_name);
      }
      out.add(measured);
    }
  }
  return all_right;
}

// What was not asked for goes, but for what the others are compared with.
inline void keep_selected(group& all, const selection& chosen) {
  const auto wanted = [&](const kernel_case& one) { return chosen.has_kernel(one.name); };
  if (std::none_of(all.cases.begin(), all.cases.end(), wanted)) all.cases.clear();
  const auto unwanted = [&](const kernel_case& one) { return !is_reference(one) && !wanted(one); };
  all.cases.erase(std::remove_if(all.cases.begin(), all.cases.end(), unwanted), all.cases.end());
}

// `groups_of(selection, sampler, arena)` gives functions that each make a group when its turn
// comes, and how many cases it has: {cases, function}.
struct planned {
  std::size_t cases;
  std::function<group()> make;
};

template <typename Plan>
int run(options& given, const std::string& chapter, std::size_t default_bytes, Plan plan) {
  const selection chosen = parse_selection(given);
  effort how;
  how.spread = parse_number(given, "--spread", how.spread);
  how.seconds = parse_number(given, "--seconds", how.seconds);
  const std::uint64_t skipped = given.count("--skip", 0);
  options rest = given;
  (void)rest.flag("--records");
  (void)rest.flag("--csv");
  rest.expect_no_more();
  if (observe{}.available()) {
    std::cerr << "Times need a GPU: the emulator has no clock of one. Without a GPU, `lockstep "
                 "profile`\nshows what a program does.\n";
    return set_up_missing;
  }
  std::size_t largest = default_bytes;
  for (const std::uint64_t size : chosen.sizes) largest = std::max<std::size_t>(largest, 8 * size);
  arena memory(arena::wanted(largest));
  sampler times(memory, how);
  const std::unique_ptr<output> out = chosen_output(given, chapter);
  const std::vector<planned> groups = plan(chosen, times, memory);
  std::size_t cases = 0;
  for (std::size_t i = skipped; i < groups.size(); ++i) cases += groups[i].cases;
  out->plan(cases);
  bool all_right = true;
  for (std::size_t i = skipped; i < groups.size(); ++i) {
    group all = groups[i].make();
    keep_selected(all, chosen);
    all_right = measure_group(all, times, *out) && all_right;
    cases -= groups[i].cases;
    out->end_group(i + 1, cases);
  }
  out->finish();
  return all_right ? passed : wrong_result;
}

}  // namespace bench
}  // namespace lockstep
