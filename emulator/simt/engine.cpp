// Launches: blocks are handed out to a pool of workers in the order of their numbers. A worker runs
// one block to its end if it can; a block that has used up its fuel may be waiting for another one,
// so the worker begins more blocks and runs them in turn (all of them at once in a cooperative
// launch).
#include <algorithm>
#include <bit>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <thread>

#include "checks/memcheck.hpp"
#include "simt/block_runner.hpp"
#include "simt/fault.hpp"
#include "simt/image.hpp"
#include "simt/launch.hpp"

namespace lockstep::simt {
namespace {

constexpr std::uint32_t reserved_shared_bytes = 1024;
constexpr std::size_t most_resident_blocks =
    256;  // per worker, in launches that are not cooperative

checks::finding to_finding(const fault& f, const running_launch& launch) {
  checks::finding out;
  out.kernel = launch.kernel;
  if (f.at != nullptr) {
    const ptx::source_line line = launch.code->instructions[f.at->instruction].line;
    out.where.file = line.file;
    out.where.line = line.line;
  }
  out.where.kind = f.access;
  if (f.where != nullptr) {
    out.where.block = f.where->block->index;
    const std::uint32_t thread = f.where->number * lane_count + f.lane;
    out.where.thread = {thread % launch.block[0], thread / launch.block[0] % launch.block[1],
                        thread / launch.block[0] / launch.block[1]};
  }
  out.count = f.lanes;
  if (f.message.empty()) {
    checks::explain({f.kind, f.space, f.access, f.address, f.bytes,
                     f.space == "shared" ? launch.shared_bytes : 0},
                    *launch.memory, out);
  } else {
    out.kind = f.kind;
    out.space = f.space;
    out.address = f.address;
    out.message = f.message;
  }
  return out;
}

// Blocks that one worker runs in turn.
class share {
 public:
  share(worker& on) : on_(on), launch_(*on.launch) {}

  void run_all() {
    while (!launch_.stop.load(std::memory_order_relaxed)) {
      if (resident_.empty() && !take()) return;
      block* b = resident_.front();
      resident_.pop_front();
      if (run(*b)) {
        idle_.push_back(b);
        continue;
      }
      resident_.push_back(b);
      give_way(*b);
    }
  }

 private:
  // Begins the next block of the grid. False if there is none.
  bool take() {
    const std::uint64_t index = launch_.next_block.fetch_add(1, std::memory_order_relaxed);
    if (index >= launch_.blocks) return false;
    if (idle_.empty()) {
      on_.blocks.push_back(std::make_unique<block>());
      prepare(*on_.blocks.back(), on_);
      idle_.push_back(on_.blocks.back().get());
    }
    block* b = idle_.back();
    idle_.pop_back();
    begin(*b, index);
    resident_.push_back(b);
    return true;
  }

  // A block runs long: look at the clock, and let others run.
  void give_way(const block& b) {
    if (launch_.has_deadline && std::chrono::steady_clock::now() > launch_.deadline) {
      fault f;
      f.kind = "timeout";
      f.message = "runs longer than allowed and was stopped\n" + positions(b, 8);
      f.where = &b.warps.front();
      for (const warp& w : b.warps) {
        if (w.others.empty()) continue;
        f.where = &w;
        f.at =
            w.others.front().waits == waiting::no ? w.others.front().at : w.others.front().waits_in;
        f.lane = static_cast<unsigned>(std::countr_zero(w.others.front().mask));
        break;
      }
      raise(std::move(f));
    }
    if (launch_.cooperative || resident_.size() < most_resident_blocks) take();
    if (resident_.size() == 1) std::this_thread::yield();
  }

  worker& on_;
  running_launch& launch_;
  std::deque<block*> resident_;
  std::vector<block*> idle_;
};

}  // namespace

struct engine::state {
  memory::address_space& memory;
  settings options;
  std::mutex launch_mutex;  // one launch at a time
  std::uint64_t launches = 0;

  // The pool. Helpers sleep between launches; the thread that launches works too.
  std::mutex mutex;
  std::condition_variable wake, done;
  std::vector<std::thread> helpers;
  running_launch* current = nullptr;
  std::uint64_t ticket = 0;
  unsigned wanted = 0, working = 0;
  bool closing = false;
  std::optional<checks::finding> found;
  bool out_of_memory = false;
  std::vector<metrics::instruction_counts> counts;

  state(memory::address_space& m, settings s) : memory(m), options(std::move(s)) {
    if (options.workers == 0) options.workers = std::max(1u, std::thread::hardware_concurrency());
  }

  ~state() {
    {
      const std::scoped_lock lock(mutex);
      closing = true;
    }
    wake.notify_all();
    for (std::thread& t : helpers) t.join();
  }

