#include "bench/choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <lockstep/options.hpp>
#include <sstream>

#include "language/language.hpp"
#include "support/failure.hpp"
#include "support/near_match.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::bench {
namespace {

using strings = std::vector<std::string>;

strings words_of(const std::string& list) {
  strings words;
  std::istringstream in(list);
  for (std::string word; std::getline(in, word, ',');) {
    word = trimmed(word);
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

// Of an option whose values are known.
strings known_words(const std::string& option, const std::string& list, const strings& known) {
  const strings words = words_of(list);
  for (const auto& word : words) {
    if (std::find(known.begin(), known.end(), word) != known.end()) continue;
    throw wrong_usage(tr("{}: {} is not one of {}", option, word, join(known, ", ")),
                      did_you_mean(word, known, tr("Separate several with commas.")));
  }
  return words;
}

std::uint64_t parse_size(const std::string& word) {
  std::uint64_t size = 0;
  try {
    size = parse_count(word);
  } catch (const usage_error&) {
  }
  constexpr std::uint64_t largest = std::uint64_t{1} << 36;
  if (size < 1 || size > largest) {
    throw wrong_usage(fmt::format("--sizes: {} is no number of elements", word),
                      "Use 1000, 2^20, several separated by commas, or a range: 2^10-2^30.");
  }
  return size;
}

std::string written(std::uint64_t size) {
  return std::has_single_bit(size) ? fmt::format("2^{}", std::countr_zero(size))
                                   : fmt::format("{}", size);
}

strings choose_chapters(const strings& words, const manifest& course) {
  strings with_bench;
  for (const auto& one : course.chapters) {
    if (one.bench) with_bench.push_back(one.name);
  }
  if (words.empty()) return with_bench;
  strings chosen;
  for (const auto& word : words) {
    const chapter& one = course.find_chapter(word);
    if (!one.bench) {
      throw wrong_usage(tr("{} has no kernels that are timed", one.name),
                        with_bench.empty() ? tr("No chapter has.")
                                           : tr("These have: {}", join(with_bench, ", ")));
    }
    if (std::find(chosen.begin(), chosen.end(), one.name) == chosen.end())
      chosen.push_back(one.name);
  }
  return chosen;
}

bool has(const strings& list, const std::string& word) {
  return list.empty() || word.empty() || std::find(list.begin(), list.end(), word) != list.end();
}

bool has_kernel(const strings& words, const std::string& kernel) {
  return words.empty() || is_reference(kernel) ||
         std::any_of(words.begin(), words.end(), [&](const std::string& word) {
           return kernel.find(word) != std::string::npos;
         });
}

bool is_chosen(const result& one, const selection& asked) {
  const std::string size = one.elements == 0 ? std::string() : written(one.elements);
  return has(asked.sizes, size) && has(asked.types, one.type) &&
         has(asked.operations, one.operation) && has(asked.residency, one.residency) &&
         has_kernel(asked.kernels, one.kernel);
}

}  // namespace

std::string chosen_records(std::string_view records, const selection& asked) {
  std::string chosen;
  recorded_run others;  // what is no result; it says whose the next one is
  for (const auto& line : lines_of(records)) {
    recorded_run with_it = others;
    with_it.read(line);
    const auto of =
        std::find_if(with_it.chapters.begin(), with_it.chapters.end(),
                     [](const chapter_run& chapter) { return !chapter.results.empty(); });
    if (of == with_it.chapters.end()) {
      others = std::move(with_it);
    } else if (!has(asked.chapters, of->name) || !is_chosen(of->results.front(), asked)) {
      continue;
    }
    chosen += line + "\n";
  }
  return chosen;
}

strings parse_sizes(const std::string& list) {
  strings sizes;
  for (const auto& word : words_of(list)) {
    const auto dash = word.find('-');
    const std::uint64_t first = parse_size(word.substr(0, dash));
    if (dash == std::string::npos) {
      sizes.push_back(written(first));
      continue;
    }
    const std::uint64_t last = parse_size(word.substr(dash + 1));
    if (last < first) {
      throw wrong_usage(fmt::format("--sizes: nothing is in {}", word),
                        "The smaller end comes first, as in 2^10-2^30.");
    }
    for (std::uint64_t size = std::bit_ceil(first); size <= last; size *= 2)
      sizes.push_back(written(size));
  }
  return sizes;
}

selection choose(const wanted_cases& wanted, const manifest& course) {
  selection chosen;
  chosen.chapters = choose_chapters(wanted.chapters, course);
  chosen.sizes = parse_sizes(wanted.sizes);
  chosen.types = known_words("--types", wanted.types, {"int", "unsigned", "float", "double"});
  chosen.operations = known_words("--operations", wanted.operations, {"sum", "min", "max"});
  chosen.residency = known_words("--residency", wanted.residency, {"dram", "l2"});
  chosen.kernels = words_of(wanted.kernels);
  chosen.spread = wanted.spread;
  chosen.seconds = wanted.seconds;
  if (!wanted.quick) return chosen;
  const auto fill = [](strings& list, strings few) {
    if (list.empty()) list = std::move(few);
  };
  fill(chosen.sizes, {"2^20", "2^24"});
  fill(chosen.types, {"int"});
  fill(chosen.operations, {"sum"});
  fill(chosen.residency, {"dram"});
  return chosen;
}

}  // namespace lockstep::tutor::bench
