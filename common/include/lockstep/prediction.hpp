// A number that a learner says before it is measured.
#pragma once

#include <type_traits>

namespace lockstep {

// Holds an answer, or none as long as there is none. Yes and no are 1 and 0.
class prediction {
 public:
  constexpr prediction() = default;
  template <typename Number, typename = std::enable_if_t<std::is_arithmetic_v<Number>>>
  constexpr prediction(Number value) : value_(static_cast<double>(value)), answered_(true) {}

  constexpr bool answered() const { return answered_; }
  constexpr double value() const { return value_; }

 private:
  double value_ = 0;
  bool answered_ = false;
};

// What stands in a stub in place of an answer.
inline constexpr prediction unanswered{};

}  // namespace lockstep
