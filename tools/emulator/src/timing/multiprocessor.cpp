#include "timing/multiprocessor.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "timing/memory_pipe.hpp"
#include "timing/pipes.hpp"

namespace lockstep::timing {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr unsigned pipes = static_cast<unsigned>(pipe::count_);

constexpr unsigned most_copies = 4;

struct running_block;

struct running_warp {
  const warp_path* path = nullptr;
  running_block* block = nullptr;
  std::vector<double> ready;  // by register
  std::vector<stall> waits;   // what for, by register
  double began = 0;
  double issued_at = 0;  // the last instruction
  double next = never;   // when the next one could issue, as far as the warp goes
  stall why = stall::wait;
  const region* at = nullptr;
  std::size_t operation = 0;
  std::size_t visit = 0;                                  // the next one
  std::array<std::uint32_t, most_copies + 1> accesses{};  // where those of each copy begin
  warp_memory memory;
  bool is_running = false;
};

struct running_block {
  std::uint64_t salt = 0;
  unsigned alive = 0, arrived = 0;
  double last_arrival = 0;
  std::vector<running_warp*> waiting;
  std::vector<running_warp*> warps;
};

class simulation {
 public:
  simulation(const program& code, const std::vector<const block_path*>& paths, const machine& on,
             const sharing& shared, const sm_work& work, observer* seen_by)
      : code_(code),
        paths_(paths),
        on_(on),
        work_(work),
        seen_by_(seen_by),
        memory_(on, work.sharers, work.l1_bytes, shared, work.no_conflicts),
        blocks_(work.resident),
        schedulers_(static_cast<std::size_t>(on.schedulers)) {
    result_.by_instruction.resize(code.instructions);
    const auto warps = paths.front()->warps.size();
    warps_.resize(warps * work.resident);
    for (std::size_t n = 0; n < warps_.size(); ++n) {
      running_warp& w = warps_[n];
      w.ready.assign(code.registers, 0);
      w.waits.assign(code.registers, stall::wait);
      w.block = &blocks_[n / warps];
      w.block->warps.push_back(&w);
      schedulers_[n % schedulers_.size()].warps.push_back(&w);
    }
  }

  sm_run run() {
    for (running_block& b : blocks_) begin_block(b, 0, false);
    while (scheduler* s = next_scheduler()) issue(*s);
    result_.cycles = std::max(result_.cycles, memory_.drained());
    result_.dram_busy = memory_.memory().dram_busy();
    result_.l2_busy = memory_.memory().l2_busy();
    return std::move(result_);
  }

 private:
  struct scheduler {
    double free = 0;
    double pipes_free[pipes] = {};
    std::vector<running_warp*> warps;
    running_warp* best = nullptr;
    double best_at = never;
    bool is_known = false;
  };

  // -- Which warp issues next

  double pipe_free(const scheduler& s, const operation& o) const {
    double at = s.pipes_free[static_cast<unsigned>(o.on)];
    if (o.on == pipe::alu_or_fma)
      at = std::min(s.pipes_free[static_cast<unsigned>(pipe::alu)],
                    s.pipes_free[static_cast<unsigned>(pipe::fma_heavy)]);
    if (o.on == pipe::memory) at = std::max(at, memory_.free() - on_.memory_queue);
    return at;
  }

  void choose(scheduler& s) const {
    s.best = nullptr;
    s.best_at = never;
    for (running_warp* w : s.warps) {
      if (w->next == never) continue;
      const double at = std::max({w->next, s.free, pipe_free(s, w->at->operations[w->operation])});
      // The one that has not issued for longest: so warps of a block stay together.
      if (at < s.best_at || (at == s.best_at && w->issued_at < s.best->issued_at)) {
        s.best = w;
        s.best_at = at;
      }
    }
    s.is_known = true;
  }

