// An answer and its alternatives: as sources, and where they are linked.
#include "experiment/alternatives.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "experiment/code.hpp"
#include "experiment/copies.hpp"
#include "experiment/edits.hpp"
#include "experiment/host_source.hpp"
#include "experiment/symbols.hpp"

using namespace lockstep::tutor::experiment;

namespace {

const std::string adding_up = R"(#include "sum.hpp"

constexpr unsigned tile = 32;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  const unsigned i = blockIdx.x * tile + threadIdx.x;
  if (i < size) atomicAdd(&partial[blockIdx.x], data[i]);
}

int sum(const int* data, int* partial, unsigned size) {
  const unsigned blocks = size / tile;
  block_sums<<<blocks, tile>>>(data, partial, size);
  int total = 0;
  for (unsigned b = 0; b < blocks; ++b) {
    total += partial[b];
  }
  return total;
}
)";

edit replacing(const std::string& source, const std::string& from, const std::string& to) {
  edit made;
  made.offset = source.find(from);
  made.length = from.size();
  made.by = to;
  return made;
}

const edit in_kernel = replacing(adding_up, "i < size", "i <= size"),
           in_host = replacing(adding_up, "b < blocks", "b < size"),
           in_both = replacing(adding_up, "tile = 32", "tile = 64");

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("an alternative has what it changes, and what uses that, once more") {
  const code answer(adding_up);
  const std::string text = source_with(answer, {in_kernel, in_host});
  const auto first = text.find("lockstep_alternative_0"),
             second = text.find("lockstep_alternative_1");
  REQUIRE(first != std::string::npos);
  REQUIRE(second != std::string::npos);
  CHECK(text.find("#include \"sum.hpp\"") < text.find("namespace"));
  const std::string with_kernel = text.substr(first, second - first), without = text.substr(second);
  CHECK(holds(with_kernel, "i <= size"));
  CHECK(holds(with_kernel, "int (sum)("));
  CHECK_FALSE(holds(without, "__global__"));
  CHECK(cost_of(answer, in_kernel).amount > cost_of(answer, in_host).amount);
  CHECK(cost_of(answer, in_kernel).is_on_device);
  CHECK_FALSE(cost_of(answer, in_host).is_on_device);
}

TEST_CASE(
    "a call finds the alternative's function, not the one that its arguments' types lead to") {
  const std::string source = "int g(shape s) { return s.f(1); }\nint f(shape s) { return g(s); }\n";
  const code answer(source);
  const std::string text = source_with(answer, {});
  CHECK(text.find("return (g)(s);") != std::string::npos);
  CHECK(text.find("return s.f(1);") != std::string::npos);
}

TEST_CASE("what depends on the preprocessor has no alternatives") {
  const std::string source = "#if 1\n" + adding_up + "#endif\n";
  const code answer(source);
  CHECK(source_with(answer, {}).empty());
}

TEST_CASE("alternatives in which a compiler finds fault") {
  const auto faulty = faulty_ones(
      "lockstep_alternative_12(7): error: identifier \"x\" is undefined\n"
      "lockstep_alternative_3:9:1: error: expected ';'\nlockstep_original(1): warning\n");
  CHECK(faulty == std::vector<std::size_t>{3, 12});
}

TEST_CASE("an entry jumps to the selected alternative, or to the original where that has none") {
  const std::string entries =
      entries_for({"_Z1fi", "_Z1gi", "_ZNSt6vectorIiE4sizeEv"},
                  {"_ZN17lockstep_original1fEi", "_ZN17lockstep_original1gEi",
                   "_ZN17lockstep_original22lockstep_alternative_01fEi"},
                  1);
  CHECK(entries.find("_Z1fi:\n  jmp *lockstep_selected+0(%rip)") != std::string::npos);
  CHECK(entries.find("_Z1gi:\n  jmp *lockstep_selected+8(%rip)") != std::string::npos);
  CHECK(entries.find("lockstep_alternatives:\n"
                     "  .quad _ZN17lockstep_original22lockstep_alternative_01fEi\n"
                     "  .quad _ZN17lockstep_original1gEi\n") != std::string::npos);
  CHECK(entries.find("vector") == std::string::npos);
}

TEST_CASE("the kernels of PTX stand for those of the answer") {
  const std::string adding = "__global__ void add(int* a) {\n  a[0] += 1;\n}\n";
  const code answer(adding);
  edit nothing, one;
  nothing.offset = adding.size() + 1;
  one.offset = adding.find('1');
  one.length = 1;
  one.by = "2";
  const std::string original = "_ZN17lockstep_original3addEPi",
                    first = "_ZN17lockstep_original22lockstep_alternative_13addEPi";
  const std::string both = ".visible .entry " + original + "(\n.visible .entry " + first + "(\n";
  CHECK(names_of_kernels(answer, {"_Z3addPi"}, both, {nothing, one}) ==
        "_Z3addPi " + original + " - " + first + "\n");
  CHECK(names_of_kernels(answer, {"_Z3addPi"}, ".entry " + original + "(", {nothing, one}).empty());
}

TEST_CASE("device code does not use a function of the host that has the name of a variable") {
  const std::string source =
      "__global__ void f(int* a) {\n  int sum = a[0];\n  a[1] = sum;\n}\n"
      "int sum(int* a) {\n  return a[0];\n}\n";
  const code answer(source);
  CHECK(affected(answer, replacing(source, "return a[0]", "return a[1]")).size() == 1);
}

