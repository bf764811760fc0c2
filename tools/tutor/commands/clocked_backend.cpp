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
    throw setup_missing(
        automatic ? tr("no GPU to time kernels on: {}", why)
                  : tr("the emulator does not model a GPU's clock, so it cannot time kernels"),
        advice);
  }
  apply(all.run, on);
  return on;
}

}  // namespace lockstep::tutor::commands
