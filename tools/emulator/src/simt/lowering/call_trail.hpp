// Where the value of a load is taken in all functions of a kernel: through arguments and results of
// calls, and through local variables whose place the code names, as in code for a debugger. What
// goes through other memory is not followed.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "simt/lowering/places.hpp"
#include "simt/lowering/value_trail.hpp"

namespace lockstep::simt {

// In functions of more blocks than a person writes, following values would take too long.
constexpr std::size_t most_followed_blocks = 4000;

// The functions of a kernel, and which of them each calls where.
struct called_functions {
  struct call {
    std::uint32_t instruction, callee;
  };
  struct one {
    const ptx::decoded_function* code = nullptr;
    std::uint32_t module = 0;
    std::vector<call> calls;
    std::optional<places> where;  // once it is needed
  };
  std::vector<one> functions;

  const places& places_in(std::uint32_t function);
};

class call_trail {
 public:
  call_trail(called_functions& in, std::uint32_t function, std::uint32_t load);

  // A function by the way in which the value came to it.
  struct visit {
    std::uint32_t function = 0;
    std::int32_t by = -1;    // the visit that called it; -1: the value was loaded here, or the
    std::uint32_t call = 0;  // function got it as the result of this call
    std::set<std::uint32_t> origins;     // loads that give the value here, from wherever it is
    std::set<std::uint32_t> results_of;  // calls that give it
    std::set<place> held;                // local variables that may hold it
    place loaded_from;                   // in the function's own terms
    std::optional<value_trail> trail;
  };
  const std::vector<visit>& visits() const { return visits_; }

 private:
  void follow(std::size_t v);
  void note_origins(visit& v) const;
  void leave_by_stores(std::size_t v);
  void enter_calls(std::size_t v);
  void pass_results(std::size_t v, const std::set<std::int64_t>& offsets);
  bool hold(std::size_t v, const place& p);
  std::size_t visit_of(std::uint32_t function, std::int32_t by, std::uint32_t call);
  void give(std::size_t v, std::uint32_t variable, const std::set<std::int64_t>& offsets);
  void add_due(std::size_t v);
  // The same place in the terms of the caller, and of the function that is called.
  place outside(const place& p, std::uint32_t callee, std::uint32_t caller,
                std::uint32_t call) const;
  place inside(const place& p, std::uint32_t caller, const called_functions::call& c) const;

  called_functions& in_;
  std::vector<visit> visits_;
  std::vector<std::size_t> due_;
};

}  // namespace lockstep::simt
