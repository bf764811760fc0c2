#include "experiment/host_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "experiment/alternatives.hpp"
#include "experiment/copies.hpp"
#include "support/text.hpp"
#include "support/tokens.hpp"

namespace lockstep::tutor::experiment {
namespace {

// What nvcc includes and declares by itself.
constexpr std::string_view prelude =
    "#include <cuda_runtime.h>\n#include <algorithm>\n"
    "extern \"C\" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);\n"
    "using std::max;\nusing std::min;\n";

constexpr std::size_t none = ~std::size_t{0};

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> all) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

bool has(const code& answer, std::size_t first, std::size_t end,
         std::initializer_list<std::string_view> words) {
  for (std::size_t i = first; i < end; ++i)
    if (is_one_of(answer.text(i), words)) return true;
  return false;
}

// A constant or a type: a copy is as good as the original.
bool holds_no_state(const code& answer, const declaration& one) {
  if (has(answer, one.first, one.last + 1,
          {"__device__", "__constant__", "__managed__", "__shared__", "extern"}))
    return false;
  return is_explicit_instance(answer, one) ||
         is_one_of(answer.text(one.first), {"struct", "class", "enum", "union", "using", "typedef",
                                            "template", "static_assert", "constexpr", "const"}) ||
         has(answer, one.first, std::min(one.first + 3, one.last), {"constexpr", "const"});
}

bool is_in_unnamed_namespace(const code& answer, const declaration& one) {
  for (std::size_t i = 0; i < one.first; ++i)
    if (answer.is(i, "namespace") && answer.is(i + 1, "{") && answer.partner(i + 1) > one.last)
      return true;
  return false;
}

// Others do not see it, or may see it more than once.
bool is_local(const code& answer, const declaration& function) {
  return is_in_unnamed_namespace(answer, function) ||
         has(answer, function.first, function.body, {"static", "inline", "constexpr", "template"});
}

bool is_for_both(const code& answer, const declaration& one) {
  return one.is_function && has(answer, one.first, one.body, {"__host__"}) && one.is_device;
}

std::string text_of(const code& answer, std::size_t first, std::size_t end) {
  return answer.text(first, end - 1);
}

// What stands outside of alternatives, at a declaration's own line.
std::string outside(const code& answer, const declaration& one) {
  const std::string whole = text_of(answer, one.first, one.last + 1);
  if (!one.is_function) return is_explicit_instance(answer, one) ? "" : whole;
  if (one.is_device && !is_kernel(answer, one)) return "";
  if (!one.is_device && is_local(answer, one)) return with_launches_as_calls(whole);
  // Weak: edits may ask for kernels that the answer does not have.
  const std::string declared = text_of(answer, one.first, one.body) + ";";
  return one.is_device ? replaced(declared, "__global__", "__attribute__((weak))") : declared;
}

// Index of the bracket that closes the one at `open`.
std::size_t closing(const std::vector<token>& all, std::size_t open) {
  const std::string_view opens = all[open].text, closes = opens == "(" ? ")" : ">";
  unsigned depth = 0;
  for (std::size_t i = open; i < all.size(); ++i) {
    if (all[i].text == opens) ++depth;
    if (all[i].text == closes && --depth == 0) return i;
  }
  return none;
}

// Where the name of the kernel begins that a launch at `launch` starts.
std::size_t name_before(const std::vector<token>& all, std::size_t launch) {
  std::size_t i = launch;
  if (i > 0 && (all[i - 1].text == ">" || all[i - 1].text == ")")) {
    const std::string_view closes = all[i - 1].text, opens = closes == ")" ? "(" : "<";
    unsigned depth = 0;
    do {
      --i;
      if (all[i].text == closes) ++depth;
      if (all[i].text == opens) --depth;
    } while (depth > 0 && i > 0);
    if (depth > 0) return none;
    if (opens == "(") return i;
  }
  if (i == 0) return none;
  --i;
  const auto is_scope = [&](std::size_t at) { return all[at].text == "::"; };
  while (i > 1 && is_scope(i - 1) && all[i - 2].is == token::kind::word && !all[i - 1].blank_before)
    i -= 2;
  return i > 0 && is_scope(i - 1) ? i - 1 : i;
}

}  // namespace

