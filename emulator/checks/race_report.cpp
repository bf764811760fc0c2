#include "checks/race_report.hpp"

#include <fmt/format.h>

#include "checks/access_at.hpp"

namespace lockstep::checks {
namespace {

using cause = race_facts::cause;

dimensions coordinates(std::uint32_t thread, const dimensions& block) {
  return {thread % block[0], thread / block[0] % block[1], thread / block[0] / block[1]};
}

const char* noun(access_kind kind) {
  return kind.what == action::read ? "read" : kind.what == action::write ? "write" : "atomic";
}
const char* verb(access_kind kind) {
  return kind.what == action::read    ? "reads"
         : kind.what == action::write ? "writes"
                                      : "updates atomically";
}

access side(const grid_facts& grid, const dimensions& block, std::uint32_t thread, access_kind kind,
            std::uint32_t number) {
  static const site nowhere;
  const site& at = number < grid.sites->size() ? (*grid.sites)[number] : nowhere;
  return access_at(at, block, coordinates(thread, grid.block), noun(kind));
}

const site* place(const grid_facts& grid, std::uint32_t number) {
  return number < grid.sites->size() ? &(*grid.sites)[number] : nullptr;
}

std::string name(const dimensions& d) { return fmt::format("({},{},{})", d[0], d[1], d[2]); }

// Another thread than the one itself, of those that a record stands for.
std::uint32_t other_thread(const race_facts& race) {
  const std::uint32_t first = thread_of(race.past);
  return first == race.thread && is_by_many(race.past) ? first / 32 * 32 + last_lane_of(race.past)
                                                       : first;
}

std::string message(const race_facts& race, const warp_access& a, const access& other,
                    bool other_grid) {
  const access_kind before = kind_of(race.past);
  const char* const space = a.shared ? "shared" : "global";
  const std::string does = fmt::format("{} {} memory that ", verb(a.kind), space);
  const std::string thread =
      race.what == cause::other_block
          ? fmt::format("thread {} of block {}", name(other.thread), name(other.block))
          : fmt::format("thread {}", name(other.thread));
  const std::string did = fmt::format("{} {}", thread, verb(before));
  switch (race.what) {
    case cause::same_block:
      return does + did + ", and no barrier is between the two";
    case cause::other_block:
      return does + did +
             (other_grid ? ", and nothing orders the two kernels"
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
          does, name(other.thread), name(other.block), verb(before));
  }
  return {};
}

std::string advice(const race_facts& race, const warp_access& a, bool other_grid) {
  const access_kind before = kind_of(race.past);
  const bool one_atomic = (before.what == action::atomic) != (a.kind.what == action::atomic);
  switch (race.what) {
    case cause::same_block:
      if (one_atomic)
        return "put __syncthreads() between the two, or make both atomic: an atomic operation "
               "protects from other atomic operations only";
      return "put __syncthreads() between the two, where all threads of the block pass";
    case cause::other_block:
      if (other_grid)
        return "launch both into one stream, or let the second wait for an event behind the first";
      if (one_atomic)
        return "make both atomic (cuda::atomic_ref, atomicAdd), or do the second part in a kernel "
               "of its own";
      if (race.changes_nothing)
        return "use an atomic operation (atomicExch), or let one thread write";
      return "use an atomic operation, or do the second part in a kernel of its own, which begins "
             "when the first has ended";
    case cause::lanes_volatile:
      return "volatile does not order lanes: put __syncwarp() between the two";
    case cause::lanes:
      return "put __syncwarp() between the two, where all lanes pass that take part";
    case cause::one_instruction:
      return "let one lane write, or use an atomic operation";
    case cause::scope:
      return "use the scope of the device: __threadfence() for __threadfence_block(), atomicAdd() "
             "for atomicAdd_block(), cuda::thread_scope_device";
  }
  return {};
}

}  // namespace

void report_race(const order& o, collector& found, const block_run& b, const warp_access& a,
                 const race_facts& race) {
  const grid_facts& grid = o.facts(b.grid);
  const order::origin origin = o.origin_of(race.past);
  const grid_facts& other_grid = o.facts(origin.grid);
  const bool in_warp = race.what == cause::lanes || race.what == cause::lanes_volatile ||
                       race.what == cause::one_instruction;
  const char* const kind = in_warp ? "warp_race" : race.what == cause::scope ? "scope" : "race";
  const char* const space = a.shared ? "shared" : "global";
  found.add({kind, space, place(grid, a.site), place(other_grid, site_of(race.past))}, [&] {
    finding f;
    f.kind = kind;
    f.severity = race.what == cause::lanes_volatile || race.changes_nothing ? "warning" : "error";
    f.space = space;
    f.kernel = grid.kernel;
    f.launch = {grid.grid, grid.block};
    f.address = race.address;
    f.where = side(grid, b.index, race.thread, a.kind, a.site);
    f.other =
        side(other_grid, origin.block, other_thread(race), kind_of(race.past), site_of(race.past));
    f.message = message(race, a, *f.other, origin.grid != b.grid);
    f.advice = advice(race, a, origin.grid != b.grid);
    if (origin.grid != b.grid) {
      f.other->kernel = other_grid.kernel;
      f.why =
          "Kernels that nothing orders may run at the same time: which access comes first "
          "changes from run to run, and the result with it.";
    }
    return f;
  });
}

namespace {

// The toolkit's own algorithms read a little beyond what they use, and throw it away.
bool is_of_the_toolkit(const grid_facts& grid, std::uint32_t number) {
  if (number >= grid.sites->size()) return false;
  const std::string& file = (*grid.sites)[number].file;
  return file.find("/cccl/") != std::string::npos ||
         file.find("/include/cub/") != std::string::npos ||
         file.find("/include/thrust/") != std::string::npos;
}

void report_unwritten(const order& o, collector& found, const block_run& b, const warp_access& a,
                      std::uint32_t thread, std::uint64_t address, const char* space,
                      const std::string& message, const char* advice) {
  const grid_facts& grid = o.facts(b.grid);
  if (is_of_the_toolkit(grid, a.site)) return;
  found.add({"uninitialized_read", space, place(grid, a.site), nullptr}, [&] {
    finding f;
    f.kind = "uninitialized_read";
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
        o, found, b, a, thread, address, "shared",
        fmt::format("reads shared memory at offset {} that no thread of the block has written",
                    address),
        "shared memory is not zero when a block begins: write it first");
  else
    report_unwritten(
        o, found, b, a, thread, address, "global",
        fmt::format("reads global memory at {:#x} that nobody has written", address),
        "cudaMalloc does not clear memory: copy or cudaMemset to it first, or write it "
        "in a kernel");
}

void report_uninitialised_local(const order& o, collector& found, const block_run& b,
                                const warp_access& a, std::uint32_t thread, std::uint64_t offset) {
  report_unwritten(
      o, found, b, a, thread, offset, "local",
      fmt::format("reads an element of a local variable (offset {}) that it has not written",
                  offset),
      "give the variable a value where it is declared");
}

}  // namespace lockstep::checks
