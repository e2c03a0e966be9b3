"""Random corpora for comparing scores: references, and hypotheses made from them by edits."""

import random
from dataclasses import dataclass

from characters import COMBINING, CONTROLS, EDGES, KINDS, PUNCTUATION, SCRIPTS, SPACES


@dataclass(frozen=True)
class Style:
    """The shape of a corpus's segments."""

    # Share of a hypothesis that is edited; each segment gets one of these.
    rates: tuple = (0, 0, 0.05, 0.2, 0.5, 1)
    # Range of the number of pieces (roughly words) in a segment.
    lengths: tuple = (1, 30)
    # Share of long segments, and the range of their number of pieces.
    long_share: float = 0.005
    long_lengths: tuple = (300, 900)
    # Number of distinct words in a script. With few, two segments can be aligned in many ways.
    vocabulary: int = 150
    # For TER: moves blocks of words, and makes some pairs of very unequal length.
    moves: bool = False
    # Maximum length of a segment after moves.
    max_pieces: int = 300


MIXED = Style()
# Short and very different: some n-gram orders have no match, which needs smoothing, and some scores are 0.
FAR = Style(rates=(0.8, 1), long_share=0)
# For TER, which is slow in sacreBLEU; with Asian support it may treat each character as a word.
SHORT = Style(lengths=(1, 14), long_share=0, moves=True, max_pieces=24)
MOVED = Style(long_share=0.005, long_lengths=(60, 280), moves=True)
REPETITIVE = Style(long_share=0.02, long_lengths=(40, 80), vocabulary=4, moves=True, max_pieces=80)
LONGEST = Style(long_share=1, long_lengths=(4000, 6000))


class TextMaker:
    """Makes segments: lists of pieces, which are words with the space after them. The seed determines all."""

    def __init__(self, seed, style):
        self.random = random.Random(seed)
        self.style = style
        self.vocabularies = [
            [self._word(script) for _ in range(style.vocabulary)] for script in SCRIPTS
        ]

    def segment(self):
        """Returns a reference: sometimes empty or blank, mostly short, sometimes long."""
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
        """Returns a translation that shares much or little with `segment`."""
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
        """Moves some blocks of words; makes some segments very short or long."""
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
        """Lets some segments begin or end with a piece that tokenizers treat differently there."""
        if self.random.random() < 0.1:
            segment = [(self.random.choice(EDGES), self.random.choice(["", " "]))] + segment
        if self.random.random() < 0.1:
            segment = segment[:-1] + [(segment[-1][0], self.random.choice(["", " "]))]
            segment.append((self.random.choice(EDGES), self.random.choice(["", "", " "])))
        return segment

    def _piece(self, script):
        kind = self.random.random()
        if kind < 0.78:
            # Lower numbers are more frequent words, so that n-grams recur.
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
    # U+FEFF at the start of a file would be a byte order mark and no text.
    lines[0] = lines[0].lstrip("\ufeff")
    return lines
