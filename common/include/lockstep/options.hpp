// The few options of a chapter's program: "--size 2^20 --csv". A mistake is an exception that says
// how it is done.
#pragma once

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace lockstep {

class usage_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// "1000", "0x400" or "2^20".
inline std::uint64_t parse_count(const std::string& text) {
  const std::size_t power = text.find('^');
  const std::string digits = power == std::string::npos ? text : text.substr(power + 1);
  const bool hexadecimal = digits.rfind("0x", 0) == 0;
  char* end = nullptr;
  errno = 0;
  const std::uint64_t value = std::strtoull(digits.c_str(), &end, hexadecimal ? 16 : 10);
  // strtoull alone would take a sign, a space before it, or nothing at all.
  const bool is_number = !digits.empty() && std::isdigit(static_cast<unsigned char>(digits[0])) &&
                         *end == '\0' && errno == 0;
  const bool is_power = power != std::string::npos;
  if (!is_number || (is_power && (text.substr(0, power) != "2" || value > 63))) {
    throw usage_error("not a count: '" + text + "' (write 1000 or 2^10)");
  }
  return is_power ? std::uint64_t{1} << value : value;
}

class options {
 public:
  options(int argc, char** argv) : arguments_(argv + 1, argv + argc) {
    const std::string path = argv[0];
    command_ = path.substr(path.rfind('/') + 1);
    for (const auto& argument : arguments_) command_ += " " + argument;
  }

  // What was typed, without the program's folder.
  const std::string& command() const { return command_; }

  // The count after `name`, or `otherwise`. Takes both out of what is left.
  std::uint64_t count(const std::string& name, std::uint64_t otherwise) {
    const auto value = text(name);
    return value ? parse_count(*value) : otherwise;
  }

  // The word after `name`, if it is there. Takes both out of what is left.
  std::optional<std::string> text(const std::string& name) {
    const auto at = std::find(arguments_.begin(), arguments_.end(), name);
    if (at == arguments_.end()) return std::nullopt;
    if (at + 1 == arguments_.end()) throw usage_error(name + " needs a value");
    const std::string value = at[1];
    arguments_.erase(at, at + 2);
    return value;
  }

  // Whether `name`, an option without a value, is there. Takes it out of what is left.
  bool flag(const std::string& name) {
    const auto end = std::remove(arguments_.begin(), arguments_.end(), name);
    const bool given = end != arguments_.end();
    arguments_.erase(end, arguments_.end());
    return given;
  }

  // Call it after all options were asked for.
  void expect_no_more() const {
    if (!arguments_.empty()) throw usage_error("unknown option: '" + arguments_[0] + "'");
  }

  bool asks_for_help() const {
    for (const auto& argument : arguments_) {
      if (argument == "--help" || argument == "-h") return true;
    }
    return false;
  }

 private:
  std::string command_;
  std::vector<std::string> arguments_;
};

}  // namespace lockstep
