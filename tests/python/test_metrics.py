from __future__ import annotations

import copy
import pickle
import threading
from collections import deque
from typing import Any, Callable, Iterator

import dragoman
import pytest
from dragoman import _metric
from dragoman.metrics import BLEU, CHRF, TER, PairedTest

REFERENCES = [
    ["The dog bit the man.", "It was not unexpected.", "The man bit him first."],
    ["The dog had bit the man.", "No one was surprised.", "The man had bitten the dog."],
]
HYPOTHESES = ["The dog bit the man.", "It wasn't surprising.", "The man had just bitten him."]


def test_bleu_has_sacrebleus_digits_and_signature() -> None:
    bleu = dragoman.metrics.corpus_bleu(HYPOTHESES, REFERENCES)
    assert bleu.score == pytest.approx(48.530827, abs=1e-6)
    assert str(bleu) == ("BLEU = 48.53 82.4/50.0/45.5/37.5 "
                         "(BP = 0.943 ratio = 0.944 hyp_len = 17 ref_len = 18)")
    assert bleu.signature == "nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
    assert (bleu.sys_len, bleu.ref_len, bleu.counts[0], bleu.totals[0]) == (17, 18, 14, 17)
    assert BLEU(max_ngram_order=6).corpus_score(HYPOTHESES, REFERENCES).score == pytest.approx(43.28, abs=0.005)


def test_counts_contain_what_add_k_adds() -> None:
    hypothesis, reference = "the cat sat on the mat", "the cat sat on a mat"
    for value, counts, totals in ((None, [5, 4, 3, 2], [6, 6, 5, 4]), (0.5, [5, 3.5, 2.5, 1.5], [6, 5.5, 4.5, 3.5])):
        for score in (dragoman.metrics.sentence_bleu(hypothesis, [reference], "add-k", value),
                      dragoman.metrics.corpus_bleu([hypothesis], [[reference]], "add-k", value)):
            assert (score.counts, score.totals) == (counts, totals)
    none = dragoman.metrics.sentence_bleu("a b c d", ["e f g h"], "add-k")
    assert (none.counts, none.totals) == ([0, 0, 0, 0], [4, 3, 2, 1])


def test_a_score_comes_of_counts_too() -> None:
    whole = dragoman.metrics.corpus_bleu(HYPOTHESES, REFERENCES)
    assert BLEU.compute_bleu(whole.counts, whole.totals, whole.sys_len, whole.ref_len,
                             smooth_method="exp").score == whole.score


@pytest.mark.parametrize("metric", [BLEU(references=REFERENCES), CHRF(word_order=2, references=REFERENCES),
                                    TER(case_sensitive=True, references=REFERENCES)])
def test_metrics_and_what_they_return_can_be_copied(metric: Any) -> None:
    score = metric.corpus_score(HYPOTHESES, None)
    signature = metric.get_signature()
    for same in (copy.deepcopy(metric), pickle.loads(pickle.dumps(metric))):
        with pytest.raises(ValueError, match="score something first"):
            same.get_signature()
        assert str(same.corpus_score(HYPOTHESES, None)) == str(score)
        assert str(same.get_signature()) == str(signature)
    assert str(pickle.loads(pickle.dumps(score))) == str(score)
    assert pickle.loads(pickle.dumps(signature)).format(short=True) == signature.format(short=True)


def test_chrf_and_ter() -> None:
    chrf = CHRF(word_order=2).corpus_score(HYPOTHESES, REFERENCES)
    assert chrf.name == "chrF2++" and "nw:2" in chrf.signature
    assert dragoman.metrics.sentence_chrf("aa", ["ab"]).score == pytest.approx(25.0)
    ter = TER().sentence_score("a b c d", ["a b c e"])
    assert (ter.score, ter.num_edits, ter.ref_length) == (25.0, 1.0, 4.0)
    assert TER().tokenize("A B C D.") == ["a", "b", "c", "d."]


def test_the_words_of_a_line_are_those_that_are_compared() -> None:
    assert BLEU().tokenize("The Cat. ") == ["The", "Cat", "."]
    assert BLEU(lowercase=True).tokenize("The Cat.") == ["the", "cat", "."]


def test_references_may_be_missing() -> None:
    sparse: list[list[str | None]] = [["a b c d", "e f g h"], [None, "e f g i"]]
    assert BLEU().corpus_score(["a b c d", "e f g h"], sparse).signature.startswith("nrefs:var|")


def test_a_reference_less_for_every_segment_is_no_variation() -> None:
    assert BLEU().sentence_score("a b", ["a b", None]).signature.startswith("nrefs:1|")


def test_a_seed_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in ("-1", "x", str(2 ** 64)):
        monkeypatch.setenv("SACREBLEU_SEED", seed)
        with pytest.raises(ValueError, match="SACREBLEU_SEED"):
            BLEU().corpus_score(["a"], [["a"]], n_bootstrap=5)


