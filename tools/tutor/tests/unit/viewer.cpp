// The viewer's page: what it is made of, as one file.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "course/paths.hpp"
#include "support/failure.hpp"
#include "viewer/document.hpp"
#include "viewer/page.hpp"
#include "viewer/timelines.hpp"

namespace {

using namespace lockstep::tutor;
using nlohmann::ordered_json;

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file) << text;
}

ordered_json trace_with(ordered_json steps) {
  return {
      {"version", 1},
      {"backend", "emulator"},
      {"device", "h200"},
      {"launches",
       {{{"launch", 1},
         {"kernel", "sum(int*)"},
         {"grid", {1, 1, 1}},
         {"block", {32, 1, 1}},
         {"begins", 1},
         {"ends", 9},
         {"warps",
          {{{"block", {0, 0, 0}}, {"warp", 0}, {"lanes", 15}, {"steps", std::move(steps)}}}}}}}};
}

ordered_json step(unsigned number) {
  return {{"step", number},   {"at", number + 1}, {"kind", "other"}, {"op", "add.s32"},
          {"file", "sum.cu"}, {"line", 3},        {"active", 15}};
}

ordered_json documented(
    const ordered_json& trace,
    const source_finder& find = [](const auto&) { return std::filesystem::path(); }) {
  return viewer_document(trace, "sum", find);
}

std::string span(unsigned place, const char* category, const char* name, double at, double length,
                 const char* ptx = "add.s32") {
  const ordered_json event = {{"ph", "X"},        {"cat", category},
                              {"name", name},     {"pid", 1},
                              {"tid", place + 1}, {"ts", at},
                              {"dur", length},    {"args", {{"line", "sum.cu:3"}, {"ptx", ptx}}}};
  return event.dump() + "\n";
}

// Of a launch of trace_with, if `kernel` is that of it.
std::string timeline_of(const char* kernel) {
  const ordered_json process = {{"ph", "M"},
                                {"name", "process_name"},
                                {"pid", 1},
                                {"args",
                                 {{"kernel", kernel},
                                  {"grid", {1, 1, 1}},
                                  {"block", {32, 1, 1}},
                                  {"device", "h200"},
                                  {"cut_at", 0.0}}}};
  const char* others =
      R"({"ph": "i", "cat": "start", "name": "block 2 starts", "pid": 1, "tid": 0, "ts": 1})"
      "\n"
      R"({"ph": "i", "cat": "barrier", "name": "block 2 has met at a barrier", "pid": 1, "ts": 9})"
      "\n"
      R"({"ph": "C", "name": "loads in flight", "pid": 1, "ts": 2.04, "args": {"loads": 1}})"
      "\n{\"ph\": \"X";
  return process.dump() + "\n" + span(1, "warp", "block 2, like 7 of the grid", 1, 9) +
         span(1, "issue", "selected", 1, 1, "ld.global.u32") +
         span(1, "stall", "long_scoreboard", 4, 4.5) + span(1, "issue", "selected", 8.5, 1) +
         others;
}

}  // namespace

TEST_SUITE_BEGIN("viewer");

TEST_CASE("modules become one script, in which each keeps its own names") {
  const temporary_folder folder;
  std::filesystem::create_directory(folder.path() / "model");
  write(folder.path() / "model/lanes.js",
        "const own = 1;\nexport const count = 32;\nexport function half() {\n  return own;\n}\n");
  write(folder.path() / "words.js",
        "import {count} from \"./model/lanes.js\";\nexport const text = `${count}`;\n");
  write(folder.path() / "main.js",
        "import {\n  half,\n  count\n} from \"./model/lanes.js\";\n"
        "import {text} from \"./words.js\";\nconst own = half();\n");
  const std::string script = modules_as_one(folder.path());
  CHECK(script ==
        "const module_model_lanes_js = (() => {\nconst own = 1;\nconst count = 32;\n"
        "function half() {\n  return own;\n}\nreturn {count, half, };\n})();\n"
        "const module_words_js = (() => {\nconst {count} = module_model_lanes_js;\n"
        "const text = `${count}`;\nreturn {text, };\n})();\n"
        "const module_main_js = (() => {\nconst {   half,   count } = module_model_lanes_js;\n"
        "const {text} = module_words_js;\nconst own = half();\nreturn {};\n})();\n");
}

TEST_CASE("an import of another form is refused, and so is a module that is missing") {
  const temporary_folder folder;
  write(folder.path() / "main.js", "import all from \"./lanes.js\";\n");
  CHECK_THROWS_AS(modules_as_one(folder.path()), failure);
  write(folder.path() / "main.js", "import {all} from \"./lanes.js\";\n");
  CHECK_THROWS_AS(modules_as_one(folder.path()), failure);
}

TEST_CASE("no text can end the element that holds the data") {
  CHECK(json_for_script({{"text", "</script><!--"}}) == R"({"text":"\u003c/script>\u003c!--"})");
}

