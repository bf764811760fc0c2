#include "simt/run/engine.hpp"

#include <driver_types.h>

#include <algorithm>
#include <mutex>
#include <new>

#include "checks/monitor.hpp"
#include "lockstep/protocol/finding_text.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "provenance/recorder.hpp"
#include "simt/control/as_on_gpu.hpp"
#include "simt/control/going_on.hpp"
#include "simt/device_runtime/launch_tree.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/instruments/provenance.hpp"
#include "simt/instruments/race_context.hpp"
#include "simt/instruments/shared_names.hpp"
#include "simt/instruments/tracing.hpp"
#include "simt/instruments/unwritten.hpp"
#include "simt/jit/compile.hpp"
#include "simt/linking/linked_image.hpp"
#include "simt/run/grid_run.hpp"
#include "simt/run/repetition.hpp"
#include "simt/run/traced_grid.hpp"
#include "simt/state/traced_code.hpp"
#include "timing/path.hpp"
#include "timing/program.hpp"

namespace lockstep::simt {
namespace {

constexpr std::uint32_t reserved_shared_bytes = 1024;

using clock = std::chrono::steady_clock;
using protocol::finding_kind;
using protocol::memory_space;

// Shared memory: the static part, at the next multiple of 16 the dynamic one, and behind them what
// the system keeps for cooperative groups.
void lay_out_shared(running_launch& launch, const launch_options& options) {
  const struct code& code = *launch.code;
  launch.dynamic_shared_bytes = options.dynamic_shared_bytes;
  launch.shared_bytes =
      options.dynamic_shared_bytes == 0
          ? code.static_shared_bytes
          : (code.static_shared_bytes + 15) / 16 * 16 + options.dynamic_shared_bytes;
  const bool uses_reserved =
      std::any_of(code.specials.begin(), code.specials.end(),
                  [](const special_row& s) { return s.what == special::reserved_smem; });
  if (!uses_reserved) return;
  launch.reserved_shared_offset = (launch.shared_bytes + 15) / 16 * 16;
  launch.reserved_shared_bytes = reserved_shared_bytes;
  launch.shared_bytes = launch.reserved_shared_offset + reserved_shared_bytes;
}

// The words that grid barriers use: those of cooperative groups at offset 4 of the workspace, those
// of the device runtime (linking/grid_functions.hpp) at offset 8.
class cooperative_workspace {
 public:
  cooperative_workspace(memory::address_space& memory, bool needed) : memory_(memory) {
    if (!needed) return;
    made_ = memory.allocate(memory::allocation_kind::system, 64);
    if (made_ == nullptr) throw std::bad_alloc();
    std::fill_n(made_->host, made_->size, std::byte{0});
  }
  ~cooperative_workspace() {
    if (made_ != nullptr) memory_.release(made_->address);
  }
  cooperative_workspace(const cooperative_workspace&) = delete;
  cooperative_workspace& operator=(const cooperative_workspace&) = delete;
  std::uint64_t address() const { return made_ == nullptr ? 0 : made_->address; }

 private:
  memory::address_space& memory_;
  memory::allocation* made_ = nullptr;
};

}  // namespace

struct engine::state {
  memory::address_space& memory;
  settings options;
  std::mutex launch_mutex;  // one launch at a time
  std::uint64_t launches = 0;
  worker_pool pool;

  state(memory::address_space& m, settings s) : memory(m), options(std::move(s)) {
    if (options.workers == 0) options.workers = std::max(1u, std::thread::hardware_concurrency());
    settle_workers();
  }

