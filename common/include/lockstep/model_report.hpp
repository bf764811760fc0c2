// Launches as the model of time sees them, beside what a GPU took for the same: what a program
// shows where it cannot measure.
#pragma once

#include <lockstep/model_time.hpp>
#include <lockstep/recorded.hpp>
#include <lockstep/table.hpp>

#include <cmath>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace lockstep {

class model_report {
 public:
  // `file`: the one of docs/data that has the measured times, `flush`: before each of them.
  explicit model_report(const std::string& file, l2_flush flush = l2_flush::by_filling)
      : recorded_(file), flush_(flush) {}

  // A time of that file, in microseconds: what the row that fulfils the conditions has in `column`,
  // times `factor`.
  std::optional<double> recorded(std::initializer_list<recorded_table::condition> row,
                                 const char* column, double factor = 1) const {
    const auto value = recorded_.find(row, column);
    return value ? std::optional<double>(factor * *value) : std::nullopt;
  }

  // `measured`: such a time. `compared`: with which of the rows before, by the beginning of its
  // name; empty: with the last one. A name that nothing has: with none.
  template <typename Launches>
  void add(const std::string& name, Launches launches, std::optional<double> measured,
           const std::string& compared = "") {
    const auto time = model_time(launches, flush_);
    if (!time) return;
    std::size_t before = rows_.empty() || !compared.empty() ? rows_.size() : rows_.size() - 1;
    for (std::size_t i = 0; i < rows_.size() && !compared.empty(); ++i)
      if (rows_[i].name.rfind(compared, 0) == 0) before = i;
    rows_.push_back({name, *time, measured, before});
  }
  static constexpr const char* nothing = "-";  // to compare with

  void print(std::ostream& out) const {
    if (rows_.empty()) return;
    table t({{"", "", align::left},
             {"model, " + device_in_words(rows_.front().time)},
             {recorded_.source()},
             {"by the model", "", align::left}});
    for (const row& r : rows_)
      t.add({r.name, has_time(r) ? "about " + duration_in_words(r.time.microseconds) : "none",
             r.measured ? duration_in_words(*r.measured) : "-", remark(r)});
    t.print(out);
  }

  // What there is to know about all of the model's times.
  std::string legend() const {
    double least = 100, most = 0;
    for (const row& r : rows_) {
      if (!has_time(r)) continue;
      least = std::fmin(least, r.time.error_percent);
      most = std::fmax(most, r.time.error_percent);
    }
    if (most == 0) return "";
    return "A time by the model is no measurement, but usually within " +
           (least < most ? fixed(least, 0) + " to " : "") + fixed(most, 0) +
           " %. Differences under " + fixed(too_close_to_call, 0) +
           " %\nare too close to call. How it works, and when it is wrong: docs/clock.md\n";
  }

 private:
  struct row {
    std::string name;
    lockstep_model_time time;
    std::optional<double> measured;
    std::size_t before;  // itself: none
  };
  static bool has_time(const row& r) { return r.time.refused[0] == '\0'; }

  std::string remark(const row& r) const {
    if (!has_time(r)) return r.time.refused;
    const row& before = rows_[r.before];
    if (&before == &r || !has_time(before)) return "";
    const std::string gain = gain_in_words(before.time.microseconds, r.time.microseconds);
    return gain + (gain == "too close to call" ? " with " : " as ") + before.name;
  }

  recorded_table recorded_;
  l2_flush flush_;
  std::vector<row> rows_;
};

}  // namespace lockstep
