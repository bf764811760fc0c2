// Times on a GPU: sums by kernels that launch kernels, beside the plainest kernel of chapter 05,
// and the Mandelbrot set point by point and by subdivision.
#include <lockstep/bench/program.hpp>
#include <lockstep/reduction/reference.hpp>

#include <memory>

#include "mandelbrot/methods.cuh"
#include "reduction/variants.cuh"

namespace {

using namespace lockstep;
using namespace lockstep::bench;

constexpr unsigned width = 512;  // of a tile

// With room for as many launches as the method needs; none where the device cannot keep that many.
struct sum_input {
  std::vector<int> values;
  device_buffer<int> original, data, partial;
  std::unique_ptr<pending_launches> room;

  explicit sum_input(unsigned size)
      : values(random_integers(size, 1, -99, 99)),
        original(values),
        data(size),
        partial(blocks_for(size, width)) {}
  void restore() {
    CUDA_CHECK(cudaMemcpy(data.data(), original.data(), data.bytes(), cudaMemcpyDeviceToDevice));
    partial.poison();
  }
};

kernel_case sum_case(const variant& v, std::shared_ptr<sum_input> in) {
  const auto size = static_cast<unsigned>(in->values.size());
  const unsigned blocks = blocks_for(size, width);
  kernel_case one{v.name, [=, &v](void*, unsigned) {
                    v.launch(in->data.data(), in->partial.data(), size, blocks, width);
                  }};
  one.check = [=, &v] {
    in->room.reset();  // one limit at a time
    in->room = std::make_unique<pending_launches>(pending_limit(v, blocks, width));
    in->restore();
    const bool right = reduce(v, in->data, in->partial, width) == reduction::sum_loop(in->values);
    return checked{take_losses().count == 0 && right};
  };
  one.captured = false;
  return one;
}

group sums(std::uint64_t elements) {
  const auto size = static_cast<unsigned>(elements);
  group all{"int", "sum", elements, size * sizeof(int)};
  const auto input = std::make_shared<sum_input>(size);
  for (const variant& v : variants) {
    if (pending_limit(v, blocks_for(size, width), width) <= most_pending_launches)
      all.cases.push_back(sum_case(v, input));
  }
  return all;
}

group pictures(unsigned side) {
  using namespace mandelbrot;
  const view what{-2.25f, -1.5f, 3.0f, side, 4096};
  const division by{64, 16, 4, 256};
  group all{"pixel", "Mandelbrot set", std::uint64_t{side} * side};
  const auto room = std::make_shared<pending_launches>(16384);
  const auto drawn = std::make_shared<drawing>(what, by);
  // What the host draws, which takes it seconds: point by point, and divided.
  const auto points = std::make_shared<picture>(mandelbrot::draw_flat(what));
  const auto divided = std::make_shared<picture>(subdivision(what, by).image());
  for (const method& w : methods) {
    const auto draw = [=, &w] {
      drawn->clear();
      w.draw(*drawn, drawn->plain());
    };
    kernel_case one{w.name, [=](void*, unsigned) { draw(); }};
    one.check = [=, &w] {
      (void)room;  // lives as long as the case
      draw();
      CUDA_CHECK_LAUNCH();
      const bool right = drawn->image.download() == (w.divides ? *divided : *points);
      return checked{take_losses().count == 0 && right};
    };
    one.captured = false;
    one.note = "with the clearing of the picture";
    all.cases.push_back(one);
  }
  return all;
}

int run_bench(options& given) {
  return run(
      given, "07_dynamic_parallelism", 1 << 26, [](const selection& asked, sampler&, arena&) {
        std::vector<planned> groups;
        for (const std::uint64_t n : asked.sizes.empty() ? parse_sizes("2^14,2^19") : asked.sizes) {
          if (n <= 1u << 20) groups.push_back({5, [=] { return sums(n); }});
        }
        for (const unsigned side : {256u, 1024u})
          groups.push_back({4, [=] { return pictures(side); }});
        return groups;
      });
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run_bench); }
