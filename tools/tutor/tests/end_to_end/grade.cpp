// A class is marked: what is found, what is graded anew, and that nobody's code harms the rest.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "driver.hpp"

namespace {

using json = nlohmann::ordered_json;

// A class beside the course, made by `commands` in its folder; $A: an answer of the course.
fixture& class_of(const std::string& commands) {
  auto& course = fixture::instance();
  course.answer("stub");
  const outcome made = course.shell(
      "rm -rf ../class .lockstep/grades && mkdir ../class && "
      "W=\"$PWD/tools/graders/wrong/01_first/square\" "
      "&& S=\"$PWD/solutions/01_first/square.cu\" && cd ../class && " +
      commands);
  REQUIRE_MESSAGE(made.code == 0, made.err);
  return course;
}

json student(const json& root, const std::string& name) {
  for (const auto& one : root.at("students")) {
    if (one.at("student") == name) return one;
  }
  return {};
}

std::string status(const json& root, const std::string& name) {
  const json one = student(root, name);
  REQUIRE_MESSAGE(one.is_object(), name);
  return one.at("exercises").at(0).at("status");
}

constexpr const char* five =
    "mkdir -p ada/01_first bob cleo/exercises/01_first cleo/solutions/01_first dan && cp \"$S\" "
    "ada/01_first && cp \"$W/crashes.cu\" bob/square.cu && cp \"$W/slow.cu\" "
    "cleo/exercises/01_first/square.cu && cp \"$S\" cleo/solutions/01_first && cp \"$S\" "
    "dan/sqare.cu "
    "&& mkdir eve && echo '#include \"../ada/01_first/square.cu\"' >eve/square.cu";

// A bwrap that cannot.
constexpr const char* not_isolated =
    "&& mkdir -p ../none && printf '#!/bin/sh\\nexit 1\\n' >../none/bwrap && chmod +x "
    "../none/bwrap "
    "&& export PATH=\"$PWD/../none:$PATH\"";

}  // namespace

TEST_CASE("a class: what the instructor reads") {
  auto& course = class_of(five);
  // Whatever this machine can do.
  const outcome got = course.tutor("grade ../class --seed 7 --trust", not_isolated);
  CHECK(got.code == 0);
  CHECK(got.err.empty());
  check_golden("grade", got.out);
}

TEST_CASE(
    "a crash, a flood, an endless loop and code that does not compile are marks like others") {
  auto& course = class_of(
      "for one in crashes floods host_loop does_not_compile exits forges; do mkdir $one && cp "
      "\"$W/$one.cu\" $one/square.cu || exit 1; done; mkdir zoe && cp \"$S\" zoe");
  const outcome got = course.tutor("grade ../class --trust --time-limit 1 --json");
  const json root = json::parse(got.out);
  CHECK(got.code == 0);
  CHECK(root.at("not_graded") == 0);
  CHECK(status(root, "crashes") == "crashed");
  CHECK(status(root, "floods") == "crashed");
  CHECK(status(root, "host_loop") == "timed_out");
  CHECK(status(root, "does_not_compile") == "compile_error");
  CHECK(status(root, "forges") == "crashed");
  CHECK(status(root, "zoe") == "passed");
}

TEST_CASE("all students get the same inputs, also the next time") {
  auto& course = class_of(five);
  const json first = json::parse(course.tutor("grade ../class --trust --json").out);
  for (const auto& one : first.at("students")) {
    for (const auto& mark : one.at("exercises")) {
      if (mark.at("status") != "missing") CHECK(mark.at("seed") == first.at("seed"));
    }
  }
  CHECK(json::parse(course.tutor("grade ../class --trust --json").out).at("seed") ==
        first.at("seed"));
}

