#include "digits.hpp"

#include <algorithm>
#include <cstring>
#include <set>
#include <vector>

#include "parts.hpp"
#include "words.hpp"

namespace lockstep::grader::diagnosis {

namespace {

bool ends_in(const std::string& text, const char* ending) {
  const std::size_t size = std::strlen(ending);
  return text.size() >= size && text.compare(text.size() - size, size, ending) == 0;
}

// "rounded to float (24 bits)" of "cvt.rn.f32.s32".
std::string narrowing_in_words(const std::string& operation) {
  const auto has = [&](const char* type) { return operation.find(type) != std::string::npos; };
  const bool from_fraction = ends_in(operation, ".f32") || ends_in(operation, ".f64");
  if (has(".f32.f64") || (has(".f32.") && !from_fraction))
    return phrase("narrowed", "rounded to float (24 bits)");
  if (has(".f64.")) return phrase("narrowed", "rounded to double (53 bits)");
  if (has(".f16")) return phrase("narrowed", "rounded to half (11 bits)");
  if (from_fraction) return phrase("narrowed", "cut off to an integer");
  return phrase("narrowed", "cut down to a smaller type");
}

// A store of fewer bytes than its value was loaded with.
bool is_stored_short(const recording& seen, const lockstep_node& node) {
  if (node.kind != LOCKSTEP_NODE_STORE || node.sources[0] == 0) return false;
  const lockstep_node& value = seen.node(node.sources[0] - 1);
  return value.kind == LOCKSTEP_NODE_LOAD && node.bytes < value.bytes;
}

// A load of a part of an element, as the compiler makes it of one whose other bits are dropped.
bool is_loaded_short(const recording& seen, const lockstep_node& node) {
  return node.kind == LOCKSTEP_NODE_LOAD && node.space == LOCKSTEP_SPACE_GLOBAL &&
         std::any_of(seen.buffers().begin(), seen.buffers().end(), [&](const named_buffer& one) {
           return one.contains(node.address) && node.bytes < one.element_bytes;
         });
}

// An element of an input as it is.
bool is_plain_input(const recording& seen, std::uint32_t n) {
  const lockstep_node* node = &seen.node(n);
  while ((node->kind == LOCKSTEP_NODE_LOAD || node->kind == LOCKSTEP_NODE_STORE) &&
         node->sources[0] != 0)
    node = &seen.node(node->sources[0] - 1);
  return node->kind == LOCKSTEP_NODE_INITIAL && node->space == LOCKSTEP_SPACE_GLOBAL;
}

// `cvt.rn.f32.s32` of an input: its numbers are integers.
bool takes_integer_input(const recording& seen, std::uint32_t n) {
  const std::string operation = seen.operation_of(n);
  const bool from_integer = !ends_in(operation, ".f32") && !ends_in(operation, ".f64");
  return seen.node(n).kind == LOCKSTEP_NODE_CONVERT && from_integer &&
         is_plain_input(seen, seen.node(n).sources[0] - 1);
}

bool cuts_off_fraction(const recording& seen, std::uint32_t n) {
  const std::string operation = seen.operation_of(n);
  return seen.node(n).kind == LOCKSTEP_NODE_CONVERT && operation.rfind("cvt.rzi", 0) == 0;
}

// Where a value last lost digits, or the fraction that its inputs had; nothing if it never did.
std::optional<std::uint32_t> narrowed_at(const recording& seen, std::uint32_t value) {
  std::optional<std::uint32_t> found, cut_off;
  bool of_integers = false;
  for (const std::uint32_t n : history_of(seen, value)) {
    const lockstep_node& node = seen.node(n);
    const bool narrows = node.kind == LOCKSTEP_NODE_CONVERT || is_stored_short(seen, node) ||
                         is_loaded_short(seen, node);
    if (!narrows || !seen.place_of(n).known()) continue;
    of_integers = of_integers || takes_integer_input(seen, n);
    if (cuts_off_fraction(seen, n)) {
      if (!cut_off) cut_off = n;
    } else if (!found) {
      found = n;
    }
  }
  return cut_off && !of_integers ? cut_off : found;
}

// How often elements go into a value: once, or as weights say.
std::set<std::uint64_t> counts_of(const elements_by_count& parts) {
  std::set<std::uint64_t> counts;
  for (const auto& [element, count] : parts) counts.insert(count);
  return counts;
}

}  // namespace

explanation loses_digits(const recording& seen, const std::string& element, std::uint32_t writer,
                         std::optional<std::uint32_t> right) {
  const auto at = narrowed_at(seen, writer);
  if (!at) return {};
  if (right) {
    const auto parts = elements_in(seen, writer), of_right = elements_in(seen, *right);
    if (!parts || !of_right || counts_of(*parts) != counts_of(*of_right)) return {};
  }
  const std::string sources = made_of(seen, writer);
  if (sources.empty()) return {};
  const lockstep_node& node = seen.node(*at);
  const std::string how = node.kind != LOCKSTEP_NODE_CONVERT
                              ? phrase("cut-down-to", "cut down to {} bits", 8 * node.bytes)
                              : narrowing_in_words(seen.operation_of(*at));
  explanation found{phrase("loses-digits", "numbers are {} here: {} is computed from {}, and wrong",
                           how, element, sources),
                    seen.place_of(*at)};
  found.seen_from = "declaration";
  return found;
}

}  // namespace lockstep::grader::diagnosis
