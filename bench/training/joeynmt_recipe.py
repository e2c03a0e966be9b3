"""Writes JoeyNMT's configuration for a recipe, and counts JoeyNMT's tokens in an epoch."""

import subprocess
import sys
from pathlib import Path

from batches import SHARED_BATCHES

NEVER = 10**9


def side_of_model(recipe, side):
    return {
        "type": "transformer",
        "num_layers": recipe[f"{side}_layers"],
        "num_heads": recipe["heads"],
        "embeddings": {
            "embedding_dim": recipe["width"], "scale": recipe["scale_embeddings"], "dropout": recipe["dropout"]
        },
        "hidden_size": recipe["width"],
        "ff_size": recipe["feed_forward"],
        "dropout": recipe["dropout"],
        "layer_norm": recipe["norm"],
    }  # fmt: skip


def side_of_data(work, name):
    tokens = {"level": "word", "tokenizer_type": "none", "lowercase": False, "normalize": False}
    return {"lang": name, "voc_file": str(work / "vocabulary.txt"), **tokens}


def training(recipe, updates):
    return {
        "optimizer": recipe["optimizer"],
        "adam_betas": [recipe["beta1"], recipe["beta2"]],
        "scheduling": "warmupinversesquareroot",
        "learning_rate": recipe["learning_rate"],
        "learning_rate_min": 0.0,
        "learning_rate_warmup": recipe["warmup"],
        "label_smoothing": recipe["label_smoothing"],
        "loss": "crossentropy",
        "normalization": "tokens",
        "batch_type": "token",
        "batch_size": recipe["update_tokens"] // SHARED_BATCHES,
        "batch_multiplier": SHARED_BATCHES,
        "updates": updates,
        "epochs": NEVER,
        "validation_freq": NEVER,
        "logging_freq": 10,
        "overwrite": True,
        "keep_best_ckpts": 1,
    }


def configuration(work, recipe, folder, updates, seed):
    """Returns the configuration as JoeyNMT's YAML."""
    return {
        "name": "comparison",
        "joeynmt_version": "2.3.0",
        "model_dir": str(folder / "run"),
        "use_cuda": False,
        "fp16": False,
        "num_workers": 0,
        "random_seed": seed,
        "normalization": "tokens",
        "data": {
            "train": str(work / "train"),
            "dev": str(work / "valid"),
            "dataset_type": "plain",
            "src": side_of_data(work, "source"),
            "trg": side_of_data(work, "target"),
        },
        "training": training(recipe["train"], updates),
        "testing": {"beam_size": 1, "batch_size": 1024, "batch_type": "token", "eval_metrics": ["bleu"]},
        "model": {
            "initializer": "xavier_uniform",
            "embed_initializer": "xavier_uniform",
            "bias_initializer": "zeros",
            "tied_embeddings": True,
            "tied_softmax": True,
            "encoder": side_of_model(recipe["model"], "encoder"),
            "decoder": side_of_model(recipe["model"], "decoder"),
        },
    }


def count_tokens(work, recipe):
    """Counts target tokens of an epoch of JoeyNMT's own batches, in its own process so that torch is not loaded
    here."""
    config = write_configuration(configuration(work, recipe, work, 1, 1), work / "joeynmt-count.yaml")
    program = Path(__file__).with_name("measure_joeynmt.py")
    command = [sys.executable, program, work, work / "small.json", "--out", work, "--count", config]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"error: JoeyNMT does not read {config}\n{done.stderr}")
    return int(done.stdout.strip().split("\n")[-1])


def write_configuration(config, path):
    import yaml

    path.write_text(yaml.safe_dump(config), encoding="utf-8")
    return path
