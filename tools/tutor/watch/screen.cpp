#include "watch/screen.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "terminal/styled_text.hpp"

namespace lockstep::tutor::watch {
namespace {

// A terminal that is gone takes no output; its end is noticed where keys are read.
void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno != EINTR && errno != EAGAIN) return;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
}

constexpr std::string_view other_screen = "\033[?1049h\033[?25l";  // without a cursor
constexpr std::string_view first_screen = "\033[?25h\033[?1049l";  //
constexpr std::string_view begin_update = "\033[?2026h\033[H";     // all at once, from the top
constexpr std::string_view end_update = "\033[J\033[?2026l";       //

}  // namespace

bool screen::possible() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 && terminal != nullptr &&
         std::strcmp(terminal, "dumb") != 0;
}

screen::screen() {
  tcgetattr(STDIN_FILENO, &before_);
  enter();
}

screen::~screen() { leave(); }

void screen::enter() {
  if (ours_) return;
  termios raw = before_;
  cfmakeraw(&raw);
  raw.c_oflag = before_.c_oflag;  // line ends are still translated
  raw.c_cc[VMIN] = 0;
  raw.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw);
  write_all(other_screen);
  ours_ = true;
}

void screen::leave() {
  if (!ours_) return;
  write_all(first_screen);
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_);
  ours_ = false;
}

extent screen::size() const {
  winsize now{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &now) != 0 || now.ws_row == 0 || now.ws_col == 0) return {};
  return {now.ws_row, now.ws_col};
}

void screen::show(const std::vector<std::string>& lines) {
  if (!ours_) return;
  const extent here = size();
  std::string text(begin_update);
  for (std::size_t i = 0; i < std::min(here.rows, lines.size()); ++i) {
    if (i > 0) text += "\n";
    text += "\r" + cut(lines[i], here.columns) + "\033[K";
  }
  write_all(text + std::string(end_update));
}

}  // namespace lockstep::tutor::watch
