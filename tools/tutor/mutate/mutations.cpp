#include "mutate/mutations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

#include "support/tokens.hpp"

namespace lockstep::tutor {
namespace {

using names = std::set<std::string_view>;

// What a binary operator becomes.
const std::map<std::string_view, std::vector<std::string_view>>& operators() {
  static const std::map<std::string_view, std::vector<std::string_view>> table{
      {"<", {"<=", ">="}}, {"<=", {"<", ">"}}, {">", {">=", "<="}}, {">=", {">", "<"}},
      {"==", {"!="}},      {"!=", {"=="}},     {"+", {"-"}},        {"-", {"+"}},
      {"*", {"/"}},        {"/", {"*"}},       {"%", {"/"}},        {"&", {"|"}},
      {"|", {"&"}},        {"^", {"|"}},       {"<<", {">>"}},      {">>", {"<<"}},
      {"&&", {"||"}},      {"||", {"&&"}},     {"+=", {"=", "-="}}, {"-=", {"+="}},
      {"*=", {"/="}},      {"/=", {"*="}},     {"<<=", {">>="}},    {">>=", {"<<="}},
      {"|=", {"="}},       {"&=", {"="}},      {"^=", {"="}}};
  return table;
}

const std::map<std::string_view, std::string_view>& words() {
  static const std::map<std::string_view, std::string_view> table{
      {"threadIdx", "blockIdx"},
      {"blockIdx", "threadIdx"},
      {"blockDim", "gridDim"},
      {"gridDim", "blockDim"},
      {"true", "false"},
      {"false", "true"},
      // On the host: a wrong stream, exit code or error.
      {"stderr", "stdout"},
      {"stdout", "stderr"},
      {"EXIT_FAILURE", "EXIT_SUCCESS"},
      {"EXIT_SUCCESS", "EXIT_FAILURE"},
      {"cudaSuccess", "cudaErrorUnknown"},
      {"cudaGetLastError", "cudaPeekAtLastError"},
      {"cudaPeekAtLastError", "cudaGetLastError"},
      {"cudaGetErrorName", "cudaGetErrorString"},
      {"cudaGetErrorString", "cudaGetErrorName"}};
  return table;
}

// A statement that begins with one of these is a declaration, or part of something larger.
bool cannot_be_dropped(std::string_view word) {
  static const names all{"const", "constexpr", "static", "extern", "volatile", "auto", "int",
                         "unsigned", "float", "double", "bool", "char", "long", "short", "void",
                         "__shared__", "using", "typedef", "struct", "class", "enum", "template",
                         "namespace", "public", "private", "for", "if", "while", "do", "else",
                         "switch", "case", "default", "inline", "__global__", "std", "cg", "dim3",
                         "size_t", "static_assert", "friend", "__device__", "__host__",
                         "cudaEvent_t", "cudaStream_t", "cudaError_t", "cudaDeviceProp", "#",
                         // Errors that a right solution does not meet.
                         "CUDA_CHECK_LAUNCH"};
  return all.count(word) > 0;
}

bool is_barrier(std::string_view word) {
  return word.substr(0, 6) == "__sync" || word == "sync" || word == "__threadfence";
}

// The literal for `value`, written as `text` was: with its base and suffix.
std::string literal_like(std::string_view text, long long value) {
  const bool hex = text.size() > 2 && (text[1] == 'x' || text[1] == 'X');
  const auto suffix = text.find_last_not_of("uUlL");
  const std::string digits = hex ? fmt::format("{:#x}", value) : std::to_string(value);
  return digits + std::string(text.substr(suffix + 1));
}

class mutator {
 public:
  explicit mutator(std::string_view source) : source_(source), tokens_(tokens_of(source)) {}

  std::vector<mutation> collect() {
    for (at_ = 0; at_ < tokens_.size(); ++at_) {
      const token& one = tokens_[at_];
      if (one.is == token::kind::number) number(one);
      if (one.is == token::kind::symbol) symbol(one);
      if (one.is == token::kind::word) word(one);
      if (one.is == token::kind::text) format(one);
      if (begins_statement()) statement();
    }
    std::stable_sort(found_.begin(), found_.end(),
                     [](const auto& a, const auto& b) { return a.offset < b.offset; });
    return found_;
  }

 private:
  std::string_view text(std::size_t index) const {
    return index < tokens_.size() ? tokens_[index].text : std::string_view();
  }
  std::string_view before() const { return at_ == 0 ? std::string_view() : text(at_ - 1); }

