#include "support/digest.hpp"

#include <fmt/format.h>

#include "support/text.hpp"

namespace lockstep::tutor {

std::string digest::hex() const { return fmt::format("{:016x}{:016x}", a_, b_); }

std::string digest_of_file(const std::filesystem::path& file) {
  digest sum;
  sum.add(content_of(file));
  return sum.hex();
}

}  // namespace lockstep::tutor
