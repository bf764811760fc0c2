#include "simt/lowering/row_allocator.hpp"

namespace lockstep::simt {

std::uint32_t row_allocator::fresh(unsigned bytes, std::uint32_t count) {
  if (bytes != 0) next_ = (next_ + 63) / 64 * 64;
  const std::uint32_t row = next_;
  next_ += count * (bytes == 0 ? 4 : bytes * 32);
  return row;
}

std::uint32_t row_allocator::constant(unsigned bytes, std::uint64_t value) {
  if (bytes != 0 && bytes < 8) value &= (std::uint64_t{1} << (8 * bytes)) - 1;
  const auto [at, is_new] = constants_.try_emplace({bytes, value}, 0);
  if (is_new) at->second = fresh(bytes);
  return at->second;
}

std::uint32_t row_allocator::special_register(special what) {
  const auto [at, is_new] = specials_.try_emplace(what, 0);
  if (is_new) at->second = fresh(4);
  return at->second;
}

std::uint32_t row_allocator::parameter(const parameter_row& what) {
  for (const parameter_row& known : parameters_) {
    if (known.offset == what.offset && known.bytes == what.bytes &&
        known.register_bytes == what.register_bytes && known.sign == what.sign)
      return known.row;
  }
  parameters_.push_back(what);
  return parameters_.back().row = fresh(what.register_bytes);
}

std::uint32_t row_allocator::temporary(unsigned bytes) {
  std::vector<std::uint32_t>& rows = temporaries_[bytes];
  std::size_t& used = used_[bytes];
  if (used == rows.size()) rows.push_back(fresh(bytes));
  return rows[used++];
}

std::vector<constant_row> row_allocator::constants() const {
  std::vector<constant_row> result;
  for (const auto& [key, row] : constants_)
    result.push_back({row, static_cast<std::uint8_t>(key.first), key.second});
  return result;
}

std::vector<special_row> row_allocator::specials() const {
  std::vector<special_row> result;
  for (const auto& [what, row] : specials_) result.push_back({row, what});
  return result;
}

}  // namespace lockstep::simt