TEST_CASE("steps are packed: what they have in common is said once") {
  auto branch = step(3);
  branch["kind"] = "branch";
  branch["split"] = {3, 12};
  const ordered_json document = documented(trace_with({step(1), step(2), branch}));
  CHECK(document.at("sites").dump() == R"([["other","add.s32",0,3],["branch","add.s32",0,3]])");
  CHECK(document.at("files").dump() == R"([{"name":"sum.cu","text":null}])");
  CHECK(document.at("launches").at(0).at("warps").at(0).at("steps").dump() ==
        R"([[1,2,0,15],[2,3,0,15],[3,4,1,15,{"split":[3,12]}]])");
}

TEST_CASE(
    "of an access only the lanes that take part are kept, in equal distances as two numbers") {
  auto load = step(1);
  load["accesses"] = {{{"space", "global"},
                       {"lanes", 14},
                       {"bytes", 4},
                       {"addresses", {nullptr, 8, 16, 24}},
                       {"type", "f32"},
                       {"values", {nullptr, 0.5, 2, "nan"}}}};
  auto wide = step(2);
  wide["accesses"] = {{{"space", "global"},
                       {"lanes", 1},
                       {"bytes", 8},
                       {"addresses", {0, nullptr}},
                       {"type", "u64"},
                       {"values", {18446744073709551615u, nullptr}}}};
  const ordered_json steps =
      documented(trace_with({load, wide})).at("launches").at(0).at("warps").at(0).at("steps");
  const ordered_json& access = steps.at(0).at(4).at("accesses").at(0);
  CHECK(access.at("addresses").dump() == R"({"first":8,"step":8})");
  CHECK(access.at("values").dump() == R"([0.5,2,"nan"])");
  CHECK(steps.at(1).at(4).at("accesses").at(0).at("values").dump() ==
        R"(["18446744073709551615"])");
}

TEST_CASE("the sources are part of it") {
  const temporary_folder folder;
  write(folder.path() / "sum.cu", "int main() {}\n");
  const auto document = documented(trace_with({step(1)}),
                                   [&](const std::string& name) { return folder.path() / name; });
  CHECK(document.at("files").at(0).at("text") == "int main() {}\n");
}

TEST_CASE("of launches without steps a page has as many as it lists") {
  auto trace = trace_with({step(1)});
  auto unseen = trace.at("launches").at(0);
  unseen["warps"] = ordered_json::array();
  for (unsigned number = 2; number < 1000; ++number) {
    unseen["launch"] = number;
    trace["launches"].push_back(unseen);
  }
  trace["launches"].push_back(trace.at("launches").at(0));
  const auto launches = documented(trace).at("launches");
  CHECK(launches.size() == 202);
  CHECK_FALSE(launches.back().at("warps").empty());
}

TEST_CASE("what is no trace is refused, and so is one of another version") {
  CHECK_THROWS_AS(documented({{"version", 1}}), failure);
  CHECK_THROWS_AS(documented({1, 2}), failure);
  auto later = trace_with({step(1)});
  later["version"] = 2;
  CHECK_THROWS_AS(documented(later), failure);
  CHECK_THROWS_AS(documented(trace_with({{{"step", 1}}})), failure);
}

TEST_CASE("timelines are packed, place by place, for the launches that have steps") {
  const auto trace = trace_with({step(1)});
  const auto packed = packed_timelines(timeline_of("sum(int*)"), trace);
  CHECK(packed.at("kinds") == ordered_json{"selected", "long_scoreboard"});
  CHECK(packed.at("sites").dump() == R"([["sum.cu:3","ld.global.u32"],["sum.cu:3","add.s32"]])");
  REQUIRE(packed.at("launches").size() == 1);
  const auto& one = packed.at("launches").at(0);
  CHECK(one.at("launch") == 1);
  CHECK(one.at("cut_at") == 0.0);
  CHECK(one.at("warps").dump() == "[[1,2,7,10,100]]");
  CHECK(one.at("starts").dump() == "[[2,10]]");
  CHECK(one.at("barriers").dump() == "[[2,90]]");
  CHECK(one.at("loads").dump() == "[[20,1]]");
  CHECK(one.at("tracks").dump() == "[[],[-1,10,0,10,-1,20,17,45,16,10]]");
  CHECK(packed_timelines(timeline_of("other(int*)"), trace).at("launches").empty());
  CHECK(packed_timelines("", trace).at("launches").empty());
}

TEST_CASE("a timeline with too many slices is cut, with all that is behind them") {
  const auto packed = packed_timelines(timeline_of("sum(int*)"), trace_with({step(1)}), 2);
  const auto& one = packed.at("launches").at(0);
  CHECK(one.at("cut_at") == 8.5);
  CHECK(one.at("warps").dump() == "[[1,2,7,10,85]]");
  CHECK(one.at("barriers").empty());
  CHECK(one.at("tracks").dump() == "[[],[-1,10,0,10,-1,20,17,45]]");
}
