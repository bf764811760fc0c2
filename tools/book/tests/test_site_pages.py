"""Pages and captions that are made for the site: the map, the sources of figures, the whole book."""
import http.client
import json
import pathlib
import tempfile
import threading
import unittest
import unittest.mock

from ..site import (captions, course, course_map, exercises, links, repository, serve,
                    whole_book)


class Captions(unittest.TestCase):
    def captions(self, text, page="chapters/05_reduction/questions.md"):
        return [line for line in captions.rewrite(text, page, links.Links()).split("\n")
                if "book-source" in line]

    def test_a_table_names_its_files_and_when_they_were_recorded(self):
        table = ("<!-- book table h200_05_reduction.csv\njoin h200_05_reduction_ncu.csv on size\n"
                 "-->\n\n| a |\n| - |\n\n<!-- end -->\n")
        (line,) = self.captions(table)
        self.assertIn("[h200_05_reduction.csv](../../docs/data/h200_05_reduction.csv.md), [h200_05",
                      line)
        self.assertTrue(line.endswith("(H200, 2026-11-21)</p>"), line)

    def test_a_plot_names_its_data_and_a_picture_what_draws_it(self):
        self.assertIn("h200_02_paths.csv", self.captions("![a](../../docs/plots/02_paths.svg)")[0])
        self.assertIn("banks.py", self.captions("![a,\nb](../../docs/pictures/05_banks.svg)\n")[0])

    def test_what_was_published_or_predicted_is_no_measurement(self):
        self.assertEqual(captions.recorded("docs/data/published_05_times.csv"), "published")
        self.assertEqual(captions.recorded("docs/data/h200_model.csv"), "model")

    def test_every_picture_of_the_book_has_a_source(self):
        for picture in sorted((repository.ROOT / "docs/pictures").glob("*.svg")):
            self.assertIsNotNone(captions.drawn_by(picture.stem), picture)


class Map(unittest.TestCase):
    def progress(self, text):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / course_map.FILE
            file.parent.mkdir()
            file.write_text(text)
            return json.loads(course_map.progress(pathlib.Path(folder)))["exercises"]

    def test_all_exercises_are_on_it(self):
        page = course_map.page()
        for one in course.exercises():
            self.assertIn(f'data-exercise="{one.name}"', page)

    def test_progress_has_a_state_for_what_was_tried(self):
        self.assertEqual(self.progress(json.dumps({"version": 2, "exercises": {
            "a": {"passed": True, "attempts": 1}, "b": {"passed": False, "attempts": 2},
            "c": {"passed": False, "attempts": 0, "hints_seen": 1}}})),
            {"a": "passed", "b": "begun"})

    def test_a_damaged_file_is_no_progress(self):
        for text in ("", "{", "[]", '{"exercises": 3}'):
            self.assertEqual(self.progress(text), {})

    def test_the_server_answers_with_it(self):
        with tempfile.TemporaryDirectory() as folder:
            server = serve.listen(pathlib.Path(folder), 0)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            asked = http.client.HTTPConnection(*server.server_address)
            asked.request("GET", f"/{course_map.ADDRESS}?x")
            answer = asked.getresponse()
            self.assertEqual(answer.status, 200)
            self.assertIn("exercises", json.loads(answer.read()))
            asked.close()
            server.shutdown()
            server.server_close()


class Tasks(unittest.TestCase):
    COMMENT = ("Task       Add it up,\n           all of it.\nGiven      A loop.\n"
               "Done when  it is right.\nInterface  void f(int a,\n                  int b);\n")

    def test_a_stub_has_labelled_parts(self):
        self.assertEqual([label for label, _ in exercises.parts(self.COMMENT)],
                         ["Task", "Given", "Done when", "Interface"])
        self.assertEqual([label for label, _ in exercises.parts("no label\n")], [""])

    def test_each_part_is_a_paragraph_and_an_interface_is_code(self):
        exercise = unittest.mock.Mock(page="exercises/05/x.md")
        with unittest.mock.patch.object(repository, "stub",
                                        lambda _: "// 05/x: y\n" + "".join(
                                            f"// {line}\n" for line in self.COMMENT.splitlines())):
            text = exercises.task(exercise, links.Links())
        self.assertTrue(text.startswith("Add it up,\nall of it.\n\n**Given:** A loop."), text)
        self.assertIn("**Done when** it is right.", text)
        self.assertIn("```cuda\nvoid f(int a,\n       int b);\n```", text)


class WholeBook(unittest.TestCase):
    PAGE = "chapters/05/a.html"

    def part(self, text):
        return whole_book.part(self.PAGE, f"<article>{text}</article>",
                               {self.PAGE, "docs/b.html"})

    def test_links_between_its_pages_stay_on_the_page(self):
        self.assertIn('href="#docs-b--c"', self.part('<a href="../../docs/b.html#c">'))
        self.assertIn('href="#chapters-05-a--d"', self.part('<a href="#d">'))
        self.assertIn('id="chapters-05-a--d"', self.part('<h2 id="d">'))

    def test_other_links_and_pictures_lead_there_from_the_root(self):
        self.assertIn('href="common/x.html#y"', self.part('<a href="../../common/x.html#y">'))
        self.assertIn('src="docs/p.svg"', self.part('<img src="../../docs/p.svg">'))
        self.assertIn('href="https://a.example"', self.part('<a href="https://a.example">'))

    def test_hints_solutions_and_what_moves_are_left_out(self):
        text = self.part('a<div class="book-scene"><a>b</a></div>c<h2 id="hints">d</h2>e')
        self.assertTrue(text.endswith(">ac</section>"), text)


if __name__ == "__main__":
    unittest.main()
