// List scheduling within a region, by the longest path to its end. ptxas takes a load for slow, so
// loads come early and what needs them late, as far as there are registers for them.
#include <algorithm>

#include "timing/program.hpp"

namespace lockstep::timing {
namespace {

// What ptxas seems to reckon with.
unsigned expected_latency(const operation& o) {
  switch (o.what) {
    case action::load:
      return o.space == ptx::state_space::shared ? 30 : 100;
    case action::atomic:
      return 100;
    case action::shuffle:
      return 24;
    default:
      return o.latency;
  }
}

bool is_memory(const operation& o) {
  return o.what == action::load || o.what == action::store || o.what == action::atomic ||
         o.what == action::reduction;
}
bool writes_memory(const operation& o) { return is_memory(o) && o.what != action::load; }
bool is_fence(const operation& o) {
  return o.what == action::barrier || o.what == action::arrive || o.what == action::fence;
}

// ptxas keeps accesses in order that may be to the same place, so not those to different spaces.
bool may_meet(const operation& a, const operation& b) {
  using ptx::state_space;
  return a.space == b.space || a.space == state_space::generic || b.space == state_space::generic ||
         (a.is_volatile && b.is_volatile);
}

// How many registers hold values while operations are put into their order.
class pressure {
 public:
  pressure(const std::vector<operation>& all, const register_use& registers)
      : reads_(all.size()), writes_(all.size()) {
    constexpr std::uint32_t least = 32;  // of which an SM has enough for all of its warps
    constexpr int spared = 6;            // seen beside what the loops of kernels with 32 keep
    room_ = static_cast<int>(std::max(least, registers.of_machine)) - spared;
    std::vector<std::int32_t> now(registers.sizes.size(), -1);
    const auto add = [&](std::uint32_t r) {
      now[r] = static_cast<std::int32_t>(values_.size());
      values_.push_back({registers.sizes[r], 0});
    };
    for (std::size_t n = 0; n < all.size(); ++n) {
      for (const std::uint32_t r : all[n].reads) {
        if (now[r] < 0) {
          add(r);
          held_ += values_.back().size;
        }
        auto& reads = reads_[n];
        const auto value = static_cast<std::uint32_t>(now[r]);
        if (std::find(reads.begin(), reads.end(), value) != reads.end()) continue;
        reads.push_back(value);
        ++values_[value].readers;
      }
      for (const std::uint32_t r : all[n].writes) {
        add(r);
        writes_[n].push_back(static_cast<std::uint32_t>(now[r]));
      }
    }
    for (std::uint32_t r = 0; r < registers.behind.size(); ++r) {
      if (!registers.behind[r]) continue;
      if (now[r] < 0)
        held_ += registers.sizes[r];
      else
        ++values_[static_cast<std::size_t>(now[r])].readers;
    }
  }

  // Whether there is no room for what it writes beyond what it is the last to read.
  bool is_too_much(std::uint32_t n) const {
    const int more = growth(n);
    return more > 0 && held_ + more > room_;
  }
  void take(std::uint32_t n) {
    held_ += growth(n);
    for (const std::uint32_t v : reads_[n]) --values_[v].readers;
  }

 private:
  struct value {
    int size = 0;
    unsigned readers = 0;
  };
  int growth(std::uint32_t n) const {
    int more = 0;
    for (const std::uint32_t v : writes_[n])
      if (values_[v].readers > 0) more += values_[v].size;
    for (const std::uint32_t v : reads_[n])
      if (values_[v].readers == 1) more -= values_[v].size;
    return more;
  }