TEST_CASE("what has not changed is not graded again, what has changed is") {
  auto& course = class_of(five);
  course.tutor("grade ../class --trust --seed 7");
  CHECK(course.tutor("grade ../class --trust").out.find("4 graded before, and unchanged") !=
        std::string::npos);
  course.shell("echo >>../class/bob/square.cu");
  CHECK(course.tutor("grade ../class --trust").out.find("3 graded before, and unchanged") !=
        std::string::npos);
  CHECK(course.tutor("grade ../class --trust --seed 8").out.find("graded before") ==
        std::string::npos);
  CHECK(course.tutor("grade ../class --trust --again").out.find("graded before") ==
        std::string::npos);
}

TEST_CASE("parts of a class, graded apart and merged, give the marks of the whole") {
  auto& course = class_of(five);
  const auto marks_in = [](const std::string& text) {
    json root = json::parse(text);
    for (const char* const one : {"answers", "not_graded", "exit_code"}) root.erase(one);
    for (auto& each : root.at("students"))
      for (auto& mark : each.at("exercises")) mark.erase("seconds");
    return root;
  };
  const json whole = marks_in(course.tutor("grade ../class --seed 7 --trust --json").out);
  for (const char* const part : {"1", "2", "3"}) {
    const std::string name = part;
    const outcome got = course.tutor("grade ../class --seed 7 --trust --part " + name +
                                     "/3 --ledger ../part" + name);
    CHECK(got.code == 0);
    CHECK(got.out.find("Part " + name + "/3: ") == 0);
  }
  const outcome two = course.tutor("grade ../class --merge ../part1 --merge ../part2 --json");
  CHECK(two.code == 5);
  CHECK(json::parse(two.out).at("not_graded") == 1);
  const outcome all =
      course.tutor("grade ../class --merge ../part1 --merge ../part2 --merge ../part3 --json");
  CHECK(all.code == 0);
  CHECK(marks_in(all.out) == whole);
}

TEST_CASE("the page of a class has marks, causes with commands, and no markup of a student's") {
  auto& course = class_of(
      "mkdir -p '<b>ada' bob && cp \"$W/does_not_compile.cu\" '<b>ada/square.cu' && cp \"$S\" "
      "bob/square.cu && "
      "sed -i '1i // <script>' '<b>ada/square.cu'");
  CHECK(course.tutor("grade ../class --seed 7 --trust --html ../class.html").code == 0);
  const std::string page = course.shell("cat ../class.html").out;
  CHECK(has(page, "<th scope=\"row\">bob</th><td>1/1</td><td>10</td>"));
  CHECK(has(page, "&lt;b&gt;ada"));
  CHECK_FALSE(has(page, "<b>ada"));
  CHECK_FALSE(has(page, "<script"));
  CHECK(has(page,
            "./lockstep grade ../class --trust --seed 7 --student &#39;&lt;b&gt;ada&#39; "
            "--exercise 01_first/square --again"));
  CHECK(has(page, "<code>"));  // the line of the answer that the verdict names
}

TEST_CASE("marks for a gradebook: its roster is read before anything is graded") {
  auto& course = class_of("mkdir ada bob && cp \"$S\" ada/square.cu && cp \"$S\" bob/square.cu");
  course.shell("printf 'Student,ID,SIS Login ID,Section\\n\"Lovelace, Ada\",7,ada,1\\n' >../r.csv");
  const outcome got = course.tutor(
      "grade ../class --seed 7 --trust --roster ../r.csv --canvas ../c.csv --moodle ../m.csv");
  CHECK(got.code == 0);
  CHECK(has(got.err, "bob is not in the roster"));
  CHECK(has(course.shell("cat ../c.csv").out, "\"Lovelace, Ada\",7,ada,1,10.00\r\n"));
  CHECK(has(course.shell("cat ../m.csv").out, "\"Lovelace, Ada\",7,ada,1,10.00\r\n"));
  CHECK(course.tutor("grade ../class --trust --canvas ../c.csv").code == 64);
  const outcome none =
      course.tutor("grade ../class --trust --roster ../none.csv --moodle ../m.csv");
  CHECK(none.code == 64);
  CHECK(has(none.err, "has no students"));
}

