#include "runtime_calls.hpp"

#include <cuda_runtime_api.h>

#include <new>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "kernels.hpp"
#include "shared_memory.hpp"
#include "traffic.hpp"

namespace lockstep::apart {

namespace {

// How a parameter of type T comes from the answer, and what of it goes back.

template <typename T>
class in {
 public:
  explicit in(incoming& from) : value_(from.get<T>()) {}
  T value() { return value_; }
  void answer(outgoing&) {}

 private:
  T value_;
};

template <typename T>
class out {
 public:
  explicit out(incoming& from) : is_wanted_(from.get<bool>()) {}
  T value() { return is_wanted_ ? &object_ : nullptr; }
  void answer(outgoing& to) {
    if (is_wanted_) to.put(object_);
  }

 private:
  bool is_wanted_;
  std::remove_pointer_t<T> object_{};
};

// Of device memory, or shared: no other address of the answer's means anything here.
void* address_here(void* there) {
  return there == nullptr || is_shared(there) ? there : elsewhere();
}

template <typename T>
class address {
 public:
  explicit address(incoming& from) : value_(address_here(const_cast<void*>(from.get<T>()))) {}
  T value() { return value_; }
  void answer(outgoing&) {}

 private:
  T value_;
};

// A kernel, or a variable.
template <typename T>
class symbol {
 public:
  explicit symbol(incoming& from) : value_(symbol_here(from.get<T>())) {}
  T value() { return value_; }
  void answer(outgoing&) {}

 private:
  T value_;
};
template <typename T>
using function = symbol<T>;

// What a copy reads: bytes of the answer's that have come, or an address that is known here.
class copied_from {
 public:
  explicit copied_from(incoming& from) : is_sent_(from.get<bool>()) {
    at_ = from.get<const void*>();
    bytes_ = is_sent_ ? from.get<std::uint64_t>() : 0;
    if (is_sent_) at_ = from.bytes(bytes_);
  }
  bool has(std::size_t bytes) const {
    return is_sent_ ? bytes <= bytes_ : at_ == nullptr || is_shared(at_);
  }
  const void* value() const { return at_; }
  bool is_of_answer() const { return is_sent_; }

 private:
  bool is_sent_;
  const void* at_ = nullptr;
  std::uint64_t bytes_ = 0;
};

// Where it writes: to bytes that go back, or to an address that is known here.
class copied_to {
 public:
  explicit copied_to(incoming& from) : is_there_(from.get<bool>()) { at_ = from.get<void*>(); }
  bool has_room_for(std::size_t bytes) {
    if (!is_there_) return at_ == nullptr || is_shared(at_);
    if (bytes > most_bytes / 2) return false;
    bytes_.resize(bytes);
    at_ = bytes_.data();
    return true;
  }
  void* value() const { return at_; }
  // What lies in shared memory is counted there.
  std::size_t sent_back() const { return bytes_.size(); }
  void answer(outgoing& to, cudaError_t code) const {
    const std::size_t count = code == cudaSuccess ? bytes_.size() : 0;
    to.put(static_cast<std::uint64_t>(count));
    to.bytes(bytes_.data(), count);
  }

 private:
  bool is_there_;
  void* at_ = nullptr;
  std::vector<char> bytes_;
};

template <template <typename> class... Directions>
struct directions {};

template <typename... Parameters, template <typename> class... Directions, std::size_t... I>
outgoing make(cudaError_t (*what)(Parameters...), directions<Directions...>, incoming& from,
              std::index_sequence<I...>) {
  std::tuple<Directions<Parameters>...> all{Directions<Parameters>(from)...};
  outgoing reply;
  reply.put(what(std::get<I>(all).value()...));
  (std::get<I>(all).answer(reply), ...);
  return reply;
}

template <typename... Parameters, typename All>
outgoing make(cudaError_t (*what)(Parameters...), All how, incoming& from) {
  return make(what, how, from, std::index_sequence_for<Parameters...>());
}

// Copies, whose bytes have to be there before the runtime touches them.
template <typename Copy>
outgoing make_copy(copied_to to, bool is_complete, bool is_of_answer, std::size_t bytes,
                   const Copy& copy) {
  outgoing reply;
  cudaError_t code = cudaErrorInvalidValue;
  if (is_complete && to.has_room_for(bytes)) code = copy(to);
  if (code == cudaSuccess && !is_of_answer) traffic::get().copied_to_host(to.sent_back());
  reply.put(code);
  to.answer(reply, code);
  return reply;
}

outgoing make_memcpy(incoming& from, bool has_stream) {
  copied_to to(from);
  const copied_from source(from);
  const auto bytes = from.get<std::size_t>();
  const auto kind = from.get<cudaMemcpyKind>();
  const auto stream = has_stream ? from.get<cudaStream_t>() : nullptr;
  return make_copy(
      std::move(to), source.has(bytes), source.is_of_answer(), bytes, [&](const copied_to& there) {
        return has_stream ? cudaMemcpyAsync(there.value(), source.value(), bytes, kind, stream)
                          : cudaMemcpy(there.value(), source.value(), bytes, kind);
      });
}

outgoing make_memcpy_to_symbol(incoming& from) {
  const void* const symbol = symbol_here(from.get<const void*>());
  const copied_from source(from);
  const auto bytes = from.get<std::size_t>();
  const auto offset = from.get<std::size_t>();
  const auto kind = from.get<cudaMemcpyKind>();
  outgoing reply;
  reply.put(source.has(bytes) ? cudaMemcpyToSymbol(symbol, source.value(), bytes, offset, kind)
                              : cudaErrorInvalidValue);
  return reply;
}

outgoing make_memcpy_from_symbol(incoming& from) {
  copied_to to(from);
  const void* const symbol = symbol_here(from.get<const void*>());
  const auto bytes = from.get<std::size_t>();
  const auto offset = from.get<std::size_t>();
  const auto kind = from.get<cudaMemcpyKind>();
  return make_copy(std::move(to), true, false, bytes, [&](const copied_to& there) {
    return cudaMemcpyFromSymbol(there.value(), symbol, bytes, offset, kind);
  });
}

outgoing words(const char* text) {
  outgoing reply;
  reply.text(text == nullptr ? "" : text);
  return reply;
}

}  // namespace

outgoing make_call(call_id which, incoming& call) {
  switch (which) {
    case call_id::cudaMemcpy:
    case call_id::cudaMemcpyAsync:
      return make_memcpy(call, which == call_id::cudaMemcpyAsync);
    case call_id::cudaMemcpyToSymbol:
      return make_memcpy_to_symbol(call);
    case call_id::cudaMemcpyFromSymbol:
      return make_memcpy_from_symbol(call);
#define LOCKSTEP_MADE(name, ...) \
  case call_id::name:            \
    return make(&::name, directions<__VA_ARGS__>(), call);
      LOCKSTEP_PLAIN_CALLS(LOCKSTEP_MADE)
#undef LOCKSTEP_MADE
    case call_id::cudaGetErrorName:
      return words(cudaGetErrorName(call.get<cudaError_t>()));
    case call_id::cudaGetErrorString:
      return words(cudaGetErrorString(call.get<cudaError_t>()));
    case call_id::cudaLaunchKernel:
      return launch(call);
    case call_id::register_image:
      register_image(call);
      return {};
    case call_id::register_kernel:
      register_kernel(call);
      return {};
    case call_id::register_variable:
      register_variable(call);
      return {};
    case call_id::parameter_sizes:
      return parameter_sizes(call);
  }
  throw broken();
}

}  // namespace lockstep::apart