  scheduler* next_scheduler() {
    for (;;) {
      scheduler* first = nullptr;
      for (scheduler& s : schedulers_) {
        if (!s.is_known) choose(s);
        if (s.best != nullptr && (first == nullptr || s.best_at < first->best_at)) first = &s;
      }
      if (first == nullptr) return nullptr;
      // Others may have filled the queue of the memory pipe meanwhile.
      const running_warp& w = *first->best;
      if (pipe_free(*first, w.at->operations[w.operation]) <= first->best_at) return first;
      first->is_known = false;
    }
  }

  std::size_t number_of(const running_warp& w) const {
    return static_cast<std::size_t>(&w - warps_.data());
  }

  void changed(const running_warp& w) {
    schedulers_[number_of(w) % schedulers_.size()].is_known = false;
  }

  // -- Blocks

  void begin_block(running_block& b, double free_at, bool is_replacement) {
    if (begun_ == work_.blocks) return;
    const block_path& path =
        *paths_[work_.blocks == 1 ? 0 : begun_ * (paths_.size() - 1) / (work_.blocks - 1)];
    const auto count = static_cast<double>(path.warps.size());
    const double wanted = is_replacement ? free_at + on_.block_gap : free_at;
    const double starts = std::max(wanted, next_start_);
    result_.start_limited += starts - wanted;
    next_start_ = starts + std::max(on_.block_start, count * on_.warp_start);
    b.salt = ++begun_ << 40;
    b.alive = static_cast<unsigned>(path.warps.size());
    ++blocks_alive_;
    b.arrived = 0;
    for (std::size_t n = 0; n < b.warps.size(); ++n) {
      running_warp& w = *b.warps[n];
      w.path = &path.warps[n];
      w.visit = 0;
      w.at = nullptr;
      w.began = w.issued_at = starts;
      w.memory = {};
      w.is_running = true;
      changed(w);
      if (seen_by_ != nullptr) seen_by_->begins(number_of(w), begun_ - 1, path.index, starts);
      advance(w, starts, stall::wait);
    }
  }

  void end_warp(running_warp& w, double now) {
    w.is_running = false;
    w.next = never;
    result_.warp_cycles += now - w.began;
    if (seen_by_ != nullptr) seen_by_->ends(number_of(w), now);
    running_block& b = *w.block;
    b.last_arrival = std::max(b.last_arrival, now);
    if (--b.alive == 0) {
      result_.ends.push_back(now);
      result_.cycles = std::max(result_.cycles, now);
      b.last_arrival = 0;
      --blocks_alive_;
      begin_block(b, now, true);
      release_grid();
    } else {
      release(b);
    }
  }

  // Lets the warps that wait at the barrier go on, if all have come that still run.
  void release(running_block& b) {
    if (b.waiting.empty() || b.waiting.size() + b.arrived < b.alive) return;
    const double at = b.last_arrival + on_.barrier;
    std::vector<running_warp*> go;
    go.swap(b.waiting);
    if (seen_by_ != nullptr) seen_by_->meets(number_of(*go.front()), at);
    b.arrived = 0;
    b.last_arrival = 0;
    for (running_warp* w : go) {
      changed(*w);
      advance(*w, at, stall::barrier);
    }
  }

  // -- Warps

  // Finds the warp's next operation that is an instruction of the machine, and when it could issue:
  // not before `now`, for the reason `why`.
  void advance(running_warp& w, double now, stall why) {
    for (;;) {
      if (w.at == nullptr || w.operation == w.at->operations.size()) {
        const region* from = w.at;
        if (!enter_region(w)) return end_warp(w, now);
        if (from != nullptr && from->falls_to != static_cast<std::int32_t>(w.at->blocks.front())) {
          now += on_.branch_taken;
          why = stall::branch_resolving;
        }
        continue;
      }
      const operation& o = w.at->operations[w.operation];
      double at = now;
      stall reason = why;
      for (const std::uint32_t r : o.reads) {
        if (w.ready[r] <= at) continue;
        at = w.ready[r];
        reason = w.waits[r];
      }
      if (o.on != pipe::none) {
        w.next = at;
        w.why = reason;
        return;
      }
      for (const std::uint32_t r : o.writes) {
        w.ready[r] = at;
        w.waits[r] = reason;
      }
      ++w.operation;
    }
  }

