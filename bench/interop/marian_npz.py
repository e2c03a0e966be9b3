"""Writes a MarianMTModel in Marian's own format: model.npz and its vocabulary."""

import json
import shutil

import numpy as np
from safetensors.numpy import load_file

ATTENTION = {"q_proj": "q", "k_proj": "k", "v_proj": "v", "out_proj": "o"}


def layer_arrays(weights, layer, name, attentions):
    """Returns the arrays of one layer under Marian's names: matrices transposed, vectors as rows."""
    arrays = {}
    for attention, short, norm in attentions:
        for projection, letter in ATTENTION.items():
            prefix = f"{layer}.{attention}.{projection}"
            arrays[f"{name}_{short}_W{letter}"] = weights[f"{prefix}.weight"].T
            arrays[f"{name}_{short}_b{letter}"] = weights[f"{prefix}.bias"][None]
        arrays[f"{name}_{short}_Wo_ln_scale"] = weights[f"{layer}.{norm}.weight"][None]
        arrays[f"{name}_{short}_Wo_ln_bias"] = weights[f"{layer}.{norm}.bias"][None]
    for number in (1, 2):
        arrays[f"{name}_ffn_W{number}"] = weights[f"{layer}.fc{number}.weight"].T
        arrays[f"{name}_ffn_b{number}"] = weights[f"{layer}.fc{number}.bias"][None]
    arrays[f"{name}_ffn_ffn_ln_scale"] = weights[f"{layer}.final_layer_norm.weight"][None]
    arrays[f"{name}_ffn_ffn_ln_bias"] = weights[f"{layer}.final_layer_norm.bias"][None]
    return arrays


def options_text(config):
    tokens = config["vocab_size"] - 1
    options = {
        "type": "transformer",
        "dim-vocabs": [tokens, tokens],
        "dim-emb": config["d_model"],
        "enc-depth": config["encoder_layers"],
        "dec-depth": config["decoder_layers"],
        "transformer-heads": config["encoder_attention_heads"],
        "transformer-dim-ffn": config["encoder_ffn_dim"],
        "transformer-ffn-depth": 2,
        "transformer-ffn-activation": config["activation_function"],
        "transformer-preprocess": "",
        "transformer-postprocess": "dan",
        "transformer-postprocess-emb": "d",
        "transformer-decoder-autoreg": "self-attention",
        "transformer-tied-layers": [],
        "tied-embeddings-all": True,
        "input-types": [],
        "version": "v1.12.0",
    }
    return "".join(f"{name}: {json.dumps(value)}\n" for name, value in options.items())


def write_marian(huggingface, folder):
    folder.mkdir(parents=True, exist_ok=True)
    config = json.loads((huggingface / "config.json").read_text())
    weights = load_file(huggingface / "model.safetensors")
    shared = next(
        weights[name] for name in ("model.shared.weight", "lm_head.weight") if name in weights
    )
    arrays = {"Wemb": shared[:-1], "decoder_ff_logit_out_b": weights["final_logits_bias"][:, :-1]}
    own = [("self_attn", "self", "self_attn_layer_norm")]
    both = [*own, ("encoder_attn", "context", "encoder_attn_layer_norm")]
    for half, attentions in (("encoder", own), ("decoder", both)):
        for i in range(config[f"{half}_layers"]):
            layer = f"model.{half}.layers.{i}"
            arrays |= layer_arrays(weights, layer, f"{half}_l{i + 1}", attentions)
    arrays = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    text = options_text(config).encode() + b"\0"
    arrays["special:model.yml"] = np.frombuffer(text, dtype=np.int8)
    np.savez(folder / "model.npz", **arrays)
    vocabulary = json.loads((huggingface / "vocab.json").read_text())
    del vocabulary["<pad>"]
    lines = [f"{json.dumps(token)}: {index}\n" for token, index in vocabulary.items()]
    (folder / "vocab.yml").write_text("".join(lines))
    for name in ("source.spm", "target.spm"):
        shutil.copy(huggingface / name, folder / name)