  void help(unsigned number) {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex);
    for (;;) {
      wake.wait(lock, [&] { return closing || (ticket != seen && wanted != 0); });
      if (closing) return;
      seen = ticket;
      --wanted;
      ++working;
      running_launch* launch = current;
      lock.unlock();
      work(*launch, number);
      lock.lock();
      if (--working == 0) done.notify_all();
    }
  }

  void work(running_launch& launch, unsigned number) {
    worker on;
    on.number = number;
    on.launch = &launch;
    const std::size_t instructions = launch.code->instructions.size();
    try {
      on.ranges.resize(instructions);
      if (launch.counting) on.counts.resize(instructions);
      share(on).run_all();
    } catch (const fault& f) {
      launch.stop = true;
      checks::finding finding = to_finding(f, launch);
      const std::scoped_lock lock(mutex);
      if (!found) found = std::move(finding);
    } catch (const std::bad_alloc&) {
      launch.stop = true;
      const std::scoped_lock lock(mutex);
      out_of_memory = true;
    }
    if (launch.counting) {
      const std::scoped_lock lock(mutex);
      if (counts.empty()) counts.resize(instructions);
      metrics::add(counts, on.counts);
    }
  }

  void run(running_launch& launch) {
    const unsigned used =
        static_cast<unsigned>(std::min<std::uint64_t>(options.workers, launch.blocks));
    launch.workers = used;
    {
      const std::scoped_lock lock(mutex);
      while (helpers.size() + 1 < used)
        helpers.emplace_back(
            [this, number = static_cast<unsigned>(helpers.size() + 1)] { help(number); });
      current = &launch;
      found.reset();
      out_of_memory = false;
      counts.clear();
      wanted = used - 1;
      ++ticket;
    }
    if (used > 1) wake.notify_all();
    work(launch, 0);
    std::unique_lock lock(mutex);
    wanted = 0;
    done.wait(lock, [&] { return working == 0; });
    current = nullptr;
  }
};

engine::engine(memory::address_space& memory, settings s)
    : state_(std::make_unique<state>(memory, std::move(s))) {}
engine::~engine() = default;
void engine::set_timeout(std::chrono::milliseconds timeout) { state_->options.timeout = timeout; }

outcome engine::run(const image& image, std::string_view kernel, const launch_options& options,
                    const std::vector<std::byte>& parameters, bool count) {
  const std::scoped_lock one_at_a_time(state_->launch_mutex);
  const struct code& code = image.impl().executable(kernel, count);
  running_launch launch;
  launch.code = &code;
  launch.kernel = image.find(kernel)->display_name;
  launch.grid = options.grid;
  launch.block = options.block;
  launch.threads = options.block[0] * options.block[1] * options.block[2];
  launch.warps = (launch.threads + lane_count - 1) / lane_count;
  launch.dynamic_shared_bytes = options.dynamic_shared_bytes;
  // Dynamic shared memory begins at the next multiple of 16 behind the static part.
  launch.shared_bytes =
      options.dynamic_shared_bytes == 0
          ? code.static_shared_bytes
          : (code.static_shared_bytes + 15) / 16 * 16 + options.dynamic_shared_bytes;
  const bool uses_reserved =
      std::any_of(code.specials.begin(), code.specials.end(),
                  [](const special_row& s) { return s.what == special::reserved_smem; });
  if (uses_reserved) {
    launch.reserved_shared_offset = (launch.shared_bytes + 15) / 16 * 16;
    launch.shared_bytes = launch.reserved_shared_offset + reserved_shared_bytes;
  }
  launch.identity = ++state_->launches;
  launch.parameters = &parameters;
  launch.cooperative = options.cooperative;
  launch.counting = count;
  launch.blocks = std::uint64_t{options.grid[0]} * options.grid[1] * options.grid[2];
  launch.has_deadline = state_->options.timeout.count() > 0;
  launch.deadline = std::chrono::steady_clock::now() + state_->options.timeout;
  launch.memory = &state_->memory;
  launch.print = &state_->options.print;
  memory::allocation* workspace = nullptr;
  if (options.cooperative) {
    // Cooperative groups keep the grid barrier's word at offset 4.
    workspace = state_->memory.allocate(memory::allocation_kind::heap, 64);
    if (workspace == nullptr) throw std::bad_alloc();
    std::fill_n(workspace->host, workspace->size, std::byte{0});
    launch.workspace = workspace->address;
  }
  state_->run(launch);
  if (workspace != nullptr) state_->memory.release(workspace->address);

  outcome result;
  if (state_->out_of_memory) throw std::bad_alloc();
  if (state_->found) {
    result.stopped_by = state_->found->kind;
    result.findings.push_back(std::move(*state_->found));
  }
  if (count) {
    result.counted = true;
    state_->counts.resize(code.instructions.size());
    result.counters = metrics::summarise(code.facts, state_->counts, launch.blocks * launch.warps);
    result.lines = metrics::by_line(code.facts, state_->counts);
  }
  return result;
}

}  // namespace lockstep::simt
