// Matrices in device memory, row after row, for kernels that index in two dimensions.
#pragma once

#include <lockstep/grader/buffers.hpp>
#include <lockstep/grader/requirements.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::grader {

template <typename T>
struct matrix {
  std::size_t rows = 0, columns = 0;
  std::vector<T> values;  // rows * columns

  matrix(std::size_t rows, std::size_t columns, std::vector<T> values = {})
      : rows(rows), columns(columns), values(std::move(values)) {
    this->values.resize(rows * columns);
  }
  T& at(std::size_t row, std::size_t column) { return values[row * columns + column]; }
  const T& at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }

  // The same with `pitch` elements from row to row; those behind a row are poison.
  std::vector<T> with_pitch(std::size_t pitch) const {
    std::vector<T> all(rows * pitch, poison<T>());
    for (std::size_t row = 0; row < rows; ++row)
      std::copy_n(values.begin() + row * columns, columns, all.begin() + row * pitch);
    return all;
  }
};

// A matrix that the code under test reads: input_buffer("a", m.with_pitch(pitch)), or m.values. One
// that it writes is poisoned; what lies between `columns` and `pitch` must stay as it is.
template <typename T>
class output_matrix {
 public:
  output_matrix(const std::string& name, std::size_t rows, std::size_t columns,
                std::size_t pitch = 0)
      : rows_(rows),
        columns_(columns),
        pitch_(std::max(pitch, columns)),
        memory_(name, std::vector<T>(rows * pitch_, poison<T>())) {
    std::vector<std::size_t> between_rows;
    for (std::size_t i = 0; i < rows * pitch_; ++i)
      if (i % pitch_ >= columns_) between_rows.push_back(i);
    note_padding(name, std::move(between_rows));
  }
  T* data() { return memory_.data(); }

  void require_equals(const matrix<T>& expected, tolerance allowed = {}) const {
    const std::vector<T> got = memory_.read();
    note_wrong(memory_.name(), wrong_elements(expected, got, allowed));
    for (std::size_t row = 0; row < rows_; ++row) {
      for (std::size_t column = 0; column < pitch_; ++column) {
        const T& element = got[row * pitch_ + column];
        const bool inside = column < columns_;
        if (inside ? agrees(expected.at(row, column), element, allowed) : is_poison(element))
          continue;
        const std::string place =
            memory_.name() + ": " +
            protocol::phrase("row-and-column", "row {}, column {} (element {}): ", row, column,
                             row * pitch_ + column);
        if (!inside)
          throw wrong(place +
                      protocol::phrase("behind-the-row", "a write past the end of the row"));
        throw wrong(place + expected_got(+expected.at(row, column), +element) +
                    (is_poison(element)
                         ? "\n" + protocol::phrase("nothing-written", "Nothing was written there.")
                         : ""));
      }
    }
  }

 private:
  std::vector<std::size_t> wrong_elements(const matrix<T>& expected, const std::vector<T>& got,
                                          tolerance allowed) const {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < got.size(); ++i) {
      const std::size_t row = i / pitch_, column = i % pitch_;
      if (column < columns_ ? !agrees(expected.at(row, column), got[i], allowed)
                            : !is_poison(got[i]))
        all.push_back(i);
    }
    return all;
  }

  std::size_t rows_, columns_, pitch_;
  guarded_buffer<T> memory_;
};

}  // namespace lockstep::grader
