"""Writes the report of scripts/gpu-check from the results of its stages."""

import statistics
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common.report import table  # noqa: E402

TITLES = {
    "dragoman-fp32": "Dragoman, fp32", "dragoman-bf16": "Dragoman, bf16",
    "fast-fp32": "PyTorch loop, fp32", "fast-bf16": "PyTorch loop, bf16",
    "dragoman-processes-bf16": "Dragoman, bf16, several processes",
    "fast-ddp-bf16": "PyTorch loop, bf16, DistributedDataParallel",
}  # fmt: skip
PEERS = {
    "dragoman-fp32": "fast-fp32", "dragoman-bf16": "fast-bf16", "dragoman-processes-bf16": "fast-ddp-bf16",
}  # fmt: skip


def sound_results(lines):
    return {item: line["result"] for item, line in lines.items() if "failed" not in line["result"]}


def failures_of(records, stages):
    """Yields a line for each failure."""
    for stage in ("build", *(stage for stage in stages if stage != "build")):
        for item, line in records.of_stage(stage).items():
            if "failed" in line["result"]:
                yield f"{stage}, {item}: {line['result']['failed']}"
            for test in line["result"].get("failures", {}):
                yield f"{stage}, {item}: {test}"
            for check in line["result"].get("checks", ()):
                if not check["holds"]:
                    yield f"{stage}: {check['name']}: {check['found']:.4g}, where {check['allowed']:g} is allowed"


def machine_part(records, options):
    found = records.find("build", "programs")
    if not found or "failed" in found["result"]:
        return "The programs were not built.\n"
    machine = found["result"]
    place = f"{machine['processor']}, {machine['cores']} cores, {machine['system']}, {machine['compiler']}"
    size = "in small (--quick): the speeds say nothing" if options.quick else "in full"
    return f"{machine['torch']}; {place}. Device {options.device}, {size}.\n"


def tests_part(results):
    rows = [[item, found["tests"], len(found["failures"])] for item, found in results.items()]
    return table(["tests of", "run", "failed"], rows) + "\n"


def checks_part(results):
    rows = [
        [check["name"], f"{check['found']:.4g}", f"{check['allowed']:g}", check["unit"], "yes" if check["holds"] else "NO"]
        for found in results.values()
        for check in found["checks"]
    ]
    return table(["device and CPU: difference of", "found", "allowed", "unit", "holds"], rows) + "\n"


def speeds_of(results):
    """Returns {size: {side: [tokens/s of each repeat]}}."""
    speeds = {}
    for item, found in results.items():
        size, side, _ = item.split(", ")
        speeds.setdefault(size, {}).setdefault(side, []).append(found["tokens_per_second"])
    return speeds


def training_part(results):
    rows = []
    for size, sides in speeds_of(results).items():
        medians = {side: statistics.median(speeds) for side, speeds in sides.items()}
        for side, median in medians.items():
            peer = medians.get(PEERS.get(side))
            ratio = f"{median / peer:.2f}" if peer else ""
            spread = f"{min(sides[side]):,.0f} to {max(sides[side]):,.0f}"
            rows.append([size, TITLES[side], f"{median:,.0f}", spread, ratio])
    headers = ["training", "side", "target tokens/s", "least to greatest", "to the loop"]
    return table(headers, rows) + "\n"


def translation_part(results):
    rows, reasons = [], {}
    for item, found in results.items():
        peers = [side["tokens_per_second"] for name, side in found["sides"].items() if name.startswith("CTranslate2")]
        for name, side in found["sides"].items():
            ratio = f"{side['tokens_per_second'] / peers[0]:.2f}" if peers and name.startswith("Dragoman") else ""
            search = item.split(", ")[0]
            rows.append([f"{found['model']}, {search}", name, side["setting"], f"{side['tokens_per_second']:,.0f}", ratio])
        reasons |= dict.fromkeys(found["left_out"])
    headers = ["translation", "side", "batch, workers", "tokens/s", "to CTranslate2"]
    return "\n".join([table(headers, rows) + "\n", *(f"{reason}.\n" for reason in reasons)])


PARTS = {"tests": tests_part, "demo": checks_part, "training": training_part, "translation": translation_part}


def write_report(records, options):
    """Writes report.md; returns it, and whether nothing failed and all checks hold."""
    parts = ["# Dragoman on a device\n", machine_part(records, options)]
    for stage, part in PARTS.items():
        results = sound_results(records.of_stage(stage))
        if results:
            parts += [f"## {stage.capitalize()}\n", part(results)]
    failures = list(failures_of(records, PARTS))
    if failures:
        parts += ["## Failed\n", "\n".join(f"- {failure}" for failure in failures) + "\n"]
    seconds = sum(line["seconds"] for line in records.lines if line["setting"] == records.setting)
    parts.append(f"All of it took {seconds / 60:.1f} minutes.\n")
    report = "\n".join(parts)
    (options.folder / "report.md").write_text(report, encoding="utf-8")
    return report, not failures
