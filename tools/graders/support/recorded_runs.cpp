#include "recorded_runs.hpp"

#include <algorithm>
#include <cstdint>
#include <lockstep/grader/run.hpp>
#include <utility>

#include "session.hpp"

namespace lockstep::grader {

namespace {

// At random, so that the number of elements is the same on average. A record has room for 150 nodes
// for each of them.
bool is_recorded(std::uint64_t elements) {
  constexpr std::uint64_t least = 512, most = 10'000, on_average = 1500;
  session& state = current_session();
  const std::uint64_t drawn = state.drawn.next(state.seed);
  if (state.explaining || state.supposing || elements < least || elements > most) return false;
  return drawn % elements < on_average;
}

// A tree is the least even way: an eighth of its threads make half of its additions.
uneven by_few(const char* what, const diagnosis::makers::count& made, std::uint64_t threads) {
  constexpr std::uint64_t least_made = 256, least_share = 14;
  if (made.all < least_made || made.half_by * least_share >= threads) return {};
  return {phrase("made-by-few", "{} of {} threads make half of the {} {} that lead to the results",
                 made.half_by, threads, made.all, phrase("", what)),
          made.most_in};
}

}  // namespace

std::optional<diagnosis::makers> run_and_record(const std::function<void()>& code) {
  const auto& buffers = diagnosis::buffers_of_trial();
  if (is_recorded(diagnosis::elements_of_inputs(buffers)))
    return diagnosis::makers_of_results([&] { run(code); }, buffers);
  run(code);
  return std::nullopt;
}

uneven judge_makers(const diagnosis::makers& found, bool adds_all) {
  if (found.has_gaps)
    return {phrase("cannot-be-followed",
                   "which threads make the results cannot be traced through recursion, matrix "
                   "instructions, bulk copies, or far too many steps"),
            found.gap};
  if (adds_all && found.used * 10 < found.elements * 9)
    return {phrase("added-by-threads",
                   "threads add up {} of the {} elements; the others reach the results in another "
                   "way",
                   found.used, found.elements),
            {}};
  const std::uint64_t threads = std::min(found.threads, found.elements);
  const bool few_results = found.results.all * 4 < found.used;
  const std::pair<const char*, const diagnosis::makers::count*> counts[] = {
      {"operations", few_results ? &found.joins : &found.operations},
      {"accesses to global memory", &found.accesses},
      {"stores", &found.results}};
  for (const auto& [what, made] : counts)
    if (uneven why = by_few(what, *made, threads); !why.text.empty()) return why;
  return {};
}

}  // namespace lockstep::grader
