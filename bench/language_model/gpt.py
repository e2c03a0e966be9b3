"""A decoder-only Transformer in plain PyTorch: pre-norm, learned positions, one matrix for embedding and output."""

import torch
import torch.nn.functional as F
from torch import nn

STANDARD_DEVIATION = 0.02  # of initial weights


class Layer(nn.Module):
    def __init__(self, width, heads, feed_forward):
        super().__init__()
        self.heads = heads
        self.attention_norm = nn.LayerNorm(width)
        self.query_key_value = nn.Linear(width, 3 * width)
        self.output = nn.Linear(width, width)
        self.feed_forward_norm = nn.LayerNorm(width)
        self.inner = nn.Linear(width, feed_forward)
        self.outer = nn.Linear(feed_forward, width)

    def attend(self, x):
        rows, length, width = x.shape
        projected = self.query_key_value(x).view(rows, length, 3, self.heads, width // self.heads)
        queries, keys, values = projected.permute(2, 0, 3, 1, 4).unbind()  # each [B, H, T, d]
        attended = F.scaled_dot_product_attention(queries, keys, values, is_causal=True)
        return self.output(attended.transpose(1, 2).reshape(rows, length, width))

    def forward(self, x):
        """x [B, T, D] -> [B, T, D]."""
        x = x + self.attend(self.attention_norm(x))
        return x + self.outer(F.gelu(self.inner(self.feed_forward_norm(x))))


class LanguageModel(nn.Module):
    """A language model. The last of `num_ids` ids is padding: input only, never predicted."""

    def __init__(self, num_ids, longest, settings):
        super().__init__()
        self.embedding = nn.Embedding(num_ids, settings.width, padding_idx=num_ids - 1)
        self.positions = nn.Parameter(torch.empty(longest, settings.width))
        sizes = (settings.width, settings.heads, settings.feed_forward)
        self.layers = nn.ModuleList(Layer(*sizes) for _ in range(settings.decoder_layers))
        self.norm = nn.LayerNorm(settings.width)
        self._initialize()

    @torch.no_grad()
    def _initialize(self):
        # Weights that add to the residual stream start smaller, as in GPT-2; each layer has two of them.
        residual = STANDARD_DEVIATION / (2 * len(self.layers)) ** 0.5
        for name, parameter in self.named_parameters():
            if parameter.dim() > 1:
                adds = name.endswith(("output.weight", "outer.weight"))
                parameter.normal_(0, residual if adds else STANDARD_DEVIATION)
            elif name.endswith("bias"):
                parameter.zero_()
        self.embedding.weight[-1].zero_()

    def forward(self, inputs):
        """Ids [B, T] -> logits [B, T, V], V without padding."""
        x = self.embedding(inputs) + self.positions[: inputs.shape[1]]
        for layer in self.layers:
            x = layer(x)
        return F.linear(self.norm(x), self.embedding.weight[:-1])
