"""The recipe of both programs, in the names and values of Dragoman's settings.

It is nanoGPT's recipe for a character-level model on a CPU. configs/language_model.json has it for Dragoman;
`compare` checks that the two agree.
"""

from types import SimpleNamespace

data = SimpleNamespace(layout="stream", max_length=64)
tokenizer = SimpleNamespace(type="char", keep_whitespace=True)
model = SimpleNamespace(
    architecture="language-model",
    decoder_layers=4,
    heads=4,
    width=128,
    feed_forward=512,
    activation="gelu",
    norm="pre",
    positions="learned",
    shared_embeddings="all",
    scale_embeddings=False,
    output_bias=False,
    dropout=0.0,
    attention_dropout=0.0,
    feed_forward_dropout=0.0,
)
train = SimpleNamespace(
    updates=2000,
    precision="fp32",
    update_tokens=768,
    parts=4,
    optimizer="adamw",
    learning_rate=1e-3,
    initial_rate=0.0,
    final_rate=1e-4,
    schedule="cosine",
    warmup=100,
    beta1=0.9,
    beta2=0.99,
    epsilon=1e-8,
    weight_decay=0.1,
    clip_norm=1.0,
    label_smoothing=0.0,
    moving_average=0.0,
)
SECTIONS = {"data": data, "tokenizer": tokenizer, "model": model, "train": train}


def differences(config):
    """Yields lines that name the settings in which a run's config.json differs from the recipe."""
    for name, section in SECTIONS.items():
        for key, value in vars(section).items():
            found = config.get(name, {}).get(key)
            if found != value:
                yield f"{name}.{key} is {found}, the recipe's is {value}"