  void settle_workers() {
    if (options.schedule.by != order::natural || options.monitor != nullptr ||
        options.recorder != nullptr)
      options.workers = 1;
  }
};

namespace {

std::vector<provenance::site> sites_of(const code& of) {
  std::vector<provenance::site> sites;
  for (const instruction_site& i : of.instructions)
    sites.push_back({std::string(i.line.file), i.line.line,
                     i.source == nullptr ? std::string() : ptx::spelled(*i.source)});
  return sites;
}

provenance::recorded_grid recorded(const child_grid& grid, const kernel_facts& facts) {
  provenance::recorded_grid made;
  made.kernel = facts.display_name;
  made.grid = grid.options.grid;
  made.block = grid.options.block;
  made.identity = grid.identity;
  made.arguments = {reinterpret_cast<const char*>(grid.parameters.data()), grid.parameters.size()};
  if (grid.parent_identity != 0)
    made.by = {grid.parent_identity, grid.parent_thread_in_grid, std::string(grid.launched_at.file),
               grid.launched_at.line};
  else
    made.by = {0, 0, grid.options.called_at.file, grid.options.called_at.line};
  return made;
}

// What became of a launch that went on after a bad access, for the finding that says so.
std::string end_in_words(const std::string& went_on, const protocol::finding& stopped_by) {
  const std::uint32_t line = stopped_by.where.line;
  if (stopped_by.kind == finding_kind::timeout)
    return line == 0
               ? protocol::phrase("went-on-stopped", "{} and did not end: it was stopped.", went_on)
               : protocol::phrase("went-on-stopped-in",
                                  "{} and did not end: it was stopped on line {}.", went_on, line);
  if (stopped_by.kind == finding_kind::deadlock)
    return line == 0
               ? protocol::phrase(
                     "went-on-stuck",
                     "{} and got stuck: threads wait for something that never happens.", went_on)
               : protocol::phrase(
                     "went-on-stuck-in",
                     "{} and got stuck on line {}: threads wait for something that never happens.",
                     went_on, line);
  const std::string kind(stopped_by.kind.name());
  return line == 0 ? protocol::phrase("went-on-ended-by", "{} and ended by {}.", went_on, kind)
                   : protocol::phrase("went-on-ended-in", "{} and ended on line {} by {}.", went_on,
                                      line, kind);
}

// One launch of the host with all that comes of it.
class launch_run {
 public:
  launch_run(memory::address_space& memory, settings& options, worker_pool& pool,
             std::uint64_t& identities, const image& image, bool count)
      : memory_(memory),
        options_(options),
        pool_(pool),
        identities_(identities),
        image_(image),
        counting_(count),
        form_{count, options.schedule.by != order::natural, options.monitor != nullptr},
        chances_(options.schedule.seed),
        has_deadline_(options.timeout.count() > 0),
        deadline_(clock::now() + options.timeout),
        bad_accesses_(options.keep_going),
        tree_(memory, options.services ? options.services->pending_launches() : 0) {
    if (options.schedule.by == order::natural) return;
    child_in_turn_ = [this](std::size_t how_many) {
      return child_in_turn(options_.schedule, chances_, how_many);
    };
  }

  outcome run(grid_handle root) {
    // Refuse what is not supported before anything runs.
    image_.executable(root->kernel, form_);
    for (const std::string& child : image_.launchable(root->kernel))
      image_.executable(child, form_);
    result_.counted = counting_;
    root->alone = true;
    const grid_handle first = root;
    for (grid_handle grid = std::move(root); grid != nullptr && !result_.stopped_by;
         grid = tree_.next(child_in_turn_)) {
      grid->identity = ++identities_;
      const bool is_late = (has_deadline_ && clock::now() > deadline_) || bad_accesses_.is_late();
      if (ran_ != 0 && is_late) {
        stop(late(*first), bad_accesses_.first().has_value());
        break;
      }
      if (grid->work)
        run_copy(*grid);
      else
        run_kernel(grid, grid == first);
      ++ran_;
      tree_.ran(grid);
    }
    result_.lost_launches = tree_.lost_launches();
    result_.went_on_after = bad_accesses_.first();
    result_.noticed = options_.monitor != nullptr ? options_.monitor->found.take()
                      : options_.as_on_gpu        ? let_pass_.take()
                                                  : bad_accesses_.take();
    if (came_of_it_) tell_what_came_of_it();
    if (options_.monitor != nullptr) {
      const bool is_complete = !result_.stopped_by;
      options_.monitor->ended(first->options.stream, root_,
                              is_complete ? tree_.did() : checks::after_all(first->did));
    }
    return std::move(result_);
  }

