#include "simt/control/finding.hpp"

#include <algorithm>

#include "checks/memcheck.hpp"
#include "simt/control/actions.hpp"

namespace lockstep::simt {

namespace {

protocol::access place_of(const fault& f, const running_launch& launch) {
  protocol::access where;
  where.kind = f.access;
  if (f.at != nullptr) {
    const ptx::source_line line = launch.code->instructions[f.at->instruction].line;
    where.file = line.file;
    where.line = line.line;
    where.column = line.column;
    where.header = line.header;
    where.in_line = line.in_line;
  }
  if (f.where != nullptr) {
    where.block = f.where->block->index;
    const std::uint32_t thread = f.where->number * lanes_per_warp + f.lane;
    where.thread = {thread % launch.block[0], thread / launch.block[0] % launch.block[1],
                    thread / launch.block[0] / launch.block[1]};
  }
  return where;
}

// Why the threads wait, if that is known.
void explain_waiting(const fault& f, protocol::finding& out) {
  const bool waits = out.kind == finding_kind::deadlock || out.kind == finding_kind::timeout;
  if (waits && f.at != nullptr && control::is_empty_loop(f.at)) {
    out.message = "can never go on: a loop does nothing, and nothing ends it" +
                  f.message.substr(std::min(f.message.find('\n'), f.message.size()));
    out.why =
        "What the compiler has left of the loop neither reads nor changes anything: a GPU hangs.";
    out.advice =
        "does it wait for what another thread sets? Then make that volatile or atomic: a plain "
        "variable is read once. Otherwise look at the loop's condition";
  }
  if (out.kind == finding_kind::deadlock && f.lacks_slots) {
    out.why =
        "Blocks that run wait, and those that they may wait for cannot begin before others have "
        "ended: a GPU hangs.";
    out.advice =
        "let no block wait for others: the one that comes last, by an atomic count, can do the "
        "rest. Or launch cooperatively, with no more blocks than find place at the same time";
  }
}

// grid.sync() looks whether the grid was launched for it, and traps.
void explain_trap(const running_launch& launch, protocol::finding& out) {
  if (out.kind != finding_kind::trap || launch.cooperative ||
      out.where.header.find("/cooperative_groups.h") == std::string::npos)
    return;
  out.message += ": it waits for the whole grid, and the launch is not cooperative";
  out.advice =
      "launch the kernel by cudaLaunchCooperativeKernel, with no more blocks than find "
      "place at the same time";
}

}  // namespace

protocol::finding finding_of(const fault& f, const running_launch& launch) {
  protocol::finding out;
  out.kernel = launch.kernel;
  out.launch = {launch.grid, launch.block};
  out.where = place_of(f, launch);
  out.count = f.lanes;
  if (f.message.empty()) {
    checks::explain({f.kind, f.space, f.access, f.address, f.bytes,
                     f.space == memory_space::shared ? launch.shared_bytes : 0},
                    *launch.memory, out);
  } else {
    out.kind = f.kind;
    out.space = f.space;
    out.address = f.address;
    out.message = f.message;
  }
  explain_waiting(f, out);
  explain_trap(launch, out);
  return out;
}

}  // namespace lockstep::simt