  bool enter_region(running_warp& w) {
    const auto& visits = w.path->visits;
    if (w.visit >= work_.most_visits) return false;
    while (w.visit < visits.size() && code_.region_of[visits[w.visit].block] < 0) ++w.visit;
    if (w.visit >= visits.size()) return false;
    const visit& v = visits[w.visit];
    w.at = &code_.regions[static_cast<std::size_t>(code_.region_of[v.block])];
    w.operation = 0;
    if (w.at->unrolled >= 0) {
      const region& longer = code_.unrolled[static_cast<std::size_t>(w.at->unrolled)];
      const std::size_t before = w.visit;
      if (pass_rounds(w, longer.copies)) {
        w.at = &longer;
        return true;
      }
      w.visit = before;
    }
    pass_rounds(w, 1);
    return true;
  }

  // Passes over a region's visits, as often as it runs in turn. False: the same lanes do not run it
  // so often.
  bool pass_rounds(running_warp& w, unsigned rounds) const {
    const auto& visits = w.path->visits;
    const visit& first = visits[w.visit];
    for (unsigned n = 0; n < rounds; ++n) {
      if (w.visit == visits.size()) return false;
      const visit& v = visits[w.visit];
      if (v.block != first.block || v.lanes != first.lanes) return false;
      w.accesses[n] = v.first_access;
      ++w.visit;
      if (w.at->waits_for_grid)
        while (w.visit < visits.size() && visits[w.visit].block == v.block) ++w.visit;
      while (w.visit < visits.size() && code_.region_of[visits[w.visit].block] < 0) ++w.visit;
      w.accesses[n + 1] = w.visit < visits.size()
                              ? visits[w.visit].first_access
                              : static_cast<std::uint32_t>(w.path->accesses.size());
    }
    return true;
  }

  const memory_access* find_access(const running_warp& w, const operation& o) const {
    for (std::uint32_t n = w.accesses[o.copy]; n < w.accesses[o.copy + 1u]; ++n)
      if (w.path->accesses[n].instruction == o.instruction) return &w.path->accesses[n];
    return nullptr;
  }

  void account(running_warp& w, const scheduler& s, const operation& o, double now) {
    auto& of = result_.by_instruction[o.instruction];
    double at = w.issued_at + 1;
    const auto add = [&](stall why, double cycles) {
      of[static_cast<std::size_t>(why)] += cycles;
      result_.cycles_by_stall[static_cast<std::size_t>(why)] += cycles;
      if (seen_by_ == nullptr) return;
      if (why == stall::selected) return seen_by_->issues(number_of(w), o.instruction, now);
      seen_by_->waits(number_of(w), o.instruction, why, at, at + cycles);
      at += cycles;
    };
    add(stall::selected, 1);
    const double ready = std::max(w.next, w.issued_at + 1);
    if (ready > w.issued_at + 1) add(w.why, ready - w.issued_at - 1);
    if (now > ready) {
      const double pipe_ready = std::min(now, std::max(ready, pipe_free(s, o)));
      if (pipe_ready > ready)
        add(o.on != pipe::memory                  ? stall::math_pipe_throttle
            : o.space == ptx::state_space::shared ? stall::mio_throttle
                                                  : stall::lg_throttle,
            pipe_ready - ready);
      if (now > pipe_ready) add(stall::not_selected, now - pipe_ready);
    }
    ++result_.issued;
  }

