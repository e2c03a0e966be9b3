"""Translates, scores and encodes by dragoman's command line."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common.programs import call  # noqa: E402
from common.text import write_lines  # noqa: E402


@dataclass
class Translation:
    tokens: list  # without end of sentence
    score: float  # log-probability


def without_end(tokens):
    return tokens[:-1] if tokens[-1:] == ["</s>"] else tokens


class Dragoman:
    """Dragoman: a model folder, run on the command line."""

    def __init__(self, program, run, work):
        self.program, self.run, self.work = program, run, work

    def call(self, *arguments):
        return call([self.program, *arguments])

    def _write(self, name, lines):
        return write_lines(self.work / name, lines)

    def source_ids(self, lines):
        """Returns the encoder's input ids, by `dragoman tokenizer`."""
        settings = json.loads((self.run / "config.json").read_text())["tokenizer"]
        model = "tokenizer.model" if settings["shared"] else "tokenizer.source.model"
        vocabulary = {"shared": "vocabulary.json", "separate": "vocabulary.source.json"}
        options = ["--ids"] + (["--lowercase"] if settings["lowercase"] else [])
        if settings.get("vocabulary") in vocabulary:
            options += ["--vocabulary", self.run / vocabulary[settings["vocabulary"]]]
        path = self._write("source.txt", lines)
        text = self.call("tokenizer", "encode", self.run / model, "--input", path, *options)
        return [[int(token) for token in line.split()] for line in text.split("\n")[:-1]]

    def translate(self, lines, beam, longest):
        settings = {
            "unknown": "allow",
            "stopping": "first",
            "length_penalty": "none",
            "max_length_factor": 0,
            "max_length_offset": longest,
        }
        options = [part for key, value in settings.items() for part in ("--set", f"search.{key}={value}")]
        path = self._write("source.txt", lines)
        text = self.call(
            "translate", self.run, "--input", path, "--beam", beam, "--format", "json", *options
        )
        best = [json.loads(line)["translations"][0] for line in text.split("\n")[:-1]]
        return [Translation(without_end(one["tokens"]), one["log_probability"]) for one in best]

    def score(self, sources, targets):
        """Returns the log-probabilities of each target's tokens, end of sentence last."""
        source, target = self._write("source.txt", sources), self._write("target.txt", targets)
        text = self.call(
            "score", self.run, "--source", source, "--target", target, "--format", "json"
        )
        scored = [json.loads(line)["translations"][0] for line in text.split("\n")[:-1]]
        return [one["token_log_probabilities"] for one in scored]
