// Compile commands for clangd.
#include "editor/editor.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/failure.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;
using namespace lockstep::tutor;
using json = nlohmann::ordered_json;

namespace {

using strings = std::vector<std::string>;

// A checkout in a path that needs quoting.
struct checkout {
  temporary_folder work;
  checkout_paths paths{fs::canonical(work.path()) / "it's a \"course\"",
                       fs::canonical(work.path()) / "it's a \"course\"" / "build"};

  checkout() {
    fs::create_directories(paths.build);
    fs::create_directories(paths.root / "exercises");
  }

  json translate(const std::string& command, const std::string& file) const {
    const json mesons{{{"directory", paths.build.string()}, {"command", command}, {"file", file}}};
    return json::parse(translated_commands(mesons.dump(), paths));
  }
  strings words(const std::string& command, const std::string& file) const {
    return translate(command, file).at(0).at("arguments");
  }
};

bool contains(const strings& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

TEST_CASE("a command of nvcc becomes one of clang") {
  const checkout course;
  const strings words = course.words(
      "ccache /cuda/bin/nvcc -Xcompiler=-Wall,-DB=1 --std=c++17 -G -rdc=true -lineinfo -isystem "
      "/cuda/include -DA -gencode arch=compute_90,code=sm_90 -MD -MF a.d -o a.o -c "
      "../exercises/a.cu",
      "../exercises/a.cu");
  const std::string file = (course.paths.root / "exercises/a.cu").string();
  CHECK(strings(words.begin(), words.begin() + 3) == strings{"clang++", "-x", "cuda"});
  CHECK(strings(words.end() - 2, words.end()) == strings{"-c", file});
  for (const char* kept : {"--cuda-path=/cuda", "-std=c++17", "-Wall", "-DB=1", "-DA",
                           "-isystem/cuda/include", "-fgpu-rdc"}) {
    CAPTURE(kept);
    CHECK(contains(words, kept));
  }
  for (const char* dropped : {"-G", "-rdc=true", "-lineinfo", "-gencode", "-MD", "a.d", "a.o"}) {
    CAPTURE(dropped);
    CHECK_FALSE(contains(words, dropped));
  }
}

TEST_CASE("the sources of a unit that the build makes have commands of their own") {
  const checkout course;
  fs::create_directories(course.paths.root / "tools/room");
  std::ofstream(course.paths.root / "tools/room/a.cpp") << "int a;\n";
  std::ofstream(course.paths.build / "room.cpp") << "// made\n#include \"room/a.cpp\"\n";
  const json all = course.translate("c++ -I../tools -c room.cpp", "room.cpp");
  REQUIRE(all.size() == 2);
  CHECK(all.at(1).at("file") == (course.paths.root / "tools/room/a.cpp").string());
}

TEST_CASE("a bare nvcc is the one on PATH") {
  const checkout course;
  const fs::path toolkit = fs::canonical(course.work.path()) / "cuda";
  fs::create_directories(toolkit / "bin");
  std::ofstream(toolkit / "bin/nvcc") << "#!/bin/sh\n";
  fs::permissions(toolkit / "bin/nvcc", fs::perms::owner_all);
  const std::string path = std::getenv("PATH");
  setenv("PATH", ((toolkit / "bin").string() + ":" + path).c_str(), 1);
  const strings words = course.words("nvcc -c ../exercises/a.cu", "../exercises/a.cu");
  setenv("PATH", path.c_str(), 1);
  CHECK(contains(words, "--cuda-path=" + toolkit.string()));
}

TEST_CASE("a command of g++ loses what clang does not read") {
  const checkout course;
  const strings words = course.words(
      "ccache c++ -I../tutor -include libraries.hpp -fpch-preprocess -std=c++20 -Wextra -O1 -fPIC "
      "'-DNAME=\"a b\"' -o a.o -c ../tools/tutor/a.cpp",
      "../tools/tutor/a.cpp");
  CHECK(words == strings{"clang++", "-std=c++20", "-I" + (course.paths.root / "tutor").string(),
                         "-Wextra", "-DNAME=\"a b\"", "-Wno-unknown-warning-option", "-c",
                         (course.paths.root / "tools/tutor/a.cpp").string()});
}

TEST_CASE("paths with spaces and quotes stay in one piece") {
  const checkout course;
  const strings words = course.words(
      "'/my cuda/bin/nvcc' '-I../a folder' -isystem '/my cuda/include' -c '../exercises/a b.cu'",
      "../exercises/a b.cu");
  CHECK(contains(words, "--cuda-path=/my cuda"));
  CHECK(contains(words, "-I" + (course.paths.root / "a folder").string()));
  CHECK(contains(words, "-isystem/my cuda/include"));
  CHECK(words.back() == (course.paths.root / "exercises/a b.cu").string());
}

TEST_CASE("a file is named once, and a CUDA header beside a source too") {
  const checkout course;
  std::ofstream(course.paths.root / "exercises/b.cuh") << "\n";
  const std::string command = "/cuda/bin/nvcc -c ../exercises/a.cu";
  const json entry{{"directory", course.paths.build.string()},
                   {"command", command},
                   {"file", "../exercises/a.cu"}};
  const json list = json::parse(translated_commands(json{entry, entry}.dump(), course.paths));
  REQUIRE(list.size() == 2);
  CHECK(list[0]["file"] == (course.paths.root / "exercises/a.cu").string());
  CHECK(list[1]["file"] == (course.paths.root / "exercises/b.cuh").string());
  CHECK(contains(list[1]["arguments"], "-Wno-unused-function"));
  CHECK_FALSE(contains(list[0]["arguments"], "-Wno-unused-function"));
}

TEST_CASE("include folders are named by what links lead to") {
  const checkout course;
  fs::create_directories(course.paths.root / "common");
  fs::create_directory_symlink("common", course.paths.root / "link");
  CHECK(contains(course.words("c++ -I../link -c ../a.cpp", "../a.cpp"),
                 "-I" + (course.paths.root / "common").string()));
}

TEST_CASE("the file is written when the build was configured since, and not otherwise") {
  const checkout course;
  const fs::path mesons = course.paths.build / "compile_commands.json";
  const fs::path ours = course.paths.root / "compile_commands.json";
  refresh_compile_commands(course.paths);
  CHECK_FALSE(fs::exists(ours));
  CHECK_THROWS_AS(write_compile_commands(course.paths), failure);

  std::ofstream(mesons) << "[]";
  refresh_compile_commands(course.paths);
  REQUIRE(content_of(ours) == "[]\n");

  std::ofstream(ours) << "changed";
  refresh_compile_commands(course.paths);
  CHECK(content_of(ours) == "changed");
  fs::last_write_time(mesons, fs::last_write_time(ours) + std::chrono::seconds(1));
  refresh_compile_commands(course.paths);
  CHECK(content_of(ours) == "[]\n");
}

TEST_CASE("what is no list of commands is said") {
  const checkout course;
  CHECK_THROWS_AS(translated_commands("{", course.paths), failure);
}
