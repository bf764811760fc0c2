// Every nested sum is right at every size, launches what it says and loses nothing under the limit
// that its table gives; each wrong one is wrong for its reason; every picture is the host's.
#include <doctest/doctest.h>
#include <lockstep/reduction/reference.hpp>
#include <lockstep/testing.hpp>

#include <sstream>
#include <string>

#include "grids.cuh"
#include "hello.cuh"
#include "mandelbrot/methods.cuh"
#include "mandelbrot/svg.hpp"
#include "reduction/variants.cuh"
#include "riddle.cuh"
#include "visibility.cuh"

using namespace lockstep;

namespace {

const variant& named(const std::string& name) {
  for (const variant& v : variants) {
    if (v.name == name) return v;
  }
  throw std::invalid_argument("no variant is called " + name);
}

// A sum of `blocks` full tiles of ones by `v`: how many partial sums are wrong, and what was lost.
struct trial {
  unsigned wrong;
  launch_losses lost;
};

trial sum_tiles(const variant& v, unsigned blocks, unsigned width) {
  device_buffer<int> data(std::vector<int>(std::size_t{blocks} * width, 1));
  device_buffer<int> partial(blocks);
  partial.poison();
  v.launch(data.data(), partial.data(), blocks * width, blocks, width);
  CUDA_CHECK_LAUNCH();
  trial result{0, take_losses()};
  for (const int sum : partial.download()) result.wrong += sum != static_cast<int>(width);
  return result;
}

// With twice the threads, of which half have no work.
unsigned wrong_sums_unguarded(unsigned threads, who_first order) {
  constexpr unsigned blocks = 5, width = 128;
  device_buffer<int> data(std::vector<int>((blocks + 1) * width, 1));
  device_buffer<int> partial(blocks);
  partial.poison();
  reduce_unguarded<<<blocks, threads>>>(data.data(), partial.data(), width / 2, width, order);
  CUDA_CHECK_LAUNCH();
  unsigned wrong = 0;
  for (const int sum : partial.download()) wrong += sum != static_cast<int>(width);
  return wrong;
}

// A published answer to exercise 3.8 of the book: a child has whole blocks of the parent's width,
// and no thread asks whether it is one of the `threads`.
__global__ void hello_in_whole_blocks(unsigned* greetings, unsigned threads, unsigned least) {
  atomicAdd(greetings, 1);
  if (threads == least || blockIdx.x * blockDim.x + threadIdx.x > 0) return;
  const unsigned half = threads / 2;
  hello_in_whole_blocks<<<(half + blockDim.x - 1) / blockDim.x, blockDim.x>>>(greetings, half,
                                                                              least);
}

const mandelbrot::view whole_set{-2.25f, -1.5f, 3.0f, 256, 257};

}  // namespace

TEST_CASE("greetings of the printed answer to exercise 3.8: 32 in place of 15, 40 in place of 30") {
  const auto greetings_of = [](unsigned blocks) {
    device_buffer<unsigned> greetings(std::vector<unsigned>(1, 0));
    hello_in_whole_blocks<<<blocks, 8>>>(greetings.data(), blocks * 8, blocks);
    CUDA_CHECK_LAUNCH();
    return greetings.download()[0];
  };
  CHECK(greetings_of(1) == 32);
  CHECK(greetings_of(2) == 40);
}

