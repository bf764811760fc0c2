// Device memory for the code under test that shows afterwards what was done to it.
//
// Around each buffer lie zones that nobody should touch. A back end that checks every access itself
// (the emulator) needs none, and would take an access to a zone for a good one: there a buffer is
// an allocation of exactly its size.
#pragma once

#include <lockstep/buffer.hpp>
#include <lockstep/compare.hpp>
#include <lockstep/grader/requirements.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace lockstep::grader {

// Elements in each zone: enough for a block that runs over by all its threads.
std::size_t zone_elements();

// The value of an element that was never written: the bytes of device_buffer::poison.
template <typename T>
T poison() {
  T value;
  std::memset(&value, 0xA5, sizeof value);
  return value;
}

template <typename T>
bool is_poison(const T& element) {
  const T value = poison<T>();
  return std::memcmp(&element, &value, sizeof value) == 0;
}

// What an answer may do with a buffer.
enum class use_of_buffer { any, input };

// For the explanation of a failure: a buffer of this trial, which of its elements stand for
// nothing, and which are wrong.
void note_buffer(const std::string& name, const void* address, std::size_t elements,
                 std::size_t element_bytes, use_of_buffer use);
void note_padding(const std::string& name, std::vector<std::size_t> elements);
// Of a result whose wrong values are in a wrong order: where the first one belongs.
void note_order(const std::string& name, std::size_t first_belongs_in);
// Of a result: those that must not be written.
void note_left_alone(const std::string& name, std::vector<std::size_t> elements);
// `alike`: what all of them have in common: "1 too large".
void note_wrong(const std::string& name, std::vector<std::size_t> elements,
                const std::string& alike = {});

// Poison is no value: to read it is a finding, where the back end looks for uninitialised reads.
void note_poison(const void* address, std::size_t bytes);

template <typename T>
std::vector<std::size_t> differences(const std::vector<T>& expected, const std::vector<T>& got,
                                     tolerance allowed = {}) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < expected.size() && i < got.size(); ++i)
    if (!agrees(expected[i], got[i], allowed)) all.push_back(i);
  return all;
}

// Sentences about results, and the text of a difference between `elements` of them.
std::string off_by(long long error);  // "1 too large"
std::string nothing_written();
std::string difference_in_words(const comparison& difference, std::size_t elements);

// "1 too large", if more integers are wrong than could be by chance, and all by as much.
template <typename T>
std::string wrong_alike(const std::vector<T>& expected, const std::vector<T>& got) {
  if constexpr (!std::is_integral_v<T>) return {};
  const auto wrong_ones = differences(expected, got);
  const auto error = [&](std::size_t i) {
    return static_cast<long long>(got[i]) - static_cast<long long>(expected[i]);
  };
  for (const std::size_t i : wrong_ones)
    if (is_poison(got[i]) || error(i) != error(wrong_ones.front())) return {};
  constexpr std::size_t enough = 4;
  if (wrong_ones.size() < enough) return {};
  const long long by = error(wrong_ones.front());
  return off_by(by);
}

// Where the first wrong value belongs, if the wrong ones are those that are expected, in another
// order; `got.size()`: that is not so.
template <typename T>
std::size_t place_of_first_wrong(const std::vector<T>& expected, const std::vector<T>& got) {
  const auto wrong_ones = differences(expected, got);
  std::vector<T> there, wanted;
  for (const std::size_t i : wrong_ones) {
    if (is_poison(got[i]) || is_poison(expected[i])) return got.size();
    there.push_back(got[i]);
    wanted.push_back(expected[i]);
  }
  std::sort(there.begin(), there.end());
  std::sort(wanted.begin(), wanted.end());
  if (wrong_ones.empty() || there != wanted) return got.size();
  const T first = got[wrong_ones.front()];
  return *std::find_if(wrong_ones.begin(), wrong_ones.end(),
                       [&](std::size_t i) { return expected[i] == first; });
}

template <typename T>
class guarded_buffer {
 public:
  guarded_buffer(std::string name, const std::vector<T>& values, use_of_buffer use = {})
      : name_(std::move(name)), size_(values.size()), memory_(between_zones(values)) {
    note_buffer(name_, data(), size_, sizeof(T), use);
  }

  const std::string& name() const { return name_; }
  T* data() { return size_ > 0 ? memory_.data() + zone_ : nullptr; }
  const T* data() const { return size_ > 0 ? memory_.data() + zone_ : nullptr; }

