from __future__ import annotations

import gc
import gzip
import os
import pickle
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Callable, Iterator

import dragoman
import pytest

SOURCES, TARGETS = ["the house", "the book", "", "a house"], ["das Haus", "das Buch", "", "ein Haus"]


def program(*arguments: Any) -> list[str]:
    """Returns the lines that the program of the package writes."""
    done = subprocess.run([sys.executable, "-m", "dragoman.training", *map(str, arguments)], capture_output=True,
                          text=True, encoding="utf-8", check=True)
    return done.stdout.splitlines()


def pharaoh(links: list[tuple[int, int]]) -> str:
    return " ".join(f"{source}-{target}" for source, target in links)


@pytest.fixture(scope="module")
def corpus(models: Path) -> tuple[Path, Path]:
    return models / "corpus" / "train.en", models / "corpus" / "train.de"


@pytest.fixture(scope="module")
def texts(corpus: tuple[Path, Path]) -> list[list[str]]:
    return [path.read_text(encoding="utf-8").splitlines() for path in corpus]


@pytest.fixture(scope="module")
def model(texts: list[list[str]]) -> dragoman.AlignmentModel:
    return dragoman.AlignmentModel.train(*texts)


def test_links_and_models_are_the_programs(model: dragoman.AlignmentModel, texts: list[list[str]],
                                           corpus: tuple[Path, Path], tmp_path: Path) -> None:
    for how in ("grow-diag-final-and", "union"):
        lines = program("align", "--source", corpus[0], "--target", corpus[1], "--symmetrize", how,
                        "--save-model", tmp_path / "theirs")
        assert [pharaoh(links) for links in model.align(*texts, symmetrize=how)] == lines
    model.save(tmp_path / "ours")
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "theirs").read_bytes()
    opened = dragoman.AlignmentModel(tmp_path / "theirs")
    assert opened.align(*texts, threads=3) == model.align(*texts, threads=1)


def test_a_model_is_trained_on_files_and_generators(texts: list[list[str]], corpus: tuple[Path, Path],
                                                    tmp_path: Path) -> None:
    expected = dragoman.AlignmentModel.train(*texts, hmm_iterations=1).align(*texts)
    with gzip.open(tmp_path / "train.gz", "wt", encoding="utf-8", newline="\n") as file:
        file.write(corpus[0].read_text(encoding="utf-8"))
    with gzip.open(tmp_path / "train.gz", "rt", encoding="utf-8") as first:
        model = dragoman.AlignmentModel.train(first, (line for line in texts[1]), hmm_iterations=1)
    assert model.align(*texts) == expected
    assert model.align(*texts) != dragoman.AlignmentModel.train(*texts).align(*texts)


def test_a_pair_is_aligned_as_in_a_list(model: dragoman.AlignmentModel, texts: list[list[str]]) -> None:
    assert model.align(texts[0][0], texts[1][0]) == model.align(*texts)[0]
    assert model.align("", "ein Haus") == [] and model.align([], []) == []
    assert model.align(iter(["a b", "\n"]), ("c", "d"))[1] == []


def test_many_pairs_come_in_several_parts() -> None:
    many = 10001
    assert dragoman.AlignmentModel.train(["the"] * many, ["das"] * many).align("the", "das") == [(0, 0)]
    with pytest.raises(ValueError, match="there are 10003 sources, but 10001 targets"):
        dragoman.AlignmentModel.train(["the"] * (many + 2), ["das"] * many)
    with pytest.raises(TypeError, match=r"targets\[10000\] is NoneType"):
        dragoman.AlignmentModel.train(["the"] * many, ["das"] * (many - 1) + [None])  # type: ignore[list-item]


def fail() -> Iterator[str]:
    yield "a"
    raise KeyError("mine")