TEST_CASE("one student alone can be graded again") {
  auto& course = class_of(five);
  const outcome one = course.tutor("grade ../class --seed 7 --trust --student bob --json");
  CHECK(json::parse(one.out).at("students").size() == 1);
  CHECK(status(json::parse(one.out), "bob") == "crashed");
  const outcome none = course.tutor("grade ../class --trust --student bobb");
  CHECK(none.code == 64);
  CHECK(has(none.err, "Did you mean bob?"));
}

TEST_CASE("the same answer of several students is graded once, and each gets a verdict of theirs") {
  auto& course = class_of(
      "mkdir -p ada bob/01_first cleo && cp \"$W/does_not_compile.cu\" ada/square.cu && cp "
      "ada/square.cu bob/01_first && cp ada/square.cu cleo && echo >> cleo/square.cu");
  const json root = json::parse(course.tutor("grade ../class --seed 7 --trust --json").out);
  const auto mark = [&](const char* name) { return student(root, name).at("exercises").at(0); };
  CHECK(has(mark("ada").dump(), "ada/square.cu"));
  CHECK_FALSE(has(mark("bob").dump(), "ada/square.cu"));
  CHECK(has(mark("bob").dump(), "bob/01_first/square.cu"));
  CHECK(mark("ada").at("seconds") == mark("bob").at("seconds"));
  CHECK(mark("ada").at("seconds") != mark("cleo").at("seconds"));
}

TEST_CASE("an answer that has changed since its part was graded counts as not graded") {
  auto& course = class_of(five);
  (void)course.tutor("grade ../class --seed 7 --trust --ledger ../kept");
  (void)course.shell("echo '// changed' >> ../class/bob/square.cu");
  const outcome got = course.tutor("grade ../class --merge ../kept --json");
  CHECK(got.code == 5);
  CHECK(json::parse(got.out).at("not_graded") == 1);
}

TEST_CASE(
    "parts that were graded with different settings are not merged, and parts want one seed") {
  auto& course = class_of(five);
  const outcome none = course.tutor("grade ../class --trust --part 1/2 --ledger ../new");
  CHECK(none.code == 64);
  CHECK(none.err.find("one seed") != std::string::npos);
  (void)course.tutor("grade ../class --seed 7 --trust --part 1/2 --ledger ../a");
  (void)course.tutor("grade ../class --seed 8 --trust --part 2/2 --ledger ../b");
  const outcome merged = course.tutor("grade ../class --merge ../a --merge ../b");
  CHECK(merged.code == 64);
  CHECK(merged.err.find("graded with different settings") != std::string::npos);
  CHECK(course.tutor("grade ../class --merge ../class").code == 64);
  CHECK(course.tutor("grade ../class --seed 7 --part 3/2").code == 64);
  CHECK(course.tutor("grade ../class --seed 7 --part 1/2 --csv x.csv").code == 64);
}

TEST_CASE("a header that was handed in is not used, neither the interface nor one of their own") {
  auto& course = class_of(
      "mkdir -p ada/01_first/01_first bob && printf '#include \"square.hpp\"\\nint square(int n) { "
      "++steps; return n * n; }\\n' >ada/01_first/square.cu && for to in ada/01_first "
      "ada/01_first/01_first; do echo '#error handed in' >$to/square.hpp; done && "
      "cp \"$S\" bob/square.cu && sed -i '1s/^/#include \"mine.h\"\\n/' bob/square.cu && touch "
      "bob/mine.h");
  const json root = json::parse(course.tutor("grade ../class --trust --json", not_isolated).out);
  CHECK(status(root, "ada") == "passed");
  CHECK(status(root, "bob") == "compile_error");
}

TEST_CASE("kernels that lie beside the stub, in a copy of the course, are no answer") {
  auto& course = class_of(
      "mkdir -p ada/exercises/01_first && cp \"$S\" ada/exercises/01_first && touch "
      "ada/exercises/01_first/square_kernels.cu");
  const json root = json::parse(course.tutor("grade ../class --trust --json").out);
  CHECK(status(root, "ada") == "passed");
  CHECK(student(root, "ada").at("notes").empty());
}

