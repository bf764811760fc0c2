#include "suppositions.hpp"

#include <lockstep/protocol/supposition_abi.h>
#include <lockstep/observe.hpp>

#include <algorithm>
#include <ctime>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "source_words.hpp"
#include "words.hpp"

namespace lockstep::grader::diagnosis {

namespace {

struct supposition_interface {
  decltype(lockstep_suppositions)* list =
      lockstep::detail::runtime_function<decltype(lockstep_suppositions)>("lockstep_suppositions");
  decltype(lockstep_suppose)* suppose =
      lockstep::detail::runtime_function<decltype(lockstep_suppose)>("lockstep_suppose");
};

const supposition_interface& library() {
  static const supposition_interface functions;
  return functions;
}

// The part of a line that decides, and what would be otherwise.
struct part {
  std::string what, instead;
};

part part_of(const lockstep_supposition& supposed) {
  switch (supposed.part) {
    case LOCKSTEP_SUPPOSE_UPDATE:
      return {phrase("update", "the update"), phrase("as-atomic", "as one atomic operation")};
    case LOCKSTEP_SUPPOSE_COMPARISON:
      return {phrase("comparison", "the condition"),
              phrase("other-comparison", "with a different comparison")};
    case LOCKSTEP_SUPPOSE_OPERATION:
      return {phrase("operation", "the operation"),
              phrase("other-operation", "with a different operation")};
    case LOCKSTEP_SUPPOSE_THREAD_NUMBER:
      return {phrase("thread-number", "the use of threadIdx, blockIdx, blockDim or gridDim"),
              phrase("other-variable", "with a different built-in variable")};
    case LOCKSTEP_SUPPOSE_PARAMETER:
      return {phrase("parameter", "the parameter of the kernel"),
              phrase("other-one", "with another one")};
    case LOCKSTEP_SUPPOSE_NUMBER:
      return {phrase("a-number", "a number"), phrase("other-one", "with another one")};
    case LOCKSTEP_SUPPOSE_OFFSET:
      return {phrase("index", "the index"),
              phrase("one-element-off", "one element further on or back")};
    default:
      return {phrase("launch", "the launch"), supposed.shape};
  }
}

// The one constant of the file whose name stands in the line: the number is its value.
std::string constant_behind(const lockstep_supposition& supposed,
                            const std::vector<std::string>& words) {
  std::set<std::string> constants;
  for (const std::string& word : words) {
    if (is_number(word)) return {};
    if (line_of_constant(supposed.file, word) != 0) constants.insert(word);
  }
  return constants.size() == 1 ? *constants.begin() : std::string();
}

// Its place in the source, as exactly as the line shows it.
std::string name_of(const lockstep_supposition& supposed, const std::string& what) {
  const auto words = words_of(line_of_file(supposed.file, supposed.line));
  if (supposed.part == LOCKSTEP_SUPPOSE_NUMBER) {
    const std::string number = number_behind(supposed.now, words);
    if (!number.empty()) return phrase("the-number", "the number {}", number);
    const std::string constant = constant_behind(supposed, words);
    return constant.empty() ? what : "`" + constant + "`";
  }
  const std::string word = word_behind(supposed.now, words);
  return word.empty() ? what : "`" + word + "`";
}

// A number that the source does not show is one that the compiler has put there; so is the -32 of
// `t / 32 * 32`, which becomes `t & -32`.
bool is_hidden_number(const lockstep_supposition& one) {
  if (one.part != LOCKSTEP_SUPPOSE_NUMBER) return false;
  const std::string line = line_of_file(one.file, one.line);
  const auto words = words_of(line);
  if (is_mask_of_compiler(one.now, line)) return true;
  return std::none_of(words.begin(), words.end(), [&](const std::string& word) {
    return is_number(word) || line_of_constant(one.file, word) != 0;
  });
}

// Of the changes of one kind, those to the suspected line come first.
std::vector<std::size_t> in_order(const std::vector<lockstep_supposition>& all,
                                  const source_place& suspect) {
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto rank = [&](const lockstep_supposition& one) {
      return std::pair(one.part, one.line != suspect.line);
    };
    return rank(all[a]) < rank(all[b]);
  });
  return order;
}

// Whether the change makes all trials succeed, and keeps the properties that the exercise asks for:
// with twice as many blocks, much goes right that should have been done by half, and many a change
// leads back to the kernel that was to be made better.
bool helps(const experiment& of) { return of.all_succeed() && of.properties_succeed(); }

