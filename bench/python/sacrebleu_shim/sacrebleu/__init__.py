"""Dragoman's scores under sacreBLEU's names, for sacreBLEU's own tests (bench/python/sacrebleu_tests)."""

from dragoman.metrics import (corpus_bleu, corpus_chrf, corpus_ter, raw_corpus_bleu, sentence_bleu, sentence_chrf,
                              sentence_ter)

from . import compat, metrics, significance

__all__ = ["compat", "corpus_bleu", "corpus_chrf", "corpus_ter", "metrics", "raw_corpus_bleu", "sentence_bleu",
           "sentence_chrf", "sentence_ter", "significance"]
