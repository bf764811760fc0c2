// The same program in several orders of execution: what each of them showed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "processes/process.hpp"
#include "records/records.hpp"

namespace lockstep::tutor {

struct order_of_run {
  std::string schedule = "natural";
  std::uint64_t seed = 0;

  // "--schedule shuffled --seed 3"
  std::string options() const;
};

// The natural order, shuffled ones with the seeds from 1 on, and the adversarial one.
std::vector<order_of_run> orders_for(unsigned schedules);

// Of a kernel with locks or flags, the natural order may be the one that hides the mistake: it runs
// in this one, too,
inline const order_of_run second_order{"adversarial", 0};
// for at most so long: twice as long as the first run took, but one second at least and ten at
// most.
double seconds_for_second_order(double first_run);

// Where a run's results are not those of the first one.
struct difference {
  unsigned line = 0;          // of standard output, from 1; 0: the exit status
  std::string expected, got;  // the line, or how the program ended
};

// What standard output says, but for words that differ between two runs in one order: times,
// addresses of the host, random numbers.
class expected_output {
 public:
  explicit expected_output(std::string_view first);
  // The outputs of two runs in one order.
  void leave_out_what_differs(std::string_view one, std::string_view other);
  std::optional<difference> compare(std::string_view output) const;
  // Words that are left out, and whether nothing can be compared: the number of lines differs.
  unsigned unstable_words() const { return unstable_words_; }
  bool is_unstable() const { return unstable_; }

 private:
  struct line {
    std::string text;
    std::vector<std::string> words;
    std::vector<bool> stable;  // by word
    bool any = false;          // the number of its words differs: anything may stand there
  };
  std::vector<line> lines_;
  unsigned unstable_words_ = 0;
  bool unstable_ = false;
};

// A finding, and in which runs it was met.
struct seen_finding {
  protocol::finding what;
  std::vector<std::size_t> runs;             // indexes, ascending
  std::vector<protocol::finding> also = {};  // the same idiom elsewhere
};

// Findings with one cause are one: the first of them, or the first that is worse, with the counts
// of its own run.
std::vector<seen_finding> united(const std::vector<std::vector<protocol::finding>>& by_run);

// Kernels whose lanes count on running in step do so for the same reason, and what to do is the
// same: the first of these findings names the others.
void join_idioms(std::vector<seen_finding>& all);

}  // namespace lockstep::tutor