TEST_CASE("nothing is written into the folders of students") {
  auto& course = class_of(five);
  const std::string list = "cd ../class && find . -type f -exec sha256sum {} + | sort";
  const std::string before = course.shell(list).out;
  course.tutor("grade ../class --trust");
  CHECK(course.shell(list).out == before);
}

TEST_CASE("somebody else's answer is no answer, also where programs cannot be isolated") {
  auto& course = class_of(five);
  const outcome got = course.tutor("grade ../class --trust --json", not_isolated);
  const json root = json::parse(got.out);
  CHECK(root.at("isolated") == false);
  const json mark = student(root, "eve").at("exercises").at(0);
  CHECK(mark.at("status") == "compile_error");
  CHECK(mark.at("headline")
            .get<std::string>()
            .find("includes ../ada/01_first/square.cu, but the path of a header") !=
        std::string::npos);
  CHECK(student(root, "ada").at("passed") == 1);
}

TEST_CASE("the solutions are out of an answer's reach, compiled as well") {
  auto& course = class_of(
      R"(cp "$S" ada.cu && printf '%s\n' 'asm(".incbin \"tools/graders/grade_01_first_square)"
      R"(_solution.p/.._.._solutions_01_first_square.cu.o\"");' >>ada.cu)");
  const json root =
      json::parse(course.tutor("grade ../class --trust --exercise square --json").out);
  CHECK(status(root, "ada") == "compile_error");
}

TEST_CASE(
    "a compiler that fails without an error in an answer takes no points, and is asked again") {
  auto& course = class_of("cp \"$S\" ada.cu");
  course.tutor("grade ../class --trust --exercise square --again");  // the graders are built
  const outcome got = course.tutor(
      "grade ../class --exercise square --again --trust --json",
      std::string(not_isolated) +
          "&& mkdir -p ../broken && printf '#!/bin/sh\\necho nvcc fatal: Failed to "
          "preprocess\\nexit "
          "1\\n' >../broken/c++ && chmod +x ../broken/c++ && export PATH=\"$PWD/../broken:$PATH\"");
  CHECK(got.code == 5);
  const json root = json::parse(got.out);
  CHECK(root.at("not_graded") == 1);
  CHECK(status(root, "ada") == "setup_missing");
  const json later =
      json::parse(course.tutor("grade ../class --trust --exercise square --json").out);
  CHECK(status(later, "ada") == "passed");
}

TEST_CASE("Ctrl-C keeps what there is; the same command goes on") {
  auto& course = class_of(
      "mkdir a && cp \"$S\" a && for one in b c d; do mkdir $one && cp \"$W/host_loop.cu\" "
      "$one/square.cu || exit 1; done");
  // Stopped once the first verdict is kept, beside the seed.
  const outcome got = course.shell(
      "\"$TUTOR\" grade ../class --trust --seed 7 --jobs 1 --time-limit 60 --csv ../marks.csv & "
      "for i in "
      "$(seq 600); do [ $(ls .lockstep/grades/*/*.json 2>/dev/null | wc -l) -lt 2 ] || break; "
      "sleep "
      "0.1; done; kill -TERM $!; wait $!; code=$?; cat ../marks.csv; exit $code");
  CHECK(got.code == 143);
  CHECK(got.out.find("a,01_first/square,passed") != std::string::npos);
  CHECK(got.err.find("Stopped: 3 of 4 not graded. The same command continues from here.") !=
        std::string::npos);
  CHECK(course.tutor("grade ../class --trust --time-limit 1").code == 0);
}

TEST_CASE("nobody's program is run where it cannot be isolated, unless they are trusted") {
  auto& course = class_of(five);
  const outcome got = course.tutor("grade ../class", not_isolated);
  CHECK(got.code == 5);
  CHECK(got.out.empty());
  CHECK(got.err.find("programs cannot be isolated here") != std::string::npos);
  CHECK(got.err.find("--trust") != std::string::npos);
}

