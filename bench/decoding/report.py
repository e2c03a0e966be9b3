"""Writes the tables of a comparison, and its measurements as JSON."""

import json
import sys
from pathlib import Path

from sides import counterparts

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common.report import disturbed, table  # noqa: E402

HEADERS = ["model, search", "CTranslate2", "tokens/s", "Dragoman", "tokens/s", "ratio", "MB, theirs", "MB, ours"]
LATENCIES = ["ms, theirs", "ms, ours", "95 %, theirs", "95 %, ours"]
NOT_MEASURED = "-"


def pairs(cell, device):
    """Returns each of Dragoman's precisions with the side of CTranslate2 to compare with, or None if that was not
    measured."""
    theirs = {side.precision: side for side in cell.runs if side.program == "CTranslate2"}
    ours = [side for side in cell.runs if side.program == "Dragoman"]
    return [(theirs.get(counterparts(device)[side.precision]), side) for side in ours]


def row(cell, theirs, ours):
    def of(side, key, form):
        return form.format(cell.median(side, key)) if side else NOT_MEASURED

    values = [f"{cell.model}, {'greedy' if cell.beam == 1 else f'beam {cell.beam}'}"]
    for side in (theirs, ours):
        setting = f"{side.precision}: {cell.settings[side]}" if side else NOT_MEASURED
        values += [setting, of(side, "tok_s", "{:,.0f}")]
    values.append(f"{cell.median(ours, 'tok_s') / cell.median(theirs, 'tok_s'):.2f}" if theirs else NOT_MEASURED)
    values += [of(side, "peak_rss_mb", "{:.0f}") for side in (theirs, ours)]
    if cell.shape == "one":
        values += [of(side, key, "{:.1f}") for key in ("median_ms", "p95_ms") for side in (theirs, ours)]
    return values


def comparison(cells, device):
    """Returns a table for each shape, and a warning line if other processes took the machine's time."""
    parts = []
    titles = {"one": "One sentence at a time", "batches": "Batches, each side at its best setting"}
    for shape, title in titles.items():
        rows = [row(cell, *pair) for cell in cells if cell.shape == shape for pair in pairs(cell, device)]
        if rows:
            headers = HEADERS + (LATENCIES if shape == "one" else [])
            parts.append(f"### {title}\n\n{table(headers, rows)}\n")
    runs = [run for cell in cells for all_runs in cell.runs.values() for run in all_runs]
    return "\n".join([*parts, *(f"{line}\n" for line in disturbed(runs))])


def everything(cells):
    """Returns all measurements from which settings were chosen, once each."""
    rows = [
        [cell.model, cell.beam, side, setting, f"{run['tok_s']:,.0f}", f"{run['peak_rss_mb']:.0f}"]
        for cell in cells
        for side, setting, run in cell.sweep
    ]
    return f"### All settings, once\n\n{table(['model', 'beam', 'program', 'setting', 'tokens/s', 'MB'], rows)}\n"


def save(path, cells):
    def described(side, setting, run):
        return {"program": side.program, "precision": side.precision, "setting": str(setting), **run}

    document = [
        {
            "model": cell.model,
            "beam": cell.beam,
            "shape": cell.shape,
            "sweep": [described(*one) for one in cell.sweep],
            "runs": [described(side, cell.settings[side], run) for side in cell.runs for run in cell.runs[side]],
        }
        for cell in cells
    ]
    path.write_text(json.dumps(document, indent=1) + "\n")
