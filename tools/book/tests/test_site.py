"""What the site is made from, without the generator."""
import contextlib
import io
import pathlib
import socket
import tempfile
import unittest
import unittest.mock

from ..site import (build, check, contents, course, exercises, formulas, links, markdown, reference,
                    repository, serve)

LESSON = "chapters/05_reduction/README.md"


class Markdown(unittest.TestCase):
    def test_a_slug_is_what_code_hosts_make_of_a_heading(self):
        self.assertEqual(markdown.slug("The last warp, and `volatile`"),
                         "the-last-warp-and-volatile")
        self.assertEqual(markdown.slug("1. The first call"), "1-the-first-call")

    def test_headings_in_code_are_none(self):
        self.assertEqual([h[1] for h in markdown.headings("# A\n```\n# b\n```\n## C `d`\n")],
                         ["A", "C `d`"])

    def test_comments_go_and_those_in_code_stay(self):
        self.assertEqual(markdown.without_comments("a\n<!-- b\nc -->\nd `<!-- e -->`\n"),
                         "a\nd `<!-- e -->`\n")

    def test_a_list_behind_its_paragraph_gets_room(self):
        self.assertEqual(markdown.with_room_for_lists("Of these:\n- a\n  b\n- c\n\n# D\n- e\n"),
                         "Of these:\n\n- a\n  b\n- c\n\n# D\n- e\n")

    def test_a_fence_is_longer_than_those_in_the_code(self):
        self.assertTrue(markdown.fenced("```\nx\n```").startswith("````\n"))


class Links(unittest.TestCase):
    def setUp(self):
        self.links = links.Links()

    def rewrite(self, text, source=LESSON):
        return self.links.rewrite(text, source, links.page_of(source))

    def test_a_source_leads_to_the_page_that_shows_it(self):
        self.assertEqual(self.rewrite("[steps](complexity.cuh)"), "[steps](complexity.cuh.md)")
        self.assertIn("chapters/05_reduction/complexity.cuh", self.links.needed)

    def test_a_folder_leads_to_its_lesson(self):
        self.assertEqual(self.rewrite("[06](../06_unrolling)"), "[06](../06_unrolling/index.md)")

    def test_an_exercise_leads_to_its_page(self):
        self.assertEqual(self.rewrite("[x](../../exercises/05_reduction/ragged.cu)"),
                         "[x](../../exercises/05_reduction/ragged.md)")

    def test_the_readme_of_the_whole_is_the_front_page(self):
        self.assertEqual(self.rewrite("[x](../../README.md#exercises)"),
                         "[x](../../index.md#exercises)")

    def test_a_link_through_the_chapters_own_link_to_common(self):
        self.assertIn("common/include/lockstep/check.hpp.md",
                      self.rewrite("[x](subprojects/common/include/lockstep/check.hpp)"))

    def test_a_line_of_a_source(self):
        self.assertTrue(self.rewrite("[x](demo.cu#L7)").endswith("demo.cu.md#__codelineno-0-7)"))

    def test_addresses_elsewhere_and_code_stay(self):
        for text in ("[x](https://example.org/a)", "[x](#why)", "`[x](01.cuh)`",
                     "```\n[x](01.cuh)\n```"):
            self.assertEqual(self.rewrite(text), text)

    def test_a_dead_link_is_reported_with_its_line(self):
        self.rewrite("a\n\nb [x](gone.cuh)")
        self.assertEqual(self.links.dead, [f"{LESSON}:3: there is no "
                                           "chapters/05_reduction/gone.cuh (link to gone.cuh)"])

    def test_no_link_of_the_book_is_dead(self):
        for name in contents.pages() + [contents.FRONT]:
            self.rewrite(repository.text(name), name)
        self.assertEqual(self.links.dead, [])


class Exercises(unittest.TestCase):
    def setUp(self):
        self.one = next(x for x in course.exercises() if x.name == "05_reduction/ragged")
        self.chapter = next(x for x in course.chapters() if x.name == "05_reduction")
        self.page = exercises.page(self.one, self.chapter, links.Links())

    def test_task_file_hints_and_solution_are_there_in_this_order(self):
        places = [self.page.index(x) for x in (
            "## Task", "## Properties", "## The file", "TODO (1 line)",
            '??? tip "Hint 1 of', "## Solution", "??? warning")]
        self.assertEqual(places, sorted(places))

    def test_the_solution_is_nowhere_but_in_its_fold(self):
        before, fold, _ = self.page.partition("??? warning")
        self.assertTrue(fold)
        self.assertNotIn("if (blocks == 0) return 0;", before)

    def test_identifiers_are_no_emphasis(self):
        text = exercises.as_markdown("call __syncthreads and a * b, *not* `c_d`, x < y[0]\n",
                                     self.one.page, links.Links())
        self.assertEqual(text, "call \\_\\_syncthreads and a \\* b, *not* `c_d`, "
                               "x &lt; y\\[0\\]\n")

    def test_a_path_in_a_comment_is_a_link(self):
        text = exercises.as_markdown("see common/include/lockstep/check.hpp.\n", self.one.page,
                                     links.Links())
        self.assertEqual(text, "see [`common/include/lockstep/check.hpp`]"
                               "(../../common/include/lockstep/check.hpp.md).\n")

    def test_a_file_beside_the_exercise_is_a_link(self):
        text = exercises.as_markdown("see ragged.hpp, and size.x.\n", self.one.page, links.Links())
        self.assertEqual(text, "see [`ragged.hpp`](ragged.hpp.md), and size.x.\n")

    def test_each_exercise_belongs_to_a_section_of_its_lesson(self):
        for one in course.exercises():
            self.assertIsNotNone(exercises.section_of(one), f"{one.name}: lesson = ...")