BAD = [
    (lambda m: m.align("a", ["a"]), TypeError, "sources is str"),
    (lambda m: m.align(["a", "b"], ["c"]), ValueError, "there are 2 sources, but 1 targets"),
    (lambda m: m.align(None, ["a"]), TypeError, "sources is NoneType, but must be a list of str"),
    (lambda m: m.align(["\ud800"], ["a"]), ValueError, r"sources\[0\] cannot be UTF-8"),
    (lambda m: m.align(["a", None], ["c", "d"]), TypeError, r"sources\[1\] is NoneType"),
    (lambda m: m.align("a", "b", symmetrize="gdfa"), ValueError, 'symmetrize is "gdfa", but must be one of forward'),
    (lambda m: m.align("a", "b", symmetrise="union"), TypeError, "did you mean `symmetrize`"),
    (lambda m: m.train("train.en", "train.de"), TypeError, "sources is str, but must be lines"),
    (lambda m: m.train(None, ["a"]), TypeError, "sources is NoneType, but must be lines"),
    (lambda m: m.train(["a"], {"b": 1}), TypeError, "targets is dict, but must be lines"),
    (lambda m: m.train(SimpleNamespace(columns=["a"], __iter__=iter), ["a"]), TypeError, "must be lines"),  # of pandas
    (lambda m: m.train([], []), ValueError, "no pairs with words on both sides"),
    (lambda m: m.train([" "], ["a"]), ValueError, "no pairs with words on both sides"),
    (lambda m: m.train(fail(), ["a"]), KeyError, "mine"),
    (lambda m: m.train(fail(), ["b"], model1_iterations=-1), ValueError, "between 0 and 1000"),
    (lambda m: m.save("/there/is/none"), (RuntimeError, FileNotFoundError), "/there/is/none"),
    (lambda m: m.save("/there\0is"), ValueError, "'/there' goes on after a zero byte"),
    (lambda m: dragoman.AlignmentModel("/there/is/none"), FileNotFoundError, "/there/is/none"),
    (lambda m: dragoman.AlignmentModel(__file__), RuntimeError, "test_alignment.py"),
    (lambda m: dragoman.AlignmentModel(3), TypeError, "path is int"),  # type: ignore[arg-type]
    (pickle.dumps, TypeError, "open it again, in each process"),
    (lambda m: dragoman.project_markup("<b>a</b>", "b", [(0, 1)]), ValueError, "no link 0-1, since the pair has 1 so"),
    (lambda m: dragoman.project_markup("a", "b", [(-1, 0)]), ValueError, "no link -1-0"),
    (lambda m: dragoman.project_markup("a", "b", [(2 ** 31, 0)]), ValueError, r"alignment\[0\] is .* must be links"),
    (lambda m: dragoman.project_markup(["a"], ["b"], ["0-x"]), ValueError, r"alignment\[0\] is .* must be links"),
    (lambda m: dragoman.project_markup("a", "b", "0--1"), ValueError, r"alignment\[0\] is '0--1', but must be links"),
    (lambda m: dragoman.project_markup("a", "b", "+0-0"), ValueError, "must be links"),
    (lambda m: dragoman.project_markup("a", "b", "0_0-0"), ValueError, "must be links"),
    (lambda m: dragoman.project_markup("a", "b", "\u0660-0"), ValueError, "must be links"),
    (lambda m: m.save(""), ValueError, "the path is empty"),
    (lambda m: dragoman.project_markup(["a"], ["b"], "0-0"), TypeError, "alignment is str, but must be a list"),
    (lambda m: dragoman.project_markup(["a"], ["b"], []), ValueError, "alignment has 0 entries, but there are 1 so"),
    (lambda m: dragoman.project_markup(["a"], [], m), ValueError, "there are 1 sources, but 0 translations"),
    (lambda m: dragoman.project_markup("a", "b", m, markup="none"), ValueError, "name html or xml"),
    (lambda m: dragoman.strip_markup("a", markup="sgml"), ValueError, "must be one of none, html, xml"),
    (lambda m: dragoman.strip_markup([1]), TypeError, r"texts\[0\] is int"),
]  # fmt: skip


@pytest.mark.parametrize("call, error, message", BAD)
def test_wrong_use_is_an_exception(model: dragoman.AlignmentModel, call: Callable[..., Any], error: Any,
                                   message: str) -> None:
    with pytest.raises(error, match=message):
        call(model)
    assert model.align("", "") == []


