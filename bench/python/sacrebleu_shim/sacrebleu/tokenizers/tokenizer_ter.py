from dragoman.metrics import TER


class TercomTokenizer:
    """Returns the words that TER compares, separated by spaces."""

    def __init__(self, normalized=False, no_punct=False, asian_support=False, case_sensitive=False):
        self._metric = TER(normalized, no_punct, asian_support, case_sensitive)

    def __call__(self, sentence):
        return " ".join(self._metric.tokenize(sentence))
