from dragoman.metrics import TER


class TercomTokenizer:
    """The words that TER compares, with a space between each two."""

    def __init__(self, normalized=False, no_punct=False, asian_support=False, case_sensitive=False):
        self._metric = TER(normalized, no_punct, asian_support, case_sensitive)

    def __call__(self, sentence):
        return " ".join(self._metric.tokenize(sentence))
