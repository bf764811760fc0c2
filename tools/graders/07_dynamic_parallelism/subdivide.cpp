// Grader of 07_dynamic_parallelism/subdivide: a picture by grids that launch grids.
#include "07_dynamic_parallelism/subdivide.hpp"
#include "losses.hpp"
#include "nesting.hpp"

#include <lockstep/check.hpp>
#include <lockstep/grader.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "../../../chapters/07_dynamic_parallelism/mandelbrot/reference.hpp"
#include "subdivide_kernels.hpp"

using namespace lockstep::grader;
using lockstep::protocol::phrase;
using mandelbrot::border_length;
using mandelbrot::border_pixel;
using mandelbrot::division;
using mandelbrot::dwell;
using mandelbrot::fate;
using mandelbrot::view;

namespace {

// A picture that is the same whether every point is computed or squares are filled; that is not so
// where something thinner than a point passes through a border. How it is drawn otherwise is free.
struct scene {
  view what;
  division by;
  mandelbrot::picture points;
  unsigned cuts;  // squares that are cut
};

// Whether some border is not of one dwell, and a block that looks at one point with each thread
// does not see it.
bool one_look_misleads(const mandelbrot::subdivision& divided, const view& what,
                       const division& by) {
  const auto& squares = divided.squares();
  return std::any_of(squares.begin(), squares.end(), [&](const auto& one) {
    if (one.how == fate::filled) return false;
    for (unsigned i = 0; i < std::min(by.threads, border_length(one.where)); ++i) {
      unsigned x = 0, y = 0;
      border_pixel(one.where, i, x, y);
      if (dwell(what, x, y) != dwell(what, one.where.x, one.where.y)) return false;
    }
    return true;
  });
}

// Near `about`, moved at random. `misleading`: the first points of some border are.
scene scene_at(const view& about, const division& by, bool misleading = false) {
  const float most = 0.1f * about.width;
  const std::vector<float> moves = reals(200, -most, most);
  for (std::size_t i = 0; i < moves.size(); i += 2) {
    view what = about;
    what.left += moves[i], what.bottom += moves[i + 1];
    const mandelbrot::subdivision divided(what, by);
    mandelbrot::picture points = mandelbrot::draw_flat(what);
    if (points != divided.image()) continue;
    if (misleading && !one_look_misleads(divided, what, by)) continue;
    const auto& squares = divided.squares();
    const auto cuts = std::count_if(squares.begin(), squares.end(),
                                    [](const auto& one) { return one.how == fate::cut; });
    return {what, by, std::move(points), static_cast<unsigned>(cuts)};
  }
  throw std::logic_error("no picture near this view is fit to be drawn by subdivision");
}

// Parts of the plane: all of the set, its right edge, the valley between its two discs; and two
// that lie inside for the most part, but in none of these discs, whose points a formula tells.
view view_number(unsigned number, unsigned side) {
  const view views[] = {{-2.25f, -1.5f, 3.0f, side, 100},
                        {-0.4f, -0.3f, 1.0f, side, 60},
                        {-1.3f, -0.2f, 0.8f, side, 80},
                        {-0.21f, 0.66f, 0.17f, side, 150},
                        {-1.769f, -0.008f, 0.016f, side, 150}};
  return views[number];
}

void enqueue_picture(const view& what, const division& by, unsigned* image) {
  const unsigned squares = what.side / by.first;
  enqueue(subdivide, dim3(squares, squares), by.threads, what, by, mandelbrot::square{}, image);
}

void require_drawn(const scene& of, const output_buffer<unsigned>& image) {
  const std::vector<unsigned> got = image.read();
  const auto all_wrong = differences<unsigned>(of.points, got);
  if (all_wrong.empty()) return;
  note_wrong("image", all_wrong);
  const std::size_t i = all_wrong.front();
  throw wrong(
      phrase("point", "point ({},{}): ", i % of.what.side, i / of.what.side) +
      expected_got(of.points[i], got[i]) +
      (is_poison(got[i]) ? "\n" + phrase("nothing-written", "Nothing was written there.") : ""));
}

void require_picture(const scene& of) {
  output_buffer<unsigned> image("image", of.points.size());
  const lockstep::observe scope;
  run([&] { enqueue_picture(of.what, of.by, image.data()); });
  // Squares that are never filled are right, too; no experiment may take that for a cure.
  if (experimenting()) require_at_most("grids", 1 + of.cuts, double(scope.launches().size()));
  require_drawn(of, image);
}

// Not more after the first mistake: too many launches are more on each level.
void require_right_picture(const view& what, const division& by) {
  if_right_so_far([&] { require_picture(scene_at(what, by)); });
}

// Room for pending launches, as long as it lives.
class limited_room {
 public:
  explicit limited_room(std::size_t room) {
    CUDA_CHECK(cudaDeviceGetLimit(&before_, cudaLimitDevRuntimePendingLaunchCount));
    CUDA_CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, room));
  }
  ~limited_room() { (void)cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, before_); }
  limited_room(const limited_room&) = delete;
  limited_room& operator=(const limited_room&) = delete;

 private:
  std::size_t before_ = 0;
};