class TimeOut(Exception):
    pass


def test_a_signal_ends_training_and_aligning(model: dragoman.AlignmentModel, texts: list[list[str]]) -> None:
    def handle(*_: object) -> None:
        raise TimeOut

    many = [side * 300 for side in texts]
    before = signal.signal(signal.SIGALRM, handle)
    works: list[Callable[[], object]] = [lambda: model.align(*many),
                                         lambda: dragoman.AlignmentModel.train(*many, model1_iterations=1000)]
    for work in works:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(TimeOut):
            while True:
                work()
    signal.signal(signal.SIGALRM, before)


def test_threads_share_a_model_and_a_child_process_uses_it(model: dragoman.AlignmentModel,
                                                           texts: list[list[str]]) -> None:
    expected = model.align(*texts)
    found: list[Any] = []
    threads = [threading.Thread(target=lambda: found.append(model.align(*texts, threads=2))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 8
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        os._exit(0 if model.align(*texts) == expected else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_markup_is_projected_as_by_the_program(model: dragoman.AlignmentModel, texts: list[list[str]],
                                               tmp_path: Path) -> None:
    sources = [f"<p>{line.replace(' ', ' <b>', 1)}</b> &amp;</p>" if " " in line else line for line in texts[0]]
    targets = [line + " &" for line in texts[1]]
    names = ("source", "target", "plain.en", "plain.de", "links", "model")
    source, target, plain_en, plain_de, links, path = [tmp_path / name for name in names]
    source.write_text("".join(line + "\n" for line in sources), encoding="utf-8")
    target.write_text("".join(line + "\n" for line in targets), encoding="utf-8")
    for tokens in (["--tokens"], []):
        plain = program("markup", "--source", source, *tokens)
        assert dragoman.strip_markup(sources, tokens=bool(tokens)) == plain
        other = program("markup", "--source", target, "--markup", "none", *tokens)
        assert dragoman.strip_markup(targets, markup="none", tokens=bool(tokens)) == other
        plain_en.write_text("".join(line + "\n" for line in plain), encoding="utf-8")
        plain_de.write_text("".join(line + "\n" for line in other), encoding="utf-8")
        model.save(path)
        program("align", "--source", plain_en, "--target", plain_de, "--model", path, "--out", links)
        expected = program("markup", "--source", source, "--target", target, "--alignment", links, *tokens)
        given = links.read_text(encoding="ascii").splitlines()
        assert dragoman.project_markup(sources, targets, given, tokens=bool(tokens)) == expected
        found = model.align(plain, other)
        assert dragoman.project_markup(iter(sources), iter(targets), iter(found), tokens=bool(tokens)) == expected
        if tokens:
            assert dragoman.project_markup(iter(sources), iter(targets), model) == expected
            assert dragoman.project_markup(sources[0], targets[0], model) == expected[0]


def test_tags_go_around_linked_words() -> None:
    fragment, translation = "a <b>black</b> <i>dog</i>.", "un chien noir."
    expected = "un <i>chien</i> <b>noir</b>."
    assert dragoman.project_markup(fragment, translation, [(0, 0), (1, 2), (2, 1)]) == expected
    assert dragoman.project_markup(fragment, translation, "0-0 1-2 2-1") == expected
    assert dragoman.project_markup("<PER>Ann</PER> &lt;", "< Anna", "0-1 1-0", markup="xml") == "&lt; <PER>Anna</PER>"
    assert dragoman.strip_markup("a <b>b</b>, &amp;", tokens=True) == "a b , &"
    assert dragoman.strip_markup([]) == []


def test_memory_does_not_grow() -> None:
    def resident() -> int:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096

    def use() -> None:
        for _ in range(200):
            model = dragoman.AlignmentModel.train(SOURCES * 20, TARGETS * 20)
            model.align(SOURCES * 20, TARGETS * 20)
        gc.collect()

    use()
    before = resident()
    use()
    assert resident() - before < 20e6
