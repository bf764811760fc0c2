// One word, operator or number in place of another.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "experiment/edits.hpp"

namespace lockstep::tutor::experiment {
namespace {

using texts = std::vector<std::string_view>;

struct exchange {
  texts by;
  const char* otherwise;
  unsigned rank;
};

const std::map<std::string_view, exchange>& exchanges() {
  constexpr auto comparison = "with another comparison", operation = "with another operator",
                 number = "with another of threadIdx, blockIdx, blockDim and gridDim",
                 call = "with another function", assignment = "with another assignment",
                 word = "with another word";
  static const std::map<std::string_view, exchange> table = {
      {"<", {{"<=", ">", ">=", "!="}, comparison, 0}},
      {"<=", {{"<", ">=", ">", "=="}, comparison, 0}},
      {">", {{">=", "<", "<=", "!="}, comparison, 0}},
      {">=", {{">", "<=", "<", "=="}, comparison, 0}},
      {"==", {{"!=", "<=", ">="}, comparison, 0}},
      {"!=", {{"==", "<", ">"}, comparison, 0}},
      {"+", {{"-", "*"}, operation, 1}},
      {"-", {{"+"}, operation, 1}},
      {"*", {{"/", "+"}, operation, 1}},
      {"/", {{"*", "%"}, operation, 1}},
      {"%", {{"/"}, operation, 1}},
      {"&", {{"|", "&~"}, operation, 2}},
      {"|", {{"&"}, operation, 2}},
      {"^", {{"-", "+"}, operation, 2}},
      {"<<", {{">>"}, operation, 1}},
      {">>", {{"<<"}, operation, 1}},
      {"&&", {{"||"}, operation, 1}},
      {"||", {{"&&"}, operation, 1}},
      {"=", {{"-=", "+="}, assignment, 2}},
      {"+=", {{"=", "-="}, assignment, 1}},
      {"-=", {{"+=", "="}, assignment, 1}},
      {"*=", {{"/=", "+="}, assignment, 1}},
      {"/=", {{"*=", "-="}, assignment, 2}},
      {"<<=", {{">>=", "="}, assignment, 1}},
      {">>=", {{"<<=", "="}, assignment, 1}},
      {"|=", {{"=", "&="}, assignment, 2}},
      {"&=", {{"=", "|="}, assignment, 2}},
      {"++", {{"--"}, operation, 2}},
      {"--", {{"++"}, operation, 2}},
      {"threadIdx", {{"blockIdx"}, number, 1}},
      {"blockIdx", {{"threadIdx"}, number, 1}},
      {"blockDim", {{"gridDim"}, number, 1}},
      {"gridDim", {{"blockDim"}, number, 1}},
      {"min", {{"max"}, call, 1}},
      {"max", {{"min"}, call, 1}},
      {"fminf", {{"fmaxf"}, call, 1}},
      {"fmaxf", {{"fminf"}, call, 1}},
      {"__all_sync", {{"__any_sync"}, call, 0}},
      {"__any_sync", {{"__all_sync"}, call, 0}},
      {"__syncthreads_or", {{"__syncthreads_and"}, call, 0}},
      {"__syncthreads_and", {{"__syncthreads_or"}, call, 0}},
      {"__ffs", {{"__clz"}, call, 2}},
      {"__clz", {{"__ffs"}, call, 2}},
      {"__shfl_down_sync", {{"__shfl_up_sync", "__shfl_xor_sync"}, call, 1}},
      {"__shfl_up_sync", {{"__shfl_down_sync", "__shfl_xor_sync"}, call, 1}},
      {"__shfl_xor_sync", {{"__shfl_down_sync"}, call, 1}},
      {"__shfl_sync", {{"__shfl_down_sync", "__shfl_up_sync"}, call, 2}},
      {"break", {{"continue"}, word, 2}},
      {"continue", {{"break"}, word, 2}},
      {"true", {{"false"}, word, 1}},
      {"false", {{"true"}, word, 1}},
      {"if", {{"while"}, word, 4}},
      {"while", {{"if"}, word, 4}},
      {"stderr", {{"stdout"}, word, 0}},
      {"stdout", {{"stderr"}, word, 0}},
      {"EXIT_SUCCESS", {{"EXIT_FAILURE"}, word, 0}},
      {"cudaGetLastError", {{"cudaPeekAtLastError", "cudaDeviceSynchronize"}, call, 0}},
      {"cudaPeekAtLastError", {{"cudaGetLastError", "cudaDeviceSynchronize"}, call, 0}},
      {"cudaDeviceSynchronize", {{"cudaGetLastError"}, call, 1}},
      {"cudaGetErrorName", {{"cudaGetErrorString"}, call, 0}},
      {"cudaGetErrorString", {{"cudaGetErrorName"}, call, 0}},
      {"cudaEventQuery", {{"cudaEventSynchronize"}, call, 0}},
      {"cudaMemcpyHostToDevice", {{"cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice"}, word, 0}},
      {"cudaMemcpyDeviceToHost", {{"cudaMemcpyHostToDevice", "cudaMemcpyDeviceToDevice"}, word, 0}},
      {"cudaStreamFireAndForget", {{"cudaStreamTailLaunch"}, word, 0}},
      {"cudaStreamTailLaunch", {{"cudaStreamFireAndForget"}, word, 0}}};
  return table;
}

// Types of variables in which a number may be lost.
const std::map<std::string_view, texts>& wider_types() {
  static const std::map<std::string_view, texts> table = {{"int", {"long long", "unsigned"}},
                                                          {"unsigned", {"size_t", "int"}},
                                                          {"short", {"int"}},
                                                          {"char", {"int"}}};
  return table;
}

class words {
 public:
  words(const code& answer, std::vector<edit>& to) : code_(answer), to_(to) {}

