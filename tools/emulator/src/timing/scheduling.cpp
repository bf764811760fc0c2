// List scheduling within a region, by the longest path to its end. ptxas takes a load for slow, so
// loads come early and what needs them late.
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

class graph {
 public:
  graph(const std::vector<operation>& all, std::uint32_t registers)
      : all_(all), next_(all.size()), waits_(all.size(), 0), height_(all.size(), 0) {
    std::vector<std::int32_t> writer(registers, -1);
    std::vector<std::vector<std::uint32_t>> readers(registers);
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
      // Of those that can issue now the one with the longest path behind it, otherwise the next.
      const auto best =
          std::min_element(ready.begin(), ready.end(), [&](std::uint32_t a, std::uint32_t b) {
            const std::uint64_t at_a = std::max(earliest[a], now),
                                at_b = std::max(earliest[b], now);
            if (at_a != at_b) return at_a < at_b;
            if (height_[a] != height_[b]) return height_[a] > height_[b];
            return a < b;
          });
      const std::uint32_t n = *best;
      ready.erase(best);
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
  void depend(std::uint32_t from, std::uint32_t to, bool is_value) {
    next_[from].push_back({to, is_value});
    ++waits_[to];
  }

  const std::vector<operation>& all_;
  std::vector<std::vector<edge>> next_;
  std::vector<std::uint32_t> waits_;
  std::vector<unsigned> height_;
};

}  // namespace

void schedule(std::vector<operation>& operations, std::uint32_t registers) {
  constexpr std::size_t most = 4000;  // beyond it, the order of PTX has to do
  if (operations.size() > most) return;
  const std::vector<std::uint32_t> order = graph(operations, registers).order();
  std::vector<operation> sorted;
  for (const std::uint32_t n : order) sorted.push_back(std::move(operations[n]));
  operations = std::move(sorted);
}

}  // namespace lockstep::timing
