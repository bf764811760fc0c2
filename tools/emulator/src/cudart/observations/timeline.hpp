// LOCKSTEP_TIMELINE: what happens on the SM that the model of time simulates, as events that
// Perfetto shows (docs/interfaces.md, section 6).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/launch.hpp"
#include "timing/observer.hpp"

namespace lockstep::cudart {

// Of one launch. Times are cycles; each counts as a microsecond of the format, which has no finer
// grain that all viewers keep.
class timeline final : public timing::observer {
 public:
  explicit timeline(const simt::counted_grid& grid) : grid_(grid) {}

  void begins(std::size_t warp, std::uint64_t block, std::uint64_t like, double at) override;
  void ends(std::size_t warp, double at) override;
  void waits(std::size_t warp, std::uint32_t instruction, timing::stall why, double from,
             double to) override;
  void issues(std::size_t warp, std::uint32_t instruction, double at) override;
  void loads(std::size_t warp, double from, double to) override;
  void meets(std::size_t warp, double at) override;

  // Appends all of it to the file that the user named.
  void write(const std::string& device);

 private:
  struct slice {
    std::size_t warp = 0;
    std::uint32_t instruction = 0;
    timing::stall what = timing::stall::selected;
    double from = 0, to = 0;
  };
  struct running_warp {
    std::uint64_t block = 0, like = 0;
    double from = 0, to = 0;  // to: 0, as long as it runs
    std::size_t warp = 0;
  };
  struct moment {
    std::uint64_t block = 0;
    double at = 0;
  };
  bool add(const slice& one);
  void write_names(std::string& text, int launch, const std::string& device) const;
  void write_warps(std::string& text, int launch) const;
  static void write_moments(std::string& text, int launch, const std::vector<moment>& all,
                            const char* category, const char* what);
  void write_counter(std::string& text, int launch) const;
  std::uint64_t block_of(std::size_t warp) const;

  const simt::counted_grid& grid_;
  std::vector<slice> slices_;
  std::vector<running_warp> warps_;
  std::vector<std::size_t> last_;              // by warp: the one of warps_ that runs there
  std::vector<std::pair<double, int>> loads_;  // when one more or one less is in flight
  std::vector<moment> starts_, meetings_;
  double cut_at_ = 0;  // from when on events were left out; 0: none were
};

// Whether the user asked for one, of launches that the model estimates; and how many more.
bool wants_timeline();

}  // namespace lockstep::cudart
