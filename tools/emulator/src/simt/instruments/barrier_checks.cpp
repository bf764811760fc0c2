// synccheck: barriers that only a part of the threads reaches, and warp-wide operations that name
// lanes which never come.
//
// On devices since compute capability 7.0 a barrier waits for all threads that have not exited
// (CUDA C++ Programming Guide, "Independent Thread Scheduling"), so such programs run on; what they
// mean is undefined all the same: __syncthreads() is allowed in conditional code only if the
// condition is the same for the whole block ("Synchronization Functions").
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "checks/access_at.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/instruments/decisions.hpp"
#include "simt/instruments/misled.hpp"

namespace lockstep::simt {
namespace {

using protocol::access_kind;
using protocol::finding_kind;
using protocol::memory_space;
using protocol::phrase;

struct group {  // of threads that wait in one place
  const step* at;
  const frame_ref* frame;
  std::uint32_t thread, count;
  // The last warp of which it has threads, and the instruction in which they wait.
  std::uint32_t warp;
  const step* of_warp;

  call_chain chain() const { return chain_of(at, *frame); }
};

protocol::access side_of(const block& b, std::uint32_t instruction, std::uint32_t thread,
                         access_kind kind) {
  const running_launch& launch = *b.warps.front().on->launch;
  const checks::site& position = launch.code->checked->positions[instruction];
  return checks::access_at(position, b.index,
                           {thread % launch.block[0], thread / launch.block[0] % launch.block[1],
                            thread / launch.block[0] / launch.block[1]},
                           kind);
}

const checks::site* place_of(const block& b, std::uint32_t instruction) {
  return &b.warps.front().on->launch->code->checked->positions[instruction];
}

// Warps may wait in copies that the compiler has made of one barrier, but the lanes of a warp do
// not: they have gone different ways to barriers of one line.
bool same_place(const block& b, const step* one, const step* other) {
  if (one == other) return true;
  const checks::site &x = *place_of(b, one->instruction), &y = *place_of(b, other->instruction);
  return x.line == y.line && x.column == y.column && x.file == y.file;
}

std::vector<group> waiting_at(const block& b, unsigned barrier) {
  std::vector<group> groups;
  const auto add = [&](const warp& w, const step* at, const frame_ref& frame, lane_mask lanes) {
    const auto known = std::find_if(groups.begin(), groups.end(), [&](const group& g) {
      const bool is_torn = g.warp == w.number && g.of_warp != at;
      return same_place(b, g.at, at) && !is_torn;
    });
    if (known == groups.end()) {
      groups.push_back({at, &frame, w.number * lanes_per_warp + first_lane(lanes), lanes_in(lanes),
                        w.number, at});
      return;
    }
    known->count += lanes_in(lanes);
    known->warp = w.number;
    known->of_warp = at;
  };
  for (const warp& w : b.warps) {
    if (w.waits_in != nullptr) {
      if (w.barrier == barrier) add(w, w.waits_in, w.frame, w.active);
      continue;
    }
    for (const split& s : w.others)
      if (s.waits == waiting::barrier && s.barrier == barrier) add(w, s.waits_in, s.frame, s.mask);
  }
  return groups;
}

// The usual case: every warp waits as a whole, in the same instruction.
bool all_wait_in_one_place(const block& b, unsigned barrier) {
  const step* const at = b.warps.front().waits_in;
  return at != nullptr && std::all_of(b.warps.begin(), b.warps.end(), [&](const warp& w) {
           return w.waits_in == at && w.barrier == barrier;
         });
}

std::string threads(std::uint32_t count) {
  return phrase("threads", count == 1 ? "{} thread" : "{} threads", count);
}

// `complete` is asked for the rest once, as it takes its time.
void found(block& b, finding_kind kind, std::uint32_t here, const protocol::finding& what,
           std::uint32_t there, const std::function<void(protocol::finding&)>& complete = {}) {
  const running_launch& launch = *b.warps.front().on->launch;
  launch.monitor->found.add({kind, memory_space::none, place_of(b, here), place_of(b, there)}, [&] {
    protocol::finding f = what;
    f.kind = kind;
    f.kernel = launch.kernel;
    f.launch = {launch.grid, launch.block};
    if (complete) complete(f);
    return f;
  });
}

// Where the thread of the other side went away, in place of where it ended.
void move_to(protocol::access& side, const block& b, const condition& parted) {
  side = checks::access_at(*place_of(b, parted.instruction), side.block, side.thread,
                           parted.is_return ? access_kind::exit : access_kind::branch);
}

}  // namespace

void check_barrier(block& b, unsigned barrier) {
  if (b.barriers[barrier].expected != 0) return;  // of a number of threads, whichever they are
  if (b.checked->left.empty() && all_wait_in_one_place(b, barrier)) return;
  const std::vector<group> groups = waiting_at(b, barrier);
  if (groups.empty() || is_misled(b)) return;
  const group& here = groups.front();
  const running_launch& launch = *b.warps.front().on->launch;
  protocol::finding f;
  f.where = side_of(b, here.at->instruction, here.thread, access_kind::barrier);
  if (groups.size() > 1) {
    const group& there = groups[1];
    f.message = phrase("other-barrier",
                       "waits at a barrier with {}, while {} of the block wait at another one",
                       threads(here.count), threads(there.count));
    f.other = side_of(b, there.at->instruction, there.thread, access_kind::barrier);
    f.advice = phrase("same-barrier-for-all",
                      "make all threads of the block reach the same __syncthreads(): move it out "
                      "of the branch or loop");
    found(b, finding_kind::barrier_divergence, here.at->instruction, f, there.at->instruction,
          [&](protocol::finding& more) {
            if (const auto parted = parting_between(launch, here.chain(), there.chain()))
              more.message += ": " + phrase("they-part",
                                            "they take different paths at the condition on line {}",
                                            line_name(parted->line, more.where.file));
          });
    return;
  }
  const auto& left = b.checked->left;
  if (left.empty()) return;
  std::uint32_t gone = 0;
  for (const auto& d : left) gone += d.count;
  const std::string missing =
      phrase("never-reached",
             gone == 1 ? "waits at a barrier which {} of the block never reaches"
                       : "waits at a barrier which {} of the block never reach",
             threads(gone));
  f.message =
      missing + ": " +
      phrase("left-kernel", gone == 1 ? "it has left the kernel" : "they have left the kernel");
  f.other = side_of(b, left.front().instruction, left.front().thread, access_kind::exit);
  f.advice = phrase("every-thread-passes",
                    "make every thread reach the barrier, equally often: move it out of the branch "
                    "or loop that it is in, or, if threads return before it, put their work into "
                    "`if (i < n) {{ ... }}` and the barrier after it");
  found(b, finding_kind::barrier_divergence, here.at->instruction, f, left.front().instruction,
        [&](protocol::finding& more) {
          const auto parted = parting_before(launch, here.chain());
          if (!parted) return;
          more.message =
              missing + ": " +
              (parted->is_return
                   ? phrase("left-at",
                            gone == 1 ? "it left the kernel at the condition on line {}"
                                      : "they left the kernel at the condition on line {}",
                            line_name(parted->line, more.where.file))
                   : phrase("kept-away",
                            gone == 1 ? "the condition on line {} keeps it away"
                                      : "the condition on line {} keeps them away",
                            line_name(parted->line, more.where.file)));
          move_to(*more.other, b, *parted);
        });
}

void check_arrival(warp& w, const step* at, unsigned barrier, std::uint32_t expected) {
  const struct barrier& now = w.block->barriers[barrier];
  const bool is_whole_warps = expected % lanes_per_warp == 0;
  if (is_whole_warps && (now.arrived == 0 || now.expected == expected)) return;
  block& b = *w.block;
  if (!w.on->launch->monitor->uses().barriers || is_misled(b)) return;
  protocol::finding f;
  if (!is_whole_warps) {
    f.message =
        phrase("barrier-part-of-warp",
               "arrives at barrier {} and makes it wait for {}: a barrier counts whole warps",
               barrier, threads(expected));
    f.advice = phrase("multiple-of-32", "use a multiple of 32");
  } else {
    const auto count = [](std::uint32_t n) {
      return n == 0 ? std::string(phrase("all-threads", "all threads of the block")) : threads(n);
    };
    f.message =
        phrase("barrier-other-count",
               "arrives at barrier {} and makes it wait for {}, while others made it wait for {}",
               barrier, count(expected), count(now.expected));
    f.advice = phrase("same-number-each-time",
                      "use the same number of threads each time the barrier is used");
  }
  f.where = side_of(b, at->instruction,
                    w.number * lanes_per_warp + static_cast<unsigned>(__builtin_ctz(w.active)),
                    access_kind::barrier);
  found(b, finding_kind::barrier_mismatch, at->instruction, f, at->instruction);
}

void check_warp_mask(warp& w, const step* at, lane_mask missing) {
  if (at[1].run == &no_operation) return;  // a barrier of the lanes that have not exited
  block& b = *w.block;
  const std::uint32_t exists = w.on->launch->threads - w.number * lanes_per_warp;
  if (exists < lanes_per_warp) missing &= (1u << exists) - 1;
  if (missing == 0 || !w.on->launch->monitor->uses().barriers || b.checked->left.empty() ||
      is_misled(b))
    return;
  lane_mask waiting_lanes = w.active;
  const frame_ref* frame = &w.frame;
  for (const split& s : w.others) {
    if (s.waits != waiting::lanes || s.waits_in != at) continue;
    waiting_lanes |= s.mask;
    frame = &s.frame;
  }
  const auto first = first_lane(waiting_lanes);
  const auto& left = b.checked->left.back();
  protocol::finding f;
  f.where = side_of(b, at->instruction, w.number * lanes_per_warp + first, access_kind::barrier);
  f.other = side_of(b, left.instruction, w.number * lanes_per_warp + first_lane(missing),
                    access_kind::exit);
  const std::string names =
      phrase("mask-names",
             lanes_in(missing) == 1 ? "calls a warp-wide function with a mask that names {} lane"
                                    : "calls a warp-wide function with a mask that names {} lanes",
             lanes_in(missing));
  const std::string mask = fmt::format("{:#x}", missing);
  f.message =
      phrase("lanes-left",
             "{} that never get there: they have left the kernel (mask of the missing lanes: {})",
             names, mask);
  f.advice =
      phrase("named-lanes-come",
             "let all lanes that the mask names reach the call: a lane without an element "
             "passes a neutral value, such as 0 for a sum, and returns afterwards. Or compute "
             "a smaller mask with __ballot_sync() before lanes return or take another branch");
  found(b, finding_kind::warp_mask, at->instruction, f, left.instruction,
        [&](protocol::finding& more) {
          const auto parted = parting_before(*w.on->launch, chain_of(at, *frame));
          if (!parted) return;
          more.message =
              parted->is_return
                  ? phrase("lanes-left-at",
                           "{} that left the kernel at the condition on line {} ({})", names,
                           line_name(parted->line, more.where.file), mask)
                  : phrase("lanes-kept-away", "{} that the condition on line {} keeps away ({})",
                           names, line_name(parted->line, more.where.file), mask);
          move_to(*more.other, b, *parted);
        });
}

}  // namespace lockstep::simt
