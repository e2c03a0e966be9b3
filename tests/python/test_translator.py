from __future__ import annotations

import copy
import logging
import os
import pickle
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Callable

import dragoman
import pytest


def by_program(run: str, lines: list[str], *options: str) -> list[str]:
    """What the program of the package makes of lines."""
    done = subprocess.run([sys.executable, "-m", "dragoman.training", "translate", run, *options],
                          input="".join(line + "\n" for line in lines), capture_output=True, text=True,
                          encoding="utf-8", check=True)
    return done.stdout.splitlines()


def test_lines_are_translated_as_by_the_program(translator: dragoman.Translator, run: str,
                                                lines: list[str]) -> None:
    assert translator.translate(lines) == by_program(run, lines)
    assert translator.translate(lines, beam=1) == by_program(run, lines, "--beam", "1")


def test_a_str_gives_a_str(translator: dragoman.Translator, lines: list[str]) -> None:
    assert translator.translate(lines[0]) == translator.translate(lines[:1])[0]
    assert translator.translate("") == ""
    assert translator.translate([]) == []


def test_details_are_all_that_the_model_says(translator: dragoman.Translator, lines: list[str]) -> None:
    found = translator.translate(lines[0], beam=4, num_best=3, alignment=True, details=True)
    assert [one.text for one in found] == translator.translate(lines[0], beam=4, num_best=3)
    best = found[0]
    assert best.score >= found[1].score >= found[2].score
    assert sum(best.token_log_probabilities) == pytest.approx(best.log_probability, abs=1e-4)
    assert len(best.attention) == len(best.tokens)
    assert all(len(row) == len(best.source_tokens) for row in best.attention)
    assert all(source < len(best.source_tokens) for source, _ in best.token_alignment)
    assert str(best) == best.text and best.text in repr(best)
    assert "<table" in best._repr_html_()


def test_a_picture_shows_the_probabilities_of_one_part(translator: dragoman.Translator, lines: list[str]) -> None:
    whole = translator.translate(lines[0], details=True)
    assert whole._repr_html_().count("<span") == len(whole.tokens)
    parts = dragoman.Translation("a b", -4, -4, ["a", "b"], [-1, -1, -1, -1], [], [], [], [])
    assert parts._repr_html_() == '<div style="font-family:monospace">a b</div>'


def test_tags_stay(run: str, translator: dragoman.Translator, lines: list[str]) -> None:
    marked = [f"<p>{line.replace(' ', ' <b>', 1)}</b></p>" for line in lines if " " in line]
    assert translator.translate("A {{x}} man.", protect="default", beam=1).count("{{x}}") == 1
    found = translator.translate(marked, markup="html", beam=1)
    assert found == by_program(run, marked, "--beam", "1", "--markup", "html")
    assert all(line.startswith("<p>") and line.count("<b>") == 1 for line in found)


def test_documents_are_translated(translator: dragoman.Translator, lines: list[str],
                                  caplog: pytest.LogCaptureFixture) -> None:
    page = f"<html><body>\r\n<p>{lines[0]}</p></body></html>\n"
    best = translator.translate(lines[0], beam=1)
    assert translator.translate_document(page, "html", beam=1) == page.replace(lines[0], best)
    assert translator.translate(page, document="html", beam=1) == page.replace(lines[0], best)
    po = f'msgid "{lines[0]}"\nmsgstr "done"\n'
    assert translator.translate_document(po, "po") == po
    changed = translator.translate_document(po, "po", document_entries="all", document_review=True)
    assert changed.startswith("#, fuzzy\n")
    unit = f'<xliff version="2.0"><segment><source>{lines[0]}</source></segment></xliff>'
    with caplog.at_level(logging.WARNING, logger="dragoman"):
        assert "<target>" in translator.translate_document(unit, "xliff")
    assert "trgLang" in caplog.text
    with pytest.raises(ValueError, match="line 1: not SubRip"):
        translator.translate_document("abc", "srt")


