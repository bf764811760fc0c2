#include "bench/plots.hpp"

#include "processes/process.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::bench {
namespace {

command python(std::vector<std::string> arguments) {
  command what;
  what.arguments = {"python3"};
  what.arguments.insert(what.arguments.end(), arguments.begin(), arguments.end());
  return what;
}

}  // namespace

void require_plotting() {
  command what = python({"-c", "import matplotlib"});
  what.capture = true;
  if (tutor::run(what).succeeded()) return;
  throw setup_missing("plots need matplotlib, which python3 does not find",
                      "Debian, Ubuntu: apt-get install python3-matplotlib. Or leave out --svg, and "
                      "draw later:\n./lockstep bench --from FILE --svg FOLDER");
}

void draw_plots(const checkout_paths& paths, const fs::path& records, const fs::path& folder) {
  require_plotting();
  command what = python({(paths.root / "tools/book/book").string(), "bench-plots", records.string(),
                         folder.string()});
  what.capture = true;
  const process_end end = tutor::run(what);
  if (!end.succeeded()) {
    throw setup_missing("the plots could not be drawn:\n  " + join(lines_of(end.output), "\n  "),
                        "The results so far are kept: ./lockstep bench --from " + records.string());
  }
  std::fwrite(end.output.data(), 1, end.output.size(), stderr);
}

}  // namespace lockstep::tutor::bench
