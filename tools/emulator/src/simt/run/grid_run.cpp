#include "simt/run/grid_run.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <tuple>

#include "lockstep/protocol/kernel_name.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "simt/control/finding.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/jit/compile.hpp"
#include "simt/run/block_runner.hpp"
#include "simt/run/positions.hpp"
#include "simt/run/work_meter.hpp"
#include "simt/state/attention.hpp"
#include "simt/state/cluster.hpp"
#include "simt/state/fault.hpp"
#include "timing/path.hpp"

namespace lockstep::simt {
namespace {

constexpr std::size_t few_blocks = 8;
constexpr std::uint64_t blocks_between_looks = 8;  // at the clock

// Blocks that one worker runs in turn.
class share {
 public:
  share(worker& on, spare_blocks& spare, std::uint64_t most_resident)
      : on_(on), launch_(*on.launch), spare_(spare), most_resident_(most_resident) {
    if (launch_.timing != nullptr && !launch_.samples_only) meter_.emplace(*launch_.code);
  }

  void run_all() {
    while (!launch_.stop.load(std::memory_order_relaxed)) {
      if (resident_.empty() && !take()) return;
      block* b = resident_.front();
      resident_.pop_front();
      const end_of_turn end = run(*b);
      if (meter_) meter_->add_to(*b, on_);
      if (end == end_of_turn::of_block) {
        if (meter_) launch_.timing->note_work(number_of(*b), b->work);
        put_back(b);
        if (++ended_ % blocks_between_looks != 0) continue;
        if (is_late()) raise(late_between_blocks(*b));
        tell_who_waits(nullptr);
        continue;
      }
      resident_.push_back(b);
      if (end != end_of_turn::by_fuel) continue;
      if (launch_.may_compile) jit::note_long_run(*launch_.code);
      give_way(*b);
    }
  }

 private:
  // Begins the next block of the grid, or all blocks of the next cluster. False if there is none.
  bool take() {
    const std::uint64_t all = launch_.samples_only      ? launch_.timing->paths().size()
                              : launch_.undo != nullptr ? 1
                                                        : launch_.blocks / launch_.cluster_blocks;
    const std::uint64_t index = launch_.next_cluster.fetch_add(1, std::memory_order_relaxed);
    if (index >= all) return false;
    const std::uint64_t number = launch_.samples_only ? launch_.timing->paths()[index]->index
                                 : launch_.undo != nullptr
                                     ? launch_.repeated
                                     : block_in_turn(launch_.schedule, index, all);
    if (launch_.samples_only) launch_.timing->left_out().pass_to(number);
    if (launch_.cluster_blocks > 1 || launch_.code->waits_for_cluster) {
      take_cluster(number);
    } else {
      block* const b = spare_block();
      begin(*b, number);
      resident_.push_back(b);
    }
    return true;
  }

  std::uint64_t number_of(const block& b) const {
    const std::uint64_t row = b.index[1] + std::uint64_t{b.index[2]} * launch_.grid[1];
    return b.index[0] + row * launch_.grid[0];
  }

  void take_cluster(std::uint64_t number) {
    const std::uint32_t count = launch_.cluster_blocks;
    clusters_.push_back(std::make_unique<cluster>());
    cluster& c = *clusters_.back();
    c.running = count;
    for (std::uint32_t rank = 0; rank < count; ++rank) c.blocks.push_back(spare_block());
    for (std::uint32_t rank = 0; rank < count; ++rank)
      begin(*c.blocks[rank], block_of_cluster(launch_, number, rank), &c, rank);
    const warp_order turn(launch_.schedule.by, on_.chances, count);
    for (std::uint32_t n = 0; n < count; ++n) resident_.push_back(c.blocks[turn.at(n)]);
  }

  block* spare_block() {
    if (idle_.empty()) {
      std::unique_ptr<block> kept = spare_.take(launch_);
      const bool is_new = kept == nullptr;
      on_.blocks.push_back(is_new ? std::make_unique<block>() : std::move(kept));
      block& b = *on_.blocks.back();
      is_new ? prepare(b, on_) : prepare_again(b, on_);
      return &b;
    }
    block* const b = idle_.back();
    idle_.pop_back();
    return b;
  }

  // A block has ended. Those of a cluster stay what they were until all have: others may ask for
  // their shared memory, and must find it gone.
  void put_back(block* b) {
    if (b->cluster == nullptr) return idle_.push_back(b);
    cluster* const c = b->cluster;
    if (--c->running != 0) return;
    idle_.insert(idle_.end(), c->blocks.begin(), c->blocks.end());
    std::erase_if(clusters_, [c](const auto& known) { return known.get() == c; });
  }