def test_prefixes_constraints_and_terms(translator: dragoman.Translator, lines: list[str],
                                        tmp_path: Path) -> None:
    assert translator.translate(lines[0], prefix="Der").startswith("Der")
    assert "Katze" in translator.translate(lines[:2], constraints=[[], ["Katze"]])[1]
    terms = tmp_path / "terms.tsv"
    terms.write_text(f"{lines[0].split()[0]}\tKatze\n", encoding="utf-8")
    assert "Katze" in translator.translate(lines[0], terminology=terms)
    assert "Katze" in translator.translate(lines[0], terminology={lines[0].split()[0]: "Katze"})
    name = translator.translate("K\u00f6nig Xy", protected_spans=[(6, 8)])
    assert name.count("Xy") == 1
    assert "K\u00f6nig" in translator.translate(["K\u00f6nig Xy"], protected_spans=[[(0, 5)]])[0]
    with pytest.raises(ValueError, match=r"protected_spans\[1\] has 9, but its line has 8"):
        translator.translate(["a", "K\u00f6nig Xy"], protected_spans=[[(0, 1)], [(6, 9)]])
    with pytest.raises(ValueError, match="overlaps"):
        translator.translate("K\u00f6nig Xy", protected_spans=[(0, 3), (2, 5)])
    assert "Xy" in translator.translate("K\u00f6nig Xy", protect="X[a-z]")
    with pytest.raises(ValueError, match="regular expression"):
        translator.translate("a", protect=["("])
    with pytest.raises(ValueError, match="must not be empty"):
        translator.translate(lines[0], terminology={"cat": ""})
    with pytest.raises(TypeError, match="terminology is list"):
        translator.translate(lines[0], terminology=["cat"])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="prefix has 1 entries"):
        translator.translate(lines[:2], prefix=["Der"])
    with pytest.raises(ValueError, match="^text 1: the prefix `\u2603` cannot be part"):
        translator.translate(lines[:2], prefix=["", "\u2603"])
    with pytest.raises(ValueError, match="^text 1: the phrase `\u2603` cannot be part"):
        translator.translate(lines[:2], constraints=[[], ["\u2603"]], markup="html")
    with pytest.raises(ValueError, match="^the prefix `\u2603` cannot be part"):
        translator.translate(lines[0], prefix="\u2603")


def test_scores_are_the_programs(translator: dragoman.Translator, run: str, lines: list[str],
                                 tmp_path: Path) -> None:
    targets = translator.translate(lines)
    for name, texts in (("source", lines), ("target", targets)):
        (tmp_path / name).write_text("".join(text + "\n" for text in texts), encoding="utf-8")
    done = subprocess.run([sys.executable, "-m", "dragoman.training", "score", run,
                           "--source", tmp_path / "source", "--target", tmp_path / "target"],
                          capture_output=True, text=True, check=True)
    scored = translator.score(lines, targets)
    assert [f"{one.log_probability:.4f}" for one in scored] == [
        f"{float(line):.4f}" for line in done.stdout.splitlines()]
    assert translator.score(lines[0], targets[0]).log_probability == scored[0].log_probability
    with pytest.raises(ValueError, match="2 sources, but 1 targets"):
        translator.score(["a", "b"], ["c"])


def test_texts_that_are_cut_to_be_scored_are_warned_of(translator: dragoman.Translator,
                                                       caplog: pytest.LogCaptureFixture) -> None:
    long = "A man in a house. " * 60
    with caplog.at_level(logging.WARNING, "dragoman"):
        translator.score(["A man.", long, "A man."], ["Ein Mann.", "Ein Mann.", long])
    assert [record.getMessage() for record in caplog.records] == [
        f"{text} is longer than the model takes: cut to score it" for text in ("source 2", "target 3")]


def test_no_device_is_the_default_one(run: str) -> None:
    with dragoman.Translator(run, device=None) as translator:
        assert translator.translate("A man.")


def test_attention_is_a_distribution_for_each_token(translator: dragoman.Translator) -> None:
    found = translator.attention("A man.", "Ein Mann.")
    assert found.source_tokens[-1] == found.target_tokens[-1]
    assert [len(found.cross), len(found.cross[0])] == [2, 4]
    for row in found.mean_over_heads():
        assert sum(row) == pytest.approx(1, abs=1e-4)
    assert "2 layers of 4 heads" in repr(found) and "<table" in found._repr_html_()


def test_partial_translations_are_given_as_they_grow(translator: dragoman.Translator,
                                                     lines: list[str]) -> None:
    seen: list[str] = []
    final = translator.translate(lines[0], beam=1, on_text=seen.append)
    assert seen and seen[-1] == final
    with pytest.raises(ZeroDivisionError):
        translator.translate(lines[0], on_text=lambda _: 1 / 0)
    with pytest.raises(ValueError, match="one line"):
        translator.translate(lines[:2], on_text=print)