TEST_CASE("every variant sums every size with every tile, and loses no launch") {
  const std::uint64_t seed = fresh_seed();
  CAPTURE(seed);
  for (const std::size_t size : {0, 1, 2, 31, 32, 33, 1023, 1024, 1025, 20'003}) {
    const std::vector<int> values = random_integers(size, seed, -99, 99);
    for (const variant& v : variants) {
      for (const unsigned width : {2u, 4u, 64u, 512u, 1024u}) {
        CAPTURE(v.name);
        CAPTURE(size);
        CAPTURE(width);
        const unsigned blocks = blocks_for(static_cast<unsigned>(size), width);
        const pending_launches limit(pending_limit(v, blocks, width));
        device_buffer<int> data(values), partial(values.size() / width + 1);
        partial.poison();
        CHECK(reduce(v, data, partial, width) == reduction::sum_loop(values));
        CHECK(take_losses().count == 0);
      }
    }
  }
}

TEST_CASE("every variant writes as many partial sums as there are tiles, and none beyond") {
  for (const variant& v : variants) {
    device_buffer<int> data(random_integers(1025, 1, -99, 99));
    device_buffer<unsigned> partial(20);
    partial.poison();
    v.launch(data.data(), reinterpret_cast<int*>(partial.data()), 1025, 17, 64);
    CUDA_CHECK_LAUNCH();
    CAPTURE(v.name);
    const auto written = partial.download();
    for (unsigned i = 0; i < written.size(); ++i) {
      CAPTURE(i);
      CHECK((written[i] != 0xA5A5A5A5u) == (i < 17));
    }
  }
}

TEST_CASE("launches: one per tile and level, or one per level") {
  if (!can_count()) return;
  const auto grids = [](const char* name) {
    const observe scope;
    CHECK(sum_tiles(named(name), 10, 512).wrong == 0);
    return scope.launches().size();
  };
  CHECK(grids("neighbored (05)") == 1);
  CHECK(grids("01 tail per block") == 1 + 10 * 8);
  CHECK(grids("02 tail, no barrier") == 1 + 10 * 8);
  CHECK(grids("03 fire and forget") == 1 + 10 * 8);
  CHECK(grids("04 grid per level") == 1 + 8);
}

TEST_CASE("barriers: two, none, one per block and level, none") {
  if (!can_count()) return;
  const auto barriers = [](const char* name) {
    const observe scope;
    CHECK(sum_tiles(named(name), 10, 32).wrong == 0);  // one warp per block, five levels
    return scope.total().barriers;
  };
  CHECK(barriers("01 tail per block") == 2 * 5 * 10);
  CHECK(barriers("02 tail, no barrier") == 0);
  CHECK(barriers("03 fire and forget") == 5 * 10);
  CHECK(barriers("04 grid per level") == 0);
}

TEST_CASE("more tiles than pending launches: right under the limit of the table") {
  for (const variant& v : variants) {
    CAPTURE(v.name);
    const pending_launches limit(pending_limit(v, 2500, 16));
    const trial t = sum_tiles(v, 2500, 16);
    CHECK(t.wrong == 0);
    CHECK(t.lost.count == 0);
  }
}

TEST_CASE("cause 1: right up to the limit less two, then a sum is lost with every launch") {
  const variant& v = named("02 tail, no barrier");
  CHECK(sum_tiles(v, 2046, 16).wrong == 0);
  const trial beyond = sum_tiles(v, 2049, 16);
  CHECK(beyond.wrong >= 2);
  CHECK(beyond.wrong <= 3);
  CHECK(beyond.lost.count == beyond.wrong);
  CHECK(beyond.lost.error == cudaErrorLaunchPendingCountExceeded);
  CHECK(cudaGetLastError() == cudaSuccess);  // the host hears nothing
}

TEST_CASE("the limit is what it was when its object is gone, and too much is refused") {
  const auto limit = [] {
    size_t value = 0;
    CUDA_CHECK(cudaDeviceGetLimit(&value, cudaLimitDevRuntimePendingLaunchCount));
    return value;
  };
  const size_t before = limit();
  {
    const pending_launches raised(5000);
    CHECK(limit() >= 5000);
  }
  CHECK(limit() == before);
  CHECK_THROWS(pending_launches(10'000'000));
  CHECK(limit() == before);
}

TEST_CASE("cause 2: threads beyond the stride decide the sum by who works first") {
  CHECK(wrong_sums_unguarded(128, who_first::beyond_stride) == 5);
  CHECK(wrong_sums_unguarded(128, who_first::below_stride) == 0);
  CHECK(wrong_sums_unguarded(64, who_first::chance) == 0);
}

TEST_CASE("cause 3: in the tail stream late blocks do no harm") {
  constexpr unsigned blocks = 8, width = 64;
  device_buffer<int> data(std::vector<int>(blocks * width, 1)), partial(blocks);
  partial.poison();
  reduce_racing<true><<<blocks, width / 2>>>(data.data(), partial.data(), width, 20'000);
  CUDA_CHECK_LAUNCH();
  for (const int sum : partial.download()) CHECK(sum == static_cast<int>(width));
}

TEST_CASE("what is promised of visibility holds") {
  for (const auto& one : visibility::promises()) {
    CAPTURE(one.what);
    CHECK(one.seen == one.expected);
  }
}

TEST_CASE("hello: four grids of 8, 4, 2 and 1 threads") {
  if (!can_count()) return;
  const observe scope;
  hello<<<1, 8>>>(8, 0);
  std::vector<unsigned> threads;
  for (const launch_record& one : scope.launches()) threads.push_back(one.block[0]);
  CHECK(threads == std::vector<unsigned>{8, 4, 2, 1});
}

TEST_CASE("a chain of tail launches goes deeper than there are places for launches") {
  const nesting tail = nest_to(2500, into::tail);
  CHECK(tail.reached == 2500);
  CHECK(tail.lost.count == 0);
}

TEST_CASE("dwells that can be told by hand") {
  const mandelbrot::view v{-2.0f, 0.0f, 4.0f, 4, 100};  // c = -2, -1, 0, 1 in the lowest row
  CHECK(mandelbrot::dwell(v, 0, 0) == 100);             // 0, -2, 2, 2, ...
  CHECK(mandelbrot::dwell(v, 1, 0) == 100);             // 0, -1, 0, -1, ...
  CHECK(mandelbrot::dwell(v, 2, 0) == 100);             // 0, 0, ...
  CHECK(mandelbrot::dwell(v, 3, 0) == 3);               // 0, 1, 2, 5
}

TEST_CASE("every way draws the host's picture") {
  using namespace mandelbrot;
  for (const unsigned side : {2u, 4u, 32u, 64u, 128u}) {
    for (const unsigned limit : {1u, 50u, 257u}) {
      for (const division by :
           {division{2, 1, 2, 64}, division{2, 2, 4, 64}, division{16, 1, 4, 64},
            division{16, 3, 2, 32}, division{32, 8, 4, 256}, division{32, 16, 2, 64}}) {
        const view v{-2.25f, -1.5f, 3.0f, side, limit};
        if (by.first > side) continue;
        drawing d(v, by);
        const picture points = draw_flat(v);
        const picture divided = subdivision(v, by).image();
        for (const method& w : methods) {
          CAPTURE(w.name);
          CAPTURE(side);
          CAPTURE(limit);
          CAPTURE(by.first);
          CAPTURE(by.smallest);
          CAPTURE(by.cut);
          d.clear();
          w.draw(d, d.plain());
          CUDA_CHECK_LAUNCH();
          CHECK(compare(w.divides ? divided : points, d.image.download()).text == "");
          CHECK(take_losses().count == 0);
        }
      }
    }
  }
}

TEST_CASE("steps are counted as the host counts them, and subdivision saves many") {
  using namespace mandelbrot;
  const division by{64, 16, 2, 256};
  drawing d(whole_set, by);
  std::vector<std::uint64_t> steps;
  for (const method& w : methods) {
    d.clear();
    w.draw(d, d.counted());
    CUDA_CHECK_LAUNCH();
    steps.push_back(d.steps());
  }
  const std::uint64_t divided = subdivision(whole_set, by).steps();
  CHECK(steps ==
        std::vector<std::uint64_t>{total_steps(draw_flat(whole_set)), divided, divided, divided});
  CHECK(10 * steps[1] < 9 * steps[0]);
}

TEST_CASE("a square that may not launch is computed by its own block") {
  using namespace mandelbrot;
  const division by{64, 4, 2, 256};
  const pending_launches few(4);
  drawing d(whole_set, by);
  d.clear();
  draw_nested(d, d.plain());
  CUDA_CHECK_LAUNCH();
  size_t limit = 0;
  CUDA_CHECK(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount));
  if (limit == 4) CHECK(take_losses().count > 0);
  // Fewer squares are filled, so points that a border misses may differ: compare point by point.
  const picture points = draw_flat(whole_set), image = d.image.download();
  std::size_t different = 0;
  for (std::size_t i = 0; i < points.size(); ++i) different += points[i] != image[i];
  CHECK(different < points.size() / 1000);
}

TEST_CASE("an SVG has every pixel once, and a line around every square") {
  using namespace mandelbrot;
  view v = whole_set;
  v.side = 64;
  const subdivision divided(v, {32, 8, 2, 64});
  std::ostringstream out;
  write_svg(out, divided.image(), v, divided.squares(), "a title");
  const std::string text = out.str();
  std::size_t pixels = 0, squares = 0, undivided = 0;
  for (std::size_t at = 0; (at = text.find('h', at)) != std::string::npos; ++at) {
    const int length = std::atoi(text.c_str() + at + 1);
    const std::size_t end = text.find_first_not_of("0123456789", at + 1);
    if (text[end] == 'v')
      ++squares;
    else if (length > 0)
      pixels += static_cast<std::size_t>(length);
  }
  for (const decided& one : divided.squares()) undivided += one.how != fate::cut;
  CHECK(pixels == 64 * 64);
  CHECK(squares == undivided);
  CHECK(text.find("<title>a title</title>") != std::string::npos);
}
