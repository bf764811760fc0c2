#include <lockstep/grader/buffers.hpp>
#include <lockstep/observe.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "diagnosis/named_memory.hpp"
#include "session.hpp"

namespace lockstep::grader {

void note_buffer(const std::string& name, const void* address, std::size_t elements,
                 std::size_t element_bytes, use_of_buffer use) {
  auto& known = diagnosis::buffers_of_trial();
  diagnosis::named_buffer made;
  made.name = name;
  made.address = reinterpret_cast<std::uintptr_t>(address);
  made.elements = elements;
  made.element_bytes = element_bytes;
  made.made_in_trial = current_session().trial;
  made.is_input = use == use_of_buffer::input;
  // Those of an earlier trial may be gone, and their memory be given out again.
  known.erase(std::remove_if(known.begin(), known.end(),
                             [&](const auto& one) {
                               return one.name == name || one.contains(made.address) ||
                                      made.contains(one.address);
                             }),
              known.end());
  known.push_back(std::move(made));
}

void note_poison(const void* address, std::size_t bytes) {
  static const auto forget = lockstep::detail::runtime_function<decltype(lockstep_forget_writes)>(
      "lockstep_forget_writes");
  if (forget != nullptr && bytes > 0) forget(address, bytes);
}

void note_padding(const std::string& name, std::vector<std::size_t> elements) {
  for (auto& one : diagnosis::buffers_of_trial())
    if (one.name == name) one.padding = std::move(elements);
}

void note_left_alone(const std::string& name, std::vector<std::size_t> elements) {
  for (auto& one : diagnosis::buffers_of_trial())
    if (one.name == name) one.left_alone = std::move(elements);
}

void note_order(const std::string& name, std::size_t first_belongs_in) {
  for (auto& one : diagnosis::buffers_of_trial())
    if (one.name == name && first_belongs_in < one.elements)
      one.first_belongs_in = first_belongs_in;
}

void note_wrong(const std::string& name, std::vector<std::size_t> elements,
                const std::string& alike) {
  for (auto& one : diagnosis::buffers_of_trial()) {
    if (one.name != name) continue;
    one.wrong = std::move(elements);
    one.wrong_alike = alike;
    return;
  }
}

std::string off_by(long long error) {
  return error < 0 ? phrase("too-small", "{} too small", -error)
                   : phrase("too-large", "{} too large", error);
}

std::string nothing_written() { return phrase("nothing-written", "Nothing was written there."); }

std::string difference_in_words(const comparison& difference, std::size_t elements) {
  if (difference.differences == 0) return difference.text;  // of sizes
  const std::string first =
      phrase("element-differs", "element {}: expected {}, got {}", difference.first_difference,
             difference.expected, difference.got);
  if (difference.differences == 1) return first;
  return first + " " +
         phrase("and-more-of", "(and {} more of {})", difference.differences - 1, elements);
}

}  // namespace lockstep::grader
