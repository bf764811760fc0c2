"""Pages in other languages."""
import unittest

from .. import translations
from ..checkout import Checkout, Page
from ..kinds.translations import KIND
from .folder import InAFolder

ENGLISH = "# A\n\ntext\n\n<!-- book code x.cu -->\n\nold\n\n<!-- end -->\n"


class Translations(InAFolder):
    def setUp(self):
        super().setUp()
        original = self.write("README.md", ENGLISH)
        self.translation = self.write("README.zh.md",
                                      f"<!-- book translation README.md {translations.digest(Page(original))} -->\n# 甲\n")

    def test_names(self):
        self.assertEqual(translations.language_of("docs/README.zh.md"), "zh")
        self.assertEqual(translations.language_of("docs/README.md"), "")
        self.assertEqual(translations.original_of("docs/x.zh.md"), "docs/x.md")
        names = ["a.md", "x.md", "x.zh.md", "y/x.zh.md"]
        self.assertEqual(translations.siblings("x.zh.md", names), [("English", "x.md"), ("中文", "x.zh.md")])
        self.assertEqual(translations.siblings("a.md", names), [])

    def test_up_to_date_whatever_is_generated(self):
        self.assertEqual(self.problems(KIND()), [])
        self.write("README.md", ENGLISH.replace("old", "new"))
        self.assertEqual(self.problems(KIND()), [])

    def test_the_english_has_changed(self):
        self.write("README.md", ENGLISH.replace("text", "other text"))
        (line, message), = self.problems(KIND())
        self.assertEqual(line, 1)
        self.assertIn("README.md has changed", message)
        self.assertEqual(KIND().update(self.checkout)[0], [])  # nobody has said that it was revised
        KIND().update(Checkout(self.root, only=[self.translation]))
        self.assertEqual(self.problems(KIND()), [])

    def test_what_is_missing(self):
        self.write("README.zh.md", "# 甲\n")
        self.write("y.zh.md", "")
        messages = [message for _, message in self.problems(KIND())]
        self.assertIn("begin with the line <!-- book translation README.md", messages[0])
        self.assertIn("there is no y.md beside it", messages[1])


if __name__ == "__main__":
    unittest.main()
