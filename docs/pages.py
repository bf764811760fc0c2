"""What the scripts share that put into the pages what comes from elsewhere."""


def first_change(old, new):
    """The number of the first line in which two different texts differ; 1 is the first."""
    lines = zip(old.split("\n") + [""], new.split("\n") + [""])
    return next(at for at, (one, other) in enumerate(lines, 1) if one != other)
