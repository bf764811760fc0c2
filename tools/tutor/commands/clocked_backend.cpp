#include "commands/clocked_backend.hpp"

#include "language/language.hpp"
#include "support/failure.hpp"

namespace lockstep::tutor::commands {

backend clocked_backend(const context& all, const std::string& advice) {
  std::string why = "--backend says so";
  const bool automatic = all.run.backend == "auto";
  if (automatic) (void)find_gpu(why);
  backend on = choose_backend(all.run.backend, all.paths);
  if (on.name == "emulator") {
    throw setup_missing(automatic
                            ? tr("no GPU to time kernels on: {}", why)
                            : tr("the emulator cannot time kernels: it counts, and estimates"),
                        advice);
  }
  apply(all.run, on);
  return on;
}

}  // namespace lockstep::tutor::commands
