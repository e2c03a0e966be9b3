"""Makes text for measurements: made-up words with the frequencies of words, in lines with the lengths of
sentences.

    made_up_text.py SOURCE TARGET --lines N
"""

import argparse
import itertools
from pathlib import Path

import numpy as np

WORDS = 50_000
CONSONANTS, VOWELS = "bdfghklmnprstvz", "aeiou"
MEAN_WORDS, SPREAD = 21.0, 0.6  # parameters of a log-normal distribution, roughly that of lines of news
LONGEST = 80  # words


def make_words(letters):
    """Returns distinct words of one to three syllables, the short ones first, because frequent words are short."""
    syllables = [first + vowel for first in letters for vowel in VOWELS]
    combinations = (parts for count in itertools.count(1) for parts in itertools.product(syllables, repeat=count))
    return np.array(["".join(parts) for parts in itertools.islice(combinations, WORDS)])


def make_lines(dice, letters, lengths):
    """Returns random lines by Zipf's law: the word of rank r has a frequency proportional to 1 / (r + 2.7)."""
    words = make_words(letters)
    shares = 1 / (np.arange(WORDS) + 2.7)
    drawn = dice.choice(WORDS, lengths.sum(), p=shares / shares.sum())
    return [" ".join(words[part]) for part in np.split(drawn, lengths.cumsum()[:-1])]


def make_lengths(dice, lines):
    """Returns the lengths of both sides; the target's are roughly those of the source."""
    source = dice.lognormal(np.log(MEAN_WORDS) - SPREAD**2 / 2, SPREAD, lines)
    target = source * dice.normal(1.0, 0.12, lines)
    return [np.clip(np.rint(lengths), 1, LONGEST).astype(int) for lengths in (source, target)]


def write_text(source, target, lines, seed=1):
    """Writes the text, which depends only on the number of lines and the seed."""
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
