"""Runs of `dragoman train`, for the scripts of this folder."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "bench"))
from common.report import table  # noqa: E402
from common.text import read_table  # noqa: E402

DEMO, BASE = ROOT / "configs" / "demo.json", ROOT / "configs" / "base.json"
NEVER = 10**9
# Keeps validation and checkpoints out of the measured updates.
QUIET = ["data.valid={}", f"train.checkpoint_every={NEVER}", "train.save_minutes=0", "train.epochs=0"]


def write_corpus(dragoman, work, pairs):
    """Generates a corpus in `work` and returns its settings."""
    folder = work / f"corpus-{pairs}"
    if not folder.exists():
        subprocess.run([dragoman, "corpus", "--out", folder, "--pairs", str(pairs)], check=True, capture_output=True)
    train = f'[{{"source": "{folder}/train.en", "target": "{folder}/train.de"}}]'
    return [f"data.train={train}", f"data.valid.source={folder}/valid.en", f"data.valid.target={folder}/valid.de"]


def train_command(dragoman, config, out, settings, threads, *flags):
    command = [dragoman, "train", config, "--out", out, "--threads", threads, *flags]
    return [str(part) for part in [*command, *(part for setting in settings for part in ("--set", setting))]]


def train(dragoman, config, out, settings, processes=1, threads=1):
    """Trains in a new folder; returns the log."""
    shutil.rmtree(out, ignore_errors=True)
    command = train_command(dragoman, config, out, settings, threads, "--processes", processes)
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"DRAGOMAN_LOG": ""})
    if done.returncode != 0:
        sys.exit(f"error: {' '.join(command)}\n{done.stderr}")
    return done.stderr


def weights_hash(out):
    return hashlib.sha256((out / "model.safetensors").read_bytes()).hexdigest()


def tokens_per_second(out, after=0):
    """Returns the target tokens per second of the updates after the first `after`, from RUN/train.tsv."""
    rows = [row for row in read_table(out / "train.tsv") if int(row["update"]) > after]
    seconds = sum(int(row["target_tokens"]) / float(row["tokens_per_second"]) for row in rows)
    return sum(int(row["target_tokens"]) for row in rows) / seconds


def exchange(log):
    """Returns, per update, the bytes that process 0 sent, the seconds, and those beside the computing."""
    found = re.search(r"exchange: ([0-9.]+) MB sent and ([0-9.]+) ms an update, of which ([0-9.]+) ms", log)
    if not found:
        sys.exit(f"error: the log says nothing of the exchange:\n{log}")
    return float(found[1]) * 1e6, float(found[2]) / 1e3, float(found[3]) / 1e3


def print_table(headers, rows):
    print(table(headers, rows), flush=True)
