#include "simt/instruments/function_of_code.hpp"

#include <vector>

#include "simt/linking/linked_image.hpp"

namespace lockstep::simt {

function_of_code function_around(const running_launch& launch, std::uint32_t instruction) {
  const code& of = *launch.code;
  linked_image& image = *launch.image;
  const std::vector<function_id> functions =
      image.reachable(image.kernel(of.functions.front().name));
  const std::uint32_t number = of.instructions[instruction].function;
  std::uint32_t first = 0;
  while (of.instructions[first].function != number) ++first;
  return {&image.decoded(functions.at(number)), first};
}

}  // namespace lockstep::simt
