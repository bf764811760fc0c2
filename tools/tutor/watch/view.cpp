#include "watch/view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "language/language.hpp"
#include "learner/next_exercise.hpp"
#include "learner/welcome.hpp"
#include "support/text.hpp"
#include "terminal/styled_text.hpp"

namespace lockstep::tutor::watch {
namespace {

using lines = std::vector<std::string>;

void append(lines& to, const std::string& line, std::size_t width, std::size_t hanging = 0) {
  for (auto& part : wrapped(line, width, hanging)) to.push_back(std::move(part));
}

// "Progress: [######>-------------] 16/48".
std::string progress_bar(const context& all, const progress& done, std::size_t width) {
  const std::size_t total = all.course.exercises.size(), right = solved(all.course, done);
  const std::string count = fmt::format("{}/{}", right, total);
  const std::string head = tr("Progress:") + " [";
  const std::size_t around = columns(head) + 2 + count.size();
  if (width < around + 10 || total == 0) return tr("{} solved", count);
  const std::size_t cells = std::min<std::size_t>(width - around, 60);
  const std::size_t full = cells * right / total;
  std::string rest(cells - full, '-');
  if (!rest.empty() && right > 0) rest[0] = '>';
  return head + all.colours.good(std::string(full, '#')) + all.colours.dim(rest) + "] " + count;
}

std::string keys_line(const context& all, const lines& keys) {
  lines marked;
  for (const auto& one : keys) {
    const auto colon = one.find(':');
    marked.push_back(all.colours.bold(one.substr(0, colon)) + one.substr(colon));
  }
  return join(marked, "  ");
}

// A folder's file as something to click on.
std::string link_to(const context& all, const std::string& shown) {
  if (!all.colours.on) return shown;
  return hyperlink("file://" + all.paths.file(shown).string(), shown);
}

lines header(const context& all, const state& now, std::size_t width) {
  const exercise& exercise = all.course.exercises[now.current];
  lines text;
  append(text, fmt::format("{}  {}", all.colours.bold(exercise.name), in_language(exercise.title)),
         width);
  const std::string file = link_to(all, "exercises/" + exercise.name + ".cu");
  const std::string lesson = all.colours.dim(tr("lesson:") + " ") +
                             link_to(all, "chapters/" + exercise.chapter() + "/README.md");
  // Where there is no room for both: what is to be edited.
  const bool both = columns(file) + 3 + columns(lesson) <= width;
  text.push_back(both ? file + "   " + lesson : file);
  return text;
}

std::string arrow_in(const palette& colours) { return colours.warn("->"); }

// What to do next, by its arrow.
bool is_next(const std::string& line, const palette& colours) {
  return line.starts_with(arrow_in(colours));
}

lines report_of(const context& all, const progress& done, const state& now) {
  lines report = now.report;
  if (!now.passed || report.empty()) return report;
  const exercise* following = next_exercise(all.course, done);
  if (following != nullptr && following != &all.course.exercises[now.current])
    report.push_back(arrow_in(all.colours) + " " +
                     tr("{} goes to the next exercise: {}, {}", all.colours.bold("n"),
                        following->name, in_language(following->title)));
  return report;
}

lines task_of(const context& all, const state& now, std::size_t width) {
  if (now.task.empty()) return {};
  lines text{all.colours.warn(tr("not started:")) + " " + tr("here is the task"), ""};
  for (auto& line : wrapped(now.task, width)) text.push_back(std::move(line));
  text.emplace_back();
  return text;
}

// What to do next, first things first, in at most `most` rows. `left` is the rest of the report.
lines pinned(const context& all, const lines& report, std::size_t width, std::size_t most,
             lines& left) {
  lines text;
  for (const auto& line : report) {
    const auto rows = wrapped(line, width, 3);
    if (is_next(line, all.colours) && text.size() + rows.size() <= most)
      text.insert(text.end(), rows.begin(), rows.end());
    else
      left.push_back(line);
  }
  return text;
}

lines body(const context& all, const state& now, const lines& report, std::size_t width) {
  const exercise& exercise = all.course.exercises[now.current];
  lines text = task_of(all, now, width);
  for (const auto& line : report) append(text, line, width, is_next(line, all.colours) ? 3 : 0);
  if (now.report.empty() && now.checking.empty()) {
    append(
        text,
        all.colours.dim(now.manual ? tr("Press r to check it.") : tr("Save the file to check it.")),
        width);
  }
  for (unsigned i = 0; i < now.hints && i < exercise.hints.size(); ++i) {
    text.emplace_back();
    append(text, all.colours.bold(tr("Hint {} of {}", i + 1, exercise.hints.size())), width);
    append(text, in_language(exercise.hints[i]), width);
  }
  return text;
}

lines footer(const context& all, const progress& done, const state& now, std::size_t width) {
  lines text;
  const std::string doing = now.checking.empty() ? "" : all.colours.warn(now.checking + " ...");
  if (now.checking.empty() || (now.searching && !now.notice.empty()))
    for (const auto& line : lines_of(now.notice)) append(text, line, width);
  else
    text.push_back(doing);
  if (text.empty()) text.emplace_back();
  text.push_back(progress_bar(all, done, width));
  lines keys;
  if (!now.checking.empty() && !now.searching) {
    keys = {tr("q:quit")};
  } else if (now.where == page::question) {
    keys = {tr("y:yes"), tr("n:no")};
  } else {
    keys = {tr("n:next"),      tr("h:hint"),  tr("l:list"), tr("r:check"),
            tr("c:check all"), tr("x:reset"), tr("d:demo"), tr("p:profile"),
            tr("v:view"),      tr("e:edit"),  tr("q:quit")};
    if (now.passed) keys.insert(keys.begin() + 2, {tr("s:solution"), tr("f:diff")});
  }
  append(text, keys_line(all, keys), width);
  return text;
}

lines list_footer(const context& all, const progress& done, const list_state& list,
                  std::size_t width) {
  lines text;
  const char* const names[] = {"all", "open", "done"};
  text.push_back(list.typing || !list.search.empty() ? "/" + list.search + (list.typing ? "_" : "")
                                                     : std::string());
  text.push_back(progress_bar(all, done, width));
  append(text,
         keys_line(all, list.typing
                            ? lines{tr("type:search"), tr("enter:keep"), tr("esc:clear")}
                            : lines{tr("enter:go there"), tr("/:search"),
                                    fmt::format("f:show ({})", names[static_cast<int>(list.shown)]),
                                    tr("x:reset"), tr("esc:back"), tr("q:quit")}),
         width);
  return text;
}

// On a screen that is too low for all, what is at the bottom counts.
lines last_rows(lines text, std::size_t rows) {
  if (text.size() > rows) text.erase(text.begin(), text.end() - static_cast<long>(rows));
  return text;
}

lines list_view(const context& all, const progress& done, const state& now, extent size) {
  const auto rows = listed(all.course, done, now.list);
  const lines below = list_footer(all, done, now.list, size.columns);
  const std::size_t room = size.rows > below.size() + 2 ? size.rows - below.size() - 2 : 1;
  const std::size_t selected = std::min(now.list.selected, rows.empty() ? 0 : rows.size() - 1);
  // The selected row is on the screen, with some around it.
  std::size_t first = selected > room / 2 ? selected - room / 2 : 0;
  first = std::min(first, rows.size() > room ? rows.size() - room : 0);
  lines text{all.colours.bold(tr("Exercises")), ""};
  for (std::size_t i = first; i < std::min(first + room, rows.size()); ++i) {
    const exercise& exercise = all.course.exercises[rows[i]];
    const bool here = rows[i] == now.current;
    text.push_back(fmt::format(
        "{} {} {} {:<36}  {}", i == selected ? ">" : " ", mark(done.of(exercise.name), all.colours),
        here ? "*" : " ",
        i == selected
            ? all.colours.bold(exercise.name) +
                  std::string(exercise.name.size() < 36 ? 36 - exercise.name.size() : 0, ' ')
            : exercise.name,
        in_language(exercise.title)));
  }
  if (rows.empty()) text.push_back(tr("No exercise matches."));
  text.resize(size.rows > below.size() ? size.rows - below.size() : 0);
  text.insert(text.end(), below.begin(), below.end());
  return last_rows(std::move(text), size.rows);
}

struct parts {
  lines above, middle, below;
  std::size_t room;  // for the middle

