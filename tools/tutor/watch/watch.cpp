#include "watch/watch.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <nlohmann/json.hpp>

#include "language/language.hpp"
#include "learner/attempt.hpp"
#include "learner/next_exercise.hpp"
#include "learner/work.hpp"
#include "processes/signal_watch.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"
#include "watch/background.hpp"
#include "watch/keyboard.hpp"
#include "watch/list_keys.hpp"
#include "watch/other_programs.hpp"
#include "watch/saved_file.hpp"
#include "watch/screen.hpp"
#include "watch/scroll.hpp"
#include "watch/state.hpp"
#include "watch/view.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::watch {
namespace {

std::string message_of(const verdict& result, bool not_started, bool is_first,
                       const std::string& text) {
  return nlohmann::ordered_json{{"exercise", result.exercise},
                                {"passed", result.passed()},
                                {"not_started", not_started},
                                {"first", is_first},
                                {"text", text}}
      .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

// What a check tells the watch.
std::string message_of(const context& all, const attempt& made) {
  return message_of(made.result, made.not_started, false, to_text(made, all));
}

// Grades some exercises, one after the other, in the background.
std::unique_ptr<background> check_in_background(const context& all,
                                                std::vector<const exercise*> exercises) {
  return std::make_unique<background>([&all, exercises](const background::say& say) {
    progress done = progress_of(all);
    context telling = all;
    telling.first_verdict = [&](const verdict& result) {
      say(message_of(result, false, true, to_first_text(result, all)));
    };
    for (const auto* one : exercises) say(message_of(all, make_attempt(telling, *one, done, true)));
  });
}

class session {
 public:
  session(const context& all, const options& how) : all_(all), done_(progress_of(all)) {
    now_.manual = how.manual;
    const exercise* first = how.exercise.empty() ? next_exercise(all.course, done_)
                                                 : &all.course.find_exercise(how.exercise);
    if (first == nullptr) first = &all.course.exercises.front();
    done_.on_problem([this](const std::string& problem) { now_.notice = problem; });
    const bool first_day = how.exercise.empty() && !done_.begun();
    go_to(static_cast<std::size_t>(first - all.course.exercises.data()));
    if (first_day) now_.where = page::welcome;
  }

  int run() {
    while (!leaving_) {
      screen_.show(view(all_, done_, now_, screen_.size()));
      wait();
    }
    work_.reset();
    return code_;
  }

 private:
  const exercise& current() const { return all_.course.exercises[now_.current]; }

  // --- things that happen ---

  void wait() {
    // A second at most: where nobody tells of saved files, they are looked at.
    std::array<pollfd, 4> sources{{{STDIN_FILENO, POLLIN, 0},
                                   {signals_.number(), POLLIN, 0},
                                   {file_->descriptor(), POLLIN, 0},
                                   {work_ ? work_->descriptor() : -1, POLLIN, 0}}};
    const int ready = poll(sources.data(), sources.size(), 1000);
    if (ready < 0 && errno != EINTR) return leave(0);
    while (const int signal = signals_.read()) {
      if (signal != SIGWINCH) return leave(128 + signal);
    }
    if (sources[0].revents != 0) read_keys();
    if (work_ && sources[3].revents != 0) read_messages();
    if (!leaving_ && file_->changed()) saved();
  }

  void leave(int code) {
    leaving_ = true;
    code_ = code;
  }

  void read_keys() {
    std::array<char, 256> bytes;
    const ssize_t got = read(STDIN_FILENO, bytes.data(), bytes.size());
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return leave(128 + SIGHUP);
    if (got < 0) return;
    for (const key& one : keys_of({bytes.data(), static_cast<std::size_t>(got)})) {
      if (!leaving_) press(one);
    }
  }

  void read_messages() {
    for (const auto& text : work_->read()) {
      const auto message = nlohmann::ordered_json::parse(text);
      if (message.at("exercise") == current().name) show_report(message);
      if (message.at("first").get<bool>()) {
        if (!checking_all_) now_.checking = work_that_follows(message.at("passed").get<bool>());
        continue;
      }
      ++checked_;
      if (checking_all_) {
        right_ += message.at("passed").get<bool>() ? 1 : 0;
        now_.checking = tr("checking {} of {}", checked_ + 1, all_.course.exercises.size());
      }
    }
    if (!work_->over()) return;
    const std::string complaints = work_->complaints();
    work_.reset();
    now_.checking.clear();
    now_.searching = false;
    done_.load();
    if (checking_all_) now_.notice = tr("{} of {} pass.", right_, checked_);
    if (checked_ == 0) {
      now_.report.clear();
      now_.task.clear();  // why nothing can be graded comes first
    }
    for (const auto& line : lines_of(complaints)) now_.report.push_back(line);
    checking_all_ = false;
  }

  void show_report(const nlohmann::ordered_json& message) {
    now_.report = lines_of(message.at("text").get<std::string>());
    now_.passed = message.at("passed").get<bool>();
    show_task(message.at("not_started").get<bool>());
    // The line to blame joins what somebody may be reading already.
    if (!now_.searching) now_.scroll = 0;
    now_.searching = message.at("first").get<bool>();
  }

  void show_task(bool is_stub) {
    now_.task.clear();
    if (is_stub) now_.task = task_in(content_of(all_.paths.file(shown_file_of(current()))));
  }

  void saved() {
    if (now_.where == page::welcome) now_.where = page::exercise;
    if (now_.manual || checking_all_) return;
    check();  // begins anew if it goes on: what was saved last counts
  }

  // --- checking ---

  void begin(std::vector<const exercise*> exercises, std::string what) {
    work_.reset();
    checked_ = right_ = 0;
    now_.searching = false;
    checking_all_ = exercises.size() > 1;
    now_.checking = std::move(what);
    now_.notice.clear();
    work_ = check_in_background(all_, std::move(exercises));
  }

  void check() { begin({&current()}, "checking " + current().name); }

  void check_all() {
    std::vector<const exercise*> every;
    for (const auto& exercise : all_.course.exercises) every.push_back(&exercise);
    begin(every, fmt::format("checking 1 of {}", every.size()));
  }

  void go_to(std::size_t position) {
    now_.current = position;
    now_.report.clear();
    now_.passed = false;
    now_.hints = 0;
    now_.scroll = 0;
    now_.notice.clear();
    now_.where = page::exercise;
    const fs::path file = all_.paths.file(shown_file_of(current()));
    show_task(fs::exists(file) && edited(all_, {&current()}).empty());
    file_ = std::make_unique<saved_file>(file);
    if (!now_.manual) check();
  }

  // --- keys ---

  void press(const key& one) {
    if (one.what == special::interrupt) return leave(0);
    if (one.what == special::suspend) return suspend();
    if (one.what == special::redraw) return;
    if (now_.where == page::welcome) {
      now_.where = page::exercise;
      if (one == key{special::none, 'q'}) leave(0);
      return;
    }
    // While a check goes on, only what does not touch it. Behind the verdict, nobody has to wait
    // for the line to blame.
    const bool busy = work_ != nullptr && !now_.searching;
    if (scrolled(one)) return;
    if (busy && !(one == key{special::none, 'q'})) return;
    switch (now_.where) {
      case page::welcome:
        return;
      case page::exercise:
        return press_in_exercise(one);
      case page::list:
        return press_on_list(one);
      case page::question:
        return press_in_question(one);
    }
  }

  bool scrolled(const key& one) {
    if (now_.where != page::exercise) return false;
    const std::size_t screenful = std::max<std::size_t>(screen_.size().rows / 2, 1);
    return scroll(now_.scroll, last_scroll(all_, done_, now_, screen_.size()), screenful, one);
  }

  void press_in_exercise(const key& one) {
    now_.notice.clear();
    switch (one.letter) {
      case 'q':
        return leave(0);
      case 'n':
        return next();
      case 'h':
        return hint();
      case 'l':
        return open_list();
      case 'r':
        return check();
      case 'c':
        return check_all();
      case 'x':
        return ask_to_reset(now_.current);
      case 's':
        return show_solution();
      case 'f':
        return in_the_open(tutor_command(all_, {"diff", current().name}));
      case 'd':
        return in_the_open(tutor_command(all_, {"run", current().chapter() + "/demo"}));
      case 'p':
        return in_the_open(profile_command(all_, current()));
      case 'v':
        return in_the_open(tutor_command(all_, {"view", current().name}));
      case 'e':
        return edit();
      default:
        return;
    }
  }

  void next() {
    if (!now_.passed) {
      now_.notice = tr("This one does not pass yet; l shows the others.");
      return;
    }
    const exercise* following = next_exercise(all_.course, done_);
    if (following == nullptr) {
      now_.notice = summary_of(all_.course, done_);
      return;
    }
    go_to(static_cast<std::size_t>(following - all_.course.exercises.data()));
  }

  void hint() {
    const auto available = static_cast<unsigned>(current().hints.size());
    if (now_.hints >= available) {
      now_.notice = available == 0 ? tr("It has no hints.") : tr("There are no more hints.");
      return;
    }
    ++now_.hints;
    if (done_.of(current().name).hints_seen < now_.hints)
      done_.record_hints(current().name, now_.hints);
    now_.scroll = last_scroll(all_, done_, now_, screen_.size());
  }

  void show_solution() {
    if (done_.of(current().name).first_passed.empty()) {
      now_.notice = tr("Pass the exercise first, then see the solution.");
      return;
    }
    in_the_open(tutor_command(all_, {"solution", current().name}));
  }

  void ask_to_reset(std::size_t which) {
    const exercise& exercise = all_.course.exercises[which];
    to_reset_ = which;
    now_.where = page::question;
    now_.question =
        tr("Put the stub in place of {}? A copy of yours is kept.", shown_file_of(exercise));
  }

  void press_in_question(const key& one) {
    now_.where = page::exercise;
    if (one.letter != 'y') return;
    try {
      const exercise& it = all_.course.exercises[to_reset_];
      const std::string copy = restore_stub(all_, it);
      done_.reopen(it.name);
      go_to(to_reset_);
      if (!copy.empty()) now_.notice = tr("Yours is kept as {}", copy);
    } catch (const failure& problem) {
      now_.notice = fmt::format("{}\n{}", problem.what(), problem.advice);
    }
  }

  void open_list() {
    now_.where = page::list;
    now_.list = {};
    now_.list.selected = now_.current;
  }

  void press_on_list(const key& one) {
    const auto rows = listed(all_.course, done_, now_.list);
    const auto order = press_in_list(now_.list, rows.size(), one);
    const bool any = now_.list.selected < rows.size();
    if (order == list_order::quit) return leave(0);
    if (order == list_order::close) now_.where = page::exercise;
    if (order == list_order::open_selected && any) go_to(rows[now_.list.selected]);
    if (order == list_order::reset_selected && any) ask_to_reset(rows[now_.list.selected]);
  }

  // --- other programs in this terminal ---

  void in_the_open(const command& what) {
    screen_.leave();
    sigset_t blocked;
    sigprocmask(SIG_SETMASK, &signals_.mask_before(), &blocked);
    run_and_wait_for_enter(what);
    sigprocmask(SIG_SETMASK, &blocked, nullptr);
    screen_.enter();
  }

  void edit() {
    const auto editor = editor_command(all_.paths.file(shown_file_of(current())));
    if (!editor) {
      now_.notice = tr("Set EDITOR to your editor, as in: export EDITOR=nano");
      return;
    }
    screen_.leave();
    try {
      static_cast<void>(tutor::run(*editor));
    } catch (const failure& problem) {
      now_.notice = fmt::format("{}\n{}", problem.what(), problem.advice);
    } catch (const interrupted&) {
    }
    screen_.enter();
  }

  void suspend() {
    screen_.leave();
    raise(SIGSTOP);
    screen_.enter();
  }

  const context& all_;
  progress done_;
  state now_;
  signal_watch signals_{SIGWINCH, SIGINT, SIGTERM, SIGHUP};
  std::unique_ptr<saved_file> file_;
  std::unique_ptr<background> work_;
  std::size_t checked_ = 0, right_ = 0, to_reset_ = 0;
  bool checking_all_ = false, leaving_ = false;
  int code_ = 0;
  screen screen_;  // last: it is given back first
};

}  // namespace

int watch(const context& all, const options& how) {
  if (!screen::possible())
    throw wrong_usage("watch needs a terminal", "./lockstep verify grades once, without one.");
  if (all.course.exercises.empty()) {
    fmt::print("{}", tr("The course has no exercises yet.\n"));
    return 0;
  }
  context watched = all;
  watched.watched = true;
  const int code = session(watched, how).run();
  const progress done = progress_of(all);
  fmt::print("{}",
             tr("{} ./lockstep continues where you stopped.\n", summary_of(all.course, done)));
  return code;
}

}  // namespace lockstep::tutor::watch
