// The order of grids that device code launches, and the slots that they take.
#include "simt/device_runtime/launch_tree.hpp"

#include <doctest/doctest.h>
#include <driver_types.h>

#include <string>
#include <vector>

namespace {

using namespace lockstep;
using simt::launch_tree;

// A tree whose grids are named; `body` says what a grid launches while it runs.
struct trial {
  memory::address_space memory;
  launch_tree tree;
  launch_tree::chooser choose;
  std::vector<std::string> order;
  std::vector<int> errors;

  explicit trial(std::uint32_t slots) : tree(memory, slots) {}

  // False: there was no slot.
  bool launch(const simt::grid_handle& by, const std::string& name, std::uint64_t stream,
              std::uint64_t block = 0) {
    const std::uint64_t buffer = tree.buffer({}, name, 8);
    return buffer != 0 && tree.launch({by, block, 0}, buffer, stream);
  }

  template <class F>
  void run(F body) {
    auto root = std::make_shared<simt::child_grid>();
    root->kernel = "root";
    for (simt::grid_handle grid = root; grid != nullptr; grid = tree.next(choose)) {
      order.push_back(grid->kernel);
      body(grid);
      tree.ran(grid);
    }
  }
};

using names = std::vector<std::string>;

TEST_CASE("tail launches come after all other children and their children, in order") {
  trial t(16);
  t.run([&](const simt::grid_handle& g) {
    if (g->kernel == "root") {
      t.launch(g, "tail 1", launch_tree::tail_stream);
      t.launch(g, "child", launch_tree::null_stream);
      t.launch(g, "tail 2", launch_tree::tail_stream);
    } else if (g->kernel == "child") {
      t.launch(g, "grandchild's tail", launch_tree::tail_stream);
      t.launch(g, "grandchild", launch_tree::fire_and_forget_stream);
    } else if (g->kernel == "tail 1") {
      t.launch(g, "tail of tail 1", launch_tree::tail_stream);
    }
  });
  CHECK(t.order == names{"root", "child", "grandchild", "grandchild's tail", "tail 1",
                         "tail of tail 1", "tail 2"});
}

TEST_CASE("work in one stream keeps its order, with all that it launches") {
  trial t(16);
  t.run([&](const simt::grid_handle& g) {
    if (g->kernel == "root") {
      t.launch(g, "first", launch_tree::null_stream);
      t.launch(g, "second", launch_tree::null_stream);
    } else if (g->kernel == "first") {
      t.launch(g, "child of first", launch_tree::null_stream);
    }
  });
  CHECK(t.order == names{"root", "first", "child of first", "second"});
}

TEST_CASE("each block has a null stream of its own, and what is not ordered may be chosen") {
  trial t(16);
  t.choose = [](std::size_t how_many) { return how_many - 1; };
  t.run([&](const simt::grid_handle& g) {
    if (g->kernel != "root") return;
    t.launch(g, "block 0, first", launch_tree::null_stream, 0);
    t.launch(g, "block 0, second", launch_tree::null_stream, 0);
    t.launch(g, "block 1", launch_tree::null_stream, 1);
  });
  CHECK(t.order == names{"root", "block 1", "block 0, first", "block 0, second"});
}

TEST_CASE("an event orders the work of two streams") {
  trial t(16);
  t.choose = [](std::size_t how_many) { return how_many - 1; };
  t.run([&](const simt::grid_handle& g) {
    if (g->kernel != "root") return;
    const simt::launching_thread by{g, 0, 0};
    const std::uint64_t a = t.tree.make_stream(by), b = t.tree.make_stream(by),
                        event = t.tree.make_event(by);
    t.launch(g, "a", a);
    CHECK(t.tree.record(by, event, a));
    CHECK(t.tree.wait(by, b, event));
    t.launch(g, "b", b);
    CHECK(t.tree.destroy_event(by, event));
    CHECK_FALSE(t.tree.destroy_event(by, event));
  });
  CHECK(t.order == names{"root", "a", "b"});
}

TEST_CASE("streams belong to the grid that made them") {
  trial t(16);
  std::uint64_t stream = 0;
  t.run([&](const simt::grid_handle& g) {
    if (g->kernel == "root") {
      stream = t.tree.make_stream({g, 0, 0});
      t.launch(g, "child", stream);
    } else {
      CHECK_FALSE(t.launch(g, "grandchild", stream));
    }
  });
  CHECK(t.order == names{"root", "child"});
}

// The nested reduction: every block of the root launches a chain of eight grids, each the child of
// the one before. Gives how many chains came to their end.
unsigned whole_chains(std::uint32_t slots, unsigned blocks, std::uint64_t stream) {
  trial t(slots);
  unsigned whole = 0;
  t.run([&](const simt::grid_handle& g) {
    if (g->kernel == "root") {
      for (unsigned block = 0; block < blocks; ++block) t.launch(g, "1", stream, block);
    } else if (g->kernel == "8") {
      ++whole;
    } else {
      t.launch(g, std::to_string(std::stoi(g->kernel) + 1), stream);
    }
  });
  return whole;
}

TEST_CASE("one tail launch per block: as many run as there are slots") {
  trial t(2048);
  unsigned lost = 0;
  t.run([&](const simt::grid_handle& g) {
    if (g->kernel != "root") return;
    for (unsigned block = 0; block < 2049; ++block)
      lost += t.launch(g, "child", launch_tree::tail_stream, block) ? 0 : 1;
  });
  CHECK(lost == 1);
  CHECK(t.order.size() == 2049);
}

TEST_CASE("a recursion of tail launches is whole up to two blocks less than the slots") {
  const auto lost = [](std::uint32_t slots, unsigned blocks) {
    return blocks - whole_chains(slots, blocks, launch_tree::tail_stream);
  };
  // As an H200 loses them.
  CHECK(lost(2048, 2046) == 0);
  CHECK(lost(2048, 2047) == 1);
  CHECK(lost(2048, 2048) == 2);
  CHECK(lost(2048, 2049) == 3);
  CHECK(lost(4096, 4094) == 0);
  CHECK(lost(4096, 4095) == 1);
  CHECK(lost(2048, 32768) == 30722);
}

TEST_CASE("a recursion of ordinary launches holds a slot for each level") {
  CHECK(whole_chains(8192, 1024, launch_tree::fire_and_forget_stream) == 1024);
  CHECK(whole_chains(8191, 1024, launch_tree::fire_and_forget_stream) == 1023);
  CHECK(whole_chains(2048, 1024, launch_tree::fire_and_forget_stream) < 1024);
}

TEST_CASE("a launch that is prepared and never made gives its slot back") {
  trial t(1);
  t.run([&](const simt::grid_handle& g) {
    if (g->kernel == "root") {
      t.launch(g, "child", launch_tree::null_stream);
      CHECK(t.tree.buffer({}, "none left", 8) == 0);
    }
  });
  trial again(1);
  again.run([&](const simt::grid_handle& g) {
    if (g->kernel == "root") CHECK(again.tree.buffer({}, "never launched", 8) != 0);
  });
  CHECK(again.tree.buffer({}, "later", 8) != 0);
}

TEST_CASE("an endless recursion of tail launches needs three slots") {
  trial t(3);
  unsigned ran = 0;
  t.run([&](const simt::grid_handle& g) {
    if (++ran < 100'000) CHECK(t.launch(g, "again", launch_tree::tail_stream));
    t.order.clear();
  });
  CHECK(ran == 100'000);
}

}  // namespace
