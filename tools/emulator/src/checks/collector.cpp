#include "checks/collector.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "lockstep/protocol/finding_cause.hpp"
#include "lockstep/protocol/phrase.hpp"

namespace lockstep::checks {
namespace {

using protocol::finding_kind;
using protocol::memory_space;
using protocol::phrase;

std::pair<std::string, std::uint32_t> place_of(const site* s) {
  return s == nullptr ? std::pair<std::string, std::uint32_t>() : std::pair(s->file, s->line);
}

// Among findings of one kind, by where they are.
using lines = std::set<std::tuple<memory_space, std::string, std::uint32_t>>;

void add_lines(lines& to, const protocol::finding& f) {
  to.insert({f.space.value(), f.where.file, f.where.line});
  if (f.other) to.insert({f.space.value(), f.other->file, f.other->line});
}
bool has_line(const lines& of, const protocol::finding& f, const protocol::access& at) {
  return of.count({f.space.value(), at.file, at.line}) != 0;
}

// "12, 13 and 14".
std::string enumerated(const std::vector<std::string>& numbers) {
  std::string text = numbers.front();
  for (std::size_t i = 1; i + 1 < numbers.size(); ++i) text += ", " + numbers[i];
  return numbers.size() == 1 ? text : phrase("and", "{} and {}", text, numbers.back());
}

// The message, and that more pairs of lines are like the two that it is about; with the lines of
// its file that are not shown already.
std::string with_pairs(const protocol::finding& f, std::size_t more, const lines& shown,
                       const lines& all) {
  const std::string& message = f.message;
  std::vector<std::string> numbers;
  for (const auto& line : all)
    if (shown.count(line) == 0 && std::get<1>(line) == f.where.file)
      numbers.push_back(std::to_string(std::get<2>(line)));
  const std::string pairs = phrase("pairs-like-this",
                                   more == 1 ? "{}; {} more pair of lines is like this"
                                             : "{}; {} more pairs of lines are like this",
                                   message, more);
  constexpr std::size_t most = 14;
  if (numbers.empty() || numbers.size() > most) return pairs;
  return phrase("pairs-with-lines", numbers.size() == 1 ? "{}, with line {}" : "{}, with lines {}",
                pairs, enumerated(numbers));
}

bool is_race(const protocol::finding& f) {
  return f.kind == finding_kind::race || f.kind == finding_kind::warp_race ||
         f.kind == finding_kind::scope;
}

}  // namespace

void collector::note_reach(const cause& c) {
  if (!c.in_one_grid) return;
  for (const site* s : {c.here, c.there}) {
    if (s == nullptr) continue;
    reach& widest = widest_[s];
    widest = std::max(widest, c.how_far);
  }
}

void collector::add(const cause& c, const std::function<protocol::finding(advice&, cause&)>& make) {
  const auto [quick, is_new_pair] = quick_.try_emplace(
      {{c.kind, c.space}, c.here, c.there, c.is_warning, c.how_far}, found_.size());
  if (!is_new_pair) {
    ++found_[quick->second].what.count;
    return;
  }
  note_reach(c);
  const auto here = place_of(c.here), there = place_of(c.there);
  const auto places = std::minmax(here, there);
  const auto [at, is_new] =
      known_.try_emplace({{c.kind, c.space}, places.first, places.second}, found_.size());
  quick->second = at->second;
  if (is_new) {
    entry added{{}, c, nullptr};
    added.what = make(added.advise, added.why);
    found_.push_back(std::move(added));
    return;
  }
  entry& known = found_[at->second];
  const std::uint64_t count = known.what.count + 1;
  const bool is_worse = known.what.is_warning() && !c.is_warning;
  const bool is_wider = known.what.is_warning() == c.is_warning && known.why.how_far < c.how_far;
  if (is_worse || is_wider) {
    known.advise = nullptr;
    known.why = c;
    known.what = make(known.advise, known.why);
  }
  known.what.count = count;
}

bool collector::met_step_again(memory_space space, const site* here, const site* there,
                               std::uint64_t times) {
  step& s = steps_[(reinterpret_cast<std::uintptr_t>(here) / sizeof(site) * 5 +
                    reinterpret_cast<std::uintptr_t>(there) / sizeof(site)) %
                   steps_.size()];
  if (s.here != here || s.there != there || s.space != space) {
    const auto known =
        quick_.find({{finding_kind::warp_race, space}, here, there, true, reach::warp});
    if (known == quick_.end()) return false;
    s = {here, there, space, known->second};
  }
  found_[s.found].what.count += times;
  return true;
}

void collector::advise_all() {
  for (entry& e : found_) {
    if (!e.advise) continue;
    reach widest = e.why.how_far;
    for (const site* s : {e.why.here, e.why.there})
      if (const auto at = widest_.find(s); at != widest_.end())
        widest = std::max(widest, at->second);
    e.what.advice = e.advise(widest);
  }
}

// Lanes of a warp that race where warps do.
void collector::join_causes(std::vector<entry>& all) {
  std::vector<entry> joined;
  for (entry& e : all) {
    const auto known = std::find_if(joined.begin(), joined.end(), [&](const entry& other) {
      return have_one_cause(other.what, e.what);
    });
    if (known == joined.end()) {
      joined.push_back(std::move(e));
      continue;
    }
    if (take_in(known->what, e.what)) {
      known->why = e.why;
      known->advise = std::move(e.advise);
    }
  }
  all = std::move(joined);
}

// A race for an index comes before those for what stands at the index.
void collector::put_causes_first(std::vector<entry>& all) {
  std::set<std::pair<std::string, std::uint32_t>> racing;  // kernels and instructions
  for (const entry& e : all)
    for (const site* s : {e.why.here, e.why.there})
      if (s != nullptr && is_race(e.what)) racing.insert({e.what.kernel, s->instruction});
  std::stable_partition(all.begin(), all.end(), [&](const entry& e) {
    for (const site* s : {e.why.here, e.why.there})
      if (s != nullptr &&
          std::any_of(s->indexed_by.begin(), s->indexed_by.end(), [&](std::uint32_t load) {
            return racing.count({e.what.kernel, load}) != 0;
          }))
        return false;
    return true;
  });
}

// Each step of lanes that exchange by volatile follows from the one before: pairs of lines that
// have one in common are one finding.
void collector::join_steps(std::vector<entry>& all) {
  for (std::size_t first = 0; first < all.size(); ++first) {
    if (!all[first].why.in_step) continue;
    const std::string kernel = all[first].what.kernel;
    lines joined;
    add_lines(joined, all[first].what);
    const lines shown = joined;
    std::size_t more = 0;
    std::uint64_t count = all[first].what.count;
    for (bool changed = true; changed;) {
      const auto next = std::find_if(
          all.begin() + static_cast<std::ptrdiff_t>(first) + 1, all.end(), [&](const entry& e) {
            return e.why.in_step && e.what.kernel == kernel && e.what.other &&
                   (has_line(joined, e.what, e.what.where) ||
                    has_line(joined, e.what, *e.what.other));
          });
      changed = next != all.end();
      if (!changed) break;
      add_lines(joined, next->what);
      count += next->what.count;
      ++more;
      all.erase(next);
    }
    if (more == 0) continue;
    protocol::finding& f = all[first].what;
    f.count = count;
    f.message = with_pairs(f, more, shown, joined);
  }
}

// Two kernels that nothing orders race wherever they use the same memory: that is one cause.
void collector::join_kernels(std::vector<entry>& all) {
  const auto are_of_one_cause = [](const entry& one, const entry& other) {
    const protocol::finding &a = one.what, &b = other.what;
    const auto is_of_two = [](const entry& e) {
      return e.what.kind == finding_kind::race && !e.why.in_one_grid && e.what.other &&
             !e.what.kernel.empty() && !e.what.other->kernel.empty();
    };
    return is_of_two(one) && is_of_two(other) && a.kernel == b.kernel &&
           a.other->kernel == b.other->kernel && a.where.file == b.where.file &&
           a.severity == b.severity && a.space == b.space && a.advice == b.advice;
  };
  for (std::size_t first = 0; first < all.size(); ++first) {
    lines joined;
    add_lines(joined, all[first].what);
    const lines shown = joined;
    std::size_t more = 0;
    for (std::size_t next = first + 1; next < all.size();) {
      if (!are_of_one_cause(all[first], all[next])) {
        ++next;
        continue;
      }
      add_lines(joined, all[next].what);
      all[first].what.count += all[next].what.count;
      ++more;
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(next));
    }
    if (more != 0) all[first].what.message = with_pairs(all[first].what, more, shown, joined);
  }
}