  void add(std::size_t offset, std::size_t length, std::string replacement, std::string what) {
    found_.push_back({offset, length, std::move(replacement), std::move(what)});
  }
  void replace(const token& one, std::string_view by) {
    add(one.offset, one.text.size(), std::string(by), fmt::format("{} becomes {}", one.text, by));
  }

  void number(const token& one) {
    if (one.text.find('.') != std::string_view::npos) {
      replace(one, "(" + std::string(one.text) + " + 1)");
      return;
    }
    std::string digits;
    std::copy_if(one.text.begin(), one.text.end(), std::back_inserter(digits),
                 [](char c) { return c != '\''; });
    long long value = 0;
    try {
      value = std::stoll(digits, nullptr, 0);
    } catch (const std::exception&) {
      return;  // too large for a change by 1 to mean much
    }
    replace(one, literal_like(one.text, value + 1));
    if (value > 0) replace(one, literal_like(one.text, value - 1));
  }

  void symbol(const token& one) {
    if (one.text == ",") comma(one);
    if (one.text == "++" || one.text == "--") replace(one, one.text == "++" ? "--" : "++");
    if (!one.blank_before || !one.blank_after || before() == "template") return;
    const auto found = operators().find(one.text);
    if (found == operators().end()) return;
    for (const auto by : found->second) replace(one, by);
    if (one.text == "<") bound_above();
  }

  // i < size: one element too few.
  void bound_above() {
    static const names ends{")", ";", "&&", "||", "?"};
    if (at_ + 2 >= tokens_.size()) return;
    const token& bound = tokens_[at_ + 1];
    if (bound.is == token::kind::word && ends.count(text(at_ + 2)) > 0)
      replace(bound, fmt::format("({} - 1)", bound.text));
  }

  // printf("%d: %s\n", ...): a value is not printed, and the others are in the wrong place.
  void format(const token& one) {
    for (auto i = one.text.find('%'); i < one.text.size(); i = one.text.find('%', i + 1)) {
      const auto end = one.text.find_first_not_of("-+ #.0123456789hlz", i + 1);
      if (end == std::string_view::npos) return;
      const std::string conversion(one.text.substr(i, end + 1 - i));
      if (one.text[end] == '%') {
        i = end;  // a sign of its own
      } else if (std::isalpha(static_cast<unsigned char>(one.text[end])) != 0) {
        add(one.offset + i, conversion.size(), "", fmt::format("{} left out", conversion));
      }
    }
  }

  void word(const token& one) {
    if (const auto by = words().find(one.text); by != words().end()) replace(one, by->second);
    if ((one.text == "x" || one.text == "y") && before() == "." && at_ >= 2 &&
        words().count(text(at_ - 2)) > 0)
      replace(one, one.text == "x" ? "y" : "x");
    if (one.text == "if" || one.text == "while") condition(one);
    if (one.text == "__global__") kernel();
  }

  // f(a, b): neighbouring arguments that are names change places.
  void comma(const token& one) {
    if (at_ < 2 || at_ + 2 >= tokens_.size()) return;
    static const names begins{"(", ","}, ends{")", ","};
    const token &left = tokens_[at_ - 1], &right = tokens_[at_ + 1];
    const bool are_names =
        left.is == token::kind::word && right.is == token::kind::word && left.text != right.text;
    if (!are_names || begins.count(text(at_ - 2)) == 0 || ends.count(text(at_ + 2)) == 0) return;
    const auto from = left.offset;
    const auto length = right.offset + right.text.size() - from;
    add(from, length, fmt::format("{}{} {}", right.text, one.text, left.text),
        fmt::format("{} and {} change places", left.text, right.text));
  }

  // The index of the bracket that closes the one at `open`.
  std::size_t closing(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < tokens_.size(); ++i) {
      if (text(i) == "(") ++depth;
      if (text(i) == ")" && --depth == 0) return i;
    }
    return tokens_.size();
  }

  void condition(const token& one) {
    if (text(at_ + 1) != "(") return;  // if constexpr
    const auto end = closing(at_ + 1);
    if (end == tokens_.size()) return;
    // A lone comparison is turned round where its operator stands.
    static const names comparisons{"<", "<=", ">", ">=", "==", "!="}, joints{"&&", "||"};
    const auto in_condition = [&](const names& some) {
      return std::any_of(tokens_.begin() + static_cast<long>(at_),
                         tokens_.begin() + static_cast<long>(end),
                         [&](const token& t) { return some.count(t.text) > 0; });
    };
    if (in_condition(comparisons) && !in_condition(joints)) return;
    const auto first = tokens_[at_ + 1].offset + 1, last = tokens_[end].offset;
    add(first, last - first, fmt::format("!({})", source_.substr(first, last - first)),
        fmt::format("condition of {} negated", one.text));
  }

