"""The book as a site, in the build folder: no link of it leads nowhere."""
import subprocess

from ..kind import Kind, Problem


class KIND(Kind):
    name = "site"
    summary = "the book as a site"
    reads = "all pages and sources, the tutor's help"
    writes = "build/site"
    needs = "to update: ./lockstep docs, which fetches the generator"
    slow = True

    def check(self, checkout):
        from ..site import check

        site = check.Site(checkout.build / "site")
        if not site.pages():
            return [Problem(site.folder, 0, "is not built", stale=True)]
        return [Problem(site.folder, 0, problem) for problem in site.all_problems()]

    def update(self, checkout):
        done = subprocess.run([checkout.root / "lockstep", "docs"], cwd=checkout.root)
        if done.returncode != 0:
            return [], [Problem(checkout.build / "site", 0, "was not built")]
        return [checkout.build / "site"], []