  bool is_late() const {
    return (launch_.has_deadline && std::chrono::steady_clock::now() > launch_.deadline) ||
           (launch_.going_on != nullptr && launch_.going_on->is_late()) || is_interrupted();
  }

  bool is_interrupted() const {
    return launch_.waiting_person != nullptr &&
           launch_.waiting_person->interrupted.load(std::memory_order_relaxed);
  }

  std::string why_it_stops() const {
    return is_interrupted()
               ? protocol::phrase("was-interrupted", "was interrupted")
               : protocol::phrase("runs-too-long", "runs longer than allowed and was stopped");
  }

  // Once, that the kernel still runs, and where: in a block that runs long, if it is given.
  void tell_who_waits(block* b) {
    const attention* const person = launch_.waiting_person;
    if (person == nullptr || on_.number != 0 || told_ ||
        std::chrono::steady_clock::now() - launch_.began < person->patience)
      return;
    told_ = true;
    const std::string name = protocol::short_name(launch_.kernel);
    const auto seconds = person->patience.count();
    const std::string line = b == nullptr ? "" : line_in_words(where_it_runs(*b));
    person->tell(line.empty() ? protocol::phrase("still-runs",
                                                 "kernel {} has been running for {} s; Ctrl-C "
                                                 "stops it and says where its warps are",
                                                 name, seconds)
                              : protocol::phrase("still-runs-in",
                                                 "kernel {} has been running for {} s, now in {}; "
                                                 "Ctrl-C stops it and says where its warps are",
                                                 name, seconds, line));
  }

  std::string line_in_words(const fault& f) const {
    if (f.at == nullptr) return {};
    const ptx::source_line& line = launch_.code->instructions[f.at->instruction].line;
    if (line.line == 0) return {};
    return std::string(line.file.substr(line.file.find_last_of('/') + 1)) + ":" +
           std::to_string(line.line);
  }

  // Every block is short, but there are too many of them.
  fault late_between_blocks(block& b) const {
    fault f;
    f.kind = finding_kind::timeout;
    f.message = protocol::phrase(
        "too-many-blocks", "{}: about {} of its {} blocks ran", why_it_stops(),
        launch_.next_cluster.load(std::memory_order_relaxed) * launch_.cluster_blocks,
        launch_.blocks);
    f.where = &b.warps.front();
    return f;
  }

  // A block runs long: look at the clock, and let others run.
  void give_way(block& b) {
    if (is_late()) stop(b, finding_kind::timeout, why_it_stops() + "\n");
    tell_who_waits(&b);
    if (waits_in_vain())
      stop(*first_in_grid(), finding_kind::deadlock,
           protocol::phrase(
               "grid-never-goes-on",
               "can never continue: its threads wait for something that none of them does") +
               "\n");
    if (may_take()) take();
    // What it waits for may be another worker's to do. Rarely: on a busy host each time may take
    // long, and a block may have to wait a thousand times.
    constexpr std::uint64_t waits_between_yields = 16;
    if (resident_.size() == launch_.cluster_blocks && launch_.blocks > resident_.size() &&
        ++waits_ % waits_between_yields == 0)
      std::this_thread::yield();
  }

  // Checked kernels: all blocks have looked again and again at what has not changed, for a while
  // and many times; each of thousands a little less often. There may be no more blocks to begin, or
  // no room for them.
  bool waits_in_vain() {
    if (on_.checked == nullptr) return false;
    if (on_.checked->progress != progress_) {
      progress_ = on_.checked->progress;
      turns_in_vain_ = 0;
      return false;
    }
    constexpr std::uint64_t many = 1000;
    constexpr std::chrono::seconds a_while(1);
    if (++turns_in_vain_ == 1) in_vain_since_ = std::chrono::steady_clock::now();
    const std::uint64_t of_each =
        std::clamp<std::uint64_t>(100 * many / resident_.size(), many / 20, many);
    return turns_in_vain_ % many == 0 && turns_in_vain_ > of_each * resident_.size() &&
           std::chrono::steady_clock::now() - in_vain_since_ > a_while;
  }

  // Of all that wait, the same in every run.
  block* first_in_grid() const {
    const auto place_in_grid = [](const block* b) {
      return std::tuple(b->index[2], b->index[1], b->index[0]);
    };
    return *std::ranges::min_element(resident_, {}, place_in_grid);
  }

