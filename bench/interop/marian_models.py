"""Makes MarianMTModel folders with OPUS-MT's shapes: random models, and a trained one."""

import json
import random
import shutil
import time

import numpy as np
import sentencepiece
import torch
from transformers import GenerationConfig, MarianConfig, MarianMTModel, MarianTokenizer

SHAPES = {
    "small": {"width": 128, "layers": 3, "inner": 256, "heads": 4, "vocabulary": 6000},
    "base": {"width": 512, "layers": 6, "inner": 2048, "heads": 8, "vocabulary": 32000},
}
LANGUAGE_CODE = ">>deu<<"
BATCH_TOKENS = 2048


def train_sentencepiece(lines, prefix, size):
    """Writes PREFIX.model with SentencePiece's usual ids, as in OPUS-MT's models."""
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_prefix=str(prefix),
        vocab_size=size,
        model_type="unigram",
        hard_vocab_limit=False,
        character_coverage=1.0,
        minloglevel=2,
    )


def make_vocabulary(processors, size):
    """Returns the tokens of both languages in order of ids: </s>, <unk>, a language code, pieces, <pad>."""
    pieces = []
    for processor in processors:
        pieces += [processor.id_to_piece(i) for i in range(processor.vocab_size())]
    special = ("<unk>", "<s>", "</s>")
    pieces = sorted({piece for piece in pieces if piece not in special})
    random.Random(5).shuffle(pieces)
    # Leaves some pieces out, which become unknown tokens; if there are too few, invented ones fill their place.
    pieces = pieces[: min(size - 4, len(pieces) - 50)]
    pieces += [f"unused-{i}" for i in range(size - 4 - len(pieces))]
    tokens = ["</s>", "<unk>", LANGUAGE_CODE, *pieces, "<pad>"]
    return {token: index for index, token in enumerate(tokens)}


def make_model(shape, num_tokens, seed):
    """Makes a model with random weights, a bias of the logits, and zero for padding, as Marian has it."""
    torch.manual_seed(seed)
    padding = num_tokens - 1
    model = MarianMTModel(
        MarianConfig(
            vocab_size=num_tokens,
            d_model=shape["width"],
            encoder_layers=shape["layers"],
            decoder_layers=shape["layers"],
            encoder_ffn_dim=shape["inner"],
            decoder_ffn_dim=shape["inner"],
            encoder_attention_heads=shape["heads"],
            decoder_attention_heads=shape["heads"],
            activation_function="swish",
            max_position_embeddings=512,
            scale_embedding=True,
            pad_token_id=padding,
            eos_token_id=0,
            forced_eos_token_id=None,
            decoder_start_token_id=padding,
        )
    )
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "embed_positions" in name:
                continue
            if "shared" in name or "embed_tokens" in name:
                parameter.normal_(std=shape["width"] ** -0.5)
                parameter[padding].zero_()
            elif parameter.dim() == 2:
                torch.nn.init.xavier_uniform_(parameter)
        model.final_logits_bias.normal_(std=0.1)
        model.final_logits_bias[:, padding] = 0
    return model.eval()


def prepare_folder(folder, sources, targets, size):
    """Writes SentencePiece models and the vocabulary in OPUS-MT's form."""
    folder.mkdir(parents=True)
    processors = []
    for side, lines in (("source", sources), ("target", targets)):
        train_sentencepiece(lines, folder / side, min(size // 2, 8000))
        shutil.move(folder / f"{side}.model", folder / f"{side}.spm")
        (folder / f"{side}.vocab").unlink()
        path = str(folder / f"{side}.spm")
        processors.append(sentencepiece.SentencePieceProcessor(model_file=path))
    vocabulary = make_vocabulary(processors, size)
    (folder / "vocab.json").write_text(json.dumps(vocabulary, ensure_ascii=False))
    names = [str(folder / name) for name in ("source.spm", "target.spm", "vocab.json")]
    tokenizer = MarianTokenizer(*names, source_lang="en", target_lang="de")
    tokenizer.save_pretrained(folder)
    return tokenizer


def save_model(model, folder, suppressed=()):
    padding = model.config.pad_token_id
    model.generation_config = GenerationConfig(
        pad_token_id=padding,
        eos_token_id=0,
        decoder_start_token_id=padding,
        bad_words_ids=[[padding], *([token] for token in suppressed)],
        num_beams=4,
        max_length=512,
        renormalize_logits=True,
    )
    model.save_pretrained(folder)


def make_random(folder, name, sources, targets):
    """Makes a random model; the small one never generates one of its tokens."""
    shape = SHAPES[name]
    tokenizer = prepare_folder(folder, sources, targets, shape["vocabulary"])
    model = make_model(shape, len(tokenizer.encoder), seed=1)
    save_model(model, folder, suppressed=[7] if name == "small" else [])


def make_batches(pairs, seed):
    """Returns batches of pairs of similar lengths, in random order."""
    generator = random.Random(seed)
    order = sorted(pairs, key=lambda pair: (len(pair[1]), len(pair[0]), generator.random()))
    batches, batch = [], []
    for pair in order:
        longest = max(len(side) for one in [*batch, pair] for side in one)
        if batch and longest * (len(batch) + 1) > BATCH_TOKENS:
            batches.append(batch)
            batch = []
        batch.append(pair)
    batches.append(batch)
    generator.shuffle(batches)
    return batches


def padded(rows, value):
    longest = max(map(len, rows))
    return torch.from_numpy(np.array([row + [value] * (longest - len(row)) for row in rows]))


def make_trained(folder, sources, targets, seconds):
    """Trains a small model with plain torch for some seconds."""
    shape = SHAPES["small"]
    tokenizer = prepare_folder(folder, sources, targets, shape["vocabulary"])
    model = make_model(shape, len(tokenizer.encoder), seed=2)
    padding = model.config.pad_token_id
    encoded = tokenizer(sources, text_target=targets)
    pairs = list(zip(encoded["input_ids"], encoded["labels"]))
    model.train()
    bias = torch.nn.Parameter(torch.zeros_like(model.final_logits_bias))
    optimizer = torch.optim.Adam([*model.parameters(), bias], lr=1, betas=(0.9, 0.98))
    start, step, epoch, batches = time.time(), 0, 0, []
    while time.time() - start < seconds:
        if not batches:
            batches, epoch = make_batches(pairs, epoch), epoch + 1
        batch, step = batches.pop(), step + 1
        optimizer.param_groups[0]["lr"] = 0.003 * min(step / 400, (400 / step) ** 0.5)
        source = padded([pair[0] for pair in batch], padding)
        labels = padded([pair[1] for pair in batch], padding)
        start_column = torch.full((len(batch), 1), padding)
        inputs = torch.cat([start_column, labels[:, :-1]], dim=1)
        logits = model(source, (source != padding).long(), inputs).logits + bias
        loss = torch.nn.functional.cross_entropy(
            logits.flatten(0, 1), labels.flatten(), ignore_index=padding, label_smoothing=0.1
        )
        optimizer.zero_grad()
        loss.backward()
        with torch.no_grad():
            model.model.shared.weight.grad[padding].zero_()
            bias.grad[:, padding] = 0
        optimizer.step()
        if step % 100 == 0:
            print(f"trained {step} steps, loss {loss.item():.3f}", flush=True)
    model.final_logits_bias.copy_(bias.detach())
    save_model(model.eval(), folder)
