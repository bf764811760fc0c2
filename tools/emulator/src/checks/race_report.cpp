#include "checks/race_report.hpp"

#include <fmt/format.h>

#include <utility>

#include "checks/access_at.hpp"
#include "checks/race_kinds.hpp"
#include "checks/race_words.hpp"
#include "lockstep/protocol/phrase.hpp"

namespace lockstep::checks {
namespace {

using cause = race_facts::cause;
using protocol::finding_kind;
using protocol::memory_space;
using protocol::phrase;

dimensions coordinates(std::uint32_t thread, const dimensions& block) {
  return {thread % block[0], thread / block[0] % block[1], thread / block[0] / block[1]};
}

protocol::access_kind reported(access_kind kind) {
  return kind.what == action::read    ? protocol::access_kind::read
         : kind.what == action::write ? protocol::access_kind::write
                                      : protocol::access_kind::atomic;
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

// A copy without what only the order of accesses needs.
grid_facts described(const grid_facts& g) {
  grid_facts copy = g;
  copy.follows.clear();
  return copy;
}

// What a finding is to say once it is known how far threads are apart that race by its accesses.
collector::advice advice_later(const race_facts& race, bool shared, const party& first,
                               const party& second) {
  const bool one_grid = first.grid == second.grid;
  return [race, shared, first = first, second = second, one_grid, grid = described(*first.grid),
          other = described(*second.grid)](reach widest) mutable {
    first.grid = &grid;
    second.grid = one_grid ? &grid : &other;
    return race_advice(race, shared, widest, first, second);
  };
}

// `other`: the access that it races with, of which `code` says whether it writes back what the one
// that reads has read.
party party_of(const grid_facts& grid, access_kind kind, const site* at, const site* other,
               const code_around& code) {
  party p{&grid, kind, {}};
  if (at == nullptr) return p;
  if (!code.can_read_first) {
    p.updates = site::update::no;
    return p;
  }
  p.updates = at->updates;
  p.writes_back_in = at->writes_back_in;
  if (!code.is_update || other == nullptr || kind.what != action::read) return p;
  p.updates = site::update::yes;
  p.writes_back_in = other->line;
  return p;
}

finding_kind kind_of(const race_facts& race) {
  using kind = finding_kind;
  switch (race.what) {
    case cause::lanes:
    case cause::lanes_volatile:
    case cause::one_instruction:
      return kind::warp_race;
    case cause::lost_update:
    case cause::strong_writes:
      return race.how_far == reach::warp ? kind::warp_race : kind::race;
    case cause::scope:
      return kind::scope;
    default:
      return kind::race;
  }
}

}  // namespace

std::string verb(access_kind kind) {
  return kind.what == action::read    ? phrase("reads", "reads")
         : kind.what == action::write ? phrase("writes", "writes")
                                      : phrase("updates", "updates atomically");
}

std::uint32_t other_thread(const race_facts& race) {
  const std::uint32_t first = thread_of(race.past);
  if (race.what == cause::in_flight) return first;
  return first == race.thread && is_by_many(race.past) ? first / 32 * 32 + last_lane_of(race.past)
                                                       : first;
}

void report_race(const order& o, collector& found, const block_run& b, const warp_access& a,
                 const race_facts& race) {
  const order::origin origin = o.origin_of(race.past);
  const grid_facts &grid = o.facts(b.grid), &other_grid = o.facts(origin.grid);
  const access_kind past = kind_of(race.past);
  if (!o.is_strict() && &grid == &other_grid &&
      (is_guess_for_swap(grid, a.site, past) ||
       is_guess_for_swap(grid, site_of(race.past), a.kind)))
    return;
  const site* const here = grid.site_at(a.site);
  const site* const there = other_grid.site_at(site_of(race.past));
  collector::cause c{kind_of(race), a.shared ? memory_space::shared : memory_space::global, here,
                     there};
  c.is_warning = race.what == cause::lanes_volatile || race.changes_nothing ||
                 (race.what == cause::strong_writes && !o.is_strict());
  c.how_far = race.how_far;
  c.in_one_grid = &grid == &other_grid;
  c.loses_update = race.what == cause::lost_update;
  c.in_step = race.what == cause::lanes_volatile;
  found.add(c, [&](collector::advice& advise, collector::cause& why) {
    race_facts known = race;
    if (c.in_one_grid && grid.around && here != nullptr && there != nullptr)
      known.code = grid.around(here->instruction, there->instruction, race.address);
    party first = party_of(grid, a.kind, here, there, known.code);
    party second = party_of(other_grid, past, there, here, known.code);
    first.what = side(grid, b.index, race.thread, a.kind, a.site);
    second.what = side(other_grid, origin.block, other_thread(race), past, site_of(race.past));
    why.is_split = is_split_update(first, second);
    if (grid.is_call) std::swap(first, second);  // a kernel has a line to show
    protocol::finding f;
    f.kind = c.kind;
    f.severity =
        c.is_warning ? protocol::finding_severity::warning : protocol::finding_severity::error;
    f.space = c.space;
    f.in_step = c.in_step;
    f.address = race.address;
    f.message = race_message(known, name_of(c.space), first, second);
    f.why = race_reason(known, first, second);
    f.where = first.what;
    f.other = second.what;
    if (first.grid->is_call) {
      f.message = phrase("call-does", "{} {}", first.what.call, f.message);
    } else {
      f.kernel = first.grid->kernel;
      f.launch = {first.grid->grid, first.grid->block};
      if (lacks_second_array(known, first, second))
        f.launch->to_blame = protocol::launch_part::arguments;
    }
    if (first.grid != second.grid) {
      const bool is_call = first.grid->is_call || second.grid->is_call;
      if (!second.grid->is_call) f.other->kernel = second.grid->kernel;
      f.why = is_call
                  ? phrase("why-unordered-streams",
                           "Operations that no stream orders may run at the same time: which "
                           "access comes first changes from run to run, and the result with it.")
                  : phrase("why-unordered-kernels",
                           "Kernels that nothing orders may run at the same time: which access "
                           "comes first changes from run to run, and the result with it.");
    }
    advise = advice_later(known, a.shared, first, second);
    return f;
  });
}

void report_host_race(const order& o, collector& found, record past, std::uint64_t address,
                      bool host_writes) {
  const order::origin origin = o.origin_of(past);
  const grid_facts& grid = o.facts(origin.grid);
  found.add({finding_kind::race, memory_space::global, grid.site_at(site_of(past)), nullptr}, [&] {
    protocol::finding f;
    f.kind = finding_kind::race;
    f.space = memory_space::global;
    f.address = address;
    f.where = side(grid, origin.block, thread_of(past), kind_of(past), site_of(past));
    f.other.emplace();
    f.other->kind = host_writes ? protocol::access_kind::write : protocol::access_kind::read;
    f.other->call = host_itself;
    const std::string does = verb(kind_of(past));
    const std::string host = host_writes ? phrase("writes", "writes") : phrase("reads", "reads");
    f.message =
        grid.is_call
            ? phrase("race-host-copy",
                     "{} memory that the host {}, and the host has not waited for the copy", does,
                     host)
            : phrase("race-host-kernel",
                     "{} memory that the host {}, and the host has not waited for the kernel", does,
                     host);
    if (grid.is_call) {
      f.message = phrase("call-does", "{} {}", f.where.call, f.message);
    } else {
      f.kernel = grid.kernel;
      f.launch = {grid.grid, grid.block};
    }
    f.why = grid.is_call ? phrase("why-host-copy",
                                  "An asynchronous call returns before the copy has run: what the "
                                  "host finds there changes from run to run.")
                         : phrase("why-host-kernel",
                                  "A launch returns before the kernel has run: what the host finds "
                                  "there changes from run to run.");
    f.advice =
        grid.is_call
            ? phrase(
                  "wait-for-copy",
                  "make the host wait first: cudaDeviceSynchronize(), cudaStreamSynchronize() on "
                  "the copy's stream, or cudaEventSynchronize() on an event recorded after it")
            : phrase(
                  "wait-for-kernel",
                  "make the host wait first: cudaDeviceSynchronize(), cudaStreamSynchronize() on "
                  "the kernel's stream, or cudaEventSynchronize() on an event recorded after it");
    return f;
  });
}

namespace {

// Puts a finding into words.
void describe_uninitialised(const grid_facts& grid, const unwritten_read& what,
                            protocol::finding& f) {
  if (what.space == memory_space::shared) {
    const site* const at = grid.site_at(what.site);
    const std::string name =
        at == nullptr || !grid.in_shared ? std::string() : grid.in_shared(*at, what.address);
    f.message =
        name.empty()
            ? phrase("unwritten-shared",
                     "reads shared memory at offset {} that no thread of the block has written",
                     what.address)
            : phrase("unwritten-shared",
                     "reads {} in shared memory, which no thread of the block has written", name);
    f.advice = phrase("write-shared-first",
                      "shared memory is not zero when a block begins: write it first");
  } else if (what.space == memory_space::local) {
    f.message = phrase("unwritten-local",
                       "reads an element of a local variable that it has not written, at offset {} "
                       "of the thread's local memory",
                       what.address);
    f.advice =
        phrase("give-a-value",
               "a local variable is not zero when a thread begins: write it before it is read");
  } else {
    f.message = phrase("unwritten-global", "reads global memory at {} that has never been written",
                       fmt::format("{:#x}", what.address));
    f.advice = phrase("clear-global-first",
                      "cudaMalloc does not clear memory: copy or cudaMemset to it first, or "
                      "write it in a kernel");
  }
}

}  // namespace

// The toolkit's own algorithms read a little beyond what they use, and throw it away.
void report_uninitialised(const order& o, collector& found, const block_run& b,
                          const unwritten_read& what) {
  const grid_facts& grid = o.facts(b.grid);
  if (is_of_the_toolkit(grid, what.site)) return;
  found.add({finding_kind::uninitialized_read, what.space, grid.site_at(what.site), nullptr}, [&] {
    protocol::finding f;
    f.kind = finding_kind::uninitialized_read;
    f.space = what.space;
    f.kernel = grid.kernel;
    f.launch = {grid.grid, grid.block};
    f.address = what.address;
    f.where = side(grid, what.block == nullptr ? b.index : *what.block, what.thread, what.kind,
                   what.site);
    const bool is_elsewhere =
        what.use != nullptr && (what.use->file != f.where.file || what.use->line != f.where.line);
    if (is_elsewhere) f.other = *what.use;
    describe_uninitialised(grid, what, f);
    return f;
  });
}

}  // namespace lockstep::checks