 private:
  // comes_of_access: it is no cause of its own, but comes of a bad access.
  void stop(protocol::finding found, bool comes_of_access = false) {
    result_.stopped_by = found.kind.value();
    if (comes_of_access)
      came_of_it_ = std::move(found);
    else
      result_.findings.push_back(std::move(found));
  }

  void tell_what_came_of_it() {
    const auto first = std::find_if(result_.noticed.begin(), result_.noticed.end(),
                                    [](const protocol::finding& f) { return f.went_on; });
    if (first == result_.noticed.end()) return;
    const bool reads = first->where.kind == protocol::access_kind::read;
    const std::string went_on =
        reads ? protocol::phrase("kernel-went-on-with-0", "The kernel continued with 0")
              : protocol::phrase("kernel-went-on-without", "The kernel continued without it");
    first->why = protocol::why(*first) + " " + end_in_words(went_on, *came_of_it_);
  }

  protocol::finding late(const child_grid& root) const {
    protocol::finding found;
    found.kind = finding_kind::timeout;
    found.kernel = image_.find(root.kernel)->display_name;
    found.message = protocol::phrase("tree-too-long",
                                     "and the kernels that it launched run longer than allowed and "
                                     "were stopped: {} grids ran, {} wait",
                                     ran_, tree_.waiting() + 1);
    if (const auto crowd = tree_.most_of_one_line(); crowd.grids > 1) {
      const ptx::source_line& at = crowd.one->launched_at;
      found.where.file = at.file;
      found.where.line = at.line;
      found.message = protocol::phrase("tree-too-long-by-line",
                                       "{}, {} of them launched by threads of one block on line {}",
                                       found.message, crowd.grids, at.line);
    }
    return found;
  }

  void run_copy(child_grid& grid) {
    if (options_.provenance != nullptr) options_.provenance->leave_out();
    const std::string wrong = grid.work();
    grid.did = grid.follows;
    if (wrong.empty()) return;
    protocol::finding found;
    found.kind = finding_kind::out_of_bounds;
    found.space = memory_space::global;
    found.kernel = grid.requested_by;
    found.message = wrong;
    stop(std::move(found));
  }

  // As many blocks as the device holds at once may wait for one another: none of them may be left
  // out. Few are begun at a time anyway, unless they run long.
  static std::uint64_t resident_blocks(const running_launch& launch, const kernel_facts& facts) {
    constexpr std::uint64_t least = 512;
    int per_multiprocessor = 0, multiprocessors = 0;
    if (launch.services == nullptr || launch.blocks <= least ||
        launch.services->blocks_per_multiprocessor(facts, static_cast<int>(launch.threads),
                                                   launch.dynamic_shared_bytes,
                                                   per_multiprocessor) != cudaSuccess ||
        launch.services->attribute(cudaDevAttrMultiProcessorCount, 0, multiprocessors) !=
            cudaSuccess)
      return least;
    return std::max(least, static_cast<std::uint64_t>(per_multiprocessor) *
                               static_cast<std::uint64_t>(multiprocessors));
  }

  // Whether blocks of a launch that the model of time follows may run again.
  bool may_repeat(const running_launch& launch, const child_grid& grid) const {
    return !launch.samples_only && !launch.cooperative && launch.cluster_blocks == 1 &&
           launch.monitor == nullptr && launch.recorder == nullptr &&
           launch.provenance == nullptr && image_.launchable(grid.kernel).empty() &&
           timing::refusal(image_.linked().decoded(image_.linked().kernel(grid.kernel))).empty();
  }

