#include "support/near_match.hpp"

#include <algorithm>

#include "lockstep/protocol/phrase.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

std::string_view last_part(std::string_view name) { return name.substr(name.rfind('/') + 1); }

unsigned distance_to_name(std::string_view word, std::string_view name) {
  const unsigned whole = edit_distance(word, name);
  const unsigned part = edit_distance(last_part(word), last_part(name));
  return std::min(whole, part);
}

}  // namespace

unsigned edit_distance(std::string_view a, std::string_view b) {
  // Rows i-2, i-1 and i of the table d(i, j): the distance between the first i and the first j
  // letters.
  std::vector<unsigned> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<unsigned>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = static_cast<unsigned>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const unsigned replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::vector<std::string> near_matches(std::string_view word,
                                      const std::vector<std::string>& candidates) {
  struct scored {
    unsigned distance;
    std::string name;
  };
  std::vector<scored> near;
  const auto limit = static_cast<unsigned>(std::max<std::size_t>(1, last_part(word).size() / 3));
  for (const auto& candidate : candidates) {
    const unsigned distance = distance_to_name(word, candidate);
    const bool contains = word.size() >= 3 && candidate.find(word) != std::string::npos;
    if (distance <= limit || contains) near.push_back({distance, candidate});
  }
  std::stable_sort(near.begin(), near.end(),
                   [](const scored& a, const scored& b) { return a.distance < b.distance; });
  std::vector<std::string> names;
  for (std::size_t i = 0; i < near.size() && i < 3; ++i) names.push_back(near[i].name);
  return names;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                         std::string otherwise) {
  const auto near = near_matches(word, candidates);
  if (near.empty()) return otherwise;
  return protocol::phrase("did-you-mean", "Did you mean {}?", join(near, " or "));
}

}  // namespace lockstep::tutor