def test_the_seed_is_a_number_however_written(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, seed in (("007", "7"), ("", "12345"), ("None", "none")):
        monkeypatch.setenv("SACREBLEU_SEED", text)
        assert f"|seed:{seed}|" in BLEU().corpus_score(["a b c d"], [["a b c d"]], n_bootstrap=5).signature


def test_no_samples_are_the_default() -> None:
    systems = [("a", ["a b c d"]), ("b", ["a b c e"])]
    signatures, found = PairedTest(systems, {"x": CHRF()}, [["a b c d"]], "bs", n_samples=-5)()
    assert list(found) == ["System", "chrF2"] and "bs:1000" in str(signatures["chrF2"])


def test_confidence_and_paired_tests() -> None:
    lines, references = HYPOTHESES * 40, [REFERENCES[0] * 40]
    score = BLEU().corpus_score(lines, references, n_bootstrap=100)
    assert score.mean == pytest.approx(score.score, abs=3) and score.ci > 0
    assert "bs:100|seed:12345" in score.signature and "\u00b1" in str(score)
    systems = [("a", lines), ("b", references[0])]
    for test in ("bs", "ar"):
        signatures, found = PairedTest(systems, {"BLEU": BLEU()}, references, test, n_samples=200)()
        assert found["System"] == ["a", "b"]
        assert found["BLEU"][0].p_value is None and found["BLEU"][1].p_value < 0.05
        assert f"{test}:200" in str(signatures["BLEU"])


def test_threads_share_a_metric() -> None:
    metric, signatures = BLEU(), {}

    def work(number: int) -> None:
        references = [["a b c d e"]] * number
        signatures[number] = {metric.corpus_score(["a b c d"], references).signature for _ in range(300)}

    threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {number: len(found) for number, found in signatures.items()} == {n: 1 for n in range(1, 9)}
    assert all(next(iter(found)).startswith(f"nrefs:{number}|") for number, found in signatures.items())


def test_blocks_end_soon_so_that_a_signal_takes_effect() -> None:
    def sizes(texts: list[str]) -> list[int]:
        return [part.stop - part.start for part in _metric._blocks(texts)]

    assert sizes(["a"] * 2500) == [1000, 1000, 500]
    assert sizes(["a" * 9000] * 5 + ["b" * 50000] * 2) == [2, 2, 1, 1, 1]
    long = ["a b c d e " * 900] * 5
    assert TER().corpus_score(long, [long[1:] + ["a"]]).num_edits == 4499


MANY = ["a"] * 1500
BAD: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: BLEU().corpus_score("text", [["text"]]), TypeError, "hypotheses"),
    (lambda: BLEU().corpus_score(["text"], ["text"]), TypeError, r"references\[0\]"),
    (lambda: BLEU().corpus_score(["a", "b"], [["a"]]), ValueError, "1 lines, but there are 2"),
    (lambda: BLEU().corpus_score([], [[]]), ValueError, "nothing to score"),
    (lambda: BLEU().corpus_score(["a"], None), ValueError, "references"),
    (lambda: BLEU().corpus_score(["a"], [[None]]), ValueError, "without references"),
    (lambda: BLEU().corpus_score([b"a"], [["a"]]), TypeError, "bytes"),  # type: ignore[list-item]
    (lambda: BLEU().corpus_score(["\udc80"], [["a"]]), ValueError, "surrogates"),
    (lambda: BLEU().corpus_score(MANY + [None], [MANY + ["a"]]),  # type: ignore[list-item]
     TypeError, r"hypotheses\[1500\] is NoneType"),
    (lambda: BLEU().corpus_score(MANY, [MANY, MANY[1:] + [1]]),  # type: ignore[list-item]
     TypeError, r"references\[1\]\[1499\] is int"),
    (lambda: BLEU().sentence_score(None, ["a"]), TypeError, "hypothesis is NoneType"),  # type: ignore[arg-type]
    (lambda: BLEU().sentence_score("a", ["a", 1]), TypeError, r"references\[1\] is int"),  # type: ignore[list-item]
    (lambda: BLEU(tokenize="13b"), ValueError, "unknown tokeniser"),
    (lambda: BLEU(smooth_value=float("nan")), ValueError, "smooth_value"),
    (lambda: CHRF(char_order=-1), ValueError, "char_order"),
    (lambda: BLEU.compute_bleu([1], [1], 1, 1), ValueError, "max_ngram_order"),
    (lambda: BLEU().sentence_score("a", None), TypeError, "NoneType"),  # type: ignore[arg-type]
    (lambda: BLEU().corpus_score(None, [["a"]]), TypeError, "NoneType"),  # type: ignore[arg-type]
    (lambda: BLEU().get_signature(), ValueError, "not known yet"),
    (lambda: PairedTest([("a", ["x"])], {}, [["x"]]), ValueError, "baseline and others"),
]


@pytest.mark.parametrize("call, error, message", BAD)
def test_bad_input_is_an_exception(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


class Lines:
    """Lines in an object that is no sequence, like an array of numpy."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)


def test_lines_may_come_in_any_iterable() -> None:
    lines, references = ["a b c d e", "b c d e f"], ["a b c d f", "b c d e f"]
    given: Any = Lines(lines)
    both: Any = iter([Lines(references)])
    expected = BLEU().corpus_score(lines, [references]).score
    assert BLEU().corpus_score(given, both).score == expected
    assert BLEU().corpus_score(deque(lines), [deque(references)]).score == expected
    systems: Any = [("one", iter(lines)), ("two", iter(lines))]
    two = {"BLEU": BLEU(), "chrF": CHRF()}
    assert PairedTest(systems, two, [references], n_samples=10)()[1]["BLEU"][0].score == pytest.approx(expected)


def test_wrong_numbers_are_named() -> None:
    wrong: Any = "10"
    with pytest.raises(TypeError, match="n_bootstrap is str, but must be an integer"):
        BLEU().corpus_score(["a"], [["a"]], n_bootstrap=wrong)
    with pytest.raises(TypeError, match="max_ngram_order is str, but must be an integer"):
        BLEU(max_ngram_order=wrong)
