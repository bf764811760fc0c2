// How long launches would take on a GPU, where there is none: the emulator has a model of one, and
// estimates it (docs/clock.md). A time by the model is always called that.
#pragma once

#include <lockstep/protocol/model_time_abi.h>

#include <dlfcn.h>

#include <cctype>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>

namespace lockstep {

// Two of the model's times that differ by less than that are too close to call, per cent.
constexpr double too_close_to_call = 10;

// How L2 is flushed before a launch that is timed: by filling other memory, whose lines are still
// to be written back (cache_flush), or by reading it (cold_cache).
enum class l2_flush { by_filling, by_reading };

// What the model says of the launches that `work` makes, one after another, as if nothing of their
// data was in L2. They are not run as a whole, and what they write must not be used. Nothing on a
// GPU, and wherever the runtime library has no model.
template <typename Work>
std::optional<lockstep_model_time> model_time(Work work, l2_flush flush = l2_flush::by_filling) {
  struct estimating {
    explicit estimating(l2_flush flush)
        : begun(begin != nullptr && end != nullptr &&
                begin(flush == l2_flush::by_filling ? LOCKSTEP_L2_FILLED : LOCKSTEP_L2_CLEAN) ==
                    0) {}
    decltype(lockstep_model_begin_after)* begin =
        reinterpret_cast<decltype(lockstep_model_begin_after)*>(
            dlsym(RTLD_DEFAULT, "lockstep_model_begin_after"));
    decltype(lockstep_model_end)* end =
        reinterpret_cast<decltype(lockstep_model_end)*>(dlsym(RTLD_DEFAULT, "lockstep_model_end"));
    lockstep_model_time found{};
    bool begun;
    ~estimating() { finish(); }  // also if `work` throws
    void finish() {
      found.struct_size = sizeof found;
      if (begun) end(&found);
      begun = false;
    }
  } scope(flush);
  if (!scope.begun) return std::nullopt;
  work();
  scope.finish();
  return scope.found;
}

// "4.3 us", "98.2 us", "118 us", "12.3 ms".
inline std::string duration_in_words(double microseconds) {
  char text[32];
  if (microseconds >= 9995)
    std::snprintf(text, sizeof text, "%.3g ms", microseconds / 1000);
  else
    std::snprintf(text, sizeof text, microseconds >= 99.5 ? "%.0f us" : "%.1f us", microseconds);
  return text;
}

// "H200"
inline std::string device_in_words(const lockstep_model_time& time) {
  std::string name = time.device;
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

// "about 98.2 us (model, H200)"; if there is none, why.
inline std::string in_words(const lockstep_model_time& time) {
  if (time.refused[0] != '\0') return std::string("none by the model: ") + time.refused;
  return "about " + duration_in_words(time.microseconds) +
         (time.other_work > 0 ? " without copies and fills" : "") + " (model, " +
         device_in_words(time) + ")";
}

// One of the model's times against another: "1.67 times as fast", "too close to call".
inline std::string gain_in_words(double before, double after) {
  if (!(before > 0) || !(after > 0)) return "";
  if (std::abs(before - after) < too_close_to_call / 100 * std::fmax(before, after))
    return "too close to call";
  char text[48];
  std::snprintf(text, sizeof text, "%.2f times as %s", std::fmax(before / after, after / before),
                before > after ? "fast" : "slow");
  return text;
}

}  // namespace lockstep
