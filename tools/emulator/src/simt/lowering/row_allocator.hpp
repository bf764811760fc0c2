// Who has which row: registers, constants, special registers and temporaries of a kernel's code.
#pragma once

#include <array>
#include <map>
#include <utility>

#include "simt/state/code.hpp"

namespace lockstep::simt {

class row_allocator {
 public:
  // `count` new rows of `bytes` bytes per lane side by side (0: predicates, one 32-bit word each).
  std::uint32_t fresh(unsigned bytes, std::uint32_t count = 1);
  // The row that holds `value` in all lanes (bytes 0: the predicate mask `value`).
  std::uint32_t constant(unsigned bytes, std::uint64_t value);
  std::uint32_t special_register(special what);
  // The row that holds a kernel parameter (`what.row` is filled in here).
  std::uint32_t parameter(const parameter_row& what);
  // A row for the time of one instruction; `done` gives all of them back.
  std::uint32_t temporary(unsigned bytes);
  void done() { used_ = {}; }

  std::uint32_t size() const { return (next_ + 63) / 64 * 64; }
  std::vector<constant_row> constants() const;
  std::vector<special_row> specials() const;
  const std::vector<parameter_row>& parameters() const { return parameters_; }

 private:
  std::uint32_t next_ = 64;  // row 0 is not used
  std::map<std::pair<unsigned, std::uint64_t>, std::uint32_t> constants_;
  std::map<special, std::uint32_t> specials_;
  std::vector<parameter_row> parameters_;
  std::map<unsigned, std::vector<std::uint32_t>> temporaries_;  // by bytes
  std::map<unsigned, std::size_t> used_;
};

}  // namespace lockstep::simt
