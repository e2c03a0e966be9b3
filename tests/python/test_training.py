from __future__ import annotations

import array
import importlib.util
import io
import json
import os
import pickle
import signal
import subprocess
import sys
from collections import UserDict
from pathlib import Path
from types import MappingProxyType
from typing import Any

import dragoman
import pytest
from dragoman import training
from dragoman._build import TORCH_VERSION

has_torch = importlib.util.find_spec("torch") is not None
built_with_torch = pytest.mark.skipif(not TORCH_VERSION, reason="the package was built without LibTorch")
needs_torch = pytest.mark.skipif(not has_torch, reason="torch is not installed in this environment")


@pytest.fixture()
def config(models: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((models / "english-german.json").read_text(encoding="utf-8"))
    return loaded


@pytest.mark.skipif(bool(TORCH_VERSION), reason="the package was built with LibTorch")
def test_a_package_that_cannot_train_says_so(config: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ImportError, match="built without LibTorch"):
        dragoman.train(config, tmp_path / "run")


@built_with_torch
@pytest.mark.skipif(has_torch, reason="torch is installed in this environment")
def test_without_torch_training_says_what_to_install(config: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ImportError, match=r"dragoman\[train\]"):
        dragoman.train(config, tmp_path / "run")


@pytest.fixture()
def another_torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in (("torch/__init__.py", ""), ("torch-1.2.3.dist-info/METADATA", "Version: 1.2.3\n")):
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="ascii")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))


@built_with_torch
def test_another_torch_is_an_error_that_names_both(config: dict[str, Any], tmp_path: Path, another_torch: None) -> None:
    with pytest.raises(ImportError, match=r"built for torch \d+\.\d+\.\d+, but torch 1\.2\.3 is .*=[\d.]+'$"):
        dragoman.train(config, tmp_path / "run")


@built_with_torch
def test_the_command_refuses_another_torch_where_it_needs_torch(another_torch: None, monkeypatch: pytest.MonkeyPatch,
                                                                capsys: pytest.CaptureFixture[str]) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(os, "execve", lambda path, arguments, variables: started.append(arguments))
    for arguments in (["train", "--out", "run"], ["translate", "run", "--device", "cuda"], ["serve", "--device=cuda"]):
        monkeypatch.setattr(sys, "argv", ["dragoman", *arguments])
        assert training.main() == 1
        assert "but torch 1.2.3 is installed" in capsys.readouterr().err
    assert not started
    for arguments in (["train", "--help"], ["translate", "run", "--device", "cpu"]):
        monkeypatch.setattr(sys, "argv", ["dragoman", *arguments])
        training.main()
        assert started.pop() == ["dragoman", *arguments]


def test_the_extra_train_installs_the_torch_of_the_build() -> None:
    root = Path(__file__).parents[2]
    setup = (root / "scripts" / "setup").read_text(encoding="utf-8")
    version = next(line for line in setup.splitlines() if line.startswith("torch_version=")).split("=")[1]
    assert f'"torch=={version}"' in (root / "pyproject.toml").read_text(encoding="utf-8")


@needs_torch
def test_reports_become_callbacks(config: dict[str, Any], tmp_path: Path) -> None:
    events: list[dict[str, Any]] = []
    settings = {"train.updates": 20, "train.warmup": 10, "data.valid.source": Path(config["data"]["valid"]["source"])}
    config["data"]["valid"]["target"] = Path(config["data"]["valid"]["target"])
    last = dragoman.train(config, tmp_path / "run", settings=settings, on_report=events.append, threads=1)
    assert last == {"event": "end", "update": 20, "signal": 0}
    assert {"report", "validation", "checkpoint", "end"} == {event["event"] for event in events}
    with dragoman.Translator(tmp_path / "run") as translator:
        assert isinstance(translator.translate("A man."), str)


@needs_torch
def test_two_files_of_text_are_enough(tmp_path: Path) -> None:
    for language, word in (("en", "dog"), ("de", "Hund")):
        lines = [f"{word} number {i} and {i * i}\n" for i in range(300)]
        (tmp_path / f"train.{language}").write_text("".join(lines), encoding="utf-8")
    sizes = {"model.width": 32, "model.feed_forward": 64, "model.encoder_layers": 1, "model.decoder_layers": 1}
    events: list[dict[str, Any]] = []
    dragoman.train(out=tmp_path / "run", source=tmp_path / "train.en", target=tmp_path / "train.de", threads=1,
                   settings={**sizes, "train.updates": 4, "train.warmup": 2}, on_report=events.append)
    validation = next(event for event in events if event["event"] == "validation")
    assert validation["source_1"].startswith("dog") and validation["reference_1"].startswith("Hund")
    with pytest.raises(ValueError, match="--target"):
        dragoman.train(out=tmp_path / "other", source=tmp_path / "train.en")


@needs_torch
def test_an_exception_of_the_callback_saves_and_stops_the_run(config: dict[str, Any], tmp_path: Path) -> None:
    def stop(_: dict[str, Any]) -> None:
        raise ZeroDivisionError

    long = {"train.updates": 100000}
    with pytest.raises(ZeroDivisionError):
        dragoman.train(config, tmp_path / "run", settings=long, on_report=stop, threads=1)
    shorter = {"train.updates": 15}
    last = dragoman.train(config, tmp_path / "run", settings=shorter, threads=1, resume=True)
    assert last["update"] >= 5
    assert dragoman.train(tmp_path / "run") == last  # continues the run


