"""Texts of sources, and catalogues."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from .. import command, literals, po, share, texts

SOURCE = r'''
// tr("in a comment")
std::string a() { return tr("one {} of {}", 1, f(2, "inner")); }
auto b = phrase("never-read", many ? "{} are never read"
                                   : "{} is "
                                     "never read", words);
template <class... A> std::string phrase(const char* id, const char* form, A...);
const char* advice =
    "Look \"there\".\n"
    "And here.";
auto c = count_of(n, "launch", "es");
TEST_CASE("a case") {}
'''


def found_in(source):
    found = texts.Texts()
    texts.add_source(found, source, "x.cpp")
    return [(one.context, one.text) for one in found]


class Sources(unittest.TestCase):
    def test_calls(self):
        self.assertEqual(found_in(SOURCE), [
            ("", "one {} of {}"), ("never-read", "{} are never read"), ("never-read", "{} is never read"),
            ("", "{} launch"), ("", "{} launches"), ("", "a case"), ("", 'Look "there".\nAnd here.')])

    def test_raw_strings_and_characters(self):
        self.assertEqual(found_in("""char q = '"'; tr(R"(a "raw" text)"); tr("bb, cc")"""), [("", 'a "raw" text'), ("", "bb, cc")])

    def test_arguments_keep_together(self):
        self.assertEqual(list(literals.calls_of('f(g(1, "x"), {2, "y"}, "z")', {"f"})), [("f", [["x"], ["y"], ["z"]])])

    def test_texts_that_are_put_together_are_left_out(self):
        self.assertEqual(found_in('throw setup_missing("no " + what, "Try it."); throw setup_missing("none");'),
                         [("", "Try it."), ("", "none")])

    def test_sentences(self):
        source = '''#include "a b.h"
            say("two words" " and more", code == "not this one", text.find("nor this"), "one", R"(\\d+ no sentence)");'''
        self.assertEqual(list(literals.sentences_of(source)), ["two words and more"])

    def test_a_stub(self):
        stub = "// 01/x: title\n// Task       Do it\n//            well.\n// Interface  int f();\n// Done when  it is.\n#include\n"
        self.assertEqual(texts.task_of(stub), ["Do it well.", "it is."])


class Catalogues(unittest.TestCase):
    def test_written_and_read(self):
        entries = [po.Entry(translation="Language: de\n"),
                   po.Entry("id", 'a "b"\n\\c', "über\ndas", places=["x.cpp"]),
                   po.Entry("", "d", "e", fuzzy=True, comments=["#. note"])]
        self.assertEqual(po.read(po.written(entries)), entries)

    def test_as_gettext_reads_them(self):
        if not shutil.which("msgfmt"):
            self.skipTest("there is no msgfmt")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "x.po"
            file.write_text(po.written([po.Entry(translation=command.HEADER.format("de")),
                                        po.Entry("id", 'a "b"\n\\c\n', "ü\n")]), encoding="utf-8")
            subprocess.run(["msgfmt", "--check-format", "-o", "/dev/null", file], check=True)

    def test_gaps(self):
        self.assertEqual(po.gaps("{} {:g} {{}}"), [("0", ""), ("1", ":g")])
        self.assertEqual(po.gaps("{1:g} {0}"), po.gaps("{} {:g}"))
        self.assertNotEqual(po.gaps("{} {}"), po.gaps("{}"))

    def test_what_is_wrong(self):
        known = {("", "a {}"), ("id", "b")}
        entries = [po.Entry("", "a {}", "x"), po.Entry("id", "b", "y"), po.Entry("id", "c", "z"), po.Entry("", "d", "z", fuzzy=True),
                   po.Entry("", "e", "")]
        self.assertEqual(list(command.problems_of(entries, known)),
                         ["the gaps are not those of the text: -: a {}", "stale: no source says this any more: id: c"])

    def test_an_update_keeps_marks_and_drops(self):
        old = [po.Entry(translation="Language: de\n"), po.Entry("", "same", "gleich"), po.Entry("id", "old words", "alt"),
               po.Entry("", "quite another text", "weg")]
        wanted = [po.Entry("", "new"), po.Entry("id", "new words"), po.Entry("", "same")]
        entries, gone = command.merged(old, wanted, "de")
        self.assertEqual([(one.text, one.translation, one.fuzzy) for one in entries[1:]],
                         [("new", "", False), ("new words", "alt", True), ("same", "gleich", False)])
        self.assertEqual([one.text for one in gone], ["quite another text"])

    def test_a_text_that_gets_an_id_keeps_its_translation(self):
        entries, gone = command.merged([po.Entry("", "same", "gleich")], [po.Entry("id", "same")], "de")
        self.assertEqual([(one.context, one.translation, one.fuzzy) for one in entries[1:]], [("id", "gleich", False)])
        self.assertEqual(gone, [])


class Share(unittest.TestCase):
    def test_a_sentence_without_an_id(self):
        found = [("tools/tutor/check/text.cpp", "of a complete folder", False), ("tools/tutor/check/text.cpp", "with an id", True),
                 ("tools/tutor/experiment/code.cpp", "of another folder", False)]
        self.assertEqual(share.without_id(found), [("tools/tutor/check/text.cpp", "of a complete folder")])
        self.assertEqual(share.counted(found)["tutor"], [1, 3])


if __name__ == "__main__":
    unittest.main()
