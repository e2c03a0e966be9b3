"""A cell of the comparison: programs measured in turn, each at the setting that suits it best."""

import itertools
import statistics
import sys
from dataclasses import dataclass, field

from sides import Setting, measure
from workload import write_workload


@dataclass
class Cell:
    model: str
    beam: int
    shape: str  # "one" or "batches"
    settings: dict  # of each side
    sweep: list = field(default_factory=list)  # (side, setting, measurement) that these were chosen by
    runs: dict = field(default_factory=dict)  # measurements of each side

    def median(self, side, key):
        return statistics.median(run[key] for run in self.runs[side])


class Measurer:
    """Measures the sides of one model with one beam."""

    def __init__(self, model, sides, beam, options):
        self.model, self.sides, self.beam, self.options = model, sides, beam, options

    def cells(self):
        if "one" in self.options.shapes:
            for threads in self.options.threads:
                setting = Setting("one", 1, threads)
                yield self._take_turns(Cell(self.model.name, self.beam, "one", dict.fromkeys(self.sides, setting)))
        if "batches" in self.options.shapes:
            yield self._take_turns(self._at_best_settings())

    def _measure(self, side, setting):
        path = self.model.folder / f"{setting.batching}.json"
        write_workload(path, self.model.sources, setting.batching, self.options.longest, self.model.forced)
        return measure(side, setting, self.beam, path)

    def _at_best_settings(self):
        pairs = itertools.product(self.options.batches, self.options.workers)
        settings = [Setting(batching, *workers) for batching, workers in pairs]
        sweep = []
        if len(settings) > 1:
            tried = itertools.product(settings, self.sides)
            sweep = [(side, setting, self._measure(side, setting)) for setting, side in tried]
        best = {side: settings[0] for side in self.sides}
        for side, setting, _ in sorted(sweep, key=lambda one: one[2]["tok_s"]):
            best[side] = setting
        return Cell(self.model.name, self.beam, "batches", best, sweep)

    def _take_turns(self, cell):
        cell.runs = {side: [] for side in self.sides}
        for _ in range(self.options.repeats):
            for side in self.sides:
                cell.runs[side].append(self._measure(side, cell.settings[side]))
        self._check_tokens(cell)
        return cell

    def _check_tokens(self, cell):
        """Forced translations of the same batches have the same lengths, whoever makes them."""
        if not self.model.forced:
            return
        for side, runs in cell.runs.items():
            expected = cell.runs[self.sides[0]][0]["tokens"]
            same_batches = cell.settings[side].batching == cell.settings[self.sides[0]].batching
            if same_batches and any(run["tokens"] != expected for run in runs):
                sys.exit(f"error: {side} gave other numbers of tokens than {self.sides[0]}, {expected}")
