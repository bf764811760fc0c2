#include "checks/monitor.hpp"

#include "checks/race_report.hpp"

namespace lockstep::checks {
namespace {

using memory::allocation_kind;

// Kinds whose bytes hold nothing until somebody writes them, and which the host cannot write behind
// our back.
bool begins_unwritten(allocation_kind kind) {
  return kind == allocation_kind::device || kind == allocation_kind::heap;
}

// What a kernel wrote to tell the host, which polls it: a flag, or a count of what is done. Or what
// it polls itself, until the host sets it, and may look at once more, to see whether it was set.
bool is_for_host(const order& time, record past) {
  const access_kind kind = kind_of(past);
  if (!kind.writes() && kind.is_strong()) {
    const site* const at = time.facts(time.origin_of(past).grid).site_at(site_of(past));
    return at != nullptr && (at->polls || at->of_polled);
  }
  return kind.writes() && (kind.how == strength::is_volatile ||
                           (kind.is_strong() && time.facts(time.origin_of(past).grid).tells_host));
}

}  // namespace

shadow* monitor::history_at(std::uint64_t address) {
  const auto range = memory_.find_range(address);
  // A launch's buffer is used again for another launch, which is nobody's race.
  if (!range || range->kind == allocation_kind::launch_buffer) return nullptr;
  known& k = histories_[range->address];
  if (k.history == nullptr || k.allocation != range->serial) {
    k.allocation = range->serial;
    k.history = std::make_unique<shadow>(range->address, range->size);
    k.history->written_by_host = !begins_unwritten(range->kind);
    if (gets_faults_ != nullptr && range->host_has_own_view()) {
      k.history->touched = std::make_unique<touched_pages>(range->address, range->size);
      shared_with_host_.push_back(range->address);
    }
  }
  return k.history.get();
}

void monitor::host_writes(std::uint64_t address, std::uint64_t bytes) {
  if (bytes == 0) return;
  shadow* const s = history_at(address);
  if (s == nullptr || s->written_by_host || !s->contains(address, bytes)) return;
  if (bytes == s->bytes()) {
    s->written_by_host = true;
    return;
  }
  s->write_by_host(address, bytes);
}

void monitor::watch_host(bool (*gets_faults)()) {
  if (!use_.races) return;
  memory_.give_host_its_own_view();
  gets_faults_ = gets_faults;
}

void monitor::ended(const stream_id& in, std::uint32_t grid, const event_ref& all) {
  host_order.ended(in, grid, all);
  if (shared_with_host_.empty()) return;
  const finished_grid by{grid, time.began(grid), time.now()};
  std::erase_if(shared_with_host_, [&](std::uint64_t address) {
    const known& k = histories_[address];
    const auto range = memory_.find_range(address);
    if (!range || range->serial != k.allocation || k.history->touched == nullptr) return true;
    const std::vector<touched_page> pages = k.history->touched->take();
    if (!pages.empty() && gets_faults_()) host_.take_away(by, *range, pages);
    return false;
  });
}

void monitor::host_has_waited() {
  host_.give_back_unless(
      [this](const finished_grid& g) { return host_order.may_run(g.number, g.began, nullptr); });
}

bool monitor::host_uses(std::uint64_t address, bool writes, const stream_id* in) {
  const host_view::page found = host_.give_back_page(address);
  if (found == host_view::page::was_taken) look_at_host(address, writes, in);
  return found != host_view::page::unknown;
}

void monitor::look_at_host(std::uint64_t address, bool writes, const stream_id* in) {
  const shadow* const s = history_at(address);
  if (s == nullptr) return;
  const word_history remembered = s->history_at(address);
  for (const record past : {remembered.write, remembered.last, remembered.other}) {
    const finished_grid* const by = past == 0 ? nullptr : host_.grid_at(time_of(past));
    const access_kind kind = kind_of(past);
    if (by == nullptr || (!kind.writes() && !writes)) continue;
    if (!host_order.may_run(by->number, by->began, in)) continue;
    if (is_for_host(time, past) && !kind.writes()) continue;  // which tells it nothing
    if (!is_for_host(time, past)) report_host_race(time, found, past, address, writes);
    // A thread that has seen a flag is behind the kernel that set it; and a missing wait is
    // reported once.
    const std::uint32_t seen = by->number;
    return host_.give_back_unless([&](const finished_grid& g) { return g.number != seen; });
  }
}

bool monitor::forget_writes(std::uint64_t address, std::uint64_t bytes) {
  shadow* const s = history_at(address);
  if (s == nullptr || !s->contains(address, bytes)) return false;
  for (const std::uint64_t end = address + bytes; address < end;) {
    const std::uint32_t step = address + 4 <= end && s->is_whole_word(address) ? 4 : 1;
    s->forget_writes(address, step);
    address += step;
  }
  return true;
}

std::uint64_t monitor::unwritten_for_host(std::uint64_t to, std::uint64_t from, std::uint64_t bytes,
                                          std::uint64_t& first) {
  if (!use_.initialised) return 0;
  if (const auto target = memory_.find_range(to); target && begins_unwritten(target->kind))
    return 0;
  shadow* const source = history_at(from);
  if (source == nullptr || !source->contains(from, bytes)) return 0;
  return source->count_unwritten(from, bytes, first);
}

void monitor::copied_as_it_was(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  shadow* const source = history_at(from);
  if (!use_.initialised || source == nullptr || source->written_by_host ||
      !source->contains(from, bytes))
    return;
  shadow* const target = history_at(to);
  if (target == nullptr || !target->contains(to, bytes)) return;
  for (std::uint64_t done = 0; done < bytes;) {
    const bool by_word = bytes - done >= 4 && source->is_whole_word(from + done);
    const std::uint32_t step = by_word ? 4 : 1;
    if (!source->is_written(from + done)) target->forget_writes(to + done, step);
    done += step;
  }
}

}  // namespace lockstep::checks
