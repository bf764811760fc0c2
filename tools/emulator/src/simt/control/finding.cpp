#include "simt/control/finding.hpp"

#include <algorithm>

#include "checks/memcheck.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "simt/control/actions.hpp"
#include "simt/control/stuck_loop.hpp"
#include "simt/instruments/address_origin.hpp"
#include "simt/instruments/decisions.hpp"
#include "simt/instruments/shared_names.hpp"
#include "simt/linking/linked_image.hpp"

namespace lockstep::simt {

using protocol::launch_part;
using protocol::phrase;

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

// It waits for the lanes of its mask.
bool takes_mask(const step& at, const running_launch& launch) {
  const ptx::instruction& i = *launch.code->instructions[at.instruction].source;
  if (i.opcode == "shfl" || i.opcode == "vote" || i.opcode == "match" || i.opcode == "redux")
    return true;
  const bool is_barrier = i.opcode == "bar" || i.opcode == "barrier";
  return is_barrier &&
         std::find(i.modifiers.begin(), i.modifiers.end(), "warp") != i.modifiers.end();
}

// Why the threads wait, if that is known.
void explain_waiting(const fault& f, const running_launch& launch, protocol::finding& out) {
  const bool waits = out.kind == finding_kind::deadlock || out.kind == finding_kind::timeout;
  if (waits && f.at != nullptr && control::is_empty_loop(f.at)) {
    out.message =
        phrase("empty-loop", "can never continue: a loop does nothing, and nothing ends it") +
        f.message.substr(std::min(f.message.find('\n'), f.message.size()));
    out.why = phrase(
        "why-empty-loop",
        "What the compiler left of the loop reads nothing and changes nothing: a GPU hangs.");
    out.advice = phrase("look-at-empty-loop",
                        "check the loop on line {}: no iteration changes what its condition "
                        "compares. If it waits for another thread to set a variable, make that "
                        "volatile or atomic: a plain variable is read only once",
                        out.where.line);
  }
  if (out.kind == finding_kind::deadlock && f.at != nullptr && takes_mask(*f.at, launch))
    out.advice = phrase(
        "mask-of-lanes-that-come",
        "the mask on line {} names lanes that never get there: name only those that do, in a mask "
        "computed with __ballot_sync() before the branch, or move the operation out of the branch",
        out.where.line);
  if (out.kind == finding_kind::deadlock && f.lacks_slots) {
    out.why = phrase("why-blocks-wait",
                     "The running blocks wait, and the blocks that they may be waiting for cannot "
                     "start until others have ended: a GPU hangs.");
    out.advice = phrase(
        "no-block-waits",
        "let no block wait for others: the last one to finish, found with an atomic counter, can "
        "do the rest. Or launch cooperatively, with no more blocks than fit on the device at once");
  }
}

void move_to(protocol::access& where, const ptx::source_line& line) {
  where.file = line.file;
  where.line = line.line;
  where.column = line.column;
  where.header = line.header;
  where.in_line = line.in_line;
}

// Where the loop is that goes on and on, and what decides that it does.
void explain_loop(const fault& f, const running_launch& launch, protocol::finding& out) {
  const bool waits = out.kind == finding_kind::deadlock || out.kind == finding_kind::timeout;
  if (!waits || f.at == nullptr || !out.advice.empty()) return;
  const std::string_view opcode = launch.code->instructions[f.at->instruction].source->opcode;
  if (opcode == "bar" || opcode == "barrier") return;
  const auto loop = loop_around(*launch.code, f.at->instruction);
  if (!loop) return;
  if (loop->conditions.empty()) {
    move_to(out.where, loop->back);
    if (out.kind == finding_kind::timeout)  // before where its warps stand
      out.message.insert(std::min(out.message.find_first_of(";\n"), out.message.size()),
                         ": " + phrase("no-way-out", "the compiler found no way out of this loop"));
    out.advice = phrase("loop-without-end",
                        "check the loop on line {}: the compiler found no way out of it. Is its "
                        "condition always true?",
                        loop->back.line);
    return;
  }
  move_to(out.where, loop->conditions.front());
  const auto line_of = [](const ptx::source_line& at) {
    return phrase("line", "line {}", at.line);
  };
  std::string lines = line_of(loop->conditions.front());
  for (std::size_t n = 1; n < loop->conditions.size(); ++n) {
    const std::string line = line_of(loop->conditions[n]);
    lines = n + 1 == loop->conditions.size() ? phrase("or", "{} or {}", lines, line)
                                             : lines + ", " + line;
  }
  out.advice =
      out.kind == finding_kind::deadlock
          ? phrase("loop-waits-for-thread",
                   "check the condition on {}, which keeps the threads in their loop: which thread "
                   "should change what it tests, and can that thread get there?",
                   lines)
          : phrase("loop-comes-to-no-end",
                   "check the condition on {}, which keeps the threads in their loop: does each "
                   "iteration bring it closer to its end? Can what it waits for ever happen?",
                   lines);
}

checks::bad_access bad_access_of(const fault& f, const running_launch& launch) {
  checks::bad_access bad;
  bad.kind = f.kind;
  bad.space = f.space;
  bad.access = f.access;
  bad.address = f.address;
  bad.bytes = f.bytes;
  if (f.space == memory_space::shared) {
    bad.limit = launch.shared_bytes;
    bad.dynamic_bytes = launch.dynamic_shared_bytes;
    bad.array = only_shared_array(launch);
  }
  if (f.where == nullptr) return bad;
  if (f.space == memory_space::global && f.at != nullptr) {
    const address_origin from = origin_of_address(launch, f.at->instruction);
    bad.pointer = from.pointer.value_or(0);
    bad.loaded_in = from.loaded_in ? from.loaded_in->line : 0;
  }
  const warp& w = *f.where;
  const lane_mask behind = f.lane + 1 < lanes_per_warp ? ~lane_mask{0} << (f.lane + 1) : 0;
  bad.is_guarded = w.active != w.live;
  bad.is_last = (w.active & behind) == 0;
  return bad;
}

// The condition that lets the access through, or none.
std::string guards_in_words(guards by, std::string_view seen_from) {
  if (by.are_none) return ": " + phrase("no-guard", "no condition guards it");
  if (by.lines.empty()) return {};
  constexpr std::size_t most = 2;
  by.lines.resize(std::min(by.lines.size(), most));
  std::sort(by.lines.begin(), by.lines.end(),
            [](const auto& a, const auto& b) { return a.line < b.line; });
  return by.lines.size() == 1
             ? ": " + phrase("guard-lets-through", "the condition on line {} lets it through",
                             line_name(by.lines[0], seen_from))
             : ": " + phrase("guards-let-through",
                             "the conditions on lines {} and {} let it through",
                             line_name(by.lines[0], seen_from), line_name(by.lines[1], seen_from));
}

// The code may be right, and what the launch asks for wrong: a limit beyond the end of the array,
// or more blocks than it has elements for.
bool blame_launch(const guards& by, const checks::element& accessed, const running_launch& launch,
                  protocol::finding& out) {
  // A kernel that gets the size of the array, too, has looked at the wrong one.
  const bool gets_size =
      std::find(by.passed.begin(), by.passed.end(), accessed.count) != by.passed.end();
  for (const limit& one : by.limits) {
    if (gets_size) break;
    if (out.space != protocol::memory_space::global) break;  // no launch says how large that is
    if (one.value <= accessed.count || accessed.number >= one.value) continue;
    out.launch->to_blame = launch_part::arguments;
    out.message += ": " + phrase("launch-passes-limit",
                                 "the launch passes {} as the limit for the condition on line {}",
                                 one.value, line_name(one.line, out.where.file));
    out.advice =
        phrase("pass-number-of-elements",
               "pass the number of elements of this array, or make the array as large as the "
               "limit; the condition on line {} only applies the limit that the launch passes",
               line_name(one.line, out.where.file));
    return true;
  }
  if (!by.lines.empty() || accessed.number < accessed.count) return false;
  if (by.index_from == "%ctaid.x" && accessed.number == out.where.block[0]) {
    out.launch->to_blame = launch_part::grid;
    out.message += ": " + phrase("launch-has-blocks", "the launch has {} blocks", launch.grid[0]);
    out.advice = phrase("launch-no-more-blocks",
                        "launch only as many blocks as there are elements for, or allocate an "
                        "element for each block: (n + block - 1) / block blocks cover n elements, "
                        "and n / block + 1 are one too many if block divides n");
    return true;
  }
  if (by.index_from == "%tid.x" && accessed.number == out.where.thread[0]) {
    out.launch->to_blame = launch_part::block;
    out.message +=
        ": " + phrase("launch-has-threads", "the launch has blocks of {} threads", launch.block[0]);
    out.advice = phrase("launch-no-more-threads",
                        "launch blocks of no more threads than the array has elements, or give it "
                        "an element for each thread of the largest block");
    return true;
  }
  return false;
}

// What decided that the access is made.
void name_guards(const fault& f, const running_launch& launch, protocol::finding& out) {
  if (out.kind != finding_kind::out_of_bounds || f.at == nullptr || f.where == nullptr) return;
  const guards by = guards_of(launch, chain_of(f.at, f.where->frame));
  const auto accessed = checks::element_of(bad_access_of(f, launch), *launch.memory);
  if (accessed && blame_launch(by, *accessed, launch, out)) return;
  out.message += guards_in_words(by, out.where.file);
}

// Of a grid that device code launched: where.
void name_launch(const running_launch& launch, protocol::finding& out) {
  if (out.kind == finding_kind::out_of_bounds && launch.launched_in != 0)
    out.message = phrase("in-grid-launched", "{}, in a grid launched on line {}", out.message,
                         launch.launched_in);
}

// nvcc puts a trap, without a line, where it sees that code cannot be right.
void explain_trap_of_compiler(const fault& f, const running_launch& launch,
                              protocol::finding& out) {
  if (out.kind != finding_kind::trap || out.where.line != 0 || f.at == nullptr) return;
  out.message = phrase("trap-of-compiler",
                       "reaches a trap that the compiler put in place of code that cannot work");
  if (const auto condition = condition_before(launch, f.at->instruction)) {
    out.message = phrase("behind-condition", "{}, after the condition on line {}", out.message,
                         condition->line);
    out.where.file = condition->file;
    out.where.line = condition->line;
    out.where.column = condition->column;
  }
  out.why = phrase("why-trap-of-compiler",
                   "Usually this is a write to __constant__ memory, which a kernel can only read. "
                   "nvcc warns about it and names the line: \"Cannot store to pointer that points "
                   "to constant memory space\".");
  out.advice = phrase("declare-device",
                      "declare what kernels write as __device__, or let the host write it with "
                      "cudaMemcpyToSymbol() before the launch");
}

// grid.sync() looks whether the grid was launched for it, and traps.
void explain_trap(const running_launch& launch, protocol::finding& out) {
  if (out.kind != finding_kind::trap || launch.cooperative ||
      out.where.header.find("/cooperative_groups.h") == std::string::npos)
    return;
  out.message =
      phrase("not-cooperative",
             "{}: it waits for the whole grid, and the launch is not cooperative", out.message);
  out.advice = phrase("launch-cooperatively",
                      "launch the kernel with cudaLaunchCooperativeKernel, with no more blocks "
                      "than fit on the device at once");
}

}  // namespace

protocol::finding finding_of(const fault& f, const running_launch& launch) {
  protocol::finding out;
  out.kernel = launch.kernel;
  out.where = place_of(f, launch);
  out.launch = {launch.grid, launch.block};
  if (launch.launched_in != 0) out.launch->from = {out.where.file, launch.launched_in};
  out.count = f.lanes;
  if (f.message.empty()) {
    checks::explain(bad_access_of(f, launch), *launch.memory, out);
    name_guards(f, launch, out);
    name_launch(launch, out);
  } else {
    out.kind = f.kind;
    out.space = f.space;
    out.address = f.address;
    out.message = f.message;
  }
  explain_waiting(f, launch, out);
  explain_loop(f, launch, out);
  explain_trap(launch, out);
  explain_trap_of_compiler(f, launch, out);
  return out;
}

}  // namespace lockstep::simt