void require_picture_with_room(unsigned room) {
  const limited_room limit(room);
  require_picture(scene_at(view_number(0, 64), {32, 4, 2, 64}));
}

const separate_process little_room("little room", [](const std::vector<std::string>& arguments) {
  return try_with_losses([&]() -> std::size_t {
    require_picture_with_room(numbers_in(arguments).at(0));
    return 0;
  });
});

void try_little_room(unsigned room) {
  if (experimenting()) return require_picture_with_room(room);
  (void)with_losses(little_room, {room});
}

launch_list measure_grids(const scene& of) {
  output_buffer<unsigned> image("image", of.points.size());
  return measure_launches([&] { enqueue_picture(of.what, of.by, image.data()); },
                          [&] { require_drawn(of, image); });
}

// Of all threads: how the points are shared among them is free.
double instructions(const launch_list& grids) { return double(total(grids).thread_instructions); }

void enqueue_points(const view& what, unsigned* image) {
  const unsigned tiles = (what.side + 15) / 16;
  enqueue(point_by_point, dim3(tiles, tiles), 256, what, image);
}

double measure_points(const scene& of) {
  output_buffer<unsigned> image("image", of.points.size());
  return instructions(
      measure_launches([&] { enqueue_points(of.what, image.data()); }, nothing_to_compare));
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("a square that is cut once is right") {
    const char* advice =
        "One square of 32 by 32 points, at the edge of the set, and a block of 32 threads. It is "
        "cut\n"
        "in 2 by 2, and those are not cut again. Which points does each of the five blocks draw?";
    for_every("blocks", {1}, advice, [](unsigned) {
      require_right_picture(view_number(0, 32), {32, 16, 2, 32});
    });
  }

  TEST_CASE("every picture is right") {
    const char* advice =
        "128 by 128 points, squares of 32, cut in 2 by 2 down to 4, 64 threads. Which thread\n"
        "looks at which points of a border, and does every thread of the block know what the\n"
        "others saw?";
    for_every("view", {0, 1, 2}, advice, [](unsigned number) {
      require_right_picture(view_number(number, 128), {32, 4, 2, 64});
    });
  }

  // Luck in the other pictures: a border of which the first points are alike mostly is alike.
  TEST_CASE("right where the first points of a border mislead") {
    const char* advice =
        "A square here has more points on its border than a block has threads, and only the last\n"
        "of them differ. Is every point of the border looked at?";
    for_every("threads", {32}, advice, [](unsigned threads) {
      if_right_so_far([=] {
        require_picture(scene_at(view_number(0, 64), {32, 8, 2, threads}, true));
      });
    });
  }

  TEST_CASE("right for every size of a block") {
    const char* advice = "Which threads have no point of the border, and which have several?";
    for_every("threads", {32, 64, 96, 256, 1024}, advice, [](unsigned threads) {
      require_right_picture(view_number(1, 64), {32, 4, 2, threads});
    });
  }

  TEST_CASE("right for every division") {
    const char* advice =
        "Squares of 64 are cut in 4 by 4 here, as long as their parts are not smaller than this.";
    for_every("smallest", {2, 4, 16, 17, 64}, advice, [](unsigned smallest) {
      require_right_picture(view_number(2, 64), {64, smallest, 4, 128});
    });
  }

  TEST_CASE("right if launches find no room") {
    const char* advice =
        "Few launches can be pending at a time here. How does the kernel notice a lost launch,\n"
        "and how is that square drawn then? Read `Errors` in\n"
        "chapters/07_dynamic_parallelism/limits.md.";
    for_every("room", {1, 10}, advice,
              [](unsigned room) { if_right_so_far([=] { try_little_room(room); }); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // The grid of the first squares, and one for each square that is cut. Fewer, but some, if a block
  // looks at the parts before it launches; one launch for each part, or thread, is more.
  TEST_CASE("one launch for each square that is cut") {
    const char* advice =
        "One thread of the block launches one grid: a block for each part. The squares that are "
        "cut\n"
        "are those whose border is not uniform, if is_cut says so.";
    for_every("view", {0, 1, 2}, advice, [](unsigned number) {
      const scene of = scene_at(view_number(number, 64), {32, 4, 2, 64});
      const double grids = double(measure_grids(of).size());
      require_of_grids(
          [&] {
            require_at_least("grids", 2, grids);
            require_at_most("grids", 1 + of.cuts, grids);
          },
          launch_plan::any);
    });
  }

  // The parts would be 16 wide: too small, though the square is larger than the smallest part.
  TEST_CASE("no launch where is_cut says no") {
    const char* advice =
        "Cut in 4 by 4, these squares of 64 would give parts of 16, and no part may be that "
        "small.\n"
        "Ask is_cut(by, s.side).";
    for_every("smallest", {17, 64}, advice, [](unsigned smallest) {
      const scene of = scene_at(view_number(0, 128), {64, smallest, 4, 64});
      const launch_list grids = measure_grids(of);
      require_of_grids([&] { require_exactly("grids", 1, double(grids.size())); },
                       launch_plan::any);
    });
  }

  // In these views, which are the same in each run and lie inside the set for the most part, the
  // solution takes at most 35 % of the instructions; 65 % leaves room for more work of its own,
  // such as a first point that every thread computes. Computing each square that is cut takes 70 %.
  TEST_CASE("fewer instructions than computing every point") {
    const char* advice =
        "The views lie inside the set for the most part. A square that is filled need not be\n"
        "computed, a square that is cut need not be computed as a whole, and each point of a\n"
        "border only once: its first point by one thread, for all. Read\n"
        "chapters/07_dynamic_parallelism/mandelbrot.md.";
    for_every("view", {3, 4}, advice, [](unsigned number) {
      const view what = view_number(number, 128);
      const scene of{what, {32, 8, 2, 64}, mandelbrot::draw_flat(what), 0};
      require_at_most("instructions of all threads", 0.65 * measure_points(of),
                      instructions(measure_grids(of)));
    });
  }
}

TEST_SUITE("time") {
  // As in chapters/07_dynamic_parallelism/mandelbrot.md, with room for all launches.
  TEST_CASE("4096 by 4096 points, at most 4096 steps each") {
    time_on_gpu([](stopwatch& watch) {
      constexpr view what{-2.25f, -1.5f, 3.0f, 4096, 4096};
      constexpr division by{64, 16, 4, 256};
      CUDA_CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 16'384));
      output_buffer<unsigned> image("image", what.side * what.side);
      watch.time(0, [&] { enqueue_picture(what, by, image.data()); }, {},
                 {"every point computed", [&] { enqueue_points(what, image.data()); }});
    });
  }
}