  void collect() {
    for (const declaration& one : code_.declarations()) {
      if (!one.is_function) continue;  // a larger constant cures any array that is too small
      for (std::size_t i = one.body + 1; i < one.last; ++i) look_at(i);
    }
    number_in_all_places();
  }

 private:
  const token& at(std::size_t i) const { return code_.tokens()[i]; }

  void replace(std::size_t i, std::string by, std::string part, std::string otherwise,
               unsigned rank, bool is_simple = false) {
    to_.push_back({at(i).offset, at(i).text.size(), std::move(by), code_.line_of(i),
                   std::move(part) + " on @ is to blame", std::move(otherwise), rank, is_simple});
  }

  static std::string in_quotes(std::string_view text) { return fmt::format("`{}`", text); }

  void look_at(std::size_t i) {
    if (at(i).is == token::kind::number) return number(i);
    if (at(i).is == token::kind::symbol && is_operator(i)) exchange_of(i);
    if (at(i).is != token::kind::word) return;
    const bool is_member = code_.is(i - 1, ".") || code_.is(i - 1, "->");
    if (is_member) return coordinate(i);
    exchange_of(i);
    type(i);
    limit(i);
    name(i);
  }

  static bool is_tried_in_ptx(std::string_view text) {
    static const std::set<std::string_view> others = {
        "=", "+=", "-=", "*=", "/=", "++", "--", "continue", "break", "while", "if"};
    return others.count(text) == 0;
  }

  bool is_operator(std::size_t i) const {
    if (code_.is(i, "++") || code_.is(i, "--")) return true;
    return at(i).blank_before && at(i).blank_after;
  }

  void exchange_of(std::size_t i) {
    const auto found = exchanges().find(at(i).text);
    if (found == exchanges().end()) return;
    // The first value of a variable is no assignment to it.
    if (code_.is(i, "=") && code_.declares_here(i - 1)) return;
    const variable* const left = code_.variable_at(i - 1);
    if (code_.is(i, "=") && left != nullptr && left->type.ends_with("*")) return;
    // PTX may show another limit than the source (`n / 2 > 32` as n > 65), so the next comparison
    // is tried here, too.
    for (const std::string_view by : found->second.by) {
      const bool is_next = found->second.rank == 0 && by == found->second.by.front();
      replace(i, std::string(by), in_quotes(at(i).text), found->second.otherwise,
              found->second.rank, !is_next && is_tried_in_ptx(at(i).text));
      if (is_next) in_both(i, by);
      if (found->second.rank == 0) in_all(i, by);
    }
  }

  // The same slip twice: `value >= 0` where it is counted, and where it is kept.
  void in_both(std::size_t i, std::string_view by) {
    const declaration* const function = code_.function_at(i);
    if (function == nullptr) return;
    const std::string comparison = code_.text(i - 1, i + 1);
    for (std::size_t k = i + 1; k + 1 < function->last; ++k) {
      if (at(k).text != at(i).text || code_.text(k - 1, k + 1) != comparison) continue;
      const std::size_t end = at(k).offset + at(k).text.size();
      edit made;
      made.offset = at(i).offset;
      made.length = end - made.offset;
      made.by =
          std::string(by) +
          std::string(code_.source().substr(at(i).offset + at(i).text.size(),
                                            at(k).offset - at(i).offset - at(i).text.size())) +
          std::string(by);
      made.line = code_.line_of(i);
      made.cause = in_quotes(comparison) + " on @ is to blame";
      made.otherwise = "with another comparison";
      made.rank = 1;
      to_.push_back(std::move(made));
      return;
    }
  }