TEST_CASE("a tutor that is killed leaves no grader behind") {
  auto& course = class_of("true");
  course.answer("host_loop");
  const outcome got = course.shell(std::string("true ") + not_isolated +
                                   "; \"$TUTOR\" verify square --time-limit 60 >/dev/null & "
                                   "for i in $(seq 300); do grader=$(pgrep -P $! grade_) && break; "
                                   "sleep 0.1; done; kill -9 $!; sleep 0.5; "
                                   "[ -n \"$grader\" ] && ! grep -q '^State:.[RSD]' "
                                   "/proc/$grader/status");
  CHECK(got.code == 0);
}

TEST_CASE("names that a shell would obey are names like others") {
  auto& course = class_of(
      "mkdir 'a$(touch hurt)' \"b'c\" 'd\"e' 'f\\g' && for one in */; do cp \"$S\" "
      "\"${one}x\\$(touch hurt);'\\\".cu\" || exit 1; done");
  const json root =
      json::parse(course.tutor("grade ../class --trust --exercise square --json").out);
  REQUIRE(root.at("students").size() == 4);
  for (const auto& one : root.at("students")) CHECK(one.at("passed") == 1);
  CHECK(course.shell("find .. -name hurt").out.empty());
}

TEST_CASE("an answer that is far too large, or no file, is not read") {
  auto& course = class_of(
      "mkdir large pipe && cp \"$S\" large/square.cu && head -c 2000000 /dev/zero | tr '\\0' ' ' "
      ">>large/square.cu && mkfifo pipe/square.cu && mkdir ada && cp \"$S\" ada");
  const json root = json::parse(course.tutor("grade ../class --trust --json").out);
  CHECK(status(root, "large") == "compile_error");
  CHECK(student(root, "large")
            .at("exercises")
            .at(0)
            .at("headline")
            .get<std::string>()
            .find("more than 1048576 are not read") != std::string::npos);
  CHECK(student(root, "pipe").at("notes").at(0) == "square.cu is not an ordinary file");
  CHECK(status(root, "ada") == "passed");
}

TEST_CASE("what was handed in under another kind of name is told") {
  auto& course = class_of(
      "mkdir -p ada/1/2/3/4/5/6/7/8/9 && cd ada && touch all.tar square.CU square.cu.txt "
      "square.txt "
      "notes.txt && cp \"$S\" .");
  const json notes =
      student(json::parse(course.tutor("grade ../class --trust --json").out), "ada").at("notes");
  const std::string text = notes.dump();
  CHECK(!has(text, "notes.txt"));
  for (const char* said : {"all.tar is an archive: unpack it first",
                           "square.txt does not end in .cu, and is not graded",
                           "square.CU does not end in .cu, and is not graded",
                           "square.cu.txt does not end in .cu, and is not graded",
                           "1/2/3/4/5/6/7/8/9 is nested too deeply: nothing below it was read"})
    CHECK_MESSAGE(text.find(said) != std::string::npos, text);
}

TEST_CASE("a zip archive is unpacked, of a student and in a student's folder") {
  auto& course = class_of(
      "mkdir cleo && python3 -m zipfile -c ada.zip \"$S\" && cp \"$W/does_not_compile.cu\" "
      "square.cu && "
      "python3 -m zipfile -c cleo/hw.zip square.cu && rm square.cu");
  const json root = json::parse(course.tutor("grade ../class --trust --json").out);
  CHECK(status(root, "ada") == "passed");
  CHECK(status(root, "cleo") == "compile_error");
  CHECK(student(root, "cleo").at("exercises").at(0).at("file") == "cleo/hw.zip/square.cu");
  CHECK(course.shell("find ../class -type f | wc -l").out == "2\n");
  CHECK(has(course.tutor("grade ../class --trust").out, "2 graded before, and unchanged"));
}

