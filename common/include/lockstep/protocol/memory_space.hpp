// What memory an access is of, and what it does there.
#pragma once

#include "lockstep/protocol/named_values.hpp"

namespace lockstep::protocol {

// State spaces (PTX ISA, "State Spaces"), as far as records tell them apart.
enum class memory_space : std::uint8_t { none, global, shared, local, constant, parameter, other };

// In findings. (Traces write "parameter": trace_record.cpp.)
template <>
struct names_of<memory_space> {
  static constexpr named_value<memory_space> all[] = {{memory_space::none, ""},
                                                      {memory_space::global, "global"},
                                                      {memory_space::shared, "shared"},
                                                      {memory_space::local, "local"},
                                                      {memory_space::constant, "constant"},
                                                      {memory_space::parameter, "param"}};
};

// What a thread, or a call of the host, did where a finding is.
// `branch`: a thread took the other way there.
enum class access_kind : std::uint8_t {
  none,
  read,
  write,
  atomic,
  barrier,
  free,
  exit,
  branch,
  use,
  other
};

template <>
struct names_of<access_kind> {
  static constexpr named_value<access_kind> all[] = {
      {access_kind::none, ""},           {access_kind::read, "read"},
      {access_kind::write, "write"},     {access_kind::atomic, "atomic"},
      {access_kind::barrier, "barrier"}, {access_kind::free, "free"},
      {access_kind::exit, "exit"},       {access_kind::branch, "branch"},
      {access_kind::use, "use"}};
};

}  // namespace lockstep::protocol
