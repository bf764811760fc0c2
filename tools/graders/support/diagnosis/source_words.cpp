#include "source_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>

namespace lockstep::grader::diagnosis {

namespace {

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

constexpr std::array<std::string_view, 24> long_operators = {
    "<<<", ">>>", "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "+=",  "-=",  "*=",  "/=",  "%=", "&=", "|=", "^=", "++", "--", "->", "::"};

std::size_t end_of_name(std::string_view line, std::size_t begin) {
  std::size_t end = begin;
  while (end < line.size() &&
         (is_of_name(line[end]) ||
          (line[end] == '.' && end + 1 < line.size() && is_of_name(line[end + 1]))))
    ++end;
  return end;
}

std::size_t end_of_quotes(std::string_view line, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < line.size() && line[end] != line[begin]) end += line[end] == '\\' ? 2 : 1;
  return std::min(end + 1, line.size());
}

// What the compiler may have made the word of. It turns comparisons round, and with them `&&` and
// `||`: a guard becomes the condition to skip what it guards.
const std::vector<std::string>& sources_of(std::string_view ptx_word) {
  using words = std::vector<std::string>;
  static const words order = {"<", "<=", ">", ">="}, equality = {"==", "!="}, none;
  static const std::map<std::string_view, words> all = {
      {"lt", order},
      {"le", order},
      {"gt", order},
      {"ge", order},
      {"eq", equality},
      {"ne", equality},
      {"add", {"+", "+=", "++", "atomicAdd"}},
      {"sub", {"-", "-=", "--", "atomicSub"}},
      {"min", {"min", "std::min", "fminf", "atomicMin"}},
      {"max", {"max", "std::max", "fmaxf", "atomicMax"}},
      {"and", {"&", "&&", "&=", "||"}},
      {"or", {"|", "||", "|=", "&&"}},
      {"shl", {"<<", "<<=", "*", "*="}},
      {"shr", {">>", ">>=", "/", "/="}},
      {"div", {"/", "/="}},
      {"rem", {"%", "%="}},
      {"up", {"__shfl_up_sync"}},
      {"down", {"__shfl_down_sync"}},
      {"bfly", {"__shfl_xor_sync"}},
      {"all", {"__all_sync"}},
      {"any", {"__any_sync"}},
      {"%tid.x", {"threadIdx.x"}},
      {"%tid.y", {"threadIdx.y"}},
      {"%ctaid.x", {"blockIdx.x"}},
      {"%ctaid.y", {"blockIdx.y"}},
      {"%ntid.x", {"blockDim.x"}},
      {"%ntid.y", {"blockDim.y"}},
      {"%nctaid.x", {"gridDim.x"}},
      {"%nctaid.y", {"gridDim.y"}}};
  const auto known = all.find(ptx_word);
  return known == all.end() ? none : known->second;
}

}  // namespace

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < line.size();) {
    const std::string_view rest = line.substr(at);
    std::size_t end = at + 1;
    if (rest.substr(0, 2) == "//") break;
    if (std::isspace(static_cast<unsigned char>(rest[0])) != 0) {
      at = end;
      continue;
    }
    if (rest[0] == '"' || rest[0] == '\'') {
      at = end_of_quotes(line, at);
      continue;
    }
    if (is_of_name(rest[0])) {
      end = end_of_name(line, at);
    } else {
      const auto known = std::find_if(long_operators.begin(), long_operators.end(),
                                      [&](auto one) { return rest.substr(0, one.size()) == one; });
      if (known != long_operators.end()) end = at + known->size();
    }
    words.emplace_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

bool is_number(std::string_view word) {
  const auto is_of_macro = [](char c) {
    return std::isupper(static_cast<unsigned char>(c)) != 0 || is_digit(c) || c == '_';
  };
  return !word.empty() && is_of_name(word[0]) &&
         (is_digit(word[0]) ||
          (word.size() > 1 && std::all_of(word.begin(), word.end(), is_of_macro)));
}

std::string word_behind(std::string_view ptx_word, const std::vector<std::string>& line) {
  const auto& sources = sources_of(ptx_word);
  std::string found;
  for (const std::string& word : line) {
    if (std::find(sources.begin(), sources.end(), word) == sources.end()) continue;
    if (!found.empty()) return {};
    found = word;
  }
  return found;
}

std::string number_behind(std::string_view value, const std::vector<std::string>& line) {
  std::vector<std::string> numbers;
  std::copy_if(line.begin(), line.end(), std::back_inserter(numbers), is_number);
  if (numbers.size() == 1) return numbers.front();
  const long long is = std::strtoll(std::string(value).c_str(), nullptr, 10);
  for (const long long near : {is, is + 1, is - 1}) {
    std::vector<std::string> alike;
    for (const std::string& one : numbers)
      if (std::strtoll(one.c_str(), nullptr, 0) == near) alike.push_back(one);
    if (!alike.empty()) return alike.size() == 1 ? alike.front() : "";
  }
  return {};
}

bool is_mask_of_compiler(std::string_view value, std::string_view line) {
  const long long is = std::strtoll(std::string(value).c_str(), nullptr, 10);
  const long long size = is < 0 ? -is : 0x1'0000'0000 - is;  // as 32 bits without a sign
  const bool is_mask = size > 1 && size < 0x1'0000 && (size & (size - 1)) == 0;
  const std::string number = std::to_string(size);
  return is_mask && line.find('~') == std::string_view::npos &&
         line.find("- " + number) == std::string_view::npos &&
         line.find("-" + number) == std::string_view::npos;
}

namespace {

bool has(const std::vector<std::string>& words, std::string_view one) {
  return std::find(words.begin(), words.end(), one) != words.end();
}

}  // namespace

unsigned line_of_constant(const std::string& file, const std::string& name) {
  std::ifstream in(file);
  unsigned number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const auto words = words_of(line);
    const auto at = std::find(words.begin(), words.end(), name);
    if (at == words.begin() || at == words.end()) continue;
    const bool has_value = at + 1 != words.end() && *(at + 1) == "=";
    if (*(at - 1) == "define" || (has_value && (has(words, "constexpr") || has(words, "enum"))))
      return number;
  }
  return 0;
}

std::string line_of_file(const std::string& file, unsigned number) {
  std::ifstream in(file);
  std::string line;
  for (unsigned n = 0; n < number; ++n)
    if (!std::getline(in, line)) return {};
  return line;
}

}  // namespace lockstep::grader::diagnosis
