"""Writes the table of a comparison."""

import math
import statistics
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common.report import disturbed, median, table  # noqa: E402

HEADERS = ["program", "nats per character", "least to greatest", "bits per character", "tokens/s", "ratio"]


def row(name, runs, our_speed):
    losses = [run["loss"] for run in runs]
    loss, speed = statistics.median(losses), median(runs, "tokens_per_second")
    return [
        name,
        f"{loss:.4f}",
        f"{min(losses):.4f} to {max(losses):.4f}",
        f"{loss / math.log(2):.4f}",
        f"{speed:,.0f}",
        f"{our_speed / speed:.2f}",
    ]


def summary(runs):
    """Returns the medians of each program's runs, and a warning line if other processes took the machine's time."""
    our_speed = median(runs["Dragoman"], "tokens_per_second")
    rows = [row(name, some, our_speed) for name, some in runs.items()]
    all_runs = [run for some in runs.values() for run in some]
    return "\n\n".join([table(HEADERS, rows), *disturbed(all_runs)])
