#include "checks/race_report.hpp"

#include <fmt/format.h>

#include <utility>

#include "checks/access_at.hpp"

namespace lockstep::checks {
namespace {

using cause = race_facts::cause;
using protocol::finding_kind;
using protocol::memory_space;

dimensions coordinates(std::uint32_t thread, const dimensions& block) {
  return {thread % block[0], thread / block[0] % block[1], thread / block[0] / block[1]};
}

protocol::access_kind reported(access_kind kind) {
  return kind.what == action::read    ? protocol::access_kind::read
         : kind.what == action::write ? protocol::access_kind::write
                                      : protocol::access_kind::atomic;
}
const char* verb(access_kind kind) {
  return kind.what == action::read    ? "reads"
         : kind.what == action::write ? "writes"
                                      : "updates atomically";
}

protocol::access side(const grid_facts& grid, const dimensions& block, std::uint32_t thread,
                      access_kind kind, std::uint32_t number) {
  static const site nowhere;
  const site& at = number < grid.sites->size() ? (*grid.sites)[number] : nowhere;
  protocol::access made = access_at(at, block, coordinates(thread, grid.block), reported(kind));
  if (grid.is_call) {
    made.call = grid.kernel;
    made.return_addresses = grid.return_addresses;
  }
  if (made.call == "cudaFreeAsync") made.kind = protocol::access_kind::free;
  return made;
}

const site* place(const grid_facts& grid, std::uint32_t number) {
  return number < grid.sites->size() ? &(*grid.sites)[number] : nullptr;
}

std::string name(const dimensions& d) { return fmt::format("({},{},{})", d[0], d[1], d[2]); }

// Another thread than the one itself, of those that a record stands for.
std::uint32_t other_thread(const race_facts& race) {
  const std::uint32_t first = thread_of(race.past);
  if (race.what == cause::in_flight) return first;
  return first == race.thread && is_by_many(race.past) ? first / 32 * 32 + last_lane_of(race.past)
                                                       : first;
}

// One of the two that race.
struct party {
  const grid_facts* grid;
  access_kind kind;
  protocol::access what;
  site::update updates = site::update::unknown;
};

const char* verb(const party& first) {
  return first.what.kind == protocol::access_kind::free ? "frees" : verb(first.kind);
}

// A flag or a lock could order them.
bool may_be_ordered(const race_facts& race, const party& first, const party& second) {
  const bool atomic = first.kind.what == action::atomic || second.kind.what == action::atomic;
  return !atomic && race.what != cause::in_flight && race.what != cause::one_instruction &&
         !race.changes_nothing;
}

bool lacks_only_fence(const race_facts& race, const party& first, const party& second) {
  return race.lacks_fence && may_be_ordered(race, first, second);
}

// Threads that execute the same statement: nothing can stand between the two yet.
bool is_one_statement(const party& first, const party& second) {
  const bool one_atomic =
      (first.kind.what == action::atomic) != (second.kind.what == action::atomic);
  return !one_atomic && first.grid == second.grid && first.what.file == second.what.file &&
         first.what.line == second.what.line && first.what.column == second.what.column;
}

bool both_write(const party& first, const party& second) {
  return first.kind.what == action::write && second.kind.what == action::write;
}

// Whether the one that reads then writes what it makes of the value.
site::update update_of(const party& first, const party& second) {
  return first.kind.what == action::read ? first.updates : second.updates;
}

// Both write by one statement, or both read, change and write.
bool is_one_element(const party& first, const party& second) {
  return is_one_statement(first, second) &&
         (both_write(first, second) || update_of(first, second) == site::update::yes);
}

// Why two kernels are not ordered.
std::string order_of_grids(const grid_facts& one, const grid_facts& other) {
  std::uint32_t first = one.launched_in, second = other.launched_in;
  if (first > second) std::swap(first, second);
  if (second == 0) return ", and nothing orders the two kernels";
  if (first == 0 || first == second)
    return fmt::format(", and the launch in line {} does not order the two kernels", second);
  return fmt::format(", and the launches in lines {} and {} do not order the two kernels", first,
                     second);
}

std::string message(const race_facts& race, std::string_view space, const party& first,
                    const party& second) {
  const protocol::access& other = second.what;
  const bool other_grid = first.grid != second.grid;
  const std::string does = fmt::format("{} {} memory that ", verb(first), space);
  const std::string thread =
      !other.call.empty() ? other.call
      : race.what == cause::other_block
          ? fmt::format("thread {} of block {}", name(other.thread), name(other.block))
          : fmt::format("thread {}", name(other.thread));
  const std::string did = fmt::format("{} {}", thread, verb(second));
  if (lacks_only_fence(race, first, second))
    return does + did + ": a flag or a lock orders the two, but without a fence";
  const bool is_of_order = race.what == cause::same_block || race.what == cause::other_block ||
                           race.what == cause::lanes;
  if (is_of_order && is_one_element(first, second))
    return does + did + " by the same statement, and nothing keeps the two apart";
  switch (race.what) {
    case cause::same_block:
      return does + did + ", and no barrier is between the two";
    case cause::other_block:
      return does + did +
             (!first.what.call.empty() || !other.call.empty() ? ", and nothing orders the two"
              : other_grid ? order_of_grids(*first.grid, *second.grid)
                           : ", and blocks run in any order");
    case cause::lanes:
    case cause::lanes_volatile:
      return does + did +
             ", a lane of the same warp, and no barrier of the warp is between the two";
    case cause::one_instruction:
      return fmt::format(
          "writes {} memory to which {} writes another value in the same "
          "instruction: either may stay",
          space, thread);
    case cause::scope:
      return fmt::format(
          "{}thread {} of block {} {}, and what orders the two reaches only as far "
          "as the block",
          does, name(other.thread), name(other.block), verb(second.kind));
    case cause::in_flight:
      if (thread_of(race.past) == race.thread)
        return fmt::format(
            "{} {} memory into which its own asynchronous copy may still be writing: it has not "
            "waited for the copy",
            verb(first.kind), space);
      return fmt::format(
          "{} {} memory into which an asynchronous copy of {} may still be writing: that thread "
          "has not waited for it",
          verb(first.kind), space, thread);
  }
  return {};
}

// Of a lock or a flag that does not order what it is there for; empty if nothing speaks of one.
std::string advice_on_fences(const race_facts& race, const party& first, const party& second) {
  if (!may_be_ordered(race, first, second)) return {};
  const bool in_block = race.what != cause::other_block;
  const char* const fence = in_block ? "__threadfence_block()" : "__threadfence()";
  if (race.lacks_fence)
    return fmt::format(
        "put {} behind where the flag was seen or the lock taken, before this access", fence);
  if (race.what == cause::scope || !first.grid->exchanges || first.grid != second.grid) return {};
  return fmt::format(
      "if a lock, a flag or a counter is to order the two, put {0} between the first access and "
      "the "
      "operation that releases, sets or counts, and {0} behind the one that takes or sees it. "
      "Otherwise ",
      fence);
}

std::string name_in(const race_facts& race, const party& of) {
  return race.what == cause::other_block
             ? fmt::format("thread {} of block {}", name(of.what.thread), name(of.what.block))
             : fmt::format("thread {}", name(of.what.thread));
}

// Where one statement writes the same place for two threads: that they were not meant to.
std::string own_index(const race_facts& race, const party& first, const party& second) {
  const bool leaves_out_block =
      race.what == cause::other_block && first.what.thread == second.what.thread;
  return fmt::format(
      "If each thread should have an element of its own, correct the index: it is the same for {} "
      "and {}{}",
      name_in(race, first), name_in(race, second),
      leaves_out_block ? ". Does it leave out the block? blockIdx.x * blockDim.x + threadIdx.x "
                         "differs in all threads"
                       : "");
}

std::string advice_on_one_index(const race_facts& race, const party& first, const party& second) {
  return fmt::format("if the element is for all threads, let one of them write it, or {}. {}",
                     race.changes_nothing
                         ? "use atomicExch()"
                         : "combine their values by an atomic operation such as atomicAdd()",
                     own_index(race, first, second));
}

std::uint64_t count_of(const dimensions& d) { return std::uint64_t{d[0]} * d[1] * d[2]; }

// One statement reads and writes, and other threads that execute it do so at the same time.
std::string advice_on_one_statement(const race_facts& race, bool shared, const party& first,
                                    const party& second) {
  const bool in_blocks = !shared && count_of(first.grid->grid) > 1;
  const bool one_warp = count_of(first.grid->block) <= lanes_per_warp;
  const std::string atomic =
      race.what == cause::other_block
          ? "use an atomic operation such as atomicAdd() or atomicMax(), or give each block an "
            "element of its own, and combine those in a second kernel"
          : "use an atomic operation such as atomicAdd() or atomicMax()";
  const std::string apart =
      in_blocks ? "read from one array and write to another one: in place, a thread may read what "
                  "another one has already overwritten"
                : fmt::format(
                      "read first and write later: read into a variable, then {0}, then write it, "
                      "with another {0} before the next read. Or read from one array and write to "
                      "another one",
                      one_warp ? "__syncwarp()" : "__syncthreads()");
  switch (update_of(first, second)) {
    case site::update::yes:
      return fmt::format("if the element is for all threads, as a sum is, {}. {}", atomic,
                         own_index(race, first, second));
    case site::update::no:
      return apart;
    case site::update::unknown:
      break;
  }
  return "if the element is for all threads, as a sum is, " + atomic + ". Otherwise " + apart;
}

std::string advice_on_order(const race_facts& race, bool shared, const party& first,
                            const party& second) {
  const bool other_grid = first.grid != second.grid;
  const bool one_atomic =
      (first.kind.what == action::atomic) != (second.kind.what == action::atomic);
  const bool one_statement = is_one_statement(first, second);
  const bool writes_only = both_write(first, second);
  switch (race.what) {
    case cause::same_block:
      if (one_statement && writes_only) return advice_on_one_index(race, first, second);
      if (one_statement) return advice_on_one_statement(race, shared, first, second);
      if (one_atomic)
        return "put __syncthreads() between the two, or make both atomic: an atomic operation "
               "protects from other atomic operations only";
      return "put __syncthreads() between the two, where all threads of the block pass";
    case cause::other_block:
      if (other_grid && (first.grid->by_kernel || second.grid->by_kernel))
        return "let the thread that launches wait before for what others of its grid do "
               "(__syncthreads(); for other blocks a counter, with __threadfence() before and "
               "behind it), or launch both into one stream";
      if (other_grid)
        return "put both into one stream, or let the second wait for an event behind the first";
      if (one_statement && writes_only) return advice_on_one_index(race, first, second);
      if (one_statement) return advice_on_one_statement(race, shared, first, second);
      if (one_atomic)
        return "make both atomic (cuda::atomic_ref, atomicAdd), or do the second part in a kernel "
               "of its own";
      if (race.changes_nothing) return "let one thread write, or use atomicExch() for both";
      return std::string(
                 "do the second part in a kernel of its own, which begins when the first "
                 "has ended") +
             (writes_only ? ", or use an atomic operation, if both change one value" : "");
    case cause::lanes_volatile:
      return one_statement ? "volatile does not order lanes: read into a variable, then "
                             "__syncwarp(), then write, with another __syncwarp() before the next "
                             "read"
                           : "volatile does not order lanes: put __syncwarp() between the two";
    case cause::lanes:
      if (one_statement && writes_only) return advice_on_one_index(race, first, second);
      if (one_statement) return advice_on_one_statement(race, shared, first, second);
      return "put __syncwarp() between the two, where all lanes pass that take part";
    case cause::one_instruction:
      return advice_on_one_index(race, first, second);
    case cause::scope:
      return "use the scope of the device: __threadfence() for __threadfence_block(), atomicAdd() "
             "for atomicAdd_block(), cuda::thread_scope_device";
    case cause::in_flight:
      return "let the thread that copies wait first (consumer_wait() or __pipeline_wait_prior(), "
             "the wait of the barrier or group that the copy is for), then all pass a barrier";
  }
  return {};
}

std::string advice(const race_facts& race, bool shared, const party& first, const party& second) {
  const std::string fences = advice_on_fences(race, first, second);
  if (fences.empty()) return advice_on_order(race, shared, first, second);
  if (lacks_only_fence(race, first, second)) return fences;
  return fences + (is_one_element(first, second) ? "use an atomic operation such as atomicAdd()"
                                                 : advice_on_order(race, shared, first, second));
}

bool is_of_the_toolkit(const grid_facts& grid, std::uint32_t number) {
  if (number >= grid.sites->size()) return false;
  const std::string& file = (*grid.sites)[number].file;
  return file.find("/cccl/") != std::string::npos ||
         file.find("/include/cub/") != std::string::npos ||
         file.find("/include/thrust/") != std::string::npos;
}

bool is_guess_for_swap(const grid_facts& grid, std::uint32_t read, access_kind other) {
  return other.what == action::atomic && read < grid.sites->size() && (*grid.sites)[read].is_guess;
}

}  // namespace

void report_race(const order& o, collector& found, const block_run& b, const warp_access& a,
                 const race_facts& race) {
  const order::origin origin = o.origin_of(race.past);
  party first{&o.facts(b.grid), a.kind, {}}, second{&o.facts(origin.grid), kind_of(race.past), {}};
  if (!o.is_strict() && first.grid == second.grid &&
      (is_guess_for_swap(*first.grid, a.site, second.kind) ||
       is_guess_for_swap(*first.grid, site_of(race.past), first.kind)))
    return;
  const bool in_warp = race.what == cause::lanes || race.what == cause::lanes_volatile ||
                       race.what == cause::one_instruction;
  const finding_kind kind = in_warp                     ? finding_kind::warp_race
                            : race.what == cause::scope ? finding_kind::scope
                                                        : finding_kind::race;
  const memory_space space = a.shared ? memory_space::shared : memory_space::global;
  const bool is_warning = race.what == cause::lanes_volatile || race.changes_nothing;
  const site *const here = place(*first.grid, a.site), *const there =
                                                           place(*second.grid, site_of(race.past));
  found.add({kind, space, here, there, is_warning}, [&] {
    first.what = side(*first.grid, b.index, race.thread, a.kind, a.site);
    second.what =
        side(*second.grid, origin.block, other_thread(race), second.kind, site_of(race.past));
    if (here != nullptr) first.updates = here->updates;
    if (there != nullptr) second.updates = there->updates;
    if (first.grid->is_call) std::swap(first, second);  // a kernel has a line to show
    protocol::finding f;
    f.kind = kind;
    f.severity =
        is_warning ? protocol::finding_severity::warning : protocol::finding_severity::error;
    f.space = space;
    f.address = race.address;
    f.message = message(race, name_of(space), first, second);
    f.advice = advice(race, a.shared, first, second);
    f.where = first.what;
    f.other = second.what;
    if (first.grid->is_call) {
      f.message = first.what.call + " " + f.message;
    } else {
      f.kernel = first.grid->kernel;
      f.launch = {first.grid->grid, first.grid->block};
    }
    if (lacks_only_fence(race, first, second))
      f.why =
          "What a thread wrote before it set the flag is sure to be seen only behind a fence of "
          "the "
          "thread that has seen the flag.";
    else if (in_warp && is_one_element(first, second) && !both_write(first, second))
      f.why =
          "Each thread reads the old value, changes it and writes it back: what another one has "
          "written in between is lost.";
    else if (in_warp && is_one_element(first, second))
      f.why = "Which of the two values stays is left open, and may change from run to run.";
    if (race.what == cause::in_flight)
      f.why =
          "An asynchronous copy goes on while its thread does other things: until the wait, the "
          "bytes may be the old ones or the new ones.";
    if (first.grid != second.grid) {
      const bool is_call = first.grid->is_call || second.grid->is_call;
      if (!second.grid->is_call) f.other->kernel = second.grid->kernel;
      f.why = std::string(is_call ? "What streams do not order" : "Kernels that nothing orders") +
              " may run at the same time: which access comes first changes from run to run, and "
              "the result with it.";
    }
    return f;
  });
}

void report_host_race(const order& o, collector& found, record past, std::uint64_t address,
                      bool host_writes) {
  const order::origin origin = o.origin_of(past);
  const grid_facts& grid = o.facts(origin.grid);
  found.add({finding_kind::race, memory_space::global, place(grid, site_of(past)), nullptr}, [&] {
    const char* const work = grid.is_call ? "copy" : "kernel";
    protocol::finding f;
    f.kind = finding_kind::race;
    f.space = memory_space::global;
    f.address = address;
    f.where = side(grid, origin.block, thread_of(past), kind_of(past), site_of(past));
    f.other.emplace();
    f.other->kind = host_writes ? protocol::access_kind::write : protocol::access_kind::read;
    f.other->call = host_itself;
    f.message = fmt::format("{} memory that the host {}, and the host has not waited for the {}",
                            verb(kind_of(past)), host_writes ? "writes" : "reads", work);
    if (grid.is_call) {
      f.message = f.where.call + " " + f.message;
    } else {
      f.kernel = grid.kernel;
      f.launch = {grid.grid, grid.block};
    }
    f.why =
        fmt::format("{} before the {} has run: what the host meets there changes from run to run.",
                    grid.is_call ? "An asynchronous call returns" : "A launch returns", work);
    f.advice = fmt::format(
        "let the host wait before: cudaDeviceSynchronize(), or cudaStreamSynchronize() of the "
        "{}'s stream, or cudaEventSynchronize() of an event behind it",
        work);
    return f;
  });
}

namespace {

// The toolkit's own algorithms read a little beyond what they use, and throw it away.
void report_unwritten(const order& o, collector& found, const block_run& b, const warp_access& a,
                      std::uint32_t thread, std::uint64_t address, memory_space space,
                      const std::string& message, const char* advice) {
  const grid_facts& grid = o.facts(b.grid);
  if (is_of_the_toolkit(grid, a.site)) return;
  found.add({finding_kind::uninitialized_read, space, place(grid, a.site), nullptr}, [&] {
    protocol::finding f;
    f.kind = finding_kind::uninitialized_read;
    f.space = space;
    f.kernel = grid.kernel;
    f.launch = {grid.grid, grid.block};
    f.address = address;
    f.where = side(grid, b.index, thread, a.kind, a.site);
    f.message = message;
    f.advice = advice;
    return f;
  });
}

}  // namespace

void report_uninitialised(const order& o, collector& found, const block_run& b,
                          const warp_access& a, std::uint32_t thread, std::uint64_t address) {
  if (a.shared)
    report_unwritten(
        o, found, b, a, thread, address, memory_space::shared,
        fmt::format("reads shared memory at offset {} that no thread of the block has written",
                    address),
        "shared memory is not zero when a block begins: write it first");
  else
    report_unwritten(
        o, found, b, a, thread, address, memory_space::global,
        fmt::format("reads global memory at {:#x} that nobody has written", address),
        "cudaMalloc does not clear memory: copy or cudaMemset to it first, or write it "
        "in a kernel");
}

void report_uninitialised_local(const order& o, collector& found, const block_run& b,
                                const warp_access& a, std::uint32_t thread, std::uint64_t offset) {
  report_unwritten(
      o, found, b, a, thread, offset, memory_space::local,
      fmt::format("reads an element of a local variable (offset {}) that it has not written",
                  offset),
      "give the variable a value where it is declared");
}

}  // namespace lockstep::checks
