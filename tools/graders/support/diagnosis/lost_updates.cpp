#include "lost_updates.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "names.hpp"
#include "words.hpp"

namespace lockstep::grader::diagnosis {

namespace {

constexpr unsigned few_steps = 4;

// The load of the same element by the same thread from which a store's value is computed.
std::optional<std::uint32_t> load_before(const recording& seen, std::uint32_t store) {
  const lockstep_node& of = seen.node(store);
  std::uint32_t at = of.sources[0];
  for (unsigned step = 0; step < few_steps && at != 0; ++step) {
    const lockstep_node& node = seen.node(at - 1);
    if (node.kind == LOCKSTEP_NODE_LOAD)
      return node.address == of.address && node.space == of.space && node.thread == of.thread
                 ? std::optional(at - 1)
                 : std::nullopt;
    if (node.kind != LOCKSTEP_NODE_COMBINE) return std::nullopt;
    at = node.sources[0] != 0 ? node.sources[0] : node.sources[1];
  }
  return std::nullopt;
}

bool gives_a_place(const recording& seen, std::uint32_t value, unsigned steps = few_steps) {
  if (seen.is_used_as_index(value)) return true;
  const auto& users = seen.users_of(value);
  return steps > 0 && std::any_of(users.begin(), users.end(), [&](std::uint32_t n) {
           return seen.node(n).kind == LOCKSTEP_NODE_COMBINE && gives_a_place(seen, n, steps - 1);
         });
}

}  // namespace

explanation places_taken_twice(const recording& seen, std::size_t b,
                               const std::vector<std::size_t>& missing) {
  // By the statement and by what was read: the stores of what was made of it.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> updates;
  for (std::uint32_t n = 0; n < seen.all().node_count; ++n) {
    const lockstep_node& node = seen.node(n);
    if (node.kind != LOCKSTEP_NODE_STORE || node.space == LOCKSTEP_SPACE_LOCAL) continue;
    const auto load = load_before(seen, n);
    if (load && seen.node(*load).sources[0] != 0 && gives_a_place(seen, *load))
      updates[{node.site, seen.node(*load).sources[0]}].push_back(n);
  }
  for (const auto& [of, stores] : updates) {
    const auto by = threads_of(seen, stores);
    if (by.size() < 2) continue;
    return {phrase("places-taken-twice",
                   form_for(missing,
                            "several threads read the same number here before any of them changes "
                            "it, so {} is never written",
                            "several threads read the same number here before any of them changes "
                            "it, so {} are never written"),
                   elements_in_words(seen.buffers()[b].name, missing)),
            seen.place_of(by.back())};
  }
  return {};
}

}  // namespace lockstep::grader::diagnosis
