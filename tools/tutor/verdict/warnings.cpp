#include "verdict/warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "language/language.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "support/text.hpp"
#include "verdict/idle_statements.hpp"
#include "verdict/output.hpp"

namespace lockstep::tutor {
namespace {

constexpr std::size_t most_warnings = 3;

// Code that does something else than it looks like, the surest signs first: numbers of nvcc's
// warnings, and names of the host compiler's.
constexpr std::array<std::string_view, 30> signs_of_a_mistake{
    "174-D",  // expression has no effect
    "549-D",  // variable is used before its value is set
    "186-D",  // pointless comparison of unsigned integer with zero
    "514-D",  // pointless comparison of unsigned integer with a negative constant
    "187-D",  // use of "=" where "==" may have been intended
    "128-D",  // loop is not reachable
    "111-D",  // statement is unreachable
    "940-D",  // missing return statement at end of non-void function
    "63-D",   // shift count is too large
    "61-D",   // integer operation result is out of range
    "39-D",   // division by zero
    "175-D",  // subscript out of range
    "170-D",  // pointer points outside of underlying object
    "550-D",  // variable was set but never used
    "-Wimplicit-fallthrough=",
    "177-D",  // variable was declared but never referenced
    "-Wunused-parameter",
    "68-D",  // integer conversion resulted in a change of sign
    "69-D",  // integer conversion resulted in truncation
    "-Wuninitialized",
    "-Wmaybe-uninitialized",
    "-Wunused-value",
    "-Wparentheses",
    "-Wreturn-type",
    "-Wempty-body",
    "-Wmisleading-indentation",
    "-Wshift-count-overflow",
    "-Wdiv-by-zero",
    "-Woverflow",
    "-Wtype-limits"};

// Those of nvcc's that name a cause by themselves.
constexpr std::array<std::string_view, 9> causes{
    "174-D", "186-D", "514-D", "187-D", "128-D", "111-D", "550-D", "-Wimplicit-fallthrough=",
    "177-D"};

// What stands behind every case of a switch, or at the end of a function, harms nobody; nor does a
// constant that nobody needs.
bool is_harmless(const compiler_warning& one, const std::string& source) {
  const auto lines = lines_of(source);
  if (one.line == 0 || one.line > lines.size()) return false;
  const std::string line = trimmed(lines[one.line - 1]);
  if (one.code == "177-D")
    return line.find("constexpr") != std::string::npos || line == lines[one.line - 1];
  return one.code == "111-D" && (line.starts_with("break") || line.starts_with("return"));
}

bool is_cause(const compiler_warning& one, const evidence& seen) {
  return std::find(causes.begin(), causes.end(), one.code) != causes.end() &&
         !is_harmless(one, seen.source_text);
}

// The headline says it already.
bool is_headline(const shown_warning& one, const verdict& v) {
  return one.what.line == v.line && one.what.file == v.file &&
         v.headline.ends_with(one.what.message);
}

// What the headline said goes below it.
void blame(verdict& of, const std::string& file, unsigned line, const std::string& what) {
  of.details.insert(of.details.begin(), of.headline);
  of.file = file;
  of.line = line;
  of.headline = fmt::format("{}:{}: {}", file, line, what);
}

std::size_t rank_of(const compiler_warning& one) {
  const auto* found =
      std::find(signs_of_a_mistake.begin(), signs_of_a_mistake.end(), std::string_view(one.code));
  return static_cast<std::size_t>(found - signs_of_a_mistake.begin());
}

bool is_sign_of_a_mistake(const compiler_warning& one) {
  return rank_of(one) < signs_of_a_mistake.size();
}

// Variables and parameters that are there for what is still to be written.
bool is_of_a_stub(const compiler_warning& one) {
  return one.code == "177-D" || one.code == "550-D" || one.code.starts_with("-Wunused-");
}

bool has_likely_cause(const verdict& v) {
  return !v.warnings.empty() && v.warnings.front().likely_cause;
}

std::string line_in_colour(const compiler_warning& one, const palette& colours) {
  const std::string head = tr("nvcc warns:"), text = in_language(sentence_of(one));
  return "  " + colours.warn(head) + text.substr(std::min(head.size(), text.size())) + "\n";
}

// The headline's line of the source is there already.
std::string with_source(const shown_warning& one, const verdict& v, const checkout_paths& paths,
                        const palette& colours) {
  const bool is_headlines = one.what.line == v.line && one.what.file == v.file;
  const auto excerpt =
      is_headlines ? std::string() : source_excerpt(paths, one.what.file, one.what.line);
  return line_in_colour(one.what, colours) + (excerpt.empty() ? "" : excerpt + "\n");
}

}  // namespace

void add_warnings(const evidence& seen, verdict& to) {
  if (to.code == exit_code::setup_missing || to.code == exit_code::does_not_compile) return;
  for (const auto& one : seen.build.warnings) {
    const bool unfinished = seen.has_todo && is_of_a_stub(one) && one.code != "-Wunused-value";
    const bool may_explain = is_sign_of_a_mistake(one) && !is_harmless(one, seen.source_text);
    if (!unfinished) to.warnings.push_back({one, !to.passed() && may_explain});
  }
  std::stable_sort(to.warnings.begin(), to.warnings.end(),
                   [](const auto& a, const auto& b) { return rank_of(a.what) < rank_of(b.what); });
}

void blame_a_warning(const evidence& seen, verdict& of) {
  const auto& findings = of.findings;
  if (of.code != exit_code::wrong_result ||
      std::any_of(findings.begin(), findings.end(),
                  [](const auto& found) { return !found.is_warning(); }))
    return;
  const auto found =
      std::find_if(of.warnings.begin(), of.warnings.end(),
                   [&](const shown_warning& one) { return is_cause(one.what, seen); });
  if (found != of.warnings.end())
    return blame(of, found->what.file, found->what.line,
                 protocol::phrase("compiler-says", "the compiler says: {}", found->what.message));
  if (const auto idle = first_idle_statement(seen.source_text))
    blame(of, seen.source, idle->line, idle->what);
}

std::string sentence_of(const compiler_warning& one) {
  return protocol::phrase("nvcc-warns", "nvcc warns: line {}: {}", one.line, one.message);
}

std::string text_of_likely_cause(const verdict& v, const checkout_paths& paths,
                                 const palette& colours) {
  return has_likely_cause(v) && !is_headline(v.warnings.front(), v)
             ? with_source(v.warnings.front(), v, paths, colours)
             : std::string();
}

std::string text_of_other_warnings(const verdict& v, const checkout_paths& paths,
                                   const palette& colours) {
  const std::size_t first = has_likely_cause(v) ? 1 : 0;
  const std::size_t shown = std::min(v.warnings.size(), most_warnings);
  std::string text;
  for (std::size_t i = first; i < shown; ++i) {
    if (!is_headline(v.warnings[i], v)) text += with_source(v.warnings[i], v, paths, colours);
  }
  if (v.warnings.size() > shown)
    text += "  " +
            in_language(protocol::phrase("and", "and {}",
                                         count_of(v.warnings.size() - shown, "more warning"))) +
            "\n";
  return text;
}

}  // namespace lockstep::tutor
