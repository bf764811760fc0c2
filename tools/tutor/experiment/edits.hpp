// Small changes to an answer: what somebody would try who looks for the mistake in a line.
#pragma once

#include <string>
#include <vector>

#include "experiment/code.hpp"

namespace lockstep::tutor::experiment {

struct replacement {
  std::size_t offset = 0, length = 0;  // of the source
  std::string by;
};

// A part of the answer, and the line that it stands in.
struct quoted_part {
  unsigned line = 0;
  std::string text;
};

struct edit {
  // What it is tried for.
  enum class group { nothing, barriers, towards_solution, all_but_one, several, other };

  std::size_t offset = 0, length = 0;  // of the source: what is replaced
  std::string by;
  unsigned line = 0;               // that is to blame
  std::string cause;               // "`<` on @ is to blame"; @: "this line", or "line 19"
  std::string otherwise;           // what would be different: "with another comparison"
  unsigned rank = 0;               // a lower one is more often the right one
  bool is_simple = false;          // in a kernel, the grader could try it by itself, in the PTX
  unsigned other_line = 0;         // of an edit that helps: a change there helps, too; 0: only here
  bool leads_to_solution = false;  // the course's solution says it this way
  bool adds_statement = false;     // which may make good what is wrong elsewhere
  std::vector<replacement> more = {};   // at the same time, elsewhere
  std::vector<unsigned> lines = {};     // that are to blame together; empty: `line` alone
  std::vector<quoted_part> parts = {};  // what is to blame in each of them; empty: not known
  bool orders = false;                  // a barrier between accesses that nothing keeps apart,
  unsigned line_of_access = 0;          // of which one stands here
  bool helps_one_case_only = false;     // the failing one; others still fail
  group of = group::nothing;
  bool is_left_out = false;  // no compiler takes it
  std::size_t left_out = 0;  // of all_but_one: the number of that hunk
};

// All of it, the last one of the source first: the offsets of the others stay.
[[nodiscard]] std::vector<replacement> replacements_of(const edit& one);

// By rank. They are not all sure to compile.
[[nodiscard]] std::vector<edit> edits_of(const code& answer);

// Of words and numbers, and of operands and arguments; of whole statements and loops; after what
// the answer says elsewhere.
void add_edits_of_words(const code& answer, std::vector<edit>& to);
void add_edits_of_operands(const code& answer, std::vector<edit>& to);
void add_edits_of_statements(const code& answer, std::vector<edit>& to);
void add_edits_of_loops(const code& answer, std::vector<edit>& to);
void add_edits_of_copies(const code& answer, std::vector<edit>& to);

// A barrier before each statement in these lines, where a check has seen accesses without order. If
// not all threads get there, before the condition that keeps some away; or, second, there all the
// same.
void add_barriers(const code& answer, const std::vector<unsigned>& before, std::vector<edit>& to);
// A barrier just before a statement of a kernel.
[[nodiscard]] edit barrier_before(const code& answer, const statement& one);

// Towards the course's solution, one difference at a time. What is to blame is the place that
// differs; what the solution says there stays unsaid.
void add_edits_of_differences(const code& answer, const code& solution, std::vector<edit>& to);
void add_edits_of_values(const code& answer, const code& solution, std::vector<edit>& to);

}  // namespace lockstep::tutor::experiment
