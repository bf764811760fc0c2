#include "checks/monitor.hpp"

namespace lockstep::checks {
namespace {

using memory::allocation_kind;

// Kinds whose bytes hold nothing until somebody writes them, and which the host cannot write behind
// our back.
bool begins_unwritten(allocation_kind kind) {
  return kind == allocation_kind::device || kind == allocation_kind::heap;
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
  for (std::uint64_t at = address; at < address + bytes;) {
    const std::size_t word = s->word(at);
    const std::uint64_t first = (at - s->address()) % 4;
    const std::uint64_t count = std::min(4 - first, address + bytes - at);
    if (count == 4 && !is_split(s->writes()[word])) {
      s->writes()[word] = by_host;
    } else {
      for (std::uint64_t i = 0; i < count; ++i) s->bytes_of(word)[first + i].write = by_host;
    }
    at += count;
  }
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
