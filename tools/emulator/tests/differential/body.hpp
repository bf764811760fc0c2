// Writes the statements of a kernel or of a function that it calls.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "random.hpp"

namespace differential {

// Where a statement stands: who comes to it, and what may be done there.
struct region {
  std::string lanes;   // register with the lanes of this warp that come here; empty: not known
  bool block = false;  // all threads of the block that are still there come here together
  bool warp = false;   // all 32 lanes of every warp do
  bool again_together = false;  // in a loop whose rounds lanes begin together
  unsigned loops = 0;           // that it is in
  unsigned depth = 0;           // of statements in statements
  std::string again, out;       // labels of the innermost loop where lanes are not known
};

// What the bodies of one kernel share.
struct kernel_parts {
  unsigned exchanges = 0;      // words per thread of shared memory that exchanges within warps use
  unsigned statements = 0;     // all so far
  std::set<unsigned> without;  // the numbers of statements whose text is left out
  bool unoptimised = false;    // as in generated_kernel
};

// A function that a kernel may call: (x, y, z, lanes, depth, {in, own, totals}) -> result.
struct callee {
  std::string name;
  bool needs_lanes = false;  // the caller's region must know its lanes
  bool recursive = false;
};

class body {
 public:
  // threads: of a block; callees: those that it may call
  body(random_source& random, unsigned threads, const std::vector<callee>& callees,
       kernel_parts& parts)
      : random_(random), threads_(threads), callees_(callees), parts_(parts) {}

  void line(const std::string& text) { text_ += text + "\n"; }
  // Calls `write`, and takes back what it wrote if this statement is to be left out.
  template <class Write>
  void numbered(const Write& write) {
    const bool out = parts_.without.count(parts_.statements++) != 0;
    const std::size_t length = text_.size();
    write();
    if (out) text_.resize(length);
  }
  void statements(const region& at, unsigned count);
  // Calls `name`, a function or a register that holds its address; all are operands of PTX.
  void call(const std::string& name, const std::string& lanes, const std::string& depth);
  std::string register_of(const char* kind);  // a new one: pred, b32 or b64
  std::string declarations() const;           // of all registers
  std::string condition();  // a predicate register that no other statement changes
  std::string label();
  // The lanes of `at` for which `condition` holds, in a register; they vote on it.
  std::string part_of(const region& at, const std::string& condition);
  // Lanes have returned from a call at different times, and do nothing together any more.
  bool apart() const { return apart_; }
  const std::string& text() const { return text_; }

 private:
  void statement(const region& at);
  void operation(bool guarded);
  // branches.cpp
  void branch(const region& at);
  void branch_of_block(const region& at);
  void branch_table(const region& at);
  void leave_loop(const region& at);
  void leave_kernel(const region& at);
  // loops.cpp
  void loop(const region& at);
  void loop_of_block(const region& at);
  // warp_statements.cpp
  void warp_operation(const region& at);
  void whole_warp_shuffle();
  void exchange_of_warp(const region& at);
  std::string lane_of(const region& at);  // register: a lane of at.lanes
  // block_statements.cpp
  void block_exchange();
  void block_vote();
  void block_barrier_on_two_paths(const region& at);
  void producers_and_consumers(const region& at);
  // total_statements.cpp
  void add_to_total();
  void critical_section(const region& at);
  // call_statements.cpp
  void call_statement(const region& at);
  void call_through_table(const region& at);

  region inside(const region& at, const std::string& lanes) const;
  // Whether the lanes that come here are known, and can do something together.
  bool known(const region& at) const { return !at.lanes.empty() && !apart_; }
  bool may_return_apart(const region& at) const { return parts_.unoptimised || !at.again_together; }

  random_source& random_;
  unsigned threads_;
  const std::vector<callee>& callees_;
  kernel_parts& parts_;
  std::string text_;
  unsigned labels_ = 0, predicates_ = 0, words_ = 0, long_words_ = 0;
  bool left_ = false;  // some threads have left the kernel
  bool apart_ = false;
  // A body has calls or branch tables: of both, ptxas 13.0 crashes now and then.
  unsigned calls_ = 0;
  bool tables_ = false;
};

}  // namespace differential