BAD = [
    (lambda t: t.translate(None), TypeError, "NoneType"),
    (lambda t: t.translate(b"x"), TypeError, "bytes"),
    (lambda t: t.translate(["x", None]), TypeError, r"lines\[1\] is NoneType"),
    (lambda t: t.translate("\udc80"), ValueError, "surrogates"),
    (lambda t: t.translate("x", beam=float("nan")), ValueError, "beam"),
    (lambda t: t.translate("x", alpha=float("nan")), ValueError, "alpha"),
    (lambda t: t.translate("x", beem=3), TypeError, "did you mean `beam`"),
    (lambda t: t.translate("x", beam=0), ValueError, "between 1 and 1000"),
    (lambda t: t.translate_document("<p>x</p>", "none"), ValueError, 'document must be "html"'),
    (lambda t: t.translate_document("<p>x</p>", None), ValueError, 'document must be "html"'),
    (lambda t: t.translate_lines("x"), TypeError, "lines is str"),
    (lambda t: t.translate_lines(None), TypeError, "lines is NoneType"),
    (lambda t: t.translate_lines(["x"], chunk_lines=0), ValueError, "chunk_lines is 0"),
    (lambda t: t.translate_lines(["x"], chunk_lines=float("nan")), TypeError, "float"),
    (lambda t: t.score("x", b"y"), TypeError, "int|str"),
    (lambda t: t.score("x", "y", markup="html"), ValueError, "markup is for translating, not for scoring"),
    (lambda t: t.score("x", "y", beam=4), ValueError, "beam is for translating, not for scoring"),
    (lambda t: t.score("x", "y", alignment=True, alignment_layer=9), ValueError, "is 9, but the decoder has 2 layers"),
    (lambda t: t.translate("x", seed=2 ** 63), ValueError, "at least 0 and at most 9223372036854775807"),
    (lambda t: dragoman.Translator("/there/is/none"), FileNotFoundError, "/there/is/none"),
    (lambda t: dragoman.Translator(None),  # type: ignore[arg-type]
     TypeError, "run is NoneType, but must be a path or a list of paths"),
    (lambda t: dragoman.Translator(t._runs[0], precision="fp8"), ValueError, "fp32, bf16, int8"),
    (lambda t: dragoman.Translator(t._runs[0], workers=0), ValueError, "workers"),
]  # fmt: skip


@pytest.mark.parametrize("call, error, message", BAD)
def test_bad_input_is_an_exception_and_no_more(translator: dragoman.Translator, call: Callable[..., Any],
                                               error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call(translator)
    assert translator.translate("A man.")


def test_damaged_folders(run: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(run, copy)
    weights = copy / "model.safetensors"
    with open(weights, "r+b") as file:
        file.truncate(weights.stat().st_size // 2)
    with pytest.raises(RuntimeError, match="model.safetensors"):
        dragoman.Translator(copy)
    weights.unlink()
    with pytest.raises(FileNotFoundError, match="no model.safetensors"):
        dragoman.Translator(copy)


def test_a_folder_whose_name_is_not_utf8(run: str, tmp_path: Path) -> None:
    name = os.fsdecode(os.fsencode(tmp_path) + b"/m\xff")
    shutil.copytree(run, name)
    for given in (name, [name], Path(name)):
        with dragoman.Translator(given) as translator:
            assert translator.translate("A man.")
    with pytest.raises(FileNotFoundError):
        dragoman.Translator(name + "\udcff")


def test_attention_of_a_folder_that_has_changed(run: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(run, copy)
    with dragoman.Translator(copy) as translator:
        os.utime(copy / "model.safetensors", (0, 0))
        with pytest.raises(RuntimeError, match="has changed since it was opened"):
            translator.attention("A man.", "Ein Mann.")
    with dragoman.Translator(copy) as translator:
        assert translator.attention("A man.", "Ein Mann.")


def test_a_closed_translator_says_so(run: str) -> None:
    with dragoman.Translator(run) as translator:
        assert translator.translate("A man.")
    with pytest.raises(ValueError, match="closed"):
        translator.translate("A man.")
    with pytest.raises(ValueError, match="closed"):
        translator.attention("A man.", "Ein Mann.")
    assert "closed" in repr(translator)


def test_a_long_text_is_translated_in_parts_with_a_warning(translator: dragoman.Translator,
                                                           caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "dragoman"):
        assert translator.translate("A man in a house. " * 60000, beam=1)
        assert "line 1 is longer than the model takes: translated in parts" in caplog.text
        caplog.clear()
        list(translator.translate_lines(["a"] * 6 + ["A man in a house. " * 60000], chunk_lines=3, beam=1))
    assert ["line 7 is longer" in record.getMessage() for record in caplog.records] == [True]


def test_threads_share_a_translator(translator: dragoman.Translator, lines: list[str]) -> None:
    expected = translator.translate(lines[:16])
    found: dict[int, list[str]] = {}

    def work(number: int) -> None:
        found[number] = [translator.translate(line) for line in lines[:16]]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: expected for number in range(16)}


def test_a_child_process_opens_its_own(run: str, translator: dragoman.Translator) -> None:
    expected = translator.translate("A man.")
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        status = 1
        try:
            translator.translate("A man.")
        except RuntimeError as error:
            if "fork" in str(error) and dragoman.Translator(run).translate("A man.") == expected:
                status = 0
        os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    assert translator.translate("A man.") == expected


def test_a_translator_cannot_be_copied(translator: dragoman.Translator) -> None:
    for copies in (pickle.dumps, copy.deepcopy, copy.copy):
        with pytest.raises(TypeError, match="open it again, in each process"):
            copies(translator)


def test_memory_does_not_grow(run: str, translator: dragoman.Translator) -> None:
    def resident() -> int:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096

    def use() -> None:
        for _ in range(20):
            dragoman.Translator(run, threads=1).close()
        for _ in range(2000):
            translator.translate("")
            with pytest.raises(TypeError):
                translator.translate("a", beem=1)

    use()
    before = resident()
    use()
    time.sleep(0)
    assert resident() - before < 20e6