  void run_kernel(const grid_handle& grid, bool is_root) {
    const launch_options& options = grid->options;
    const kernel_facts& facts = *image_.find(grid->kernel);
    running_launch launch;
    code_form form = form_;
    trace::recorder* const recorder = options_.samples_only ? nullptr : options_.recorder;
    if (recorder != nullptr) {
      form.traced =
          recorder->begins(traced_grid(*grid, facts), grid->identity, grid->parent_identity);
      if (form.traced) launch.recorder = recorder;
    }
    provenance::recorder* const record = options_.provenance;
    form.recorded = record != nullptr && record->recording() && !options_.samples_only;
    launch.code = &image_.executable(grid->kernel, form);
    if (form.recorded) {
      record->launch(recorded(*grid, facts));
      launch.provenance = record;
      launch.first_site = record->sites_of(launch.code, [&] { return sites_of(*launch.code); });
    }
    launch.image = &image_.linked();
    launch.tree = &tree_;
    launch.self = grid;
    launch.services = options_.services.get();
    launch.kernel = facts.display_name;
    launch.grid = options.grid;
    launch.block = options.block;
    if (const dimensions& size = cluster_of(options, facts); size[0] != 0) {
      launch.cluster = size;
      launch.cluster_blocks = size[0] * size[1] * size[2];
      launch.explicit_cluster = true;
    }
    launch.threads = options.block[0] * options.block[1] * options.block[2];
    launch.warps = (launch.threads + lanes_per_warp - 1) / lanes_per_warp;
    lay_out_shared(launch, options);
    launch.identity = grid->identity;
    launch.launched_in = grid->launched_at.line;
    launch.parameters = &grid->parameters;
    launch.cooperative = options.cooperative;
    launch.counting = counting_;
    launch.schedule = options_.schedule;
    launch.blocks = std::uint64_t{options.grid[0]} * options.grid[1] * options.grid[2];
    launch.has_deadline = has_deadline_;
    launch.deadline = deadline_;
    launch.began = clock::now();
    launch.waiting_person = options_.waiting_person;
    if (options_.keep_going.count() > 0)
      launch.going_on = &bad_accesses_;
    else if (options_.as_on_gpu)
      launch.going_on = &let_pass_;
    launch.memory = &memory_;
    if (options_.services) options_.services->limit(cudaLimitMallocHeapSize, launch.heap_bytes);
    launch.print = &options_.print;
    if (options_.monitor != nullptr) {
      launch.monitor = options_.monitor;
      checks::grid_facts grid_facts{facts.display_name,
                                    options.grid,
                                    options.block,
                                    &launch.code->checked->sites,
                                    grid->alone ? 0 : root_began_,
                                    grid->follows};
      grid_facts.exchanges = launch.code->checked->exchanges;
      grid_facts.tells_host = launch.code->checked->tells_host;
      grid_facts.by_kernel = !is_root;
      grid_facts.launched_in = grid->launched_at.line;
      grid_facts.around = [&launch](std::uint32_t one, std::uint32_t other, std::uint64_t address) {
        return code_around(launch, one, other, address);
      };
      grid_facts.in_shared = [&launch](const checks::site& at, std::uint64_t offset) {
        return name_in_shared(launch, at, offset);
      };
      if (is_root) launch.monitor->host_order.begin(options.stream, grid_facts);
      launch.grid_number = launch.monitor->time.begin_grid(std::move(grid_facts));
      if (is_root) {
        root_ = launch.grid_number;
        root_began_ = launch.monitor->time.all_before(root_);
      }
    }
    if (options_.begins)
      options_.begins(facts, launch.code->checked != nullptr && launch.code->checked->locks);
    std::optional<timing::recorder> paths;
    if (options_.timed && counting_) {
      form.timed = true;
      launch.timed = &image_.executable(grid->kernel, form);
      launch.timing = &paths.emplace(launch.blocks, launch.warps);
      launch.samples_only = options_.samples_only;
    }
    code_form besides = form;
    besides.counting = false;
    besides.checked = false;
    launch.may_compile = besides == code_form{} && options_.may_compile;
    if (launch.monitor != nullptr) begin_unwritten(launch);
    if (launch.may_compile)
      jit::note_launch(*launch.code, launch.blocks * launch.warps,
                       launch.block[0] % lanes_per_warp == 0);
    const cooperative_workspace workspace(memory_, options.cooperative);
    launch.workspace = workspace.address();

    grid_result ran =
        run_grid(launch, pool_, form.recorded || launch.samples_only ? 1 : options_.workers,
                 resident_blocks(launch, facts));
    if (recorder != nullptr)
      recorder->ends(
          ran.found ? std::optional(ran.found->kind.value()) : std::nullopt,
          form.traced ? arrays_of(*grid, facts, memory_) : std::vector<protocol::traced_array>(),
          form.traced ? launch.code->traced->shared : std::vector<protocol::shared_array>());
    if (paths && !ran.found && may_repeat(launch, *grid)) repeat_blocks(launch, *paths, pool_);
    if (ran.found) stop(std::move(*ran.found), ran.comes_of_access);
    if (launch.monitor != nullptr)
      grid->did.push_back(launch.monitor->time.end_grid(launch.grid_number));
    if (!counting_) return;
    const lockstep_counters counters =
        metrics::summarise(launch.code->facts, ran.counts, launch.blocks * launch.warps);
    std::vector<line_counters> lines = metrics::by_line(launch.code->facts, ran.counts);
    if (options_.counted)
      options_.counted({facts, options, grid->identity, grid->parent_identity, counters, lines,
                        launch.code->facts, ran.counts,
                        paths && !result_.stopped_by ? &*paths : nullptr,
                        &image_.linked().decoded(image_.linked().kernel(grid->kernel)),
                        !image_.launchable(grid->kernel).empty(), launch.samples_only,
                        recorder == nullptr || form.traced});
    if (!is_root) return;
    result_.counters = counters;
    result_.lines = std::move(lines);
  }

