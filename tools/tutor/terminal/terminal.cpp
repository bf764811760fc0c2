#include "terminal/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

namespace lockstep::tutor {
namespace {

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

progress_line::progress_line() : on_(palette_for(STDERR_FILENO).on) {}

void progress_line::show(std::string_view chunk) {
  if (!on_) return;
  while (!chunk.empty() && (chunk.back() == '\n' || chunk.back() == '\r')) chunk.remove_suffix(1);
  std::string_view line = chunk.substr(chunk.find_last_of("\r\n") + 1);
  if (line.empty() || line.front() != '[') return;
  line = line.substr(0, terminal_width() - 1);
  std::fprintf(stderr, "\r\033[2K%.*s", static_cast<int>(line.size()), line.data());
  shown_ = true;
}

void progress_line::clear() {
  if (shown_) std::fputs("\r\033[2K", stderr);
  shown_ = false;
}

}  // namespace lockstep::tutor
