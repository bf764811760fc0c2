#include "simt/device_runtime/format.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>

namespace lockstep::simt {
namespace {

// As wide as a field, or as long as a number, may be: the buffer of printf holds no more by
// default.
constexpr std::int32_t widest = 1 << 20;

// Each number in it is at most that.
std::string limited(const std::string& specification) {
  std::string made;
  std::int64_t number = 0;
  bool is_number = false;
  const auto end_number = [&] {
    if (is_number) made += std::to_string(std::min<std::int64_t>(number, widest));
    is_number = false;
    number = 0;
  };
  for (const char c : specification) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit && !is_number && c == '0') {
      made += c;  // a flag
    } else if (is_digit) {
      is_number = true;
      number = std::min<std::int64_t>(10 * number + (c - '0'), widest);
    } else {
      end_number();
      made += c;
    }
  }
  end_number();
  return made;
}

template <class... Arguments>
void append(std::string& out, const std::string& specification, Arguments... arguments) {
  char small[256];
  const int length = std::snprintf(small, sizeof small, specification.c_str(), arguments...);
  if (length < 0) return;
  if (static_cast<std::size_t>(length) < sizeof small) {
    out.append(small, static_cast<std::size_t>(length));
  } else {
    std::string large(static_cast<std::size_t>(length) + 1, '\0');
    std::snprintf(large.data(), large.size(), specification.c_str(), arguments...);
    out.append(large, 0, static_cast<std::size_t>(length));
  }
}

}  // namespace

std::string formatted(std::string_view format,
                      const std::function<std::uint64_t(std::size_t, std::size_t)>& arguments,
                      const std::function<std::string(std::uint64_t)>& text) {
  std::string out;
  std::size_t offset = 0;
  const auto next = [&](std::size_t bytes) {
    offset = (offset + bytes - 1) / bytes * bytes;
    const std::uint64_t value = arguments(offset, bytes);
    offset += bytes;
    return value;
  };
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      out += format[i];
      continue;
    }
    std::string specification = "%";
    unsigned longs = 0;
    for (++i; i < format.size(); ++i) {
      const char c = format[i];
      if (c == '*') {
        specification += std::to_string(static_cast<std::int32_t>(next(4)));
      } else if (c == 'l') {
        ++longs;
      } else if (c == 'z' || c == 'j' || c == 't') {
        longs = 2;
      } else if (c == 'h') {
        // integers are promoted to int anyway
      } else if (std::string_view("+-#0 .123456789").find(c) != std::string_view::npos) {
        specification += c;
      } else {
        break;
      }
    }
    if (i >= format.size()) break;
    specification = limited(specification);
    const char conversion = format[i];
    switch (conversion) {
      case '%':
        out += '%';
        break;
      case 'd':
      case 'i':
        if (longs > 0)
          append(out, specification + "lld", static_cast<long long>(next(8)));
        else
          append(out, specification + "d", static_cast<int>(next(4)));
        break;
      case 'u':
      case 'x':
      case 'X':
      case 'o':
        if (longs > 0)
          append(out, specification + "ll" + conversion, static_cast<unsigned long long>(next(8)));
        else
          append(out, specification + conversion, static_cast<unsigned>(next(4)));
        break;
      case 'c':
        append(out, specification + "c", static_cast<int>(next(4)));
        break;
      case 'p':
        append(out, specification + "p", reinterpret_cast<const void*>(next(8)));
        break;
      case 's':
        append(out, specification + "s", text(next(8)).c_str());
        break;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        append(out, specification + conversion, std::bit_cast<double>(next(8)));
        break;
      default:
        (out += specification) += conversion;
    }
  }
  return out;
}

}  // namespace lockstep::simt
