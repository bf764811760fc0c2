// How what a function takes travels to the answer's process, and what comes back of it.
//
// Most of it is plain values, to which addresses of device memory belong. What the host's code
// follows, an array or an object, is copied there and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "messages.hpp"

namespace lockstep::apart {

// `count` elements of the grader's, which the answer may read and, if it breaks its word or T is
// not const, change.
template <typename T>
struct array {
  T* first;
  std::size_t count;
};
template <typename T>
array(T*, std::size_t) -> array<T>;

// A text, which the answer only reads.
struct text {
  const char* words;
};

// Functions of the grader's, which the answer may call as long as its own function runs.
template <typename Signature>
struct callbacks;
template <typename... Parameters>
struct callbacks<void(Parameters...)> {
  using function = void (*)(Parameters...);
  const function* first;
  std::size_t count;
};
// A single one.
template <typename Signature>
struct callback;
template <typename... Parameters>
struct callback<void(Parameters...)> {
  void (*function)(Parameters...);
};
constexpr std::size_t most_callbacks = 64;

// An object of the grader's, which the answer only reads, with texts that some members point to.
template <typename T, const char* T::*... texts>
struct with_texts {
  const T* object;
};

// Of the grader, in its process.

template <typename T>
void put(outgoing& to, const T& value) {
  to.put(value);
}
template <typename T>
void put(outgoing& to, const array<T>& all) {
  to.put(static_cast<std::uint64_t>(all.count));
  to.bytes(all.first, all.count * sizeof(T));
}
inline void put(outgoing& to, const text& all) { to.text(all.words); }

// What the answer may call now, by number.
using offer = std::function<void(incoming&)>;
inline std::vector<offer>& offers() {
  static std::vector<offer> all;
  return all;
}
template <typename... Parameters>
void put(outgoing& to, const callback<void(Parameters...)>& one) {
  to.put(static_cast<std::uint32_t>(offers().size()));
  offers().push_back([function = one.function](incoming& from) {
    const std::tuple<Parameters...> all{from.get<Parameters>()...};
    std::apply(function, all);
  });
}
template <typename... Parameters>
void put(outgoing& to, const callbacks<void(Parameters...)>& all) {
  to.put(static_cast<std::uint32_t>(all.count));
  for (std::size_t i = 0; i < all.count; ++i) put(to, callback<void(Parameters...)>{all.first[i]});
}

template <typename T, const char* T::*... texts>
void put(outgoing& to, const with_texts<T, texts...>& all) {
  T without = *all.object;
  ((without.*texts = nullptr), ...);
  to.put(without);
  (to.text(all.object->*texts), ...);
}

template <typename T>
void take_back(incoming&, const T&) {}
template <typename T>
void take_back(incoming& from, const array<T>& all) {
  using element = std::remove_const_t<T>;
  std::memcpy(const_cast<element*>(all.first), from.bytes(all.count * sizeof(T)),
              all.count * sizeof(T));
}

// Of the answer, in its process: what is kept of an argument while its function runs.

template <typename T>
class kept {
 public:
  explicit kept(incoming& from) : value_(from.get<T>()) {}
  const T& argument() { return value_; }
  void send_back(outgoing&) {}

 private:
  T value_;
};
template <typename T>
class kept<array<T>> {
  using element = std::remove_const_t<T>;

 public:
  explicit kept(incoming& from) : all_(from.get<std::uint64_t>()) {
    const char* const bytes = from.bytes(all_.size() * sizeof(T));
    if (!all_.empty()) std::memcpy(static_cast<void*>(all_.data()), bytes, all_.size() * sizeof(T));
  }
  T* argument() { return all_.data(); }
  void send_back(outgoing& to) { to.bytes(all_.data(), all_.size() * sizeof(T)); }

 private:
  std::vector<element> all_;
};
template <>
class kept<text> {
 public:
  explicit kept(incoming& from) : all_(from.text()) {}
  const char* argument() { return all_.c_str(); }
  void send_back(outgoing&) {}

 private:
  std::string all_;
};

// In the answer's process: has the grader run its function, and waits until it has returned.
void call_back(const outgoing& call);

// A function of the answer's process for each number, since a pointer to a function has no room
// for one.
template <std::uint32_t number, typename... Parameters>
void call_by_number(Parameters... values) {
  outgoing call;
  call.put(number);
  (call.put(values), ...);
  call_back(call);
}
template <typename... Parameters, std::uint32_t... numbers>
auto function_by_number(std::uint32_t number, std::integer_sequence<std::uint32_t, numbers...>) {
  static constexpr void (*all[])(Parameters...) = {call_by_number<numbers, Parameters...>...};
  return number < sizeof...(numbers) ? all[number] : nullptr;
}
template <typename... Parameters>
class kept<callback<void(Parameters...)>> {
 public:
  explicit kept(incoming& from)
      : function_(function_by_number<Parameters...>(
            from.get<std::uint32_t>(),
            std::make_integer_sequence<std::uint32_t, most_callbacks>())) {}
  auto argument() { return function_; }
  void send_back(outgoing&) {}

 private:
  void (*function_)(Parameters...);
};
template <typename... Parameters>
class kept<callbacks<void(Parameters...)>> {
 public:
  explicit kept(incoming& from) : all_(from.get<std::uint32_t>()) {
    for (auto& one : all_) one = kept<callback<void(Parameters...)>>(from).argument();
  }
  const auto* argument() { return all_.data(); }
  void send_back(outgoing&) {}

 private:
  std::vector<void (*)(Parameters...)> all_;
};

template <typename T, const char* T::*... texts>
class kept<with_texts<T, texts...>> {
 public:
  explicit kept(incoming& from)
      : object_(from.get<T>()), words_{(static_cast<void>(texts), from.text())...} {}
  const T& argument() {
    std::size_t i = 0;
    ((object_.*texts = words_[i++].c_str()), ...);
    return object_;
  }
  void send_back(outgoing&) {}

 private:
  T object_;
  std::vector<std::string> words_;
};

// What the wire carries for the parameters: the type of a lambda that makes a tuple of them.
template <typename Lambda>
struct result_of;
template <typename Lambda, typename Result, typename... Parameters>
struct result_of<Result (Lambda::*)(Parameters...) const> {
  using type = Result;
};
template <typename Lambda>
using wire_of = typename result_of<decltype(&Lambda::operator())>::type;

}  // namespace lockstep::apart
