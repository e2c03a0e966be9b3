"""The tables of a comparison, and what it measured as JSON."""

import json

from sides import COUNTERPARTS

HEADERS = ["model, search", "CTranslate2", "tokens/s", "Dragoman", "tokens/s", "ratio", "MB, theirs", "MB, ours"]
LATENCIES = ["ms, theirs", "ms, ours", "95 %, theirs", "95 %, ours"]
DISTURBING = 0.1  # cores that other processes may take


def table(headers, rows):
    lines = [headers, ["---"] * len(headers), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def pairs(cell):
    """Each of our precisions with CTranslate2's that it is compared with."""
    theirs = {side.precision: side for side in cell.runs if side.program == "CTranslate2"}
    return [(theirs[COUNTERPARTS[side.precision]], side) for side in cell.runs if side.program == "Dragoman"]


def row(cell, theirs, ours):
    speeds = [cell.median(side, "tok_s") for side in (theirs, ours)]
    values = [f"{cell.model}, {'greedy' if cell.beam == 1 else f'beam {cell.beam}'}"]
    for side, speed in zip((theirs, ours), speeds):
        values += [f"{side.precision}: {cell.settings[side]}", f"{speed:,.0f}"]
    values.append(f"{speeds[1] / speeds[0]:.2f}")
    values += [f"{cell.median(side, 'peak_rss_mb'):.0f}" for side in (theirs, ours)]
    if cell.shape == "one":
        keys = ("median_ms", "p95_ms")
        values += [f"{cell.median(side, key):.1f}" for key in keys for side in (theirs, ours)]
    return values


def comparison(cells):
    """A table for each shape."""
    parts = []
    titles = {"one": "One sentence at a time", "batches": "Batches, each side at its best setting"}
    for shape, title in titles.items():
        rows = [row(cell, *pair) for cell in cells if cell.shape == shape for pair in pairs(cell)]
        if rows:
            headers = HEADERS + (LATENCIES if shape == "one" else [])
            parts.append(f"### {title}\n\n{table(headers, rows)}\n")
    return "\n".join([*parts, *disturbed(cells)])


def disturbed(cells):
    """A line where other processes took the machine's time."""
    runs = [run for cell in cells for all_runs in cell.runs.values() for run in all_runs]
    count = sum(run["other_cores"] > DISTURBING for run in runs)
    return [f"{count} of {len(runs)} measurements had other work beside them: measure again.\n"] if count else []


def everything(cells):
    """All measurements that settings were chosen by, once each."""
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
