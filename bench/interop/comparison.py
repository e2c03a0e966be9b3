"""Compares the translations of three programs, and explains each difference by its log-probabilities."""

from collections import Counter
from dataclasses import dataclass

TOLERANCE = 1e-4  # largest difference of log-probabilities between two programs in fp32
END = None  # stands for end of sentence


@dataclass
class Difference:
    line: int
    place: int  # index of the first token that differs
    ours: object  # token, or END
    theirs: object
    our_score: float
    their_score: float
    margin: float = None  # smallest margin of the beam's choices

    @property
    def is_tie(self):
        narrowest = min(abs(self.our_score - self.their_score), self.margin or 1)
        return narrowest <= TOLERANCE

    def __str__(self):
        verdict = "tie" if self.is_tie else "DIFFERS"
        choice = "" if self.margin is None else f"; narrowest choice of the beam {self.margin:.1e}"
        return (
            f"    {verdict} line {self.line + 1} token {self.place + 1}: "
            f"{show(self.ours)} {self.our_score:.6f}, {show(self.theirs)} {self.their_score:.6f}{choice}"
        )


def show(token):
    return "end of sentence" if token is END else token


def first_difference(ours, theirs, longest):
    """Returns the index where two lists of tokens part, and the two tokens there; None if they are equal."""
    if len(ours) < longest:
        ours = [*ours, END]
    if len(theirs) < longest:
        theirs = [*theirs, END]
    # Only one of the programs counts end of sentence into the maximum length.
    for place in range(longest - 1):
        pair = [side[place] if place < len(side) else END for side in (ours, theirs)]
        if pair[0] != pair[1]:
            return place, *pair
        if pair[0] is END:
            return None
    return None


def compare_greedy(lines, ours, theirs, judge, longest):
    """Returns the differences with the log-probabilities of both tokens after the common beginning."""
    differences = []
    for number, line in enumerate(lines):
        found = first_difference(ours[number].tokens, theirs[number].tokens, longest)
        if found is None:
            continue
        place, our_token, their_token = found
        common = ours[number].tokens[:place]
        scores = [judge.log_probability_of(line, common, token) for token in found[1:]]
        differences.append(Difference(number, place, our_token, their_token, *scores))
    return differences


def compare_beams(lines, ours, theirs, judge, beam, longest):
    """Returns the differences with the log-probabilities of both whole translations, and the smallest margin of
    the beam's choices. If two candidates are that close, programs in fp32 may choose either."""
    differences = []
    for number, line in enumerate(lines):
        pair = (ours[number].tokens, theirs[number].tokens)
        found = first_difference(*pair, longest)
        if found is None:
            continue
        # Without end of sentence if the maximum length has cut it off.
        whole = [judge.score_tokens(line, tokens) for tokens in pair]
        scores = [
            sum(score if len(tokens) < longest - 1 else score[:-1])
            for score, tokens in zip(whole, pair)
        ]
        margin = judge.narrowest_choice(line, beam, longest)
        differences.append(Difference(number, *found, *scores, margin))
    return differences


def report(what, num_lines, differences):
    """Prints a line of counts and each difference. Returns the number of differences that are no ties."""
    verdicts = Counter("tie" if one.is_tie else "differs" for one in differences)
    print(
        f"  {what}: {num_lines - len(differences)} of {num_lines} lines equal, "
        f"{verdicts['tie']} ties, {verdicts['differs']} differ",
        flush=True,
    )
    for one in differences:
        print(one)
    return verdicts["differs"]


def compare_scores(ours, theirs):
    """Returns the number of lines of other lengths, and the largest differences of the log-probabilities of a token and
    of a whole line."""
    lengths = [len(a) == len(b) for a, b in zip(ours, theirs)]
    if not all(lengths):
        return lengths.count(False), float("inf"), float("inf")
    token = max(abs(x - y) for a, b in zip(ours, theirs) for x, y in zip(a, b))
    line = max(abs(sum(a) - sum(b)) for a, b in zip(ours, theirs))
    return 0, token, line