  std::size_t room_in(extent size) const {
    const std::size_t taken = above.size() + below.size();
    return size.rows > taken ? size.rows - taken : 0;
  }
};

parts parts_of(const context& all, const progress& done, const state& now, extent size) {
  const lines report = report_of(all, done, now);
  parts made{header(all, now, size.columns), body(all, now, report, size.columns),
             footer(all, done, now, size.columns), 0};
  made.above.emplace_back();
  if (now.where == page::question) made.below[0] = all.colours.warn(now.question);
  made.room = made.room_in(size);
  if (made.middle.size() <= made.room) return made;
  // What does not fit can be scrolled; what to do stays.
  lines left;
  const lines next = pinned(all, report, size.columns, size.rows / 5, left);
  made.middle = body(all, now, left, size.columns);
  made.below.insert(made.below.begin(), next.begin(), next.end());
  made.room = made.room_in(size);
  return made;
}

lines welcome_view(const context& all, const state& now, extent size) {
  lines text;
  for (const auto& one : welcome(all, all.course.exercises[now.current])) {
    append(text, one, size.columns);
    text.emplace_back();
  }
  append(text, all.colours.warn("->") + " " + tr("Press any key for the first exercise."),
         size.columns);
  return last_rows(std::move(text), size.rows);
}

}  // namespace

std::vector<std::string> view(const context& all, const progress& done, const state& now,
                              extent size) {
  if (now.where == page::welcome) return welcome_view(all, now, size);
  if (now.where == page::list) return list_view(all, done, now, size);
  parts made = parts_of(all, done, now, size);
  const std::size_t first =
      std::min(now.scroll, made.middle.size() > made.room ? made.middle.size() - made.room : 0);
  const std::size_t shown = std::min(made.room, made.middle.size() - first);
  lines text = made.above;
  text.insert(text.end(), made.middle.begin() + static_cast<long>(first),
              made.middle.begin() + static_cast<long>(first + shown));
  if (first + shown < made.middle.size() && made.room > 0)
    text.back() = all.colours.dim(fmt::format(
        "... {} (down, page down)", count_of(made.middle.size() - first - shown + 1, "more line")));
  text.resize(made.above.size() + made.room);
  text.insert(text.end(), made.below.begin(), made.below.end());
  return last_rows(std::move(text), size.rows);
}

std::size_t last_scroll(const context& all, const progress& done, const state& now, extent size) {
  const parts made = parts_of(all, done, now, size);
  return made.middle.size() > made.room ? made.middle.size() - made.room : 0;
}

std::vector<std::size_t> listed(const manifest& course, const progress& done,
                                const list_state& list) {
  const auto lower = [](std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
  };
  const std::string wanted = lower(list.search);
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < course.exercises.size(); ++i) {
    const exercise& exercise = course.exercises[i];
    const bool passed = done.of(exercise.name).passed;
    if (list.shown == list_state::filter::open && passed) continue;
    if (list.shown == list_state::filter::done && !passed) continue;
    if (lower(exercise.name + " " + exercise.title).find(wanted) == std::string::npos) continue;
    rows.push_back(i);
  }
  return rows;
}

}  // namespace lockstep::tutor::watch