std::string with_launches_as_calls(const std::string& text) {
  const std::vector<token> all = tokens_of(text);
  std::string made;
  std::size_t done = 0;  // offset
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].text != "<<<") continue;
    const std::size_t name = name_before(all, i);
    std::size_t end = i;
    while (end < all.size() && all[end].text != ">>>") ++end;
    if (name == none || end + 1 >= all.size() || all[end + 1].text != "(") continue;
    const std::size_t last = closing(all, end + 1);
    if (last == none || all[name].offset < done) continue;
    const auto between = [&](std::size_t from, std::size_t to) {
      return text.substr(from, to - from);
    };
    made += between(done, all[name].offset);
    made += "(::__cudaPushCallConfiguration(" +
            between(all[i].offset + all[i].text.size(), all[end].offset) +
            ") ? (void)0 : " + between(all[name].offset, all[i].offset) +
            between(all[end + 1].offset, all[last].offset + 1) + ")";
    done = all[last].offset + 1;
    i = last;
  }
  return made + text.substr(done);
}

bool changes_host(const code& answer, const edit& one) {
  const auto changed = affected_on_host(answer, one);
  return std::any_of(changed.begin(), changed.end(),
                     [&](std::size_t d) { return answer.declarations()[d].is_function; });
}

bool can_be_apart(const code& answer, const std::vector<edit>& edits) {
  const auto& all = answer.declarations();
  for (std::size_t i = 0; i < answer.tokens().size(); ++i)
    if (answer.is(i, "extern") && answer.function_at(i) == nullptr) return false;
  for (const declaration& one : all) {
    if (is_for_both(answer, one)) return false;
    if (!one.is_function && !holds_no_state(answer, one)) return false;
    if (is_kernel(answer, one) &&
        (is_in_unnamed_namespace(answer, one) || has(answer, one.first, one.body, {"static"})))
      return false;
  }
  for (const edit& one : edits)
    for (const replacement& part : replacements_of(one))
      for (const declaration& changed : all)
        if (is_kernel(answer, changed) && offset_of(answer, changed.first) <= part.offset &&
            part.offset <= offset_of(answer, changed.body))
          return false;
  return true;
}

std::string host_source_with(const code& answer, const std::vector<edit>& edits,
                             const borrowed& more) {
  const directives split_up = split(answer.source());
  if (!split_up.is_simple) return {};
  std::string text = std::string(prelude) + split_up.hoisted + more.includes;
  for (const declaration& one : answer.declarations())
    text += fmt::format("#line {} \"answer.cu\"\n{}\n", answer.line_of(one.first),
                        outside(answer, one));
  const code of_solution_alone(more.declarations);
  for (const declaration& one : of_solution_alone.declarations())
    if (!one.is_function || !one.is_device)
      text +=
          fmt::format("namespace {{\n#line 1 \"{}\"\n{}\n}}\n", of_solution,
                      with_launches_as_calls(text_of(of_solution_alone, one.first, one.last + 1)));
  for (std::size_t a = 0; a < edits.size(); ++a) {
    const edit& one = edits[a];
    if (one.is_left_out || !changes_host(answer, one)) continue;
    text += fmt::format("namespace {0} {{ namespace {1}{2} {{\n#line 1 \"{1}{2}\"\n", original,
                        alternative, a);
    for (const std::size_t d : affected_on_host(answer, one))
      text += with_launches_as_calls(without_lookup_by_arguments(
                  answer, copy_of(answer, answer.declarations()[d], one, split_up.rest))) +
              "\n";
    text += "} }\n";
  }
  return text;
}

}  // namespace lockstep::tutor::experiment