// The first change that helps; nullptr if there is none, or if changes help in many lines, so that
// none of them is the one that decides.
const lockstep_supposition* first_that_helps(const std::vector<lockstep_supposition>& all,
                                             const experiment& of) {
  // Work, not time: what else the machine does must not change a verdict.
  constexpr std::clock_t most_work = 3 * CLOCKS_PER_SEC / 5;
  // Milliseconds of a launch. Some changes make loops endless, and the first failure is a small
  // one.
  constexpr unsigned longest_at_first = 100, longest = 500;
  constexpr std::clock_t most_work_for_others = CLOCKS_PER_SEC / 4;
  constexpr std::size_t most_lines = 2;
  std::clock_t end = std::clock() + most_work;
  const lockstep_supposition* found = nullptr;
  std::set<unsigned> lines;
  for (const std::size_t i : in_order(all, of.suspect)) {
    if (std::clock() > end) break;
    if (is_hidden_number(all[i])) continue;
    if (found != nullptr && all[i].part == LOCKSTEP_SUPPOSE_LAUNCH) break;
    library().suppose(i + 1, longest_at_first);
    if (!of.one_succeeds()) continue;
    library().suppose(i + 1, longest);
    if (!helps(of)) continue;
    if (found == nullptr) {
      found = &all[i];
      end = std::min(end, std::clock() + most_work_for_others);
    }
    lines.insert(all[i].line);
    if (lines.size() > most_lines) break;
  }
  library().suppose(0, 0);
  return lines.size() > most_lines ? nullptr : found;
}

// Of a constant, where it gets its value.
unsigned line_that_says(const std::string& what, const lockstep_supposition& supposed) {
  if (supposed.part != LOCKSTEP_SUPPOSE_NUMBER || what.empty() || what.front() != '`')
    return supposed.line;
  return line_of_constant(supposed.file, what.substr(1, what.size() - 2));
}

// "%tid.x %ctaid.x", as the line has them; empty if it does not show both, or if another variable
// is all that changes.
std::string names_exchanged(const lockstep_supposition& supposed) {
  const std::string now = supposed.now;
  const auto blank = now.find(' ');
  if (supposed.part != LOCKSTEP_SUPPOSE_THREAD_NUMBER || blank == std::string::npos) return {};
  const auto words = words_of(line_of_file(supposed.file, supposed.line));
  std::string first = word_behind(now.substr(0, blank), words),
              second = word_behind(now.substr(blank + 1), words);
  if (first.empty() || second.empty()) return {};
  if (std::find(words.begin(), words.end(), second) < std::find(words.begin(), words.end(), first))
    std::swap(first, second);
  return phrase("both", "{} and {}", "`" + first + "`", "`" + second + "`");
}

}  // namespace

explanation explain_by_supposing(const std::string& file, const experiment& of) {
  if (library().list == nullptr || library().suppose == nullptr || file.empty()) return {};
  const lockstep_supposition* list = nullptr;
  const auto count = library().list(file.c_str(), &list);
  const std::vector<lockstep_supposition> all(list, list + count);
  const lockstep_supposition* const found = first_that_helps(all, of);
  if (found == nullptr) return {};
  if (const std::string both = names_exchanged(*found); !both.empty()) {
    explanation why{phrase("to-blame", "{} are exchanged on this line: {}, every trial passes",
                           both, phrase("other-way-round", "the other way round")),
                    {found->file, found->line}};
    why.part = phrase("order-of", "the order of {}", both);
    return why;
  }
  const auto [kind, instead] = part_of(*found);
  const std::string what = name_of(*found, kind);
  explanation why{
      phrase("to-blame", "{} on this line is to blame: {}, every trial passes", what, instead),
      {found->file, line_that_says(what, *found)}};
  why.part = what;
  if (found->part == LOCKSTEP_SUPPOSE_LAUNCH) {
    why.launch_of = found->kernel;
    const bool is_of_both = instead.find("exchanged") != std::string::npos;
    const bool is_of_order = instead.find("(y, x)") != std::string::npos;
    if (!is_of_both) why.occurrence = is_of_order ? of_order_of_grid : of_grid;
    if (is_of_order) why.part = phrase("order-of-extents", "the order of the grid's extents");
  }
  return why;
}

}  // namespace lockstep::grader::diagnosis
