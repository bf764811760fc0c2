// What the record of a wrong trial is explained by.
#include <doctest/doctest.h>
#include <lockstep/grader/buffers.hpp>
#include <lockstep/grader/inputs.hpp>
#include <lockstep/grader/requirements.hpp>
#include <lockstep/grader/run.hpp>

#include <numeric>

#include "../diagnosis/explanation.hpp"
#include "../diagnosis/source_words.hpp"
#include "../diagnosis/suppositions.hpp"
#include "../diagnosis/words.hpp"
#include "kernels.hpp"

using namespace lockstep::grader;

namespace {

std::string cause_of_sum(unsigned size, unsigned blocks, int fault) {
  return diagnosis::explain([&] {
           const input_buffer<int> data("data", integers(size));
           output_buffer<int> partial("partial", blocks);
           launch(faulty_sum, blocks, 64, data.data(), partial.data(), size, fault);
           (void)partial.read();
           throw wrong("the sum is wrong");
         })
      .cause;
}

std::string cause_of_copy(unsigned size, unsigned blocks, unsigned stride) {
  return diagnosis::explain([&] {
           const std::vector<int> values = integers(size);
           const input_buffer<int> from("from", values);
           output_buffer<int> to("to", size);
           launch(faulty_copy, blocks, 64, from.data(), to.data(), size, stride);
           to.require_equals(values);
         })
      .cause;
}

}  // namespace

TEST_CASE("an element that no thread reads, for its thread leaves early") {
  const std::string cause = cause_of_sum(100, 2, 1);
  CHECK(cause.find("data[99] is never read: the condition on line ") == 0);
  CHECK(cause.find("keeps thread 35 of block 1 from it") != std::string::npos);
}

TEST_CASE("elements beyond the grid") {
  CHECK(cause_of_sum(200, 2, 0) ==
        "data[128..199] are never read: the grid of faulty_sum ends before it, at 2 blocks of 64 "
        "threads");
}

TEST_CASE("elements that are read and go nowhere") {
  const std::string cause = cause_of_sum(64, 1, 2);
  CHECK(cause.find("data[1], data[3], ... data[63] are read, but do not reach the result") == 0);
  CHECK(cause.find("nothing reads what thread 1 of block 0 writes here") != std::string::npos);
}

TEST_CASE("an element that is counted twice") {
  const std::string cause = cause_of_sum(64, 1, 3);
  CHECK(cause.find("data[0] goes into the result twice") == 0);
}

TEST_CASE("elements of a result that no thread writes") {
  CHECK(cause_of_copy(130, 2, 1).find("to[128..129] are never written: the grid of "
                                      "faulty_copy ends before it") == 0);
  CHECK(cause_of_copy(128, 2, 2).find("to[1], to[3], ... to[127] are never written") == 0);
}

TEST_CASE("no thread is named for an element of which nothing says where it belongs") {
  // One thread alone has written an element: thread 1, or 32, or another block may come next.
  const auto cause = [](unsigned size) {
    return diagnosis::explain([&] {
             const std::vector<int> values(size, 1);
             const input_buffer<int> from("from", values);
             output_buffer<int> to("to", 2), count("count", 2);
             launch(copies_what_it_finds, 1, 64, from.data(), to.data(), count.data(), size);
             count.require_equals({1, 1});
           })
        .cause;
  };
  CHECK(cause(31).find(
            "count[1] is never written: only thread 0 of block 0 passes the condition") == 0);
}

TEST_CASE("a warp's element that is not written belongs to its first thread") {
  const std::string cause =
      diagnosis::explain([&] {
        const std::vector<int> values(65, 1);
        const input_buffer<int> from("from", values);
        output_buffer<int> to("to", 4), count("count", 4);
        launch(copies_what_it_finds, 1, 128, from.data(), to.data(), count.data(), 64);
        count.require_equals({1, 1, 1, 1});
      }).cause;
  CHECK(cause.find("count[2..3] are never written: the condition on line ") == 0);
  CHECK(cause.find("keeps thread 64 of block 0 from writing the first of them") !=
        std::string::npos);
}