class Reference(unittest.TestCase):
    HELP = ("run a thing\nUsage: ./lockstep run [OPTIONS] NAME\n\nPositionals:\n"
            "  NAME TEXT REQUIRED          as in 05\n\nOptions:\n"
            "  -h,--help                   Print this help message and exit\n"
            "  --order TEXT:{natural,shuffled}\n"
            "                              the order\n\nThen more:\n  a line\n")

    def test_the_parts_of_a_commands_help(self):
        summary, lists, rest = reference.sections(self.HELP)
        self.assertEqual(summary, "run a thing")
        self.assertEqual([title for title, _ in lists], ["Positionals", "Options"])
        self.assertEqual(reference.entries(lists[1][1]),
                         [["-h,--help", "Print this help message and exit"],
                          ["--order TEXT:{natural,shuffled}", "the order"]])
        self.assertEqual(rest, "Then more:\n  a line")

    def test_options_as_a_reader_writes_them(self):
        self.assertEqual(reference.names("--order TEXT:{natural,shuffled}"),
                         "`--order` natural, shuffled")
        self.assertEqual(reference.names("--yes,-y"), "`--yes`, `-y`")
        self.assertEqual(reference.names("--jobs UINT"), "`--jobs` *number*")

    def test_where_columns_begin(self):
        self.assertEqual(reference.columns("one    two words   three"), [0, 7, 19])


class Formulas(unittest.TestCase):
    def test_fences_and_spans(self):
        text = formulas.rewrite("```math\na_b\n```\nand $`c`$, $5, ``$`d`$``\n",
                                lambda latex, display: f"<{latex.strip()},{display}>")
        self.assertEqual(text, '<div class="formula"><a_b,True></div>\nand <c,False>, $5, ``$`d`$``\n')


class Contents(unittest.TestCase):
    def test_further_pages_come_as_the_lesson_links_to_them_and_the_reference_last(self):
        lesson = "See [all](reference.md), [the end](last.md) and [more](a.md#part)."
        names = ["README.md", "a.md", "last.md", "reference.md", "unnamed.md"]
        one = course.Chapter("06_x", "X")
        with unittest.mock.patch.object(repository, "text", lambda _: lesson), \
                unittest.mock.patch.object(repository, "files",
                                           lambda: [f"chapters/06_x/{name}" for name in names]):
            self.assertEqual([page.rsplit("/", 1)[1] for page in contents.further_pages(one)],
                             ["last.md", "a.md", "unnamed.md", "reference.md"])

    def test_every_page_of_docs_is_in_the_navigation(self):
        def staged(part):
            return [part] if isinstance(part, str) else [
                page for one in (part.values() if isinstance(part, dict) else part)
                for page in staged(one)]

        shown = staged(contents.navigation())
        for name in contents.pages():
            if name.startswith("docs/") or name.startswith("chapters/"):
                self.assertIn(links.page_of(name), shown)
        self.assertEqual(len(shown), len(set(shown)), "a page is there twice")


class Check(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "b.html").write_text('<h2 id="why">Why</h2>')

    def problems(self, text):
        (self.folder / "a.html").write_text(text)
        return [x.partition(": ")[2] for x in check.Site(self.folder).problems("a.html")]

    def test_what_is_right(self):
        self.assertEqual(self.problems('<a href="b.html#why">x</a><a href="https://e.org">y</a>'
                                       '<code>[x](y)</code>'), [])

    def test_what_is_wrong(self):
        self.assertEqual(self.problems('<a href="c.html">x</a>'), ["c.html is not there"])
        self.assertEqual(self.problems('<a href="b.html#how">x</a>'),
                         ["b.html#how has no such anchor"])
        self.assertEqual(self.problems('<script src="https://e.org/x.js"></script>'),
                         ["https://e.org/x.js is fetched from elsewhere"])
        self.assertEqual(self.problems("<p>[x](y)</p>"),
                         ["Markdown that was not understood: ]("])


class Serve(unittest.TestCase):
    def test_a_port_in_use_is_reported_before_anything_is_built(self):
        with tempfile.TemporaryDirectory() as folder, socket.socket() as taken:
            taken.bind((serve.ADDRESS, 0))
            taken.listen()
            said = io.StringIO()
            with contextlib.redirect_stderr(said):
                code = build.main(["--serve", "--port", str(taken.getsockname()[1]),
                                   "--output", f"{folder}/site"])
            self.assertEqual(code, 5)
            self.assertIn("cannot be used: Address already in use", said.getvalue())

    def test_ctrl_c_ends_a_build_without_a_trace_and_without_leaving_anything(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(
                io.StringIO()) as said, contextlib.redirect_stdout(io.StringIO()):
            output = pathlib.Path(folder) / "site"

            def interrupted(*_):
                (pathlib.Path(folder) / "site.work").mkdir()
                raise KeyboardInterrupt

            with unittest.mock.patch.object(build, "build", interrupted):
                self.assertEqual(build.main(["--output", str(output)]), 130)
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])
        self.assertIn("stopped", said.getvalue())

    def test_a_folder_that_is_no_book_is_not_replaced(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "thesis.txt").write_text("mine")
            with contextlib.redirect_stderr(io.StringIO()):
                self.assertEqual(build.main(["--output", folder]), 64)
            self.assertTrue((pathlib.Path(folder) / "thesis.txt").exists())


if __name__ == "__main__":
    unittest.main()
