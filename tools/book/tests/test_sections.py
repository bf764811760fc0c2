"""The sections that graders advise to read exist in the lessons."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).parents[3]
REFERENCE = re.compile(r"`([^`]+)`\s+in\s+((?:chapters|docs)/[\w/]+\.md)")


def texts_of(source):
    """The source with string literals that follow each other joined, and line breaks in them as spaces."""
    return re.sub(r'"\s*"', "", source).replace("\\n", " ")


def sections_of(page):
    """Headings without their numbers, and the bold words that begin a paragraph."""
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (?:\d+\. )?(.*)$", text, re.MULTILINE)
    leads = re.findall(r"^\*\*([^*]+?)\.?\*\*", text, re.MULTILINE)
    return {" ".join(one.split()) for one in headings + leads}


class Sections(unittest.TestCase):
    def test_advice_names_sections_that_exist(self):
        found = 0
        for grader in sorted(ROOT.glob("tools/graders/[0-9]*/*.cpp")):
            for section, page in REFERENCE.findall(texts_of(grader.read_text(encoding="utf-8"))):
                found += 1
                with self.subTest(grader=grader.name, section=section):
                    self.assertIn(section, sections_of(ROOT / page))
        self.assertGreater(found, 20)


if __name__ == "__main__":
    unittest.main()
