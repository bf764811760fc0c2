// How setp and set pack their modifiers into step::immediate.
#pragma once

#include <cstdint>

namespace lockstep::simt {

struct setp_form {
  enum combination : std::uint8_t { no_combine, with_and, with_or, with_xor };
  combination combine = no_combine;
  bool negate_c = false;
  bool has_first = true, has_second = false;
  bool ftz = false;
  std::uint32_t yes = 0;  // of set: the value where the comparison holds

  std::uint64_t pack() const {
    return static_cast<std::uint64_t>(combine) | static_cast<std::uint64_t>(negate_c) << 2 |
           static_cast<std::uint64_t>(has_first) << 3 |
           static_cast<std::uint64_t>(has_second) << 4 | static_cast<std::uint64_t>(ftz) << 5 |
           static_cast<std::uint64_t>(yes) << 32;
  }
  static setp_form unpack(std::uint64_t bits) {
    setp_form form;
    form.combine = static_cast<combination>(bits & 3);
    form.negate_c = (bits >> 2 & 1) != 0;
    form.has_first = (bits >> 3 & 1) != 0;
    form.has_second = (bits >> 4 & 1) != 0;
    form.ftz = (bits >> 5 & 1) != 0;
    form.yes = static_cast<std::uint32_t>(bits >> 32);
    return form;
  }
};

}  // namespace lockstep::simt
