"""Derives the alignment of a translated paragraph's tags."""

import re
from html.parser import HTMLParser

VOID = {"br", "img", "hr", "wbr", "input"}


class Fragment(HTMLParser):
    """The plain text of a line with inline tags, and the range of characters inside each tag."""

    def __init__(self, line):
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.spans = []  # (tag as written, begin, end)
        self.open = []
        self.feed(line)
        self.close()

    def handle_starttag(self, tag, attributes):
        if tag in VOID:
            self.text += " "
        else:
            self.open.append((tag, self.get_starttag_text(), len(self.text)))

    def handle_endtag(self, tag):
        for i in range(len(self.open) - 1, -1, -1):
            if self.open[i][0] == tag:
                _, written, begin = self.open.pop(i)
                self.spans.append((written, begin, len(self.text)))
                return

    def handle_data(self, data):
        self.text += data

    def word_spans(self):
        """Returns (tag as written, first word, last word), in order of their beginnings, without empty spans."""
        words = [match.span() for match in re.finditer(r"\S+", self.text)]
        found = []
        for written, begin, end in sorted(self.spans, key=lambda span: span[1:]):
            inside = [i for i, (first, last) in enumerate(words) if first < end and last > begin]
            if inside:
                found.append((written, inside[0], inside[-1]))
        return found


def common_spans(source, target):
    """Yields pairs of (first word, last word): the n-th span of a tag in the source and in the target. Skips tags
    that the two sides do not have equally often."""
    sides = [source.word_spans(), target.word_spans()]
    for tag in sorted({span[0] for span in sides[0]}):
        ours, theirs = ([span[1:] for span in side if span[0] == tag] for side in sides)
        if len(ours) == len(theirs):
            yield from zip(ours, theirs)


def share_of_exact_spans(fragments, alignments):
    """Returns the number of exactly projected spans, and of all spans. A source span is projected onto the target
    words from the first to the last that is linked with it. Exact means equal to the translator's own span."""
    exact = count = 0
    for (source, target), links in zip(fragments, alignments):
        for (begin, end), wanted in common_spans(source, target):
            linked = [j for i, j in links if begin <= i <= end]
            exact += bool(linked) and (min(linked), max(linked)) == wanted
            count += 1
    return exact, count
