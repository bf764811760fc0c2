// What the first line of a verdict is about. It is known by the ids of its sentences, and not by
// their words, which may change.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/protocol/finding.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "verdict/verdict.hpp"

namespace lockstep::tutor {

class subject {
 public:
  explicit subject(const verdict& of);

  // Whether it has one of the sentences with these ids.
  bool says(std::initializer_list<std::string_view> any_of) const;
  // The arguments of the first of its sentences with this id; empty: there is none.
  std::vector<std::string> arguments_of(std::string_view id) const;
  // Whether it is about a finding of a check, of one of these kinds.
  bool is_finding(std::initializer_list<protocol::finding_kind> any_of) const;

  // The property that is missed.
  struct property {
    std::string name;  // as the grader calls it: "launches"
    bool is_too_much = false;
  };
  const std::optional<property>& missed() const { return missed_; }
  bool misses_some(std::string_view property_name) const;  // fewer, or less, than is required
  bool exceeds(std::string_view property_name) const;      // more than is allowed
  bool is_about_property(std::string_view part_of_name) const;

  // Launches by kernels that found no room.
  bool is_about_pending_launches() const;

  // Lines of the conditions that let an access happen, or keep a thread from one.
  std::vector<unsigned> conditions() const;

 private:
  void find_property();

  std::string headline_;
  std::vector<protocol::phrased> said_;
  std::optional<protocol::recorded<protocol::finding_kind>> finding_;
  std::optional<property> missed_;
};

}  // namespace lockstep::tutor
