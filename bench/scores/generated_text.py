"""Random corpora for comparing scores: references, and hypotheses made from them by edits."""

import random
from dataclasses import dataclass

from characters import COMBINING, CONTROLS, EDGES, KINDS, PUNCTUATION, SCRIPTS, SPACES


@dataclass(frozen=True)
class Style:
    """How the segments of a corpus look."""

    # How much of a hypothesis is edited, one of these for each segment.
    rates: tuple = (0, 0, 0.05, 0.2, 0.5, 1)
    # Numbers of pieces (words, roughly) of a segment.
    lengths: tuple = (1, 30)
    # The share of long segments, and their numbers of pieces.
    long_share: float = 0.005
    long_lengths: tuple = (300, 900)
    # Different words of a script: few of them leave many ways to align two segments.
    vocabulary: int = 150
    # Moves blocks of words around and makes some pairs of very unequal length, for TER.
    moves: bool = False
    # Longest that moves may make a segment.
    max_pieces: int = 300


MIXED = Style()
# Short and far apart: orders without a match, which are smoothed, and zeros.
FAR = Style(rates=(0.8, 1), long_share=0)
# For TER, which takes sacreBLEU long; with Asian support each character may be a word to it.
SHORT = Style(lengths=(1, 14), long_share=0, moves=True, max_pieces=24)
MOVED = Style(long_share=0.005, long_lengths=(60, 280), moves=True)
REPETITIVE = Style(long_share=0.02, long_lengths=(40, 80), vocabulary=4, moves=True, max_pieces=80)
LONGEST = Style(long_share=1, long_lengths=(4000, 6000))


class TextMaker:
    """Makes segments, lists of pieces: words with the space after them. The seed decides all."""

    def __init__(self, seed, style):
        self.random = random.Random(seed)
        self.style = style
        self.vocabularies = [
            [self._word(script) for _ in range(style.vocabulary)] for script in SCRIPTS
        ]

    def segment(self):
        """A reference: sometimes empty or blank, mostly short, sometimes long."""
        kind = self.random.random()
        if kind > 1 - self.style.long_share:
            length = self.random.randint(*self.style.long_lengths)
        elif kind < 0.02:
            return []
        elif kind < 0.03:
            return [("", self.random.choice(SPACES))]
        else:
            length = self.random.randint(*self.style.lengths)
        script = self.random.randrange(len(SCRIPTS))
        return self._with_edges([self._piece(script) for _ in range(length)])

    def edited(self, segment):
        """A translation that shares much or little with `segment`."""
        rate = self.random.choice(self.style.rates)
        if self.random.random() < 0.02:
            return []
        result = []
        for piece in segment:
            if self.random.random() >= rate:
                result.append(piece)
            else:
                result.extend(self._edited_piece(piece))
        if result and self.random.random() < rate / 2:
            i, j = sorted(self.random.randrange(len(result)) for _ in range(2))
            result = result[j:] + result[i:j] + result[:i]
        return self._moved(result) if self.style.moves else result

    def _moved(self, segment):
        """Moves some blocks of words elsewhere; makes some segments very short or long."""
        for _ in range(self.random.choice((0, 0, 1, 1, 2, 4))):
            start = self.random.randint(0, len(segment))
            block = segment[start : start + self.random.randint(1, 14)]
            rest = segment[:start] + segment[start + len(block) :]
            target = self.random.randint(0, len(rest))
            segment = rest[:target] + block + rest[target:]
        if self.random.random() < 0.02:
            segment = self.random.choice([segment[:2], segment[-1:], segment * 4])
        return segment[: self.style.max_pieces]

    def _edited_piece(self, piece):
        word, space = piece
        edits = [
            [],
            [piece, piece],
            [(word.swapcase(), space)],
            [(word, self._space())],
        ]
        if self.random.random() < 0.4:
            return self.random.choice(edits)
        return [self._piece(self.random.randrange(len(SCRIPTS)))]

    def _with_edges(self, segment):
        """Some segments begin or end with a piece that tokenizers treat differently there."""
        if self.random.random() < 0.1:
            segment = [(self.random.choice(EDGES), self.random.choice(["", " "]))] + segment
        if self.random.random() < 0.1:
            segment = segment[:-1] + [(segment[-1][0], self.random.choice(["", " "]))]
            segment.append((self.random.choice(EDGES), self.random.choice(["", "", " "])))
        return segment

    def _piece(self, script):
        kind = self.random.random()
        if kind < 0.78:
            # The lower the number the more frequent the word, so that n-grams come back.
            vocabulary = self.vocabularies[script]
            word = vocabulary[int(len(vocabulary) * self.random.random() ** 3)]
        elif kind < 0.88:
            word = self.random.choice(PUNCTUATION)
        else:
            word = self.random.choice(self.random.choice(KINDS))
        if self.random.random() < 0.1:
            word += self.random.choice(PUNCTUATION)
        return word, self._space()

    def _space(self):
        kind = self.random.random()
        if kind < 0.80:
            return " "
        if kind < 0.95:
            return ""
        return self.random.choice(SPACES + CONTROLS)

    def _word(self, script):
        word = "".join(self.random.choices(script, k=self.random.randint(1, 8)))
        if self.random.random() < 0.2:
            at = self.random.randint(1, len(word))
            word = word[:at] + self.random.choice(COMBINING) + word[at:]
        return word


def make_corpus(num_segments, num_systems, num_references, style, seed):
    """Returns the lines of each system and of each reference."""
    maker = TextMaker(seed, style)
    firsts = [maker.segment() for _ in range(num_segments)]
    others = [
        [maker.edited(segment) for segment in firsts]
        for _ in range(num_systems + num_references - 1)
    ]
    systems, references = others[:num_systems], [firsts] + others[num_systems:]
    return [_lines(s) for s in systems], [_lines(r) for r in references]


def _lines(segments):
    lines = ["".join(word + space for word, space in segment) for segment in segments]
    # At the start of a file U+FEFF would be a byte order mark, which is no text.
    lines[0] = lines[0].lstrip("\ufeff")
    return lines
