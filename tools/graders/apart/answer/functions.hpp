// The functions of an answer that its grader calls.
#pragma once

#include <utility>

#include "../functions.hpp"
#include "../wire.hpp"

namespace lockstep::apart {

struct function_of_answer {
  std::uint32_t hash;  // of its name and parameters; 0 ends a table
  void (*run)(incoming& from, outgoing& to);
};
extern const function_of_answer functions[];
void put_constants(outgoing& to);

// Until the grader closes the channel.
int serve();

template <typename Result, typename... Parameters, typename... Wire, std::size_t... I>
void run_kept(Result (*function)(Parameters...), std::tuple<kept<Wire>...>& all, outgoing& to,
              std::index_sequence<I...>) {
  if constexpr (std::is_void_v<Result>)
    function(std::get<I>(all).argument()...);
  else
    to.put(function(std::get<I>(all).argument()...));
  (std::get<I>(all).send_back(to), ...);
}

template <typename Result, typename... Parameters, typename... Wire>
void run_with(Result (*function)(Parameters...), incoming& from, outgoing& to,
              const std::tuple<Wire...>*) {
  std::tuple<kept<Wire>...> all{kept<Wire>(from)...};
  run_kept(function, all, to, std::index_sequence_for<Wire...>());
}

template <typename Function, typename Lambda>
void run_function(Function function, const Lambda&, incoming& from, outgoing& to) {
  run_with(function, from, to, static_cast<const wire_of<Lambda>*>(nullptr));
}

}  // namespace lockstep::apart