std::vector<protocol::finding> collector::take() {
  advise_all();
  known_.clear();
  quick_.clear();
  steps_.fill({});
  widest_.clear();
  std::vector<entry> all = std::exchange(found_, {});
  lines in_races, in_updates, written_back;
  for (const entry& e : all) {
    if (!is_race(e.what) || !e.what.other) continue;
    add_lines(in_races, e.what);
    if (e.why.loses_update) add_lines(in_updates, e.what);
    if (e.why.is_split)
      for (const protocol::access* a : {&e.what.where, &*e.what.other})
        if (a->kind == protocol::access_kind::write)
          written_back.insert({e.what.space.value(), a->file, a->line});
  }
  std::erase_if(all, [&](const entry& e) {
    const protocol::finding& f = e.what;
    if (f.kind == finding_kind::uninitialized_read) return has_line(in_races, f, f.where);
    const bool is_end_of_update =
        f.other && !e.why.is_split && f.where.kind == protocol::access_kind::write &&
        f.other->kind == protocol::access_kind::write && has_line(written_back, f, f.where) &&
        has_line(written_back, f, *f.other);
    if (is_end_of_update && !e.why.loses_update) return true;
    return f.is_warning() && f.other && has_line(in_updates, f, f.where) &&
           has_line(in_updates, f, *f.other);
  });
  join_causes(all);
  put_causes_first(all);
  join_steps(all);
  join_kernels(all);
  std::vector<protocol::finding> found;
  for (entry& e : all) found.push_back(std::move(e.what));
  return found;
}

}  // namespace lockstep::checks
