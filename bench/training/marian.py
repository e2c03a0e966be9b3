"""transformers' MarianMTModel, trained with PyTorch's own loss."""

import torch.nn.functional as F
from torch import nn
from transformers import MarianConfig, MarianMTModel


class Marian(nn.Module):
    def __init__(self, recipe, num_ids, smoothing):
        super().__init__()
        self.padding, self.smoothing = num_ids - 1, smoothing
        sides = {
            f"{side}_{name}": value
            for side, layers in (("encoder", recipe.encoder_layers), ("decoder", recipe.decoder_layers))
            for name, value in (
                ("layers", layers), ("attention_heads", recipe.heads), ("ffn_dim", recipe.feed_forward)
            )
        }  # fmt: skip
        config = MarianConfig(
            vocab_size=num_ids,
            d_model=recipe.width,
            max_position_embeddings=recipe.max_length,
            activation_function=recipe.activation,
            dropout=recipe.dropout,
            attention_dropout=recipe.attention_dropout,
            activation_dropout=recipe.feed_forward_dropout,
            scale_embedding=recipe.scale_embeddings,
            pad_token_id=self.padding,
            decoder_start_token_id=self.padding,
            eos_token_id=None,
            forced_eos_token_id=None,
            share_encoder_decoder_embeddings=True,
            use_cache=False,
            **sides,
        )
        self.model = MarianMTModel(config)

    def forward(self, source, target_input, target_output, *_):
        """Ids [B, S], [B, T], [B, T] -> the sum of the loss over target tokens."""
        mask = source != self.padding
        logits = self.model(input_ids=source, attention_mask=mask, decoder_input_ids=target_input).logits
        return F.cross_entropy(
            logits.flatten(0, 1),
            target_output.flatten(),
            ignore_index=self.padding,
            label_smoothing=self.smoothing,
            reduction="sum",
        )