@needs_torch
def test_a_wrong_configuration_is_a_value_error(config: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="train.updates"):
        dragoman.train(config, tmp_path / "run", settings={"train.updates": -1})
    with pytest.raises(ValueError, match="did you mean"):
        dragoman.train({**config, "trian": {}}, tmp_path / "run")
    with pytest.raises(ValueError, match="--bogus"):  # ends before it has read the configuration
        dragoman.train({**config, "description": "x" * 1000000}, tmp_path / "run", bogus=1)
    with pytest.raises(ValueError, match="^config names no data.train: add it there"):
        dragoman.train({}, tmp_path / "run")
    with pytest.raises(ValueError, match=r"^config:1:\d+: .*last read: '\"learning_rate\": N'"):
        dragoman.train({"train": {"learning_rate": float("nan")}}, tmp_path / "run")


@needs_torch
def test_a_file_that_does_not_exist_is_file_not_found(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="none.json"):
        dragoman.train(tmp_path / "none.json", tmp_path / "run")
    with pytest.raises(FileNotFoundError, match="none.en"):
        dragoman.train(out=tmp_path / "run", source=tmp_path / "none.en", target=tmp_path / "none.de")


@needs_torch
def test_a_dict_trains_several_processes(config: dict[str, Any], tmp_path: Path) -> None:
    settings = {"train.updates": 4, "train.warmup": 2, "train.validate_every": 4, "train.checkpoint_every": 4}
    last = dragoman.train(config, tmp_path / "run", settings=settings, processes=2)
    assert last == {"event": "end", "update": 4, "signal": 0}


def test_the_error_of_a_process_is_not_replaced_by_its_end() -> None:
    lines = training._LogLines(io.StringIO(
        "dragoman: error: no such thing\n"
        "error: process 0 ended with exit status 1: the others are being ended\n"))
    lines.run()
    assert lines.last_error == "no such thing"
    lines = training._LogLines(io.StringIO("error: process 1 was killed by signal 9 (Killed)\n"))
    lines.run()
    assert lines.last_error == "process 1 was killed by signal 9 (Killed)"


def test_an_error_passes_between_processes() -> None:
    error = pickle.loads(pickle.dumps(training.TrainingError("the disk is full", 3)))
    assert (type(error), str(error), error.status) == (training.TrainingError, "the disk is full", 3)


def test_options_are_those_of_the_command_line() -> None:
    class Scalar:
        """A number like numpy's."""

        def __init__(self, value: Any) -> None:
            self._value = value

        def item(self) -> Any:
            return self._value

        def tolist(self) -> Any:
            return self._value

    given = {"threads": 0, "processes": Scalar(2), "resume": Scalar(True), "force": False, "source": None}
    command = training._command(None, "run", {"train.updates": Scalar(5)}, given)
    assert command[4:] == ["--reports", "-", "--set", "train.updates=5", "--threads", "0", "--processes", "2",
                           "--resume"]
    for value in (1, "yes", Scalar(1)):
        with pytest.raises(TypeError, match="resume is .* must be True or False"):
            training._command(None, "run", {}, {"resume": value})


def test_a_configuration_is_of_mappings_and_what_json_has() -> None:
    config = MappingProxyType({"data": UserDict(train=[{"source": Path("a.en")}], weights=array.array("i", [1]))})
    assert json.loads(json.dumps(config, default=training._plain)) == {
        "data": {"train": [{"source": "a.en"}], "weights": [1]}}


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"config": {"name": b"a"}}, "b'a' is bytes, but a configuration has"),
    ({"config": {"name": {1}}}, "is set, but a configuration has"),
    ({"config": 5}, "config is int, but must be a path or a dict"),
    ({"settings": {"train.updates": b"5"}}, "b'5' is bytes"),
    ({"settings": ["train.updates"]}, "settings is list, but must be a dict"),
    ({"on_report": 5}, "on_report is int, but must be a function"),
    ({"source": b"a.en"}, "source is bytes, but must be str, a path or a number"),
    ({"source": ["a.en"]}, "source is list, but must be str, a path or a number"),
]


@pytest.mark.parametrize("arguments, message", WRONG)
def test_wrong_arguments_are_refused_before_training_starts(arguments: dict[str, Any], message: str, tmp_path: Path,
                                                            monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "environment", lambda: pytest.fail("training starts"))
    with pytest.raises(TypeError, match=message):
        dragoman.train(out=tmp_path / "run", **arguments)


def test_an_empty_name_of_the_library_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DRAGOMAN_LIBRARY", raising=False)
    installed = training.program()
    monkeypatch.setenv("DRAGOMAN_LIBRARY", "")
    assert training.program() == installed


def test_a_second_interrupt_kills_the_program() -> None:
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], stdout=subprocess.PIPE,
                          text=True) as process:
        def interrupt_first(sig: int) -> None:
            if sig == signal.SIGTERM:
                raise KeyboardInterrupt
            os.kill(process.pid, sig)

        process.send_signal = interrupt_first  # type: ignore[method-assign]
        with pytest.raises(KeyboardInterrupt):
            training._stop(process)
        assert process.wait() == -signal.SIGKILL


def test_a_wrong_out_is_named(config: dict[str, Any], tmp_path: Path) -> None:
    for file in (config, tmp_path / "config.json"):
        with pytest.raises(TypeError, match="needs out: name the model folder"):
            dragoman.train(file)
    for wrong in (None, 5, b"run"):
        with pytest.raises(TypeError, match="out is .*, but must be a path"):
            dragoman.train(config, wrong)  # type: ignore[arg-type]