TEST_CASE("a condition that keeps every thread away") {
  const std::string cause = diagnosis::explain([] {
                              const std::vector<int> values = {1};
                              const input_buffer<int> from("from", values);
                              output_buffer<int> to("to", 1);
                              launch(faulty_copy, 1, 64, from.data(), to.data(), 0, 1);
                              to.require_equals(values);
                            }).cause;
  CHECK(cause.find("no thread writes to: the condition on line ") == 0);
  CHECK(cause.find("keeps every thread from it") != std::string::npos);
}

TEST_CASE("something is written where nothing belongs") {
  const std::string cause = diagnosis::explain([] {
                              const std::vector<int> values(64, 1);
                              const input_buffer<int> from("from", values);
                              output_buffer<int> to("to", 64);
                              launch(faulty_copy, 1, 32, from.data(), to.data(), 64, 2);
                              std::vector<int> expected(64, poison<int>());
                              expected[1] = 1;
                              to.require_equals(expected);
                            }).cause;
  CHECK(
      cause.find("thread 0 of block 0 writes the first of to[0], to[2], ... to[62], where nothing "
                 "belongs, and no thread writes to[1]") == 0);
}

TEST_CASE("right values in a wrong order") {
  const std::string cause = diagnosis::explain([] {
                              const std::vector<int> values = {3, 1, 2, 4};
                              const input_buffer<int> from("from", values);
                              output_buffer<int> to("to", 4);
                              launch(faulty_copy, 1, 64, from.data(), to.data(), 4, 1);
                              to.require_equals({1, 2, 3, 4});
                            }).cause;
  CHECK(cause ==
        "thread 0 of block 0 writes to to[0] what belongs in to[2]: the values are right, "
        "their order is not");
}

TEST_CASE("a selection needs only some elements of its input") {
  const std::string cause =
      diagnosis::explain([] {
        std::vector<int> values(64, -1);
        values[5] = 7;
        const input_buffer<int> from("from", values);
        output_buffer<int> to("to", 2), count("count", 2);
        launch(copies_what_it_finds, 1, 64, from.data(), to.data(), count.data(), 64);
        to.require_equals({8, poison<int>()});
      }).cause;
  CHECK(cause.find("thread 5 of block 0 writes a wrong value to to[0]") == 0);
}

TEST_CASE("a number that loses digits on its way") {
  const auto why = diagnosis::explain([] {
    const std::vector<int> values(64, (1 << 24) + 1);
    const input_buffer<int> from("from", values);
    output_buffer<int> to("to", 64);
    launch(copies_by_way_of, 1, 64, from.data(), to.data(), 1);
    to.require_equals(values);
  });
  CHECK(why.cause ==
        "numbers are rounded to float (24 bits) here: to[0] is computed from from[0], and wrong");
  CHECK(why.seen_from == std::string("declaration"));
}

std::string cause_of_comparing(std::vector<int> expected) {
  return diagnosis::explain([&] {
           const std::vector<int> values(65, 7);
           const input_buffer<int> from("from", values);
           output_buffer<int> to("to", 64);
           launch(copies_by_way_of, 1, 64, from.data(), to.data(), 2);
           to.require_equals(expected);
         })
      .cause;
}

TEST_CASE("a result that no input goes into") {
  std::vector<int> expected(64, 7);
  expected[1] = 9;
  CHECK(cause_of_comparing(expected).find("no element of an input goes into to[0]: thread ") == 0);
}

TEST_CASE("results that are all wrong by as much") {
  CHECK(cause_of_comparing(std::vector<int>(64, 7))
            .find("thread 0 of block 0 writes a value to to[0] that is 7 too small") == 0);
}

TEST_CASE("a value that is combined with itself, in place of others") {
  const std::string cause = diagnosis::explain([] {
                              const input_buffer<int> data("data", std::vector<int>(1, 7));
                              output_buffer<int> result("result", 1);
                              launch(sums_itself, 1, 1, data.data(), result.data());
                              result.require_equals({7});
                            }).cause;
  CHECK(cause.find("data[0] goes into result[0] 32 times: thread 0") == 0);
}