  // The same slip again and again: `size >= 1024`, `size >= 512`, ...
  void in_all(std::size_t i, std::string_view by) {
    constexpr std::size_t several = 3;
    const declaration* const function = code_.function_at(i);
    if (function == nullptr || code_.variable_at(i - 1) == nullptr) return;
    edit made;
    for (std::size_t k = function->body; k < function->last; ++k) {
      if (at(k).text != at(i).text || code_.text(k - 1) != code_.text(i - 1)) continue;
      if (k < i) return;  // tried from the first one on
      if (!made.lines.empty() && made.lines.back() == code_.line_of(k)) return;
      made.more.push_back({at(k).offset, at(k).text.size(), std::string(by)});
      made.lines.push_back(code_.line_of(k));
    }
    if (made.lines.size() < several) return;
    made.offset = made.more.back().offset;
    made.length = made.more.back().length;
    made.by = made.more.back().by;
    made.more.pop_back();
    made.line = made.lines.front();
    made.cause = in_quotes(at(i).text) + " on @ is to blame";
    made.otherwise = "with another comparison";
    made.rank = 1;
    to_.push_back(std::move(made));
  }

  void coordinate(std::size_t i) {
    static const std::set<std::string_view> all = {"x", "y", "z", "w"};
    if (all.count(at(i).text) == 0) return;
    const std::string whole = code_.text(i - 2, i);
    const bool has_three = code_.text(i - 2).ends_with("Idx") || code_.text(i - 2).ends_with("Dim");
    for (const std::string_view by : all)
      if (by != at(i).text && !(has_three && by == "w"))
        replace(i, std::string(by), in_quotes(whole), "with another coordinate",
                by < "z" && at(i).text < "z" ? 1 : 3, true);
    next_component(i);
  }

  // v.x + v.y + v.z: and v.w.
  void next_component(std::size_t i) {
    static const std::map<std::string_view, std::string_view> next = {
        {"x", "y"}, {"y", "z"}, {"z", "w"}};
    const auto found = next.find(at(i).text);
    const bool is_number = code_.text(i - 2).ends_with("Idx") || code_.text(i - 2).ends_with("Dim");
    if (found == next.end() || is_number || !code_.is(i - 3, "+") || code_.is(i + 1, "+")) return;
    const std::string whole = code_.text(i - 2, i);
    replace(i, fmt::format("{} + {}.{}", at(i).text, code_.text(i - 2), found->second),
            in_quotes(whole), "with one component more", 1);
  }

  void type(std::size_t i) {
    const auto found = wider_types().find(at(i).text);
    if (found == wider_types().end() || code_.is(i - 1, "(") || code_.is(i - 1, "<") ||
        code_.is(i + 1, "*"))
      return;
    for (const std::string_view by : found->second)
      replace(i, std::string(by), "the type " + in_quotes(at(i).text), "with another type", 3);
  }

  void number(std::size_t i) {
    const std::string_view text = at(i).text;
    if (text.find('.') != std::string_view::npos) return;
    unsigned long long value = 0;
    std::string digits;
    for (const char c : text)
      if (c != '\'') digits += c;
    try {
      value = std::stoull(digits, nullptr, 0);
    } catch (const std::exception&) {
      return;
    }
    const auto suffix = digits.find_last_not_of("uUlL");
    const std::string ending = digits.substr(suffix + 1);
    std::set<unsigned long long> others = {value + 1, value * 2, value / 2, 0};
    if (value > 0) others.insert(value - 1);
    others.erase(value);
    const bool is_of_template = code_.is(i - 1, "<") && !at(i - 1).blank_after;
    if (is_of_template) others.erase(0);  // an array of no elements would stop the compiler
    const bool is_case = code_.is(i - 1, "case");
    for (const unsigned long long other : others)
      replace(i, std::to_string(other) + ending, fmt::format("the number {}", text),
              "with another number", is_case ? 4 : 2, true);
    // Another one of the same function.
    if (const declaration* const function = code_.function_at(i); function != nullptr)
      for (std::size_t k = function->body; k < function->last; ++k)
        if (at(k).is == token::kind::number && at(k).text != text && at(k).text.size() > 1)
          replace(i, std::string(at(k).text), fmt::format("the number {}", text),
                  "with another number", 3);
    // A number where a variable belongs.
    if (value <= 1) return;
    for (const variable* one : code_.visible(i, "integer"))
      replace(i, std::string(one->name), fmt::format("the number {}", text),
              "with a variable in its place", 4);
    if (const declaration* const of = code_.function_at(i); of != nullptr && of->is_device)
      for (const char* other : {"blockDim.x", "gridDim.x"})
        replace(i, other, fmt::format("the number {}", text), "with a variable in its place", 3);
  }

