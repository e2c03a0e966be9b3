"""The excerpts of source in docs/tour.md, which must be in the sources as they are now, but for white space."""

from blocks import blocks_of

TOUR = "docs/tour.md"


def one_line(text):
    return " ".join(text.split())


def stale_excerpts(root):
    """Returns a failure for each excerpt that no source contains."""
    folders = {source.parents[0] for source in root.glob("*/*.h")} | {root / "app"}
    sources = [one_line(path.read_text(encoding="utf-8")) for folder in folders for path in folder.glob("*.[ch]*")]
    return [
        f"{TOUR}:{block.line}: no source contains this excerpt any more:\n{block.text}"
        for block in blocks_of((root / TOUR).read_text(encoding="utf-8"))
        if block.language == "cpp" and not any(one_line(block.text) in source for source in sources)
    ]
