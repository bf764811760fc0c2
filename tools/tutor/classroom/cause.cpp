#include "classroom/cause.hpp"

#include <algorithm>
#include <cctype>
#include <regex>

#include "lockstep/protocol/phrase.hpp"

namespace lockstep::tutor::classroom {
namespace {

// "33", "-0.5", "1e-3" and "1,024" are "#"; so are "[3]" and "[3..7]" alike, and "x[1], x[3], ...
// x[9]" is one "x[#]". "sum2" stays what it is.
std::string without_numbers(const std::string& text) {
  static const std::regex number(
      R"(-?\b[0-9][0-9.,]*[0-9](e[-+]?[0-9]+)?\b|-?\b[0-9](e[-+]?[0-9]+)?\b)");
  static const std::regex range(R"(#\.\.#)");
  static const std::regex list(R"((\w+\[#\])(, (\.\.\. )?\1)+)");
  // Not "3..7" as one number.
  const std::string apart = std::regex_replace(text, std::regex(R"(\.\.)"), " .. ");
  std::string shorter = std::regex_replace(apart, number, "#");
  shorter = std::regex_replace(shorter, std::regex(R"( \.\. )"), "..");
  shorter = std::regex_replace(shorter, range, "#");
  return std::regex_replace(shorter, list, "$1");
}

}  // namespace

std::string without_place(const verdict& of) {
  const std::string& text = of.headline;
  if (of.file.empty() || !text.starts_with(of.file + ":")) return text;
  std::size_t at = of.file.size() + 1;
  while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0) ++at;
  return text.compare(at, 2, ": ") == 0 ? text.substr(at + 2) : text;
}

std::string cause_of(const verdict& of) {
  const std::string text = protocol::by_ids(without_place(of));
  // What follows says where to look. An answer can make a compiler's message as long as it likes,
  // and std::regex recurses.
  constexpr std::size_t longest = 400;
  const std::string cause = without_numbers(text.substr(0, std::min(text.find("; "), longest)));
  // The compiler quotes names that the student has chosen.
  static const std::regex quoted("\"[^\"]*\"");
  return of.code == exit_code::does_not_compile ? std::regex_replace(cause, quoted, "\"\"") : cause;
}

}  // namespace lockstep::tutor::classroom