  std::vector<std::vector<std::uint32_t>> reads_, writes_;  // by operation: values
  std::vector<value> values_;
  int held_ = 0, room_ = 0;
};

class graph {
 public:
  graph(const std::vector<operation>& all, const register_use& registers)
      : all_(all),
        next_(all.size()),
        waits_(all.size(), 0),
        height_(all.size(), 0),
        pressure_(all, registers) {
    std::vector<std::int32_t> writer(registers.sizes.size(), -1);
    std::vector<std::vector<std::uint32_t>> readers(registers.sizes.size());
    std::vector<std::uint32_t> loads, stores, memory;
    std::int32_t fence = -1;
    for (std::uint32_t n = 0; n < all.size(); ++n) {
      const operation& o = all[n];
      for (const std::uint32_t r : o.reads) {
        if (writer[r] >= 0) depend(static_cast<std::uint32_t>(writer[r]), n, true);
        readers[r].push_back(n);
      }
      for (const std::uint32_t r : o.writes) {
        if (writer[r] >= 0) depend(static_cast<std::uint32_t>(writer[r]), n, false);
        for (const std::uint32_t reader : readers[r])
          if (reader != n) depend(reader, n, false);
        readers[r].clear();
        writer[r] = static_cast<std::int32_t>(n);
      }
      if (is_memory(o)) {
        if (fence >= 0) depend(static_cast<std::uint32_t>(fence), n, false);
        for (const std::uint32_t m : writes_memory(o) || o.is_volatile ? memory : stores)
          if (may_meet(all[m], o)) depend(m, n, false);
        if (writes_memory(o) || o.is_volatile) stores.push_back(n);
        memory.push_back(n);
      }
      if (is_fence(o)) {
        for (const std::uint32_t m : memory) depend(m, n, false);
        if (fence >= 0) depend(static_cast<std::uint32_t>(fence), n, false);
        memory.clear();
        stores.clear();
        fence = static_cast<std::int32_t>(n);
      }
      if (o.what == action::branch)
        for (std::uint32_t m = 0; m < n; ++m) depend(m, n, false);
    }
    for (std::size_t n = all.size(); n-- > 0;)
      for (const edge& e : next_[n])
        height_[n] =
            std::max(height_[n], height_[e.to] + (e.is_value ? expected_latency(all[n]) : 1));
  }

  std::vector<std::uint32_t> order() {
    std::vector<std::uint64_t> earliest(all_.size(), 0);
    std::vector<std::uint32_t> ready, result;
    for (std::uint32_t n = 0; n < all_.size(); ++n)
      if (waits_[n] == 0) ready.push_back(n);
    std::uint64_t now = 0;
    while (!ready.empty()) {
      // Of those that there are registers for and that can issue now the one with the longest path
      // behind it, otherwise the next.
      const auto best =
          std::min_element(ready.begin(), ready.end(), [&](std::uint32_t a, std::uint32_t b) {
            const bool much_a = has_no_room(a), much_b = has_no_room(b);
            if (much_a != much_b) return much_b;
            const std::uint64_t at_a = std::max(earliest[a], now),
                                at_b = std::max(earliest[b], now);
            if (at_a != at_b) return at_a < at_b;
            if (height_[a] != height_[b]) return height_[a] > height_[b];
            return a < b;
          });
      const std::uint32_t n = *best;
      ready.erase(best);
      pressure_.take(n);
      now = std::max(now, earliest[n]);
      result.push_back(n);
      for (const edge& e : next_[n]) {
        earliest[e.to] =
            std::max(earliest[e.to], now + (e.is_value ? expected_latency(all_[n]) : 0));
        if (--waits_[e.to] == 0) ready.push_back(e.to);
      }
      if (all_[n].on != pipe::none) ++now;
    }
    return result;
  }

 private:
  struct edge {
    std::uint32_t to;
    bool is_value;
  };
  // What others wait for anyway may take the room that is spared.
  bool has_no_room(std::uint32_t n) const {
    return all_[n].what == action::load && pressure_.is_too_much(n);
  }
  void depend(std::uint32_t from, std::uint32_t to, bool is_value) {
    next_[from].push_back({to, is_value});
    ++waits_[to];
  }

  const std::vector<operation>& all_;
  std::vector<std::vector<edge>> next_;
  std::vector<std::uint32_t> waits_;
  std::vector<unsigned> height_;
  pressure pressure_;
};

}  // namespace

void schedule(std::vector<operation>& operations, const register_use& registers) {
  constexpr std::size_t most = 4000;  // beyond it, the order of PTX has to do
  if (operations.size() > most) return;
  const std::vector<std::uint32_t> order = graph(operations, registers).order();
  std::vector<operation> sorted;
  for (const std::uint32_t n : order) sorted.push_back(std::move(operations[n]));
  operations = std::move(sorted);
}

}  // namespace lockstep::timing
