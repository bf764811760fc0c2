// The words of a verdict: what happened, where, and what to do.
#pragma once

#include <string>
#include <string_view>

#include "verdict/verdict.hpp"

namespace lockstep::tutor {

// A detail of a wrong result: the finding that comes first.
std::string said_of_checks(const protocol::finding& first);

// One of its functions says why an answer is judged as it is; `advise` then says what to do next.
class wording {
 public:
  wording(const evidence& seen, verdict& to) : seen_(seen), to_(to) {}

  void not_built();
  void not_on_its_own();  // it takes a violation
  void kernel_never_ends(const protocol::finding& found);
  void check_found(const protocol::finding& found);
  std::string blame() const;
  void refused();
  void program_never_ends();
  void ended_by_force();
  bool lost_error();
  void could_not_begin();
  void ended_early();
  void case_failed(const case_record& one, exit_code code);
  void undecided(const case_record& one);
  void passed();

  void advise();

 private:
  void say(exit_code code, const std::string& file, unsigned line, const std::string& what);
  void say(exit_code code, const std::string& what) { say(code, {}, 0, what); }
  void describe(const protocol::finding& found);
  void say_what_was_tried();
  void add_clauses(std::string_view clauses);
  void add_last_words();
  void add_to_the_rest(const case_record& one);

  const evidence& seen_;
  verdict& to_;
};

}  // namespace lockstep::tutor
