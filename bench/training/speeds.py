"""Writes the tables of a comparison."""

import statistics

from toolkits import SIDES

from common.report import disturbed, median, table  # isort: skip  (of bench, which toolkits adds)

HEADERS = ["side", "target tokens/s", "least to greatest", "tokens an update", "MB"]


def row(name, runs, our_speeds):
    speeds = [run["tokens_per_second"] for run in runs]
    speed = statistics.median(speeds)
    trains = not name.startswith("products")
    return [
        SIDES[name].title,
        f"{speed:,.0f}",
        f"{min(speeds):,.0f} to {max(speeds):,.0f}",
        f"{statistics.mean(run['target_tokens'] / run['updates'] for run in runs):,.0f}" if trains else "",
        f"{median(runs, 'peak_mb'):,.0f}" if trains else "",
        *(f"{ours / speed:.2f}" for ours in our_speeds),
    ]


def size_table(size, runs):
    ours = [name for name in runs if SIDES[name].ours]
    our_speeds = [median(runs[name], "tokens_per_second") for name in ours]
    headers = HEADERS + [f"{SIDES[name].title} to it" for name in ours]
    return f"### {size}\n\n" + table(headers, [row(name, some, our_speeds) for name, some in runs.items()]) + "\n"


def summary(runs):
    """Returns a table for each size, and a warning line if other processes took the machine's time."""
    parts = [size_table(size, some) for size, some in runs.items()]
    all_runs = [run for sides in runs.values() for some in sides.values() for run in some]
    return "\n".join([*parts, *disturbed(all_runs)])
