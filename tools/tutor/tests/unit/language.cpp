// Texts in another language: catalogues, phrases, templates, and which language it is.
#include "language/language.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>

#include "course/paths.hpp"
#include "lockstep/protocol/phrase.hpp"

using namespace lockstep::tutor;
using lockstep::protocol::phrase;

namespace {

constexpr const char* german = R"(msgid ""
msgstr ""
"Language: de\n"
"X-Lockstep-Offered: yes\n"

#. a comment
msgid "Hint {} of {}"
msgstr "Von {1} Hinweisen der {0}."

msgid "{} cases"
msgstr "{} Fälle, {} Gründe"

msgctxt "lang-never"
msgid "{} is never written"
msgstr "{} wird nie "
"geschrieben"

msgctxt "lang-thread"
msgid "thread {}"
msgstr "Thread {}"

msgctxt "lang-writes"
msgid "{} writes to {}"
msgstr "auf {1} schreibt {0}"

#, fuzzy
msgid "stale"
msgstr "alt"

#~ msgid "gone"
#~ msgstr "weg"

msgid "two\nlines \"q\""
msgstr "zwei\nZeilen \"z\""
)";

// Speaks German until it goes.
struct in_german {
  in_german() { speak(catalogue(german)); }
  ~in_german() { speak_english(); }
};

// A variable of the environment, for a while.
struct setting {
  setting(const char* name, const char* value) : name(name) {
    if (const char* old = std::getenv(name)) before = old;
    setenv(name, value, 1);
  }
  ~setting() { before.empty() ? unsetenv(name) : setenv(name, before.c_str(), 1); }
  const char* name;
  std::string before;
};

}  // namespace

TEST_SUITE_BEGIN("language");

TEST_CASE("a catalogue") {
  const catalogue words(german);
  CHECK(words.translation("lang-never", "{} is never written") == "{} wird nie geschrieben");
  CHECK(words.translation("", "two\nlines \"q\"") == "zwei\nZeilen \"z\"");
  CHECK_FALSE(words.translation("", "{} is never written"));
  CHECK_FALSE(words.translation("", "stale"));
  CHECK_FALSE(words.translation("", "gone"));
  CHECK(words.field("X-Lockstep-Offered") == "yes");
  CHECK(words.field("X-None").empty());
  CHECK_FALSE(catalogue("msgid \"half").translation("", "half"));
}

TEST_CASE("templates") {
  CHECK(tr("Hint {} of {}", 1, 3) == "Hint 1 of 3");
  const in_german now;
  CHECK(tr("Hint {} of {}", 1, 3) == "Von 3 Hinweisen der 1.");
  CHECK(tr("not translated {:g}", 0.5) == "not translated 0.5");
  CHECK(tr("{} cases", 2) == "2 cases");  // the translation has a gap too many
}

TEST_CASE("phrases, wherever they stand in a text") {
  const std::string who = phrase("lang-thread", "thread {}", 7);
  const std::string text = "a.cu:3: " + phrase("lang-writes", "{} writes to {}", who, "out");
  const std::string never = phrase("lang-never", "{} is never written", "out[2]");
  CHECK(in_language(text) == "a.cu:3: thread 7 writes to out");
  const in_german now;
  CHECK(in_language(text) == "a.cu:3: auf out schreibt Thread 7");
  CHECK(in_language(never + "; " + who) == "out[2] wird nie geschrieben; Thread 7");
  CHECK(in_language("nobody noted this") == "nobody noted this");
}

TEST_CASE("a phrase that is not translated stays whole") {
  const std::string text =
      phrase("lang-other", "here is {}", phrase("lang-thread", "thread {}", 9));
  const in_german now;
  CHECK(in_language(text) == "here is thread 9");
}

TEST_CASE("which language") {
  CHECK(language_of_locale("zh_CN.UTF-8") == "zh");
  CHECK(language_of_locale("zh-CN") == "zh");
  CHECK(language_of_locale("C.UTF-8").empty());
  CHECK(language_of_locale("en_GB.UTF-8").empty());

  const temporary_folder folder;
  std::ofstream(folder.path() / "de.po") << german;
  std::ofstream(folder.path() / "xx.po") << "msgid \"Yes\"\nmsgstr \"X\"\n";
  const setting all("LC_ALL", "de_DE.UTF-8");
  const auto hint = [&] {
    choose_language(folder.path());
    std::string said = tr("Hint {} of {}", 1, 2);
    speak_english();
    return said;
  };
  SUBCASE("the locale's, if it is offered") { CHECK(hint() == "Von 2 Hinweisen der 1."); }
  SUBCASE("LOCKSTEP_LANG comes first") {
    const setting ours("LOCKSTEP_LANG", "en");
    CHECK(hint() == "Hint 1 of 2");
  }
  SUBCASE("a language that there is not, or that is no name") {
    for (const char* name : {"fr", "../de", "de/../de"}) {
      const setting ours("LOCKSTEP_LANG", name);
      CHECK(hint() == "Hint 1 of 2");
    }
  }
  SUBCASE("one that is not offered must be asked for") {
    const setting other("LC_ALL", "xx");
    choose_language(folder.path());
    CHECK(tr("Yes") == "Yes");
    const setting ours("LOCKSTEP_LANG", "xx");
    choose_language(folder.path());
    CHECK(tr("Yes") == "X");
    speak_english();
  }
}

TEST_SUITE_END();

TEST_CASE("texts name the command under which the program is installed") {
  call_command("lockstep-run");
  CHECK(tr("Try ./lockstep exec {}, or ./lockstep.", "a") ==
        "Try lockstep-run exec a, or lockstep-run.");
  CHECK(in_language("Run ./lockstep check.") == "Run lockstep-run check.");
  call_command("./lockstep");
  CHECK(in_language("Run ./lockstep check.") == "Run ./lockstep check.");
}
