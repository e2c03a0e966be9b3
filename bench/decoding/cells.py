"""A cell of the comparison: programs measured in turn, each at its best setting."""

import itertools
import statistics
import sys
from dataclasses import dataclass, field, replace

from sides import Setting, measure
from workload import write_workload


@dataclass
class Cell:
    model: str
    beam: int
    shape: str  # "one" or "batches"
    settings: dict  # keyed by side
    sweep: list = field(default_factory=list)  # (side, setting, measurement) of each setting tried
    runs: dict = field(default_factory=dict)  # measurements by side

    def median(self, side, key):
        return statistics.median(run[key] for run in self.runs[side])


class Measurer:
    """Measures all sides with one model and one beam."""

    def __init__(self, model, sides, beam, options):
        self.model, self.sides, self.beam, self.options = model, sides, beam, options

    def cells(self):
        if "one" in self.options.shapes:
            for threads in self.options.threads:
                yield self._take_turns(self._at_best_settings("one", [Setting("one", 1, threads)]))
        if "batches" in self.options.shapes:
            pairs = itertools.product(self.options.batches, self.options.workers)
            settings = [Setting(batching, *workers) for batching, workers in pairs]
            yield self._take_turns(self._at_best_settings("batches", settings))

    def _measure(self, side, setting):
        path = self.model.folder / f"{setting.batching}.json"
        write_workload(path, self.model.sources, setting.batching, self.options.longest, self.model.forced)
        return measure(side, setting, self.beam, path)

    def _at_best_settings(self, shape, settings):
        """Returns a cell with the fastest setting of each side. Measures each setting once, with each library, if
        there is a choice."""
        best, sweep = {}, []
        for side in self.sides:
            choices = [replace(setting, library=library) for setting in settings for library in side.libraries]
            tried = [(side, choice, self._measure(side, choice)) for choice in choices] if len(choices) > 1 else []
            best[side] = max(tried, key=lambda one: one[2]["tok_s"])[1] if tried else choices[0]
            sweep += tried
        return Cell(self.model.name, self.beam, shape, best, sweep)

    def _take_turns(self, cell):
        cell.runs = {side: [] for side in self.sides}
        for _ in range(self.options.repeats):
            for side in self.sides:
                cell.runs[side].append(self._measure(side, cell.settings[side]))
        self._check_tokens(cell)
        return cell

    def _check_tokens(self, cell):
        """Checks the lengths: forced translations of the same batches must have the same lengths on all sides."""
        if not self.model.forced:
            return
        for side, runs in cell.runs.items():
            expected = cell.runs[self.sides[0]][0]["tokens"]
            same_batches = cell.settings[side].batching == cell.settings[self.sides[0]].batching
            if same_batches and any(run["tokens"] != expected for run in runs):
                sys.exit(f"error: {side} gave other numbers of tokens than {self.sides[0]}, {expected}")