  // Blocks that wait for an end of those that wait for them, perhaps.
  std::string without_a_place() const {
    const std::uint64_t begun =
        launch_.next_cluster.load(std::memory_order_relaxed) * launch_.cluster_blocks;
    if (begun >= launch_.blocks || has_place()) return "";
    return "  " +
           protocol::phrase(
               "blocks-not-begun",
               "{} of its {} blocks have not started: {} fit here at once, and stay until they end",
               launch_.blocks - begun, launch_.blocks, most_resident_) +
           "\n";
  }

  // A thread of the block: rather one that runs than one that waits, perhaps for the one that runs.
  static fault where_it_runs(block& b) {
    fault f;
    f.where = &b.warps.front();
    for (const warp& w : b.warps) {
      for (const split& s : w.others) {
        if (f.at != nullptr && s.waits != waiting::no) continue;
        f.where = &w;
        f.at = s.waits == waiting::no ? s.at : s.waits_in;
        f.lane = first_lane(s.mask);
        if (s.waits == waiting::no) return f;
      }
    }
    return f;
  }

  [[noreturn]] void stop(block& b, finding_kind kind, const std::string& what) {
    const std::string no_place = without_a_place();
    const std::string text = what + no_place + positions(b);
    fault f = where_it_runs(b);
    f.kind = kind;
    f.lacks_slots = !no_place.empty();
    f.message = text;
    if (b.checked != nullptr && launch_.monitor->uses().barriers)
      for (unsigned barrier = 0; barrier < barriers_per_block; ++barrier) check_barrier(b, barrier);
    raise(std::move(f));
  }

  bool has_place() const { return resident_.size() * launch_.workers < most_resident_; }

  // Whether one more block should run beside those that have begun. In an order that interrupts
  // often, all but a few of them begin late.
  bool may_take() {
    if (launch_.cooperative) return true;
    if (!has_place()) return false;
    return launch_.schedule.by == order::natural || resident_.size() < few_blocks ||
           on_.chances.below(few_blocks) == 0;
  }

  worker& on_;
  running_launch& launch_;
  spare_blocks& spare_;
  std::optional<work_meter> meter_;    // for the model of time, where all blocks run
  const std::uint64_t most_resident_;  // blocks of all workers
  std::deque<block*> resident_;
  std::vector<block*> idle_;
  std::vector<std::unique_ptr<cluster>> clusters_;
  std::uint64_t ended_ = 0;  // blocks
  std::uint64_t waits_ = 0;  // of a block for others
  bool told_ = false;
  std::uint64_t progress_ = 0, turns_in_vain_ = 0;
  std::chrono::steady_clock::time_point in_vain_since_;
};

}  // namespace

grid_result run_grid(running_launch& launch, worker_pool& pool, unsigned workers,
                     std::uint64_t most_resident) {
  const std::size_t instructions = launch.code->instructions.size();
  grid_result result;
  if (launch.counting) result.counts.resize(instructions);
  std::mutex mutex;
  std::exception_ptr failed;
  const memory::kept_pages pages(*launch.memory);
  launch.workers = static_cast<unsigned>(
      std::min<std::uint64_t>(workers, launch.blocks / launch.cluster_blocks));
  pool.run(launch.workers, [&](unsigned number) {
    worker on;
    on.number = number;
    on.launch = &launch;
    on.chances = dice(launch.schedule.seed + launch.identity);
    try {
      on.ranges.resize(instructions);
      if (launch.counting) on.counts.resize(instructions);
      if (launch.monitor != nullptr) {
        on.checked = std::make_unique<checked_worker>();
        on.checked->histories.resize(launch.code->checked->observed.size());
        on.checked->by_access = on.checked->histories.data();
      }
      share(on, pool.spare, most_resident).run_all();
      if (!launch.stop.load(std::memory_order_relaxed))
        pool.spare.keep(launch, std::move(on.blocks));
    } catch (const fault& f) {
      launch.stop = true;
      protocol::finding finding = finding_of(f, launch);
      const std::scoped_lock lock(mutex);
      if (!result.found) {
        result.found = std::move(finding);
        result.comes_of_access = launch.going_on != nullptr && launch.going_on->explains(f);
      }
    } catch (...) {
      launch.stop = true;
      const std::scoped_lock lock(mutex);
      failed = std::current_exception();
    }
    if (!launch.counting || on.counts.empty()) return;
    const std::scoped_lock lock(mutex);
    metrics::add(result.counts, on.counts);
  });
  if (failed) std::rethrow_exception(failed);
  return result;
}

}  // namespace lockstep::simt
