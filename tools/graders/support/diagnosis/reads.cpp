#include "reads.hpp"

#include <algorithm>
#include <vector>

#include "owners.hpp"
#include "parts.hpp"
#include "words.hpp"

namespace lockstep::grader::diagnosis {

namespace {

// Whether a result that is wrong is made of fewer elements than one that is right. Where no result
// is made of any, as if only conditions look at the inputs, or where even those that are right are
// made of very different numbers, as in a histogram, nobody knows.
bool something_may_be_missing(const recording& seen) {
  std::size_t most_of_right = 0;
  std::size_t least_of_right = ~std::size_t{0}, least_of_wrong = ~std::size_t{0};
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    if (buffer.is_input || buffer.wrong.empty()) continue;
    constexpr std::size_t most_looked_at = 64;
    for (std::size_t e = 0; e < buffer.elements && e < most_looked_at + buffer.wrong.front(); ++e) {
      const auto& writers = seen.at(b, e).writers;
      if (writers.empty()) continue;
      const auto parts = elements_in(seen, writers.back());
      if (!parts) return true;
      const std::size_t count = parts->size();
      if (std::binary_search(buffer.wrong.begin(), buffer.wrong.end(), e)) {
        least_of_wrong = std::min(least_of_wrong, count);
      } else {
        most_of_right = std::max(most_of_right, count);
        least_of_right = std::min(least_of_right, count);
      }
    }
  }
  if (most_of_right > 0 && least_of_right <= most_of_right / 2) return true;
  return least_of_wrong == ~std::size_t{0} || least_of_wrong < most_of_right || most_of_right == 0;
}

std::vector<std::size_t> unread_elements(const recording& seen, std::size_t b) {
  const named_buffer& buffer = seen.buffers()[b];
  std::vector<std::size_t> missing;
  if (!buffer.is_input) return missing;
  for (std::size_t e = 0; e < buffer.elements; ++e)
    if (seen.at(b, e).readers.empty() &&
        !std::binary_search(buffer.padding.begin(), buffer.padding.end(), e))
      missing.push_back(e);
  return missing;
}

}  // namespace

explanation never_read(const recording& seen) {
  const bool may_be_missing = something_may_be_missing(seen);
  for (std::size_t b = 0; b < seen.buffers().size(); ++b) {
    const named_buffer& buffer = seen.buffers()[b];
    const std::vector<std::size_t> missing = unread_elements(seen, b);
    if (missing.empty()) continue;
    if (missing.size() + buffer.padding.size() == buffer.elements) {
      // The host may have read it all.
      if (seen.host_reads_after(0, buffer.address)) continue;
      // Whatever results are made of: it may be for conditions alone. Without a place: a larger
      // input may show one.
      return {phrase("nobody-reads", "no thread reads {}", buffer.name), {}};
    }
    if (!may_be_missing) continue;
    explanation found;
    found.cause = phrase("never-read", form_for(missing, "{} is never read", "{} are never read"),
                         elements_in_words(buffer.name, missing));
    add(why_untouched(seen, b, use::reads, missing), found);
    found.evidence.push_back(drawing(buffer.name, buffer.elements, ".#", [&](std::size_t e) {
      return seen.at(b, e).readers.empty() ? '.' : '#';
    }));
    found.evidence.push_back(phrase("key-of-reads", "# read, . never read"));
    return found;
  }
  return {};
}

}  // namespace lockstep::grader::diagnosis
