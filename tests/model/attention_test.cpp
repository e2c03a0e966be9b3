#include "model/attention.h"

#include "catch.h"
#include "torch_weights.h"

namespace dragoman {
namespace {

torch::Tensor heads(std::vector<float> values, int64_t rows, int64_t width) {
  return torch::tensor(values).view({1, 1, rows, width});
}

void check_close(const torch::Tensor& actual, const torch::Tensor& expected, double tolerance) {
  REQUIRE(actual.sizes() == expected.sizes());
  CHECK((actual - expected).abs().max().item<double>() <= tolerance);
}

Dropout no_dropout() { return Dropout(0.0, std::make_shared<DropoutKeys>()); }

/// The module and the same projections in torch's own multi-head attention.
torch::nn::MultiheadAttention torch_attention(torch::nn::Module& ours, int64_t width,
                                              int64_t num_heads) {
  torch::nn::MultiheadAttention theirs(torch::nn::MultiheadAttentionOptions(width, num_heads));
  copy_attention(theirs, ours.named_parameters(), "");
  return theirs;
}

}  // namespace

TEST_CASE("causal attention weights are those worked by hand") {
  // Queries that are rows of the scores, keys that are the identity, scaled so that the scores come
  // out as given.
  const torch::Tensor scores = torch::tensor(
      {{1.2, 9.0, 9.0, 9.0}, {0.3, 2.0, 9.0, 9.0}, {-0.8, 0.7, 1.5, 9.0}, {1.0, -1.2, 0.3, 0.8}},
      torch::kFloat32);
  const torch::Tensor queries = (scores * 2.0).view({1, 1, 4, 4});
  const torch::Tensor keys = torch::eye(4).view({1, 1, 4, 4});
  const torch::Tensor weights = attention_weights(queries, keys, causal_mask(4, torch::kCPU))[0][0];
  const torch::Tensor expected = torch::tensor({{1.0, 0.0, 0.0, 0.0},
                                                {.1545, .8455, 0.0, 0.0},
                                                {.0647, .2900, .6453, 0.0},
                                                {.4122, .0457, .2047, .3375}},
                                               torch::kFloat32);
  check_close(weights, expected, 5e-5);
  CHECK(weights.triu(1).count_nonzero().item<int64_t>() == 0);
}

TEST_CASE("attention over THE CAT SAT is that worked by hand") {
  const torch::Tensor words = heads({1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 1, 1}, 3, 4);
  const torch::Tensor weights = attention_weights(words, words, {});
  check_close(weights[0][0][0], torch::tensor({.4223f, .1554f, .4223f}), 5e-5);
  check_close(torch::matmul(weights, words)[0][0][0],
              torch::tensor({.8446f, .5777f, .8446f, .5777f}), 5e-5);
}

TEST_CASE("scaling by sqrt(d) softens the weights as worked by hand") {
  const torch::Tensor keys = torch::eye(4).narrow(0, 0, 2).view({1, 1, 2, 4});
  const torch::Tensor unscaled = torch::softmax(torch::tensor({6.0f, 4.0f}), 0);
  check_close(unscaled, torch::tensor({.88f, .12f}), 5e-3);
  check_close(attention_weights(heads({6, 4, 0, 0}, 1, 4), keys, {})[0][0][0],
              torch::tensor({.73f, .27f}), 5e-3);
}

TEST_CASE("self-attention equals torch's multi-head attention, outputs and gradients") {
  torch::manual_seed(1);
  const int64_t width = 16, num_heads = 4;
  const bool causal = GENERATE(false, true);
  SelfAttention ours(width, num_heads, no_dropout());
  torch::nn::MultiheadAttention theirs = torch_attention(*ours, width, num_heads);
  const torch::Tensor x = torch::randn({3, 7, width});
  const torch::Tensor keep =
      causal ? torch::Tensor()
             : torch::arange(7).unsqueeze(0) < torch::tensor({7, 4, 1}).unsqueeze(1);
  const AttentionMask mask{.keys = causal ? keep : keep.unsqueeze(1).unsqueeze(2),
                           .causal = causal};

  const torch::Tensor our_input = x.clone().requires_grad_(),
                      their_input = x.clone().requires_grad_();
  const torch::Tensor output = ours(our_input, mask);
  const torch::Tensor time_first = their_input.transpose(0, 1);
  const auto [expected, unused] = theirs(
      time_first, time_first, time_first, causal ? torch::Tensor() : keep.logical_not(), false,
      causal ? torch::nn::TransformerImpl::generate_square_subsequent_mask(7) : torch::Tensor());
  check_close(output, expected.transpose(0, 1), 1e-5);

  output.square().sum().backward();
  expected.square().sum().backward();
  check_close(our_input.grad(), their_input.grad(), 1e-4);
  check_close(ours->named_parameters()["query_key_value.weight"].grad(),
              theirs->in_proj_weight.grad(), 1e-4);
}

TEST_CASE("attention over the source equals torch's multi-head attention, outputs and gradients") {
  torch::manual_seed(2);
  const int64_t width = 16, num_heads = 2;
  CrossAttention ours(width, num_heads, no_dropout());
  torch::nn::MultiheadAttention theirs = torch_attention(*ours, width, num_heads);
  const torch::Tensor x = torch::randn({2, 5, width}), memory = torch::randn({2, 6, width});
  const torch::Tensor keep = torch::arange(6).unsqueeze(0) < torch::tensor({6, 3}).unsqueeze(1);
  const torch::Tensor our_x = x.clone().requires_grad_(), their_x = x.clone().requires_grad_(),
                      our_memory = memory.clone().requires_grad_(),
                      their_memory = memory.clone().requires_grad_();
  const torch::Tensor output = ours(
      our_x, our_memory, AttentionMask{.keys = keep.unsqueeze(1).unsqueeze(2), .causal = false});
  const torch::Tensor time_first = their_memory.transpose(0, 1);
  const auto [expected, unused] =
      theirs(their_x.transpose(0, 1), time_first, time_first, keep.logical_not());
  check_close(output, expected.transpose(0, 1), 1e-5);

  output.square().sum().backward();
  expected.square().sum().backward();
  check_close(our_x.grad(), their_x.grad(), 1e-4);
  check_close(our_memory.grad(), their_memory.grad(), 1e-4);
  const auto weights = ours->named_parameters();
  check_close(torch::cat({weights["query.weight"].grad(), weights["key_value.weight"].grad()}),
              theirs->in_proj_weight.grad(), 1e-4);
  check_close(weights["output.weight"].grad(), theirs->out_proj->weight.grad(), 1e-4);
}

TEST_CASE(
    "the formula that attention dropout takes equals the fused kernel when it drops next to "
    "nothing") {
  torch::manual_seed(3);
  const auto keys = std::make_shared<DropoutKeys>();
  SelfAttention fused(16, 4, no_dropout()), formula(16, 4, Dropout(1e-12, keys));
  torch::NoGradGuard no_grad;
  for (const auto& item : fused->named_parameters())
    formula->named_parameters()[item.key()].copy_(item.value());
  const torch::Tensor x = torch::randn({2, 6, 16});
  const torch::Tensor keep = (torch::arange(6).unsqueeze(0) < torch::tensor({6, 4}).unsqueeze(1))
                                 .unsqueeze(1)
                                 .unsqueeze(2);
  const AttentionMask mask =
      GENERATE_COPY(AttentionMask{keep, false}, AttentionMask{keep, true}, AttentionMask{{}, true});
  check_close(formula(x, mask), fused(x, mask), 1e-5);
}

}  // namespace dragoman
