// The executable form of a kernel: instructions as actions, registers as rows, labels as steps.
//
// A row holds one register of all 32 lanes of a warp, side by side, so that an action is a loop
// over lanes that the host's vector unit runs. Rows are numbered by their byte offset in the warp's
// register file. Constants and special registers are rows too (filled once per launch or block), so
// an action knows one kind of operand only. Predicates are 32-bit masks in the same file.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "metrics/counters.hpp"
#include "ptx/program.hpp"

namespace lockstep::simt {

struct warp;
struct step;
struct checked_code;
struct traced_code;
struct recorded_code;
struct timed_code;

// Executes one step for the active lanes of the warp. Returns the step to go on with, nullptr if
// the warp cannot go on now.
using action = const step* (*)(warp&, const step*);

// A step at which machine code begins (simt/jit): what the interpreter would do there, and the
// code, which gives back the step that the interpreter is to execute next, whatever begins there.
struct step;

// How compiled code was left.
struct left_code {
  void* warp = nullptr;             // the one that it began with, or another one of the block
  const step* others_at = nullptr;  // where the other active lanes wait; nullptr: there are none
  std::uint32_t lanes = 0;          // that go on, if there are
};

struct compiled_entry {
  step* at = nullptr;
  action original = nullptr, entered = nullptr;  // what the step does without the code, and with it
  // The step at which the code was left.
  const void* (*code)(void* warp, std::uint64_t entry, left_code* how) = nullptr;
  std::uint64_t entry = 0;
};

struct step {
  action run = nullptr;
  std::uint32_t d = 0, a = 0, b = 0, c = 0;  // rows: destination and sources
  std::uint64_t immediate = 0;               // address offset, flags, ... as the action defines
  const step* target = nullptr;              // of a jump; the call's function
  const step* fall_through = nullptr;        // of a conditional jump
  std::uint32_t instruction = 0;             // index into code::instructions
  std::uint32_t extra = 0;                   // index into a table of code, or another row
  const compiled_entry* compiled = nullptr;  // `run` enters it
};

// Goes on with the next step.
const step* no_operation(warp& w, const step* s);

// A warp-wide operation: `wait` sees that all lanes have come and then does the work, `work` does
// it alone.
struct warp_actions {
  action wait, work;
  action whole = nullptr;  // in place of `wait` where the mask names all lanes and all other
                           // operands but the value are constants; see the .cpp file for what it
                           // expects
};

// In step::extra of such an operation: it gives no second result.
constexpr std::uint32_t no_predicate = ~std::uint32_t{0};

// What fills a row that is no register.
enum class special : std::uint8_t {
  tid_x,
  tid_y,
  tid_z,
  ntid_x,
  ntid_y,
  ntid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  laneid,
  warpid,
  nwarpid,
  smid,
  nsmid,
  gridid,
  lanemask_eq,
  lanemask_le,
  lanemask_lt,
  lanemask_ge,
  lanemask_gt,
  dynamic_smem_size,
  total_smem_size,
  reserved_smem,
  envreg1,
  envreg2,
  is_explicit_cluster,  // a predicate
  cluster_nctaid_x,
  cluster_nctaid_y,
  cluster_nctaid_z,
  cluster_nctarank,
  nclusterid_x,
  nclusterid_y,
  nclusterid_z,
  // From here on they differ between the blocks of a launch, as ctaid does.
  clusterid_x,
  clusterid_y,
  clusterid_z,
  cluster_ctaid_x,
  cluster_ctaid_y,
  cluster_ctaid_z,
  cluster_ctarank,
};

struct constant_row {
  std::uint32_t row;
  std::uint8_t bytes;  // per lane: 2, 4 or 8
  std::uint64_t value;
};

// A kernel parameter, the same for all threads of a launch.
struct parameter_row {
  std::uint32_t row;
  std::uint32_t offset;         // in the launch's parameter buffer
  std::uint8_t bytes;           // read there
  std::uint8_t register_bytes;  // per lane of the row
  bool sign;                    // extended by its sign
};

struct special_row {
  std::uint32_t row;
  special what;
};

// A value in a function's parameter area, which holds `param` variables of all lanes: `bytes` bytes
// at `offset` of each lane's part.
struct parameter_slot {
  std::uint32_t offset = 0, bytes = 0;
};

// Rows [first, last) whose elements have `bytes` bytes; 0: predicates.
struct row_range {
  std::uint32_t first = 0, last = 0;
  std::uint8_t bytes = 4;
};

struct call_site {
  std::string callee;                                                // for messages
  std::vector<std::pair<parameter_slot, parameter_slot>> arguments;  // caller's, callee's
  std::vector<std::pair<parameter_slot, parameter_slot>> results;    // callee's, caller's
  std::vector<parameter_slot> argument_slots,
      result_slots;                   // the caller's own, for built-in functions and indirect calls
  std::uint32_t local_room = 0;       // of the caller: the callee's local memory begins behind it
  std::vector<row_range> saved_rows;  // of the caller, to keep over a recursive call
  std::vector<parameter_slot> saved_parameters;
};

struct function_entry {
  std::string name;
  const step* first = nullptr;
  std::uint64_t address = 0;  // as programs see it
  std::vector<parameter_slot> parameters, results;
  std::uint32_t local_bytes = 0;  // its variables in local memory,
  std::uint32_t local_room = 0;   // and what they keep from those of a function that it calls
  bool takes_stack = false;       // alloca
};

// Where an instruction is in the source, for messages and per-line counts.
struct instruction_site {
  const ptx::instruction* source = nullptr;
  std::uint32_t function = 0;  // index into code::functions
  ptx::source_line line;
};

// What a kernel's code does besides what the kernel says.
struct code_form {
  bool counting = false;  // count
  bool interleaved =
      false;              // let others go first before accesses to memory (control/interleave.hpp)
  bool checked = false;   // report to the checks (instruments/checking.hpp)
  bool traced = false;    // report to the trace (instruments/tracing.hpp)
  bool recorded = false;  // report where values come from (instruments/provenance.hpp)
  bool timed = false;     // report to the model of time (instruments/timing.hpp)
  auto operator<=>(const code_form&) const = default;
};

// Steps of a kernel that have been compiled.
struct machine_code {
  std::atomic<std::uint64_t> warps{0};        // that have run the kernel
  std::atomic<bool> is_tried{false};          // to compile it
  std::vector<std::shared_ptr<void>> memory;  // what holds the code
  std::vector<std::unique_ptr<compiled_entry>> entries;
};

struct code {
  code();
  ~code();
  const std::uint64_t number;                  // no other code of the process has it
  std::vector<std::unique_ptr<step[]>> steps;  // one array per function,
  std::vector<std::uint32_t> step_counts;      // and how long it is
  std::vector<function_entry> functions;       // [0] is the kernel
  const step* prologue = nullptr;  // what every block of a launch would compute alike; see
                                   // invariants.hpp
  std::vector<instruction_site> instructions;
  std::vector<metrics::instruction_facts> facts;  // by instruction, for metrics::summarise
  std::vector<constant_row> constants;
  std::vector<special_row> specials;
  std::vector<parameter_row> parameters;
  std::vector<std::vector<std::uint32_t>> row_lists;  // vector operands
  std::vector<std::vector<const step*>> jump_tables;  // brx.idx
  std::vector<call_site> calls;
  std::uint32_t row_bytes = 0;             // size of a warp's register file
  std::uint32_t parameter_area_bytes = 0;  // per lane, for calls
  std::uint32_t local_bytes = 0;           // per thread, of the kernel itself
  bool uses_local = false;                 // local memory or calls
  bool takes_stack = false;                // one of its functions does
  bool waits_for_cluster = false;          // barrier.cluster
  std::uint32_t static_shared_bytes = 0;
  std::unique_ptr<checked_code> checked;    // of a checked kernel: see checked_code.hpp
  std::unique_ptr<traced_code> traced;      // of a traced kernel: see traced_code.hpp
  std::unique_ptr<recorded_code> recorded;  // of a recorded kernel: see recorded_code.hpp
  std::unique_ptr<timed_code> timed;        // of a followed block: see timed_code.hpp
  mutable machine_code machine;             // of a kernel that has run for long: see simt/jit
};

}  // namespace lockstep::simt
