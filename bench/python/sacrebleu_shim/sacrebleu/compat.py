from dragoman.metrics import (corpus_bleu, corpus_chrf, corpus_ter, raw_corpus_bleu, sentence_bleu, sentence_chrf,
                              sentence_ter)

__all__ = ["corpus_bleu", "corpus_chrf", "corpus_ter", "raw_corpus_bleu", "sentence_bleu", "sentence_chrf",
           "sentence_ter"]
