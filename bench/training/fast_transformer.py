"""The Transformer in PyTorch's own operations, as fast as they allow: post-norm, one matrix of embeddings.

Attention is fused, which it is without dropout of its weights alone. On CPUs, masks of dropout come from bytes, eight of
one random number; elsewhere PyTorch's own dropout is one operation. Logits live for some rows at a time, in which their
loss and its gradient are made.
"""

import torch
import torch.nn.functional as F
from torch import nn

CHUNK_ROWS = 256
GPU_CHUNK_ROWS = 8192
INT64_MIN = -(2**63)


class ByteDropout(torch.autograd.Function):
    """Dropout with its rate rounded to 256ths."""

    @staticmethod
    def forward(context, x, rate):
        dropped = round(256 * rate)
        numbers = torch.empty(-(-x.numel() // 8), dtype=torch.int64).random_(INT64_MIN, None)
        kept = numbers.view(torch.uint8)[: x.numel()].view(x.shape) >= dropped
        context.save_for_backward(kept)
        context.scale = 256 / (256 - dropped)
        return torch.mul(x, kept).mul_(context.scale)

    @staticmethod
    def backward(context, gradient):
        (kept,) = context.saved_tensors
        return torch.mul(gradient, kept).mul_(context.scale), None


def dropout(x, rate):
    return ByteDropout.apply(x, rate) if x.is_cpu else F.dropout(x, rate)


class SmoothedLoss(torch.autograd.Function):
    """Label-smoothed cross entropy of states [N, D] with targets [N], summed; products in `dtype`.

    With logits z = states W', e = exp(z - max z) and Z = sum e, the loss of a row is log Z + max z - (1 - s)
    z[target] - s / V sum z, and its gradient e / Z - (1 - s) [target] - s / V. The division by Z, the sum of z,
    and s / V are done on the narrow side of products where possible.
    """

    @staticmethod
    def forward(context, states, weight, targets, smoothing, dtype):
        uniform = smoothing / len(weight)
        cast_weight, column_sums = weight.to(dtype), weight.sum(0)
        loss = uniform * -(states @ column_sums).sum()
        weight_gradient = (-uniform * states.sum(0)).expand_as(weight).contiguous()
        state_gradients, at_a_time = [], CHUNK_ROWS if states.is_cpu else GPU_CHUNK_ROWS
        for rows, gold in zip(states.split(at_a_time), targets[:, None].split(at_a_time)):
            scores = (rows.to(dtype) @ cast_weight.t()).float()
            highest = scores.amax(1, keepdim=True)
            loss += (highest - (1 - smoothing) * scores.gather(1, gold)).sum()
            scores.sub_(highest).exp_()
            totals = scores.sum(1, keepdim=True)
            loss += totals.log().sum()
            scores = scores.scatter_add_(1, gold, (smoothing - 1) * totals).to(dtype)
            state_gradients.append((scores @ cast_weight).float().div_(totals).sub_(uniform * column_sums))
            divided = (rows / totals).to(dtype)
            if dtype == torch.float32:
                weight_gradient.addmm_(scores.t(), divided)
            else:
                weight_gradient += scores.t() @ divided
        context.save_for_backward(torch.cat(state_gradients), weight_gradient)
        return loss

    @staticmethod
    def backward(context, gradient):
        return *(saved * gradient for saved in context.saved_tensors), None, None, None


class Attention(nn.Module):
    def __init__(self, width, heads, across):
        super().__init__()
        self.heads = heads
        self.of_states = nn.Linear(width, width if across else 3 * width)  # queries, or queries, keys and values
        self.of_memory = nn.Linear(width, 2 * width) if across else None  # keys and values
        self.output = nn.Linear(width, width)

    def _split(self, x, parts):
        """[B, T, parts * D] -> parts of [B, H, T, d]."""
        return x.unflatten(2, (parts, self.heads, -1)).permute(2, 0, 3, 1, 4).unbind()

    def forward(self, x, memory=None, mask=None, causal=False):
        if memory is None:
            queries, keys, values = self._split(self.of_states(x), 3)
        else:
            (queries,) = self._split(self.of_states(x), 1)
            keys, values = self._split(self.of_memory(memory), 2)
        attended = F.scaled_dot_product_attention(queries, keys, values, attn_mask=mask, is_causal=causal)
        return self.output(attended.transpose(1, 2).flatten(2))


class Layer(nn.Module):
    def __init__(self, recipe, decodes):
        super().__init__()
        width, self.rate, self.decodes = recipe.width, recipe.dropout, decodes
        self.self_attention = Attention(width, recipe.heads, across=False)
        self.cross_attention = Attention(width, recipe.heads, across=True) if decodes else None
        self.inner, self.outer = nn.Linear(width, recipe.feed_forward), nn.Linear(recipe.feed_forward, width)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(3 if decodes else 2))

    def forward(self, x, memory=None, mask=None):
        own_mask = None if self.decodes else mask
        sublayers = [lambda y: self.self_attention(y, mask=own_mask, causal=self.decodes)]
        if self.decodes:
            sublayers.append(lambda y: self.cross_attention(y, memory, mask))
        sublayers.append(lambda y: self.outer(F.relu_(self.inner(y))))
        for sublayer, norm in zip(sublayers, self.norms, strict=True):
            x = norm(x + dropout(sublayer(x), self.rate))
        return x


def sinusoids(length, width):
    """[T, D]."""
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, width, 2) / width)
    return torch.stack([angles.sin(), angles.cos()], 2).flatten(1)


class FastTransformer(nn.Module):
    def __init__(self, recipe, num_ids, smoothing):
        super().__init__()
        self.rate, self.padding, self.smoothing = recipe.dropout, num_ids - 1, smoothing
        self.embedding = nn.Embedding(num_ids, recipe.width, padding_idx=self.padding)
        self.encoder = nn.ModuleList(Layer(recipe, decodes=False) for _ in range(recipe.encoder_layers))
        self.decoder = nn.ModuleList(Layer(recipe, decodes=True) for _ in range(recipe.decoder_layers))
        self.register_buffer("positions", sinusoids(recipe.max_length, recipe.width))
        for parameter in self.parameters():
            if parameter.dim() > 1:
                nn.init.xavier_uniform_(parameter)
        nn.init.normal_(self.embedding.weight, std=recipe.width**-0.5)

    def embed(self, ids):
        embedded = self.embedding(ids) * self.embedding.embedding_dim**0.5
        return dropout(embedded + self.positions[: ids.shape[1]], self.rate)

    def forward(self, source, target_input, target_output, mask, places):
        """Ids [B, S], [B, T], [B, T], mask of source tokens [B, 1, 1, S], flat positions of target tokens -> sum
        of the loss over target tokens."""
        memory, states = self.embed(source), self.embed(target_input)
        for layer in self.encoder:
            memory = layer(memory, mask=mask)
        for layer in self.decoder:
            states = layer(states, memory, mask)
        targets = target_output.flatten()[places]
        device = source.device.type
        dtype = torch.bfloat16 if torch.is_autocast_enabled(device) else torch.float32
        with torch.autocast(device, enabled=False):
            rows = states.flatten(0, 1).float().index_select(0, places)
            return SmoothedLoss.apply(rows, self.embedding.weight, targets, self.smoothing, dtype)
