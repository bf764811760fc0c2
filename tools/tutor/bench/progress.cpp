#include "bench/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <lockstep/table.hpp>

#include "language/language.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::bench {
namespace {

std::string last_case(const chapter_run& chapter) {
  if (chapter.results.empty()) return {};
  const result& last = chapter.results.back();
  return "  " + last.name() + (last.us ? ", " + fixed(*last.us, 2) + " us" : "");
}

}  // namespace

std::string duration_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds < 10 ? std::ceil(seconds) : seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

progress::progress() : redrawn_(palette_for(STDERR_FILENO).on) {}

void progress::begin(const std::string& chapter) {
  start_ = clock::now();
  counted_ = false;
  reported_ = 0;
  if (redrawn_) line_.show("[" + chapter + "] starts");
}

void progress::show(const chapter_run& chapter) {
  if (!chapter.planned) return;
  const std::size_t done = chapter.results.size(), all = *chapter.planned;
  if (!counted_) {
    counted_ = true;
    before_ = done;
    if (!redrawn_) {
      const std::string left = count_of(all - chapter.settled, "case");
      fmt::print(stderr, "{}", tr("{}: about {} to measure\n", chapter.name, left));
    }
  }
  if (redrawn_) {
    std::string left;
    if (done > before_ && done < all) {
      const double seconds = std::chrono::duration<double>(clock::now() - start_).count();
      const auto measured = static_cast<double>(done - before_);
      left = ", " + duration_text(seconds / measured * static_cast<double>(all - done)) + " left";
    }
    line_.show(fmt::format("[{}/{}{}] {}{}", done, all, left, chapter.name, last_case(chapter)));
    return;
  }
  const std::size_t tenths = all == 0 ? 10 : 10 * done / all;
  if (tenths <= reported_ || done == before_) return;
  reported_ = tenths;
  fmt::print(stderr, "{}: {} of {}{}\n", chapter.name, done, all, last_case(chapter));
}

}  // namespace lockstep::tutor::bench
