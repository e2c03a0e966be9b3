#include "model/fused_attention.h"

#include "catch.h"

namespace dragoman {
namespace {

struct Shape {
  int64_t batch, queries, keys, heads, width;  // of a head
};

/// [B, T, parts, H, d] -> one part, [B, H, T, d], in double precision.
torch::Tensor part_of(const torch::Tensor& rows, int64_t parts, int64_t part, int64_t heads) {
  return rows.to(torch::kFloat64)
      .view({rows.size(0), rows.size(1), parts, heads, -1})
      .select(2, part)
      .transpose(1, 2);
}

torch::Tensor plain_attention(const ProjectedHeads& heads, const AttentionMask& mask) {
  const bool is_self = !heads.memory.defined();
  const torch::Tensor& memory = is_self ? heads.queries : heads.memory;
  const int64_t parts = is_self ? 3 : 2;
  const torch::Tensor queries = part_of(heads.queries, is_self ? 3 : 1, 0, heads.heads);
  torch::Tensor seen = mask.keys;
  if (mask.causal) {
    const torch::Tensor before = causal_mask(queries.size(2), queries.device());
    seen = seen.defined() ? before.logical_and(seen) : before;
  }
  const torch::Tensor weights =
      attention_weights(queries, part_of(memory, parts, parts - 2, heads.heads), seen);
  return torch::matmul(weights, part_of(memory, parts, parts - 1, heads.heads))
      .transpose(1, 2)
      .flatten(2);
}

/// Sentences of other lengths, the first one whole; [B, 1, 1, S].
torch::Tensor lengths_mask(int64_t batch, int64_t keys) {
  const torch::Tensor lengths =
      torch::clamp(keys - 3 * torch::arange(batch, torch::kInt64), 1).unsqueeze(1);
  return (torch::arange(keys).unsqueeze(0) < lengths).unsqueeze(1).unsqueeze(2);
}

torch::Tensor largest_difference(const torch::Tensor& a, const torch::Tensor& b) {
  return (a - b).abs().max();
}

/// Output and gradients of a random loss.
std::vector<torch::Tensor> results(ProjectedHeads heads, const AttentionMask& mask, bool fused) {
  heads.queries = heads.queries.detach().clone().requires_grad_();
  if (heads.memory.defined()) heads.memory = heads.memory.detach().clone().requires_grad_();
  const torch::Tensor out = fused ? fused_attention(heads, mask) : plain_attention(heads, mask);
  torch::manual_seed(7);
  (out.to(torch::kFloat64) * torch::randn(out.sizes(), torch::kFloat64)).sum().backward();
  std::vector<torch::Tensor> found{out, heads.queries.grad()};
  if (heads.memory.defined()) found.push_back(heads.memory.grad());
  return found;
}

void check_fused(const ProjectedHeads& heads, const AttentionMask& mask) {
  const torch::Tensor& keys = heads.memory.defined() ? heads.memory : heads.queries;
  REQUIRE(can_fuse_attention(heads.queries, 16, keys.size(1)));
  const auto ours = results(heads, mask, true), plain = results(heads, mask, false);
  REQUIRE(ours.size() == plain.size());
  for (size_t i = 0; i < ours.size(); ++i) {
    REQUIRE(ours[i].sizes() == plain[i].sizes());
    CHECK(largest_difference(ours[i], plain[i]).item<double>() < 2e-5);
  }
}

}  // namespace

TEST_CASE("fused attention over the sequence itself equals the formula, outputs and gradients") {
  const Shape shape =
      GENERATE(Shape{1, 1, 1, 1, 16}, Shape{3, 5, 5, 2, 32}, Shape{2, 16, 16, 4, 48},
               Shape{4, 17, 17, 8, 64}, Shape{2, 71, 71, 2, 32});
  const bool causal = GENERATE(false, true), masked = GENERATE(false, true);
  torch::manual_seed(1);
  const int64_t width = 3 * shape.heads * shape.width;
  const ProjectedHeads heads{.queries = torch::randn({shape.batch, shape.queries, width}),
                             .memory = {},
                             .heads = shape.heads};
  check_fused(heads, {.keys = masked ? lengths_mask(shape.batch, shape.keys) : torch::Tensor(),
                      .causal = causal});
}

TEST_CASE("fused attention over the source equals the formula, outputs and gradients") {
  const Shape shape = GENERATE(Shape{1, 1, 9, 1, 16}, Shape{3, 7, 1, 2, 32}, Shape{2, 4, 33, 4, 48},
                               Shape{5, 23, 16, 8, 64});
  const bool masked = GENERATE(false, true);
  torch::manual_seed(2);
  const int64_t width = shape.heads * shape.width;
  const ProjectedHeads heads{.queries = torch::randn({shape.batch, shape.queries, width}),
                             .memory = torch::randn({shape.batch, shape.keys, 2 * width}),
                             .heads = shape.heads};
  check_fused(heads, {.keys = masked ? lengths_mask(shape.batch, shape.keys) : torch::Tensor(),
                      .causal = false});
}

TEST_CASE("fused attention of packed sentences is that of padded ones") {
  const bool over_source = GENERATE(false, true);
  const bool causal = !over_source && GENERATE(false, true);
  const auto type = GENERATE(torch::kFloat32, torch::kBFloat16);
  torch::manual_seed(5);
  const torch::Tensor mask = lengths_mask(5, 13), is_token = mask.view({5, 13});
  const torch::Tensor places = is_token.flatten().nonzero().flatten(),
                      offsets = torch::constant_pad_nd(is_token.sum(1).cumsum(0), {1, 0});
  const auto pack = [&](const torch::Tensor& rows) {
    return rows.flatten(0, 1).index_select(0, places).unsqueeze(0);
  };
  const torch::Tensor attended = torch::randn({5, 13, over_source ? 2 * 64 : 3 * 64}).to(type);
  const auto heads = [&](const torch::Tensor& rows) -> ProjectedHeads {
    if (!over_source) return {.queries = rows, .memory = {}, .heads = 2};
    return {.queries = torch::ones({5, 7, 64}, type).cumsum(1) / 7, .memory = rows, .heads = 2};
  };
  // Outputs and gradients with the padded rows, of which those of padding lead to nothing.
  const auto run = [&](bool packs) -> std::vector<torch::Tensor> {
    const torch::Tensor rows = attended.clone().requires_grad_();
    torch::Tensor out = packs ? fused_attention(heads(pack(rows)), {{}, causal, offsets})
                              : fused_attention(heads(rows), {.keys = mask, .causal = causal});
    if (!packs && !over_source) out = pack(out);
    out.pow(2).sum().backward();
    return {out, rows.grad()};
  };
  const auto packed = run(true), padded = run(false);
  CHECK(packed[0].sizes() == padded[0].sizes());
  CHECK(largest_difference(packed[0], padded[0]).item<double>() < 1e-5);
  const double of_rounding = type == torch::kFloat32 ? 1e-5 : 0.02;
  CHECK(largest_difference(packed[1], padded[1]).item<double>() < of_rounding);
}

TEST_CASE("fused attention bears large scores, and gives the same bits by any number of threads") {
  torch::manual_seed(3);
  const ProjectedHeads heads{
      .queries = torch::randn({3, 20, 3 * 64}) * 10, .memory = {}, .heads = 2};
  const AttentionMask mask{.keys = lengths_mask(3, 20), .causal = true};
  const torch::Tensor out = fused_attention(heads, mask);
  CHECK(largest_difference(out, plain_attention(heads, mask)).item<double>() < 1e-3);
  const int threads = at::get_num_threads();
  at::set_num_threads(1);
  CHECK(torch::equal(fused_attention(heads, mask), out));
  at::set_num_threads(threads);
}

TEST_CASE("fused attention of bf16 is that of the same numbers in fp32, rounded") {
  torch::manual_seed(4);
  const torch::Tensor coarse = torch::randn({3, 20, 3 * 64}).to(torch::kBFloat16);
  const AttentionMask mask{.keys = lengths_mask(3, 20), .causal = true};
  const auto found = results({.queries = coarse, .memory = {}, .heads = 2}, mask, true);
  const auto exact =
      results({.queries = coarse.to(torch::kFloat32), .memory = {}, .heads = 2}, mask, true);
  CHECK(torch::equal(found[0], exact[0].to(torch::kBFloat16)));
  // What comes from the loss is rounded, too.
  const torch::Tensor difference = found[1].to(torch::kFloat32) - exact[1];
  CHECK(difference.norm().item<double>() < 0.01 * exact[1].norm().item<double>());
}

TEST_CASE("attention of other types, widths and lengths is left to torch") {
  const auto fuses = [](const torch::Tensor& queries) {
    return can_fuse_attention(queries, queries.size(2) / 6, queries.size(1));
  };
  CHECK(fuses(torch::zeros({1, 4, 3 * 64})));
  CHECK(fuses(torch::zeros({1, 4, 3 * 64}, torch::kBFloat16)));
  CHECK_FALSE(fuses(torch::zeros({1, 4, 3 * 64}, torch::kFloat64)));
  CHECK_FALSE(fuses(torch::zeros({1, 4, 3 * 24})));
  CHECK_FALSE(fuses(torch::zeros({1, 5000, 3 * 64})));
}

}  // namespace dragoman
