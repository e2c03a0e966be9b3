"""Text for measurements where there is none: made-up words as frequent as words are, in lines as long as sentences are.

    made_up_text.py SOURCE TARGET --lines N
"""

import argparse
import itertools
from pathlib import Path

import numpy as np

WORDS = 50_000
CONSONANTS, VOWELS = "bdfghklmnprstvz", "aeiou"
MEAN_WORDS, SPREAD = 21.0, 0.6  # of a log-normal distribution: about the lines of news
LONGEST = 80  # words


def make_words(letters):
    """Different words of one to three syllables, the short ones first, as frequent words are short."""
    syllables = [first + vowel for first in letters for vowel in VOWELS]
    combinations = (parts for count in itertools.count(1) for parts in itertools.product(syllables, repeat=count))
    return np.array(["".join(parts) for parts in itertools.islice(combinations, WORDS)])


def make_lines(dice, letters, lengths):
    """Zipf's law: the word of rank r comes with a frequency of 1 / (r + 2.7)."""
    words = make_words(letters)
    shares = 1 / (np.arange(WORDS) + 2.7)
    drawn = dice.choice(WORDS, lengths.sum(), p=shares / shares.sum())
    return [" ".join(words[part]) for part in np.split(drawn, lengths.cumsum()[:-1])]


def make_lengths(dice, lines):
    """Of both sides; the target's are those of the source, more or less."""
    source = dice.lognormal(np.log(MEAN_WORDS) - SPREAD**2 / 2, SPREAD, lines)
    target = source * dice.normal(1.0, 0.12, lines)
    return [np.clip(np.rint(lengths), 1, LONGEST).astype(int) for lengths in (source, target)]


def write_text(source, target, lines, seed=1):
    """The same for the same number of lines and seed."""
    dice = np.random.default_rng(seed)
    for path, lengths, letters in zip((source, target), make_lengths(dice, lines), (CONSONANTS, CONSONANTS[::-1])):
        text = "".join(f"{line}\n" for line in make_lines(dice, letters, lengths))
        path.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--lines", type=int, required=True)
    options = parser.parse_args()
    write_text(options.source, options.target, options.lines)


if __name__ == "__main__":
    main()