TEST_CASE("an archive that is not what it seems harms nobody, and the rest of it is graded") {
  auto& course = class_of(R"(mkdir ada && cat >make.py <<'END'
import sys, zipfile
with zipfile.ZipFile("ada/hw.zip", "w", zipfile.ZIP_DEFLATED) as made:
    made.write(sys.argv[1], "square.cu")
    for name in ("../up.cu", "/root.cu", "a/../../up.cu", "..\\up.cu"):
        made.writestr(name, "outside")
    made.writestr("zeros.cu", bytes(64 << 20))
    made.writestr("1/2/3/4/5/6/7/8/deep.cu", "deep")
    link = zipfile.ZipInfo("link.cu")
    link.external_attr = 0o120777 << 16
    made.writestr(link, "/etc/passwd")
    made.writestr("locked.cu", "x")
    made.writestr("n@me.cu", "x")
content = open("ada/hw.zip", "rb").read().replace(b"n@me.cu", b"n\x81me.cu")
# The flag of encryption, in the archive's directory.
at = content.rindex(b"locked.cu") - 46 + 8
content = content[:at] + bytes([content[at] | 1]) + content[at + 1:]
open("ada/hw.zip", "wb").write(content)
END
python3 make.py "$S" && rm make.py && mkdir bob && head -c 100 ada/hw.zip >bob/hw.zip && cp "$S" bob)");
  const json root = json::parse(course.tutor("grade ../class --trust --json").out);
  CHECK(status(root, "ada") == "passed");
  CHECK(status(root, "bob") == "passed");
  CHECK(course.shell("find . .. -maxdepth 3 -name up.cu -o -name root.cu").out.empty());
  const std::string notes = student(root, "ada").at("notes").dump();
  for (const char* said :
       {"../up.cu would be unpacked outside its folder",
        "/root.cu would be unpacked outside its folder", "zeros.cu is larger than 1 MiB",
        "deep.cu is nested too deeply", "locked.cu is encrypted",
        "link.cu is a link, which is not followed", "n\u00fcme.cu is not the name of an exercise"})
    CHECK_MESSAGE(has(notes, said), notes);
  CHECK(has(student(root, "bob").at("notes").dump(), "cannot be unpacked"));
}

TEST_CASE("a file for each student, if one exercise is marked") {
  auto& course = class_of("cp \"$S\" ada.cu && cp \"$W/wrong.cu\" bob.cu");
  CHECK(course.tutor("grade ../class --trust").code == 64);
  const json root =
      json::parse(course.tutor("grade ../class --trust --exercise square --json").out);
  CHECK(status(root, "ada") == "passed");
  CHECK(status(root, "bob") == "wrong_result");
}

TEST_CASE("a class in which nothing can be graded: what was found, and what to do") {
  struct mistake {
    const char *commands, *arguments, *message;
  };
  for (const auto& [commands, arguments, message] :
       {mistake{"true", "../class", "nothing to grade"},
        mistake{"mkdir x && touch x/sqare.cu", "../class", "Did you mean 01_first/square?"},
        mistake{"touch ada.tar", "../class", "ada.tar is an archive: unpack it first."},
        mistake{"touch ada.zip", "../class", "ada.zip: File is not a zip file cannot be unpacked"},
        mistake{"mkdir x && ln -s /etc/passwd x/square.cu", "../class",
                "x/square.cu is a link, which is not followed"},
        mistake{"touch ada.cu", "../class", "Use --exercise NAME"},
        mistake{"true", "../nowhere_to_be_found", "is not there"},
        mistake{"true", "..", "contains the course itself"},
        mistake{"true", "../class --exercise sqare", "Did you mean 01_first/square?"}}) {
    CAPTURE(message);
    const outcome got = class_of(commands).tutor(std::string("grade ") + arguments);
    CHECK(got.code == 64);
    CHECK_MESSAGE(got.err.find(message) != std::string::npos, got.err);
  }
}