  // The same number twice or more, in constants, too: `word / 64` and `words[size / 64]`.
  void number_in_all_places() {
    constexpr unsigned long long least = 8;
    constexpr std::size_t most_lines = 4;
    std::map<std::string_view, std::vector<std::size_t>> places;
    for (std::size_t i = 0; i < code_.tokens().size(); ++i)
      if (at(i).is == token::kind::number) places[at(i).text].push_back(i);
    for (const auto& [text, all] : places) {
      const bool is_plain = text.find_first_not_of("0123456789") == std::string_view::npos;
      if (all.size() < 2 || !is_plain || text.size() > 6) continue;
      const auto value = std::stoull(std::string(text));
      if (value < least) continue;
      for (const auto other : {value / 2, value * 2}) {
        edit made;
        std::set<unsigned> lines;
        for (const std::size_t i : all) {
          made.more.push_back({at(i).offset, text.size(), std::to_string(other)});
          lines.insert(code_.line_of(i));
        }
        if (lines.size() < 2 || lines.size() > most_lines) continue;
        made.lines.assign(lines.begin(), lines.end());
        made.offset = made.more.back().offset;
        made.length = made.more.back().length;
        made.by = made.more.back().by;
        made.more.pop_back();
        made.line = made.lines.front();
        made.cause = fmt::format("the number {} on @ is to blame", text);
        made.otherwise = "with another number";
        made.rank = 1;
        to_.push_back(std::move(made));
      }
    }
  }

  // A constant for the least or the largest number that there is: the other one, or the next.
  void limit(std::size_t i) {
    const code::range value = code_.value_of_constant(i);
    if (value.is_empty() || code_.declares_here(i)) return;
    static const std::set<std::string_view> limits = {"INT_MAX", "INT_MIN", "numeric_limits",
                                                      "FLT_MAX", "FLT_MIN"};
    const bool is_limit =
        std::any_of(code_.tokens().begin() + static_cast<std::ptrdiff_t>(value.first),
                    code_.tokens().begin() + static_cast<std::ptrdiff_t>(value.end),
                    [&](const token& one) { return limits.count(one.text) > 0; });
    if (!is_limit) return;
    for (const char* other : {"(-2147483647 - 1)", "2147483647", "-__builtin_huge_valf()"}) {
      replace(i, other, "the value of " + in_quotes(at(i).text), "with another limit", 1);
      to_.back().line = code_.line_of(value.first);
    }
  }

  // Another variable, or number of a thread or block, of the same type.
  void name(std::size_t i) {
    const variable* const is = code_.variable_at(i);
    const std::string_view text = at(i).text;
    const bool is_number =
        text == "threadIdx" || text == "blockIdx" || text == "blockDim" || text == "gridDim";
    if (code_.declares_here(i) || (is == nullptr && !is_number)) return;
    const auto& type = is == nullptr ? "integer" : is->type;
    for (const variable* other : code_.visible(i, type)) {
      if (other->name == text) continue;
      if (is != nullptr && other->points_to_const && !is->points_to_const) continue;
      edit made;
      made.offset = at(i).offset;
      made.length = text.size();
      made.by = other->name;
      made.line = code_.line_of(i);
      made.cause = in_quotes(text) + " on @ is to blame";
      made.otherwise = "with another variable";
      made.rank = are_neighbours(text, other->name) ? 0 : 3;
      if (is_number) {
        made.length = code_.end_of(i + 2) - made.offset;
        made.cause = in_quotes(code_.text(i, i + 2)) + " on @ is to blame";
      }
      to_.push_back(std::move(made));
    }
    const declaration* const function = code_.function_at(i);
    if (type != "integer" || function == nullptr || !function->is_device || is_number) return;
    for (const char* other : {"threadIdx.x", "blockIdx.x", "blockDim.x", "gridDim.x"})
      replace(i, other, in_quotes(text), "with another variable", 4);
  }

  // a9 and a10.
  static bool are_neighbours(std::string_view a, std::string_view b) {
    const auto number_of = [](std::string_view text, std::string_view& stem) -> long {
      const auto end = text.find_last_not_of("0123456789") + 1;
      stem = text.substr(0, end);
      return end < text.size() && text.size() - end < 6 ? std::stol(std::string(text.substr(end)))
                                                        : -100;
    };
    std::string_view of_a, of_b;
    const long first = number_of(a, of_a), second = number_of(b, of_b);
    return of_a == of_b && std::abs(first - second) == 1;
  }

  const code& code_;
  std::vector<edit>& to_;
};

}  // namespace

void add_edits_of_words(const code& answer, std::vector<edit>& to) { words(answer, to).collect(); }

}  // namespace lockstep::tutor::experiment