  // One thread leaves a kernel at its beginning.
  void kernel() {
    std::size_t open = at_;
    while (open < tokens_.size() && text(open) != "(") ++open;
    if (text(open - 1) == "__launch_bounds__") {
      open = closing(open) + 1;
      while (open < tokens_.size() && text(open) != "(") ++open;
    }
    const auto end = closing(open);
    if (text(end + 1) != "{") return;
    add(tokens_[end + 1].offset + 1, 0, " if (threadIdx.x == blockDim.x - 1) return;",
        "early return added");
  }

  bool begins_statement() const {
    const auto previous = before();
    if (previous.empty() || previous == ";" || previous == "{" || previous == "}" ||
        previous == "else")
      return true;
    if (previous != ")") return false;
    // Behind the bracket of if, for and while.
    int depth = 0;
    for (std::size_t i = at_ - 1; i > 0; --i) {
      if (text(i) == ")") ++depth;
      if (text(i) == "(" && --depth == 0) {
        const auto opener = text(i - 1);
        return opener == "if" || opener == "for" || opener == "while" || opener == "constexpr";
      }
    }
    return false;
  }

  // Drops the statement that begins here, if it is one and can be.
  void statement() {
    const token& first = tokens_[at_];
    const bool qualified_call = text(at_ + 1) == "::" && text(at_ + 3) == "(";  // std::exit(1)
    if ((cannot_be_dropped(first.text) && !qualified_call) || inside_brackets()) return;
    if (first.is == token::kind::number || first.text == "{" || first.text == "}" ||
        first.text == ";")
      return;
    int depth = 0;
    bool does_something = false;
    for (std::size_t i = at_; i < tokens_.size(); ++i) {
      const auto here = text(i);
      if (here == "(" || here == "{" || here == "[") ++depth;
      if (here == ")" || here == "}" || here == "]") --depth;
      if (depth < 0) return;
      if (here == "(" || here == "=" || here == "++" || here == "--" || here == "return" ||
          (here.size() >= 2 && here.back() == '='))
        does_something = true;
      if (here == "cudaFree" || here == "cudaEventDestroy" || here == "cudaStreamDestroy") return;
      if (here != ";" || depth != 0) continue;
      // `type name(...)` and `type name = ...` declare.
      const bool declares = at_ + 1 < i && tokens_[at_].is == token::kind::word &&
                            tokens_[at_ + 1].is == token::kind::word && first.text != "return";
      if (!does_something || declares) return;
      // A function that gives no value is another mistake: the compiler warns of it.
      if (first.text == "return" && i > at_ + 1) return;
      const auto end = tokens_[i].offset + 1;
      const bool barrier = is_barrier(first.text) || (i > at_ + 2 && is_barrier(text(at_ + 2)));
      add(first.offset, end - first.offset, ";", barrier ? "barrier removed" : "statement dropped");
      return;
    }
  }

  // In the head of a for, or in arguments.
  bool inside_brackets() const {
    int depth = 0;
    for (std::size_t i = at_; i-- > 0;) {
      if (text(i) == ")") ++depth;
      if (text(i) == "(" && --depth < 0) return true;
      if (text(i) == "{" || text(i) == "}") return false;
    }
    return false;
  }

  std::string_view source_;
  std::vector<token> tokens_;
  std::size_t at_ = 0;
  std::vector<mutation> found_;
};

std::string with_single_blanks(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t';
    if (!blank) result += c;
    if (blank && !result.empty() && result.back() != ' ') result += ' ';
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

}  // namespace

std::vector<mutation> mutations_of(std::string_view source) { return mutator(source).collect(); }

std::string mutated(std::string_view source, const mutation& one) {
  std::string text(source);
  return text.replace(one.offset, one.length, one.replacement);
}

changed_lines lines_changed_by(std::string_view source, const mutation& one) {
  const auto line_start = source.rfind('\n', one.offset == 0 ? 0 : one.offset - 1);
  const std::size_t first = line_start == std::string_view::npos ? 0 : line_start + 1;
  const std::size_t end = std::min(source.find('\n', one.offset + one.length), source.size());
  changed_lines lines;
  lines.line = static_cast<unsigned>(
      1 + std::count(source.begin(), source.begin() + static_cast<long>(one.offset), '\n'));
  const auto before = source.substr(first, end - first);
  lines.before = with_single_blanks(before);
  std::string after(before);
  after.replace(one.offset - first, one.length, one.replacement);
  lines.after = with_single_blanks(after);
  return lines;
}

}  // namespace lockstep::tutor