TEST_CASE("what an edit changes: kernels, the host's code or both") {
  const code answer(adding_up);
  CHECK(changes_kernels(answer, in_kernel));
  CHECK_FALSE(changes_host(answer, in_kernel));
  CHECK_FALSE(changes_kernels(answer, in_host));
  CHECK(changes_host(answer, in_host));
  CHECK(changes_kernels(answer, in_both));
  CHECK(changes_host(answer, in_both));
}

TEST_CASE("host code apart has kernels as declarations, and only what the host executes") {
  const code answer(adding_up);
  const std::string text = host_source_with(answer, {in_kernel, in_host});
  CHECK(holds(text, "#include \"sum.hpp\""));
  CHECK(holds(
      text,
      "__attribute__((weak)) void block_sums(const int* data, int* partial, unsigned size);"));
  CHECK_FALSE(holds(text, "atomicAdd"));
  CHECK_FALSE(holds(text, "lockstep_alternative_0"));
  const auto alternative = text.find("lockstep_alternative_1");
  REQUIRE(alternative != std::string::npos);
  CHECK(text.find("b < size", alternative) != std::string::npos);
  CHECK_FALSE(holds(text, "<<<"));
}

TEST_CASE("host code apart keeps what only the answer sees") {
  const std::string source =
      "namespace {\nint half(int x) {\n  return x / 2;\n}\n}\nint f(int x) {\n  return "
      "half(x);\n}\n";
  const code answer(source);
  REQUIRE(can_be_apart(answer, {}));
  const std::string text = host_source_with(answer, {replacing(source, "half(x)", "half(x + 1)")});
  CHECK(holds(text, "return x / 2;"));
  CHECK_FALSE(holds(text, "return half(x);"));
}

TEST_CASE("what is left out is in no source") {
  const code answer(adding_up);
  edit left_out = in_both;
  left_out.is_left_out = true;
  CHECK_FALSE(holds(host_source_with(answer, {left_out}), "lockstep_alternative_0"));
  CHECK_FALSE(holds(kernel_source_with(answer, {left_out}), "lockstep_alternative_0"));
  CHECK_FALSE(holds(source_with(answer, {left_out}), "lockstep_alternative_0"));
}

TEST_CASE("a launch becomes a call, as nvcc makes it") {
  const std::string push = "(::__cudaPushCallConfiguration(";
  CHECK(with_launches_as_calls("f<<<g(1), 32>>>(a, h(b));") ==
        push + "g(1), 32) ? (void)0 : f(a, h(b)));");
  CHECK(with_launches_as_calls("if (x) f<8><<<1, 32>>>(a); else ::k::f<<<2, 1>>>();") ==
        "if (x) " + push + "1, 32) ? (void)0 : f<8>(a)); else " + push +
            "2, 1) ? (void)0 : ::k::f());");
  CHECK(with_launches_as_calls("a < b; c << 3;") == "a < b; c << 3;");
}

TEST_CASE("host code and kernels cannot be compiled apart where they share more than a launch") {
  const auto apart = [](const std::string& source, const std::string& from, const std::string& to) {
    return can_be_apart(code(source), {replacing(source, from, to)});
  };
  CHECK(apart(adding_up, "i < size", "i <= size"));
  CHECK(apart(adding_up, "tile = 32", "tile = 64"));
  CHECK_FALSE(
      apart(adding_up, "unsigned size) {\n  const unsigned i", "int size) {\n  const unsigned i"));
  CHECK_FALSE(apart("__device__ int counter;\n" + adding_up, "i < size", "i <= size"));
  CHECK_FALSE(apart("static int calls = 0;\n" + adding_up, "i < size", "i <= size"));
  CHECK_FALSE(apart("__host__ __device__ int twice(int x) {\n  return 2 * x;\n}\n" + adding_up,
                    "i < size", "i <= size"));
  CHECK_FALSE(apart("namespace {\n" + adding_up + "}\n", "i < size", "i <= size"));
  CHECK_FALSE(
      apart("namespace a {\nint b() {\n  return 1;\n}\n}\n" + adding_up, "i < size", "i <= size"));
}

TEST_CASE("kernels of a template are compiled for what the answer was compiled for") {
  const std::string source =
      "template <unsigned Size>\n__global__ void add(int* a) {\n  a[0] += Size;\n}\n"
      "void run(int* a) {\n  add<8><<<1, 1>>>(a);\n}\n";
  const code answer(source);
  const auto instances = instances_of_kernels(answer, {"_Z3addILj8EEvPi", "_Z3runPi"});
  CHECK(instances == std::vector<std::string>{"void add<8u>(int*)"});
  const std::string text = kernel_source_with(answer, {replacing(source, "+=", "-=")}, instances);
  const auto alternative = text.find("lockstep_alternative_0");
  REQUIRE(alternative != std::string::npos);
  CHECK(text.find("template __global__ void add<8u>(int*);") < alternative);
  CHECK(text.find("template __global__ void add<8u>(int*);", alternative) != std::string::npos);
}

TEST_CASE("beside the answer, only what some alternative has is an entry") {
  const auto made = entries_beside_answer(
      {"_Z1fi", "_Z1gi"}, {"_ZN17lockstep_original22lockstep_alternative_11fEi"}, 2);
  CHECK(made.renamed == "_Z1fi lockstep_own__Z1fi\n");
  CHECK(holds(made.code,
              "lockstep_alternatives:\n  .quad lockstep_own__Z1fi\n"
              "  .quad _ZN17lockstep_original22lockstep_alternative_11fEi\n"));
  CHECK_FALSE(holds(made.code, "_Z1gi"));
  CHECK(entries_beside_answer({"_Z1gi"}, {"_Z1hi"}, 2).code.empty());
}
