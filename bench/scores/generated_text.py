"""Random text for comparing scores: many scripts, and all that a tokeniser may trip over."""

import random

SCRIPTS = [
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "äöüßéèçñøåæœ" "ÄÖÜẞÉÈÇÑØÅÆŒ" "ıİǅŉſK",
    "αβγδεζηθσςωΑΒΓΔΕΖΗΘΣΣΩ",
    "абвгдежзийклмнопАБВГДЕЖЗИЙКЛМНОП",
    "ابتثجحخدذرزسشصضطظعغفقكلمنهوي" "٠١٢٣٤٥٦٧٨٩",
    "的一是不了人我在有他这中大来上国个到说们，。！？",
    "のにはをたがでてとしれさあいうアイウエオカキクケコ日本語、。「」",
    "कखगघचछजझटठडढणतथदधनपफबभमािीुू्०१२३४५",
]
COMBINING = "\u0301\u0308\u0327\u0345\u200d\u00ad\u2019"
EMOJI = ["😀", "🎉", "👍🏽", "👩\u200d👩\u200d👧", "🇩🇪", "❤\ufe0f"]
PUNCTUATION = list(".,;:!?-'\"()[]{}<>/\\@#$%^&*_+=|~`") + ["...", "--"] + list("–—…«»“”’")
ENTITIES = "&quot; &amp; &lt; &gt; &apos; &amp;lt; &amp;quot; &#38; <skipped> <SKIPPED>".split()
NUMBERS = "3.14 1,000 2-3 10. .5 ,7 1- -1 1.a a.1 1,,2 3.-4 ² ½ ٣.٤".split()
SPACES = list("\u00a0\u2003\u2009\u202f\u3000\u1680\u2028\u2029\u0085\t") + ["  "]
# Neither LF, which ends a line, nor CR, which may belong to that end. The last three are no spaces.
CONTROLS = [chr(c) for c in range(0x20) if c not in (0x0A, 0x0D)]
CONTROLS += ["\x7f", "\x9f", "\u200b", "\ufeff", "\u180e"]

# How much of a segment is edited, one of these for each segment.
MIXED_RATES = (0, 0, 0.05, 0.2, 0.5, 1)
HIGH_RATES = (0.8, 1)


class TextMaker:
    """Makes segments as lists of words, each with the space after it. All randomness comes from the seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.vocabularies = [[self._word(script) for _ in range(150)] for script in SCRIPTS]

    def segment(self):
        """A reference: sometimes empty or blank, mostly short, sometimes long."""
        kind = self.random.random()
        if kind < 0.02:
            return []
        if kind < 0.03:
            return [("", self.random.choice(SPACES))]
        length = self.random.randint(300, 900) if kind > 0.995 else self.random.randint(1, 30)
        script = self.random.randrange(len(SCRIPTS))
        return [self._piece(script) for _ in range(length)]

    def edited(self, segment, rates):
        """A translation that shares much or little with `segment`."""
        rate = self.random.choice(rates)
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
        return result

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

    def _piece(self, script):
        kind = self.random.random()
        if kind < 0.78:
            # The lower the number the more frequent the word, so that n-grams come back.
            word = self.vocabularies[script][int(150 * self.random.random() ** 3)]
        elif kind < 0.90:
            word = self.random.choice(PUNCTUATION)
        else:
            word = self.random.choice(self.random.choice([NUMBERS, ENTITIES, EMOJI, CONTROLS]))
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


def make_corpus(num_segments, num_references, rates, seed):
    """Returns the lines of a hypothesis and of each reference."""
    maker = TextMaker(seed)
    firsts = [maker.segment() for _ in range(num_segments)]
    others = [[maker.edited(s, rates) for s in firsts] for _ in range(num_references)]
    hypothesis, references = others[0], [firsts] + others[1:]
    return _lines(hypothesis), [_lines(r) for r in references]


def _lines(segments):
    lines = ["".join(word + space for word, space in segment) for segment in segments]
    # At the start of a file U+FEFF would be a byte order mark, which is no text.
    lines[0] = lines[0].lstrip("\ufeff")
    return lines