  void issue(scheduler& s) {
    running_warp& w = *s.best;
    const double now = s.best_at;
    const operation& o = w.at->operations[w.operation];
    account(w, s, o, now);
    s.free = now + 1;
    take_pipe(s, o, now);
    s.is_known = false;
    w.issued_at = now;
    ++w.operation;
    double done = now + o.latency;
    stall reason = stall::wait;
    switch (o.what) {
      case action::load:
      case action::store:
      case action::atomic:
      case action::reduction:
      case action::shuffle:
        done = memory_.run({&o, find_access(w, o), w.path, w.block->salt,
                            static_cast<std::uint32_t>(number_of(w))},
                           now, w.memory, reason);
        if (seen_by_ != nullptr && o.what == action::load && reason == stall::long_scoreboard)
          seen_by_->loads(number_of(w), now, done);
        s.free += memory_.issues();
        break;
      case action::barrier:
      case action::arrive:
        if (!work_.no_barriers) return arrive(w, o, now);
        break;
      case action::grid_wait:
        return wait_for_grid(w, now);
      case action::fence: {
        const warp_memory& m = w.memory;
        const double stored =
            m.stores_done > 0 ? m.stores_done - on_.store_done + on_.fence_after_store : 0;
        return advance(w, std::max(now + on_.fence, stored), stall::membar);
      }
      case action::branch:
        return advance(w, now + on_.branch, stall::branch_resolving);
      case action::compute:
        break;
    }
    for (const std::uint32_t r : o.writes) {
      w.ready[r] = done;
      w.waits[r] = reason;
    }
    const bool loops = w.memory.loops_until > now + 1;
    advance(w, loops ? w.memory.loops_until : now + 1, loops ? reason : stall::wait);
  }

  void take_pipe(scheduler& s, const operation& o, double now) {
    pipe p = o.on;
    if (p == pipe::alu_or_fma)
      p = s.pipes_free[static_cast<unsigned>(pipe::alu)] <= now ? pipe::alu : pipe::fma_heavy;
    s.pipes_free[static_cast<unsigned>(p)] = now + (on_.has_pipes ? pipe_cycles(p) : 1);
    // One pipe issues both, and half of it multiplies integers.
    if (p == pipe::fma_heavy)
      s.pipes_free[static_cast<unsigned>(pipe::fma)] =
          std::max(s.pipes_free[static_cast<unsigned>(pipe::fma)], now + 1);
  }

  // One warp of each block comes; the other SMs are taken to be as far as this one.
  void wait_for_grid(running_warp& w, double now) {
    last_at_grid_ = std::max({last_at_grid_, now, w.memory.stores_done});
    w.next = never;
    at_grid_.push_back(&w);
    release_grid();
  }

  void release_grid() {
    if (at_grid_.empty() || at_grid_.size() < blocks_alive_) return;
    std::vector<running_warp*> go;
    go.swap(at_grid_);
    const double at = last_at_grid_ + on_.grid_wait;
    last_at_grid_ = 0;
    for (running_warp* w : go) {
      changed(*w);
      advance(*w, at, stall::long_scoreboard);
    }
  }

  void arrive(running_warp& w, const operation& o, double now) {
    running_block& b = *w.block;
    barrier_free_ = std::max(now, barrier_free_) + on_.barrier_arrival;
    b.last_arrival = std::max({b.last_arrival, barrier_free_, w.memory.stores_done});
    if (o.what == action::arrive) {
      ++b.arrived;
      advance(w, now + 1, stall::wait);
    } else {
      b.waiting.push_back(&w);
      w.next = never;
    }
    release(b);
  }

  const program& code_;
  const std::vector<const block_path*>& paths_;
  const machine& on_;
  const sm_work work_;
  observer* const seen_by_;
  memory_pipe memory_;
  std::vector<running_block> blocks_;
  std::vector<running_warp> warps_;
  std::vector<scheduler> schedulers_;
  double next_start_ = 0;
  double barrier_free_ = 0;
  std::vector<running_warp*> at_grid_;  // waiting for the blocks that have not come there yet
  double last_at_grid_ = 0;
  std::size_t blocks_alive_ = 0;
  std::uint64_t begun_ = 0;
  sm_run result_;
};

}  // namespace

sm_run run_blocks(const program& code, const std::vector<const block_path*>& paths,
                  const machine& on, const sharing& shared, const sm_work& work,
                  observer* seen_by) {
  return simulation(code, paths, on, shared, work, seen_by).run();
}

}  // namespace lockstep::timing