  // Makes its elements those of `original`, a buffer of the same size, by a copy on the device.
  void restore(const guarded_buffer& original) {
    CUDA_CHECK(
        cudaMemcpyAsync(data(), original.data(), size_ * sizeof(T), cudaMemcpyDeviceToDevice));
  }

  // What it holds now. The answer is wrong if a zone has changed.
  [[nodiscard]] std::vector<T> read() const {
    const std::vector<T> all = memory_.download();
    for (std::size_t i = 0; i < zone_; ++i) {
      if (!is_poison(all[zone_ - 1 - i]))
        reject_write_outside(name_, size_, -1 - static_cast<long>(i));
      if (!is_poison(all[zone_ + size_ + i]))
        reject_write_outside(name_, size_, static_cast<long>(size_ + i));
    }
    return {all.begin() + zone_, all.end() - zone_};
  }

  void require_equals(const std::vector<T>& expected) const {
    const std::vector<T> got = read();
    const comparison difference = compare(expected, got);
    if (difference) return;
    note_wrong(name_, differences(expected, got), wrong_alike(expected, got));
    throw wrong(name_ + ": " + difference_in_words(difference, expected.size()));
  }

 private:
  std::vector<T> between_zones(const std::vector<T>& values) const {
    std::vector<T> all(values.size() + 2 * zone_, poison<T>());
    std::copy(values.begin(), values.end(), all.begin() + zone_);
    return all;
  }

  std::string name_;
  std::size_t size_;
  std::size_t zone_ = zone_elements();
  device_buffer<T> memory_;
};

template <typename T>
std::vector<std::size_t> poisoned(const std::vector<T>& values) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (is_poison(values[i])) all.push_back(i);
  return all;
}

// What the code under test reads and must leave as it is.
template <typename T>
class input_buffer {
 public:
  input_buffer(const std::string& name, const std::vector<T>& values)
      : values_(values), memory_(name, values, use_of_buffer::input) {
    note_padding(name, poisoned(values));
  }
  const T* data() const { return memory_.data(); }
  void require_unchanged() const {
    const std::vector<T> now = memory_.read();
    note_wrong(memory_.name(), differences(values_, now));
    require_equal(values_, now, memory_.name() + " was changed");
  }

 private:
  std::vector<T> values_;
  guarded_buffer<T> memory_;
};

// What the code under test writes. Poisoned, so that a result that was never written is not taken
// for one.
template <typename T>
class output_buffer {
 public:
  output_buffer(const std::string& name, std::size_t size)
      : memory_(name, std::vector<T>(size, poison<T>())) {
    note_poison(memory_.data(), size * sizeof(T));
  }
  T* data() { return memory_.data(); }
  void require_equals(const std::vector<T>& expected) const {
    const std::vector<T> got = memory_.read();
    const comparison difference = compare(expected, got);
    if (difference) return;
    note_wrong(memory_.name(), differences(expected, got), wrong_alike(expected, got));
    note_left_alone(memory_.name(), poisoned(expected));
    note_order(memory_.name(), place_of_first_wrong(expected, got));
    const bool written = !is_poison(got[difference.first_difference]);
    throw wrong(memory_.name() + ": " + difference_in_words(difference, expected.size()) +
                (written ? "" : "\n" + nothing_written()));
  }
  // Floating point against a reference in double precision.
  void require_close(const std::vector<double>& expected, tolerance allowed) const {
    const std::vector<T> got = memory_.read();
    require_equal(expected.size(), got.size());
    std::vector<std::size_t> wrong_ones;
    for (std::size_t i = 0; i < got.size(); ++i)
      if (!agrees(expected[i], static_cast<double>(got[i]), allowed)) wrong_ones.push_back(i);
    note_wrong(memory_.name(), wrong_ones);
    for (std::size_t i = 0; i < got.size(); ++i) {
      try {
        grader::require_close(expected[i], got[i], allowed);
      } catch (const wrong& problem) {
        throw wrong(memory_.name() + ": element " + std::to_string(i) + ": " + problem.what() +
                    (is_poison(got[i]) ? "\n" + nothing_written() : ""));
      }
    }
  }
  // What was written, for graders that compare in a way of their own.
  [[nodiscard]] std::vector<T> read() const { return memory_.read(); }
  // For outputs that are only scratch space.
  void require_nothing_written_outside() const { (void)memory_.read(); }

 private:
  guarded_buffer<T> memory_;
};

}  // namespace lockstep::grader
