#include <lockstep/grader/counts.hpp>
#include <lockstep/grader/requirements.hpp>
#include <lockstep/grader/run.hpp>
#include <lockstep/grader/shares.hpp>
#include <lockstep/number.hpp>
#include <lockstep/observe.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "diagnosis/makers.hpp"
#include "recorded_runs.hpp"
#include "session.hpp"
#include "work_scope.hpp"

namespace lockstep::grader {

namespace {

std::optional<lockstep_work> measured;  // of the launches that were measured last

uneven uneven_run;                                 // what `run_shared` has found first
std::optional<diagnosis::makers> makers_measured;  // of the run that was measured last

int keep(int on) {
  static const auto keep_work =
      lockstep::detail::runtime_function<decltype(lockstep_keep_work)>("lockstep_keep_work");
  return keep_work == nullptr ? -1 : keep_work(on);
}

// Nothing where it is not known: on a GPU, or while something is supposed of a kernel, which is not
// checked then.
std::optional<lockstep_work> work_of_launches() {
  if (current_session().supposing || !measured || measured->threads == 0) return std::nullopt;
  return measured;
}

// Bytes of global memory that neither loads nor stores have accessed; 0 where it is not known.
double bytes_not_counted(const counters& counted) {
  const auto work = work_of_launches();
  const std::uint64_t seen = counted.global_load_bytes + counted.global_store_bytes;
  return work && work->global_bytes > seen ? double(work->global_bytes - seen) : 0;
}

// Of a warp whose threads may have more than one element of 4 bytes each.
double with_more_elements(double most_instructions, const counters& counted) {
  constexpr double of_an_element = 12;
  const double elements =
      double(counted.global_load_bytes) / 4 / (32 * std::max(1.0, double(counted.warps)));
  return std::floor(most_instructions + of_an_element * std::max(0.0, elements - 1));
}

[[noreturn]] void miss(const uneven& why, const std::string& message) {
  wrong found(message);
  found.file = why.place.file;
  found.line = why.place.line;
  throw found;
}

// Of a trial of results: the first that is found.
void note_if_more(const char* what, double most, double measured) {
  if (measured <= most || !uneven_run.text.empty()) return;
  uneven_run.text = phrase("measured", "{}: {} measured, {}", phrase("", what), number(measured),
                           phrase("at-most", "at most {} allowed", number(most)));
}

void require_threads_at_work_of(double least_per_cent) {
  const auto work = work_of_launches();
  if (!work) return;
  require_at_least("per cent of threads that access global memory", least_per_cent,
                   100 * double(work->at_work) / double(work->threads));
}

double most_of_one_thread(const lockstep_work& work, std::uint64_t threads, double more_bytes) {
  constexpr double most_times_average = 4;
  return std::floor(most_times_average * double(work.bytes) / double(threads) + more_bytes);
}

}  // namespace

work_scope::work_scope() { (void)keep(1); }
work_scope::~work_scope() { (void)keep(0); }

void work_scope::note() const {
  static const auto get_work =
      lockstep::detail::runtime_function<decltype(lockstep_get_work)>("lockstep_get_work");
  lockstep_work found{};
  found.struct_size = sizeof found;
  if (get_work != nullptr && get_work(&found) == 0)
    measured = found;
  else
    measured.reset();
}

void forget_runs() { uneven_run = {}; }

double bytes_read(const counters& counted) {
  return double(counted.global_load_bytes) + bytes_not_counted(counted);
}

const counters& all_counted(const counters& counted) {
  const double seen = double(counted.global_load_bytes) + double(counted.global_store_bytes);
  constexpr double few = 256, share = 0.125;
  require_other_accesses(std::floor(few + share * seen), counted);
  return counted;
}

void require_other_accesses(double most, const counters& counted) {
  const double others = bytes_not_counted(counted);
  if (others <= most) return;  // nothing to report
  require_at_most("bytes of global memory that atomic operations and asynchronous copies access",
                  most, others);
}

void run_measured(const std::function<void()>& code) { makers_measured = run_and_record(code); }

void require_even_work(double more_bytes) {
  const auto work = work_of_launches();
  if (!work) return;
  require_at_most("bytes of memory that one thread accesses",
                  most_of_one_thread(*work, work->threads, more_bytes),
                  double(work->largest_bytes));
}

void require_bytes_of_each_thread(double most) {
  const auto work = work_of_launches();
  if (!work) return;
  require_at_most("bytes of memory that one thread accesses", most, double(work->largest_bytes));
}

void run_shared(const std::function<void()>& code, fair_share allowed) {
  counters counted{};
  std::optional<diagnosis::makers> makers;
  {
    const bool counts = std::isfinite(allowed.most_instructions);
    std::optional<observe> scope;
    if (counts) scope.emplace();
    const work_scope kept;
    makers = run_and_record(code);
    kept.note();
    if (counts) counted = total(scope->launches());
  }
  if (makers && uneven_run.text.empty()) uneven_run = judge_makers(*makers, allowed.adds_all);
  const auto work = work_of_launches();
  if (!work) return;
  constexpr std::uint64_t threads_of_a_block = 1024;
  note_if_more(
      "bytes of memory that one thread accesses",
      most_of_one_thread(*work, std::max(work->threads, threads_of_a_block), allowed.more_bytes),
      double(work->largest_bytes));
  if (counted.warps > 0)
    note_if_more("instructions per warp", with_more_elements(allowed.most_instructions, counted),
                 double(counted.warp_instructions) / double(counted.warps));
}

void require_runs_shared() {
  if (current_session().supposing) return;
  if (!uneven_run.text.empty())
    miss(uneven_run, phrase("in-results", "in a trial of `results`: {}", uneven_run.text));
  if (!makers_measured) return;
  const uneven why = judge_makers(*makers_measured, false);
  if (!why.text.empty()) miss(why, why.text);
}

void require_work_shared(double least_lanes, const counters& counted, double more_bytes) {
  require_active_lanes(least_lanes, counted);
  require_even_work(more_bytes);
  require_most_at_work();
}

void require_nothing_repeated(double most_instructions, const counters& counted) {
  require_instructions_per_warp(with_more_elements(most_instructions, counted), counted);
  require_at_most("bytes loaded from shared memory for each thread launched", 40,
                  double(counted.shared_load_bytes) / (32 * double(counted.warps)));
}

void require_threads_at_work(std::uint64_t least) {
  const auto work = work_of_launches();
  if (!work) return;
  require_at_least("threads that access global memory", double(least), double(work->at_work));
}

void require_few_partings(double most_per_warp, const counters& counted) {
  const auto work = work_of_launches();
  if (!work || work->partings == 0 || counted.warps == 0) return;  // nothing to report
  require_at_most("times that a warp diverges by exits or calls through pointers", most_per_warp,
                  double(work->partings) / double(counted.warps));
}

void require_half_of_threads_at_work() { require_threads_at_work_of(50); }

void require_most_at_work() {
  const auto work = work_of_launches();
  if (!work) return;
  require_at_least("per cent of blocks that access global memory", 90,
                   100 * double(work->blocks_at_work) / double(work->blocks));
  require_threads_at_work_of(25);
}

}  // namespace lockstep::grader