  memory::address_space& memory_;
  settings& options_;
  worker_pool& pool_;
  std::uint64_t& identities_;
  const image& image_;
  const bool counting_;
  const code_form form_;
  dice chances_;
  launch_tree::chooser child_in_turn_;  // none: the first
  const bool has_deadline_;
  const clock::time_point deadline_;
  going_on bad_accesses_;
  as_on_gpu let_pass_;
  std::optional<protocol::finding> came_of_it_;  // of the bad accesses, if it stopped the launch
  launch_tree tree_;
  std::uint64_t ran_ = 0;
  // In checked launches: the root's number, and before what all is ordered before it.
  std::uint32_t root_ = 0;
  checks::epoch root_began_ = 0;
  outcome result_;
};

}  // namespace

engine::engine(memory::address_space& memory, settings s)
    : state_(std::make_unique<state>(memory, std::move(s))) {}
engine::~engine() = default;

void engine::set_schedule(struct schedule s) {
  const std::scoped_lock one_at_a_time(state_->launch_mutex);
  state_->options.schedule = s;
  state_->settle_workers();
}

void engine::set_watch(checks::monitor* monitor, std::chrono::milliseconds timeout,
                       std::chrono::milliseconds keep_going) {
  const std::scoped_lock one_at_a_time(state_->launch_mutex);
  state_->options.monitor = monitor;
  state_->options.timeout = timeout;
  state_->options.keep_going = keep_going;
}

void engine::set_timing(bool timed, bool samples_only) {
  const std::scoped_lock one_at_a_time(state_->launch_mutex);
  state_->options.timed = timed;
  state_->options.samples_only = samples_only;
}

outcome engine::run(const image& image, std::string_view kernel, const launch_options& options,
                    const std::vector<std::byte>& parameters, bool count) {
  const std::scoped_lock one_at_a_time(state_->launch_mutex);
  std::unique_lock<std::recursive_mutex> checks;
  if (checks::monitor* const monitor = state_->options.monitor; monitor != nullptr)
    checks = std::unique_lock(monitor->mutex);
  auto root = std::make_shared<child_grid>();
  root->kernel = kernel;
  root->options = options;
  root->parameters = parameters;
  return launch_run(state_->memory, state_->options, state_->pool, state_->launches, image, count)
      .run(std::move(root));
}

}  // namespace lockstep::simt
