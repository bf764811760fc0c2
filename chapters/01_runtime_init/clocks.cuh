// Experiment 5: one kernel, timed in three ways.
#pragma once

#include <lockstep/lockstep.hpp>
#include <lockstep/model_report.hpp>

#include <algorithm>
#include <iostream>
#include <vector>

#include "kernels.cuh"

namespace lockstep::clocks {

constexpr unsigned size = 1 << 16;  // threads of the kernel

inline void launch(device_buffer<unsigned>& out, unsigned rounds) {
  write_index<<<size / 256, 256>>>(out.data(), size, rounds);
}

// Each method gives the microseconds of one launch.
struct method {
  const char* name;
  double (*microseconds)(device_buffer<unsigned>& out, unsigned rounds);
};

inline const method methods[] = {
    // Wrong: a launch returns when the kernel is in the queue. Waits afterwards, for the next run.
    {"host clock, no synchronise",
     [](device_buffer<unsigned>& out, unsigned rounds) {
       const host_timer clock;
       launch(out, rounds);
       const double elapsed = 1000 * clock.milliseconds();
       CUDA_CHECK_LAUNCH();
       return elapsed;
     }},
    // The kernel, and the way there and back.
    {"host clock and synchronise",
     [](device_buffer<unsigned>& out, unsigned rounds) {
       const host_timer clock;
       launch(out, rounds);
       CUDA_CHECK_LAUNCH();
       return 1000 * clock.milliseconds();
     }},
    // The device's own clock, read before and after the kernel.
    {"events",
     [](device_buffer<unsigned>& out, unsigned rounds) {
       static event_timer events;  // made once: that takes time, too
       events.start();
       launch(out, rounds);
       events.stop();
       return 1000 * events.milliseconds();
     }},
};

inline bool is_right(const device_buffer<unsigned>& out) {
  const std::vector<unsigned> result = out.download();
  for (unsigned i = 0; i < result.size(); ++i)
    if (result[i] != i) return false;
  return true;
}

struct timing {
  double first, least, middle, most;  // microseconds
};

inline timing time(const method& w, device_buffer<unsigned>& out, unsigned rounds, int repeats) {
  timing t{};
  t.first = w.microseconds(out, rounds);
  std::vector<double> later;
  for (int i = 0; i < repeats; ++i) later.push_back(w.microseconds(out, rounds));
  t.middle = median(later);
  t.least = *std::min_element(later.begin(), later.end());
  t.most = *std::max_element(later.begin(), later.end());
  return t;
}

// On a GPU. The very first launch of the process comes in the first row.
inline table times_table(const std::vector<unsigned>& rounds, int repeats, bool& all_right) {
  table t({{"rounds"},
           {"timed by", "", align::left},
           {"result", "", align::left},
           {"first", "us"},
           {"least", "us"},
           {"median", "us"},
           {"most", "us"}});
  device_buffer<unsigned> out(size);
  for (const unsigned r : rounds) {
    for (const method& w : methods) {
      out.poison();
      const timing m = time(w, out, r, repeats);
      const bool right = is_right(out);
      all_right = all_right && right;
      t.add({std::to_string(r), w.name, right ? "right" : "WRONG", fixed(m.first, 1),
             fixed(m.least, 1), fixed(m.middle, 1), fixed(m.most, 1)});
    }
  }
  return t;
}

// Where there is no GPU.
inline void show_model(const std::vector<unsigned>& rounds, device_buffer<unsigned>& out) {
  model_report report("h200_01_timing.csv", l2_flush::by_reading);  // nothing is flushed
  for (const unsigned r : rounds)
    report.add(
        std::to_string(r) + (r == 1 ? " round" : " rounds"), [&] { launch(out, r); },
        report.recorded({{"rounds", std::to_string(r)}, {"timed_by", "events"}}, "median_us"));
  report.print(std::cout);
  std::cout << "\n" << report.legend();
}

inline bool show(const std::vector<unsigned>& rounds, int repeats) {
  std::cout << "   One kernel of more or less work, timed by the host's clock without and with a\n"
               "   synchronise, and by events.\n"
               "   Predict: which of the three does not grow with the work? Which is largest for "
               "none?\n\n";
  bool right = true;
  if (backend_name() != "gpu") {
    device_buffer<unsigned> out(size);
    for (const method& w : methods) {
      out.poison();
      w.microseconds(out, rounds.front());
      right = right && is_right(out);
    }
    std::cout << "   The kernel's results are " << (right ? "right" : "WRONG")
              << ". On the emulator a kernel is done when its launch returns,\n"
                 "   and every clock is the host's. By events on a GPU it would take:\n\n";
    show_model(rounds, out);
    return right;
  }
  times_table(rounds, repeats, right).print(std::cout);
  std::cout << "\n   Why: a launch only puts the kernel into a queue. Without a synchronise the "
               "host's clock\n"
               "   times that, whatever the kernel does. With one it adds the way to the device "
               "and back,\n"
               "   which counts for short kernels. Events are read on the device, beside the "
               "kernel. The\n"
               "   first run pays for loading the kernel: warm up, repeat, and take the median.\n";
  return right;
}

}  // namespace lockstep::clocks
