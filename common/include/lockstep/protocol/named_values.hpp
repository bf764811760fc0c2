// Enumerators and their names in records. Inside the programs a value is an enumerator, so that a
// misspelt one does not compile; its name is used where a record is written or read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::protocol {

template <class Enum>
struct named_value {
  Enum value;
  std::string_view name;
};

// Specialised for each enumeration that records contain: `static constexpr named_value<Enum>
// all[]`.
template <class Enum>
struct names_of;

// Empty for an enumerator that has no name.
template <class Enum>
[[nodiscard]] constexpr auto name_of(Enum value) -> decltype(names_of<Enum>::all[0].name) {
  for (const auto& known : names_of<Enum>::all)
    if (known.value == value) return known.name;
  return {};
}

// Nothing if no enumerator has this name.
template <class Enum>
[[nodiscard]] constexpr std::optional<Enum> value_named(std::string_view name) {
  for (const auto& known : names_of<Enum>::all)
    if (known.name == name) return known.value;
  return std::nullopt;
}

// An enumerator as a record has it. A library of another version may write a name that is not known
// here: then the value is Enum::other, and the name is kept for display. Without a record the value
// is the first enumerator.
template <class Enum>
class recorded {
 public:
  recorded() = default;
  recorded(Enum value) : value_(value) {}  // NOLINT: as convertible as the enumerator itself
  [[nodiscard]] static recorded parse(std::string_view name) {
    recorded read;
    const std::optional<Enum> known = value_named<Enum>(name);
    read.value_ = known.value_or(Enum::other);
    if (!known) read.unknown_name_ = name;
    return read;
  }

  Enum value() const { return value_; }
  std::string_view name() const {
    return unknown_name_.empty() ? name_of(value_) : std::string_view(unknown_name_);
  }
  bool operator==(const recorded&) const = default;
  bool operator==(Enum value) const { return value_ == value; }
  // By enumerator, unknown ones by name: an order for maps.
  auto operator<=>(const recorded&) const = default;

 private:
  Enum value_{};
  std::string unknown_name_;
};

}  // namespace lockstep::protocol
