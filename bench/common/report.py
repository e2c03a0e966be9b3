"""Parts of reports about measurements."""

import statistics

DISTURBING = 0.1  # cores that other processes may take


def table(headers, rows):
    lines = [headers, ["---"] * len(headers), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def median(runs, key):
    return statistics.median(run[key] for run in runs)


def disturbed(runs):
    """Returns a list with a warning line if other processes took the machine's time; else an empty list."""
    count = sum(run["other_cores"] > DISTURBING for run in runs)
    return [f"{count} of {len(runs)} measurements had other work beside them: measure again."] if count else []