diagnosis::explanation supposed_for(int fault) {
  const std::vector<int> values = integers(150);
  std::string file;
  const auto trial = [&] {
    const input_buffer<int> from("from", values);
    output_buffer<int> to("to", 150);
    slightly_wrong_copy(from.data(), to.data(), 150, fault);
    const bool is_well = cudaDeviceSynchronize() == cudaSuccess;
    (void)cudaGetLastError();
    if (!is_well) throw wrong("the kernel failed");
    to.require_equals(values);
  };
  const auto goes_right = [&] {
    try {
      trial();
    } catch (const wrong&) {
      return false;
    }
    return true;
  };
  const diagnosis::explanation symptom = diagnosis::explain(trial);
  auto found =
      diagnosis::explain_by_supposing(symptom.kernels_in, {{}, goes_right, goes_right, goes_right});
  CHECK(!goes_right());  // nothing is supposed any more
  return found;
}

TEST_CASE("the comparison that decides is found by an experiment") {
  const auto found = supposed_for(1);
  CHECK(found.cause.find("`<` on this line is to blame: with a different comparison,") == 0);
  CHECK(found.place.line == 66);
}

TEST_CASE("the wrong number of a thread is found by an experiment") {
  const auto found = supposed_for(2);
  CHECK(found.cause.find("`blockIdx.x` on this line is to blame") == 0);
  CHECK(found.place.line == 70);
}

TEST_CASE("the wrong constant is found by an experiment") {
  const auto found = supposed_for(3);
  CHECK(found.cause.find("the number 3 on this line is to blame") == 0);
  CHECK(found.place.line == 74);
}

TEST_CASE("two numbers of a thread that are exchanged are found before one of them is replaced") {
  const auto found = supposed_for(5);
  CHECK(found.cause.find("`threadIdx.x` and `blockIdx.x` are exchanged on this line") == 0);
}

TEST_CASE("a kernel that is wrong in two ways is not explained by one change") {
  CHECK(!supposed_for(4));
}

TEST_CASE("the word of a source line that a supposition is about") {
  using diagnosis::number_behind;
  using diagnosis::word_behind;
  using diagnosis::words_of;
  CHECK(word_behind("lt", words_of("  if (i < size) to[i] = 1;  // >=")) == "<");
  CHECK(word_behind("ge", words_of("for (int i = 0; i < n && j < m;)")).empty());  // two of them
  CHECK(word_behind("and", words_of("if (x < width || y < height) {")) == "||");
  CHECK(word_behind("%ntid.x", words_of("blockIdx.x * blockDim.x + threadIdx.x")) == "blockDim.x");
  CHECK(word_behind("%ctaid.y", words_of("const int i = x;")).empty());
  CHECK(number_behind("31", words_of("if (lane == 31) sum[lane + 1] = 0;")) == "31");
  CHECK(number_behind("-1", words_of("vote(full, i >= 0 && x > 5)")) == "0");
  CHECK(number_behind("8", words_of("a[i + 1] + a[i + 1]")).empty());
  CHECK(number_behind("0", words_of("i < size ? data[i] : INT_MIN")) == "INT_MIN");
  CHECK(words_of("printf(\"a < 1\");").size() == 4);
  CHECK(diagnosis::is_mask_of_compiler("-32", "const int i = t / 32 * 32 + 2 * lane;"));
  CHECK_FALSE(diagnosis::is_mask_of_compiler("-32", "const int before = t - 32;"));
  CHECK_FALSE(diagnosis::is_mask_of_compiler("32", "const int i = t / 32 * 32;"));
}

TEST_CASE("sets of elements in words") {
  using diagnosis::elements_in_words;
  CHECK(elements_in_words("a", {3}) == "a[3]");
  CHECK(elements_in_words("a", {3, 4, 5, 6}) == "a[3..6]");
  CHECK(elements_in_words("a", {3, 9}) == "a[3] and a[9]");
  CHECK(elements_in_words("a", {1, 3, 5, 7}) == "a[1], a[3], ... a[7]");
  CHECK(elements_in_words("a", {1, 3, 4, 9}) == "a[1], a[3] and 2 more elements of a");
}

TEST_CASE("a drawing of many elements shows the worst of each group") {
  const auto kind = [](std::size_t e) { return e == 70 ? 'x' : '#'; };
  CHECK(diagnosis::drawing("a", 4, "x#", [](std::size_t) { return '#'; }) == "a  0 [####] 3");
  const std::string large = diagnosis::drawing("a", 128, "x#", kind);
  CHECK(large.find("x") == std::string("a  0 [").size() + 35);
}
