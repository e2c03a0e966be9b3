#include "model/transformer.h"

#include "architecture/positions.h"
#include "architecture/weight_list.h"
#include "catch.h"
#include "small_models.h"
#include "torch_weights.h"

namespace dragoman {
namespace {

double difference_of(const torch::Tensor& a, const torch::Tensor& b) {
  return (a - b).abs().max().item<double>();
}

template <class Layer>
torch::Tensor gradient_of(const Layer& layer, const std::string& weight) {
  return layer->named_parameters()[weight].grad();
}

}  // namespace

TEST_CASE("an encoder layer equals torch's TransformerEncoderLayer, outputs and gradients") {
  torch::manual_seed(1);
  const ModelSettings settings = small_settings();
  EncoderLayer ours(settings, std::make_shared<DropoutKeys>());
  randomize(*ours);
  torch::nn::TransformerEncoderLayer theirs(
      torch::nn::TransformerEncoderLayerOptions(settings.width, settings.heads)
          .dim_feedforward(settings.feed_forward)
          .dropout(0));
  copy_common_parts(theirs, ours->named_parameters());
  copy_weight_and_bias(theirs->norm2, ours->named_parameters(), "feed_forward_residual.norm");
  const torch::Tensor x = torch::randn({3, 6, settings.width});
  const torch::Tensor keep = torch::arange(6).unsqueeze(0) < torch::tensor({6, 2, 4}).unsqueeze(1);
  const torch::Tensor output = ours(x, AttentionMask{keep.unsqueeze(1).unsqueeze(2), false});
  const torch::Tensor expected =
      theirs(x.transpose(0, 1), torch::Tensor(), keep.logical_not()).transpose(0, 1);
  CHECK(difference_of(output, expected) < 1e-5);

  output.pow(3).sum().backward();
  expected.pow(3).sum().backward();
  CHECK(difference_of(gradient_of(ours, "feed_forward.inner.weight"),
                      theirs->linear1->weight.grad()) < 1e-3);
  CHECK(difference_of(gradient_of(ours, "self_attention.query_key_value.weight"),
                      theirs->self_attn->in_proj_weight.grad()) < 1e-3);
  CHECK(difference_of(gradient_of(ours, "self_attention_residual.norm.weight"),
                      theirs->norm1->weight.grad()) < 1e-3);
}

TEST_CASE("a decoder layer equals torch's TransformerDecoderLayer, outputs and gradients") {
  torch::manual_seed(2);
  const ModelSettings settings = small_settings();
  DecoderLayer ours(settings, std::make_shared<DropoutKeys>());
  randomize(*ours);
  torch::nn::TransformerDecoderLayer theirs(
      torch::nn::TransformerDecoderLayerOptions(settings.width, settings.heads)
          .dim_feedforward(settings.feed_forward)
          .dropout(0));
  const auto from = ours->named_parameters();
  copy_common_parts(theirs, from);
  copy_attention(theirs->multihead_attn, from, "cross_attention.");
  copy_weight_and_bias(theirs->norm2, from, "cross_attention_residual.norm");
  copy_weight_and_bias(theirs->norm3, from, "feed_forward_residual.norm");

  const torch::Tensor x = torch::randn({2, 5, settings.width}),
                      memory = torch::randn({2, 7, settings.width});
  const torch::Tensor our_x = x.clone().requires_grad_(), their_x = x.clone().requires_grad_(),
                      our_memory = memory.clone().requires_grad_(),
                      their_memory = memory.clone().requires_grad_();
  const torch::Tensor keep = torch::arange(7).unsqueeze(0) < torch::tensor({7, 3}).unsqueeze(1);
  const torch::Tensor output =
      ours(our_x, our_memory, AttentionMask{keep.unsqueeze(1).unsqueeze(2)});
  const torch::Tensor expected =
      theirs(their_x.transpose(0, 1), their_memory.transpose(0, 1),
             torch::nn::TransformerImpl::generate_square_subsequent_mask(5), torch::Tensor(),
             torch::Tensor(), keep.logical_not())
          .transpose(0, 1);
  CHECK(difference_of(output, expected) < 1e-5);

  output.pow(3).sum().backward();
  expected.pow(3).sum().backward();
  CHECK(difference_of(our_x.grad(), their_x.grad()) < 1e-3);
  CHECK(difference_of(our_memory.grad(), their_memory.grad()) < 1e-3);
  CHECK(difference_of(gradient_of(ours, "self_attention.query_key_value.weight"),
                      theirs->self_attn->in_proj_weight.grad()) < 1e-3);
  CHECK(difference_of(torch::cat({gradient_of(ours, "cross_attention.query.weight"),
                                  gradient_of(ours, "cross_attention.key_value.weight")}),
                      theirs->multihead_attn->in_proj_weight.grad()) < 1e-3);
  CHECK(difference_of(gradient_of(ours, "cross_attention_residual.norm.weight"),
                      theirs->norm2->weight.grad()) < 1e-3);
  CHECK(difference_of(gradient_of(ours, "feed_forward.inner.weight"),
                      theirs->linear1->weight.grad()) < 1e-3);
}

TEST_CASE("a pre-norm encoder layer is attention and feed-forward of normed inputs, added up") {
  torch::manual_seed(3);
  ModelSettings settings = small_settings();
  settings.norm = NormPosition::kPre;
  settings.activation = Activation::kGelu;
  EncoderLayer ours(settings, std::make_shared<DropoutKeys>());
  randomize(*ours);
  torch::NoGradGuard no_grad;
  const auto p = ours->named_parameters();
  torch::nn::MultiheadAttention attention(
      torch::nn::MultiheadAttentionOptions(settings.width, settings.heads));
  copy_attention(attention, p, "self_attention.");
  const auto norm = [&](const torch::Tensor& y, const std::string& name) {
    return torch::layer_norm(y, {settings.width}, p[name + ".norm.weight"], p[name + ".norm.bias"]);
  };
  const torch::Tensor x = torch::randn({2, 5, settings.width});
  const torch::Tensor normed = norm(x, "self_attention_residual").transpose(0, 1);
  const torch::Tensor y = x + std::get<0>(attention(normed, normed, normed)).transpose(0, 1);
  const torch::Tensor inner =
      torch::gelu(torch::linear(norm(y, "feed_forward_residual"), p["feed_forward.inner.weight"],
                                p["feed_forward.inner.bias"]));
  const torch::Tensor expected =
      y + torch::linear(inner, p["feed_forward.outer.weight"], p["feed_forward.outer.bias"]);
  CHECK(difference_of(ours(x, AttentionMask{}), expected) < 1e-5);
}

TEST_CASE("padding does not change a sentence") {
  ModelSettings settings = small_settings();
  settings.norm = GENERATE(NormPosition::kPost, NormPosition::kPre);
  settings.positions = GENERATE(Positions::kSinusoidal, Positions::kLearned);
  Transformer model = make_model(settings);
  torch::NoGradGuard no_grad;
  const torch::Tensor source = torch::tensor({{3, 4, 5, 0}}), target = torch::tensor({{10, 6, 7}});
  const torch::Tensor padded_source = torch::tensor({{3, 4, 5, 0, 10, 10}, {3, 4, 5, 6, 7, 0}});
  const torch::Tensor padded_target = torch::tensor({{10, 6, 7, 10, 10}, {10, 6, 7, 8, 9}});
  const torch::Tensor alone = model->decode(target, model->encode(source));
  const torch::Tensor together = model->decode(padded_target, model->encode(padded_source));
  CHECK(difference_of(alone[0], together[0].narrow(0, 0, 3)) < 1e-5);
}

TEST_CASE("packed sentences are translated as padded ones, outputs and gradients") {
  ModelSettings settings = small_settings();
  settings.width = 32;
  settings.heads = 2;
  settings.norm = GENERATE(NormPosition::kPost, NormPosition::kPre);
  settings.positions = GENERATE(Positions::kSinusoidal, Positions::kLearned);
  Transformer model = make_model(settings);
  const bool trains = GENERATE(false, true);
  model->train(trains);
  const torch::Tensor source =
      torch::tensor({{3, 4, 0, 10, 10}, {3, 4, 5, 6, 0}, {0, 10, 10, 10, 10}});
  const torch::Tensor target = torch::tensor({{10, 6, 7}, {10, 8, 9}, {10, 1, 2}});
  const auto run = [&](const EncoderOutput& encoded) {
    model->zero_grad();
    torch::Tensor out = model->decode(target, encoded);
    out.pow(3).sum().backward();
    std::vector<torch::Tensor> results{out};
    for (const torch::Tensor& weight : model->parameters())
      results.push_back(weight.grad().clone());
    return results;
  };
  const EncoderOutput packed = model->encode(source, SourceRows::kPacked);
  CHECK(packed.states.sizes() == at::IntArrayRef{1, 9, 32});
  CHECK(torch::equal(packed.mask.offsets, torch::tensor({0, 3, 8, 9})));
  const auto ours = run(packed), padded = run(model->encode(source));
  for (size_t i = 0; i < ours.size(); ++i)
    CHECK(difference_of(ours[i], padded[i]) < 1e-4 * (1 + padded[i].abs().max().item<double>()));
}

TEST_CASE("sentences are packed where there is padding and attention keeps no weights") {
  ModelSettings settings = small_settings();
  settings.width = 32;
  settings.heads = 2;
  const torch::Tensor padded = torch::tensor({{3, 0, 10}, {3, 4, 0}});
  const auto packs = [&](const torch::Tensor& source) {
    Transformer model = make_model(settings);
    model->train();
    return model->encode(source, SourceRows::kPacked).mask.offsets.defined();
  };
  CHECK(packs(padded));
  CHECK_FALSE(packs(padded.narrow(1, 0, 2).narrow(0, 0, 1)));
  settings.attention_dropout = 0.1;
  CHECK_FALSE(packs(padded));
  settings.attention_dropout = 0;
  settings.heads = 4;  // 8 wide
  CHECK_FALSE(packs(padded));
}

TEST_CASE("a later target token does not change an earlier position") {
  Transformer model = make_model(small_settings());
  torch::NoGradGuard no_grad;
  const EncoderOutput source = model->encode(torch::tensor({{3, 4, 5, 0}}));
  const torch::Tensor a = model->decode(torch::tensor({{10, 1, 2, 3}}), source);
  const torch::Tensor b = model->decode(torch::tensor({{10, 1, 2, 9}}), source);
  CHECK(difference_of(a.narrow(1, 0, 3), b.narrow(1, 0, 3)) < 1e-6);
  CHECK(difference_of(a[0][3], b[0][3]) > 1e-3);
}

TEST_CASE("padding is embedded as zero, stays zero in training and is never predicted") {
  Transformer model = make_model(small_settings());
  model->train();
  const torch::Tensor weight = model->named_parameters()["shared_embedding"];
  CHECK(weight[-1].count_nonzero().item<int64_t>() == 0);
  const torch::Tensor hidden =
      model->decode(torch::tensor({{10, 1, 2}}), model->encode(torch::tensor({{3, 10, 10}})));
  const torch::Tensor logits = model->logits(hidden);
  CHECK(logits.size(2) == 10);
  logits.sum().backward();
  CHECK(weight.grad()[-1].count_nonzero().item<int64_t>() == 0);
}

TEST_CASE("parameters are as many as the formula says") {
  ModelSettings settings = small_settings();
  settings.norm = GENERATE(NormPosition::kPost, NormPosition::kPre);
  settings.positions = GENERATE(Positions::kSinusoidal, Positions::kLearned);
  settings.shared_embeddings =
      GENERATE(SharedEmbeddings::kAll, SharedEmbeddings::kTarget, SharedEmbeddings::kNone);
  const VocabularySizes sizes = settings.shared_embeddings == SharedEmbeddings::kAll
                                    ? VocabularySizes{12, 12}
                                    : VocabularySizes{12, 17};
  settings.output_bias = GENERATE(false, true);
  settings.architecture = GENERATE(Architecture::kTranslator, Architecture::kLanguageModel);
  const Transformer model(settings, sizes);
  std::vector<std::pair<std::string, std::vector<int64_t>>> listed, registered;
  for (const WeightShape& weight : list_weights(settings, sizes))
    listed.emplace_back(weight.name, weight.shape);
  for (const auto& item : model->named_parameters())
    registered.emplace_back(item.key(), item.value().sizes().vec());
  CHECK(listed == registered);
  int64_t expected = 0, actual = 0;
  for (const auto& [part, count] : count_parameters(settings, sizes)) expected += count;
  for (const torch::Tensor& parameter : model->parameters()) actual += parameter.numel();
  CHECK(actual == expected);
}

TEST_CASE("learned positions are counted by themselves") {
  ModelSettings settings;
  settings.positions = Positions::kLearned;
  const auto counts = count_parameters(settings, {100, 100});
  CHECK(counts[0] == std::pair<std::string, int64_t>{"embeddings", 100 * settings.width});
  CHECK(counts[1] ==
        std::pair<std::string, int64_t>{"positions", 2 * settings.max_length * settings.width});
}

TEST_CASE("an output bias is added to the logits, and none is there unless it is asked for") {
  ModelSettings settings = small_settings();
  CHECK_FALSE(make_model(settings)->named_parameters().contains("output_bias"));
  settings.output_bias = true;
  Transformer model = make_model(settings);
  const torch::Tensor hidden = torch::randn({2, 3, 16});
  const torch::Tensor logits = torch::linear(hidden, model->output_weight());
  CHECK(difference_of(model->logits(hidden), logits) < 1e-6);
  const torch::Tensor bias = torch::randn({10});
  {
    torch::NoGradGuard no_grad;
    model->named_parameters()["output_bias"].copy_(bias);
  }
  CHECK(difference_of(model->logits(hidden), logits + bias) < 1e-6);
}

TEST_CASE("embeddings are multiplied by the root of the width unless settings say otherwise") {
  ModelSettings settings = small_settings();
  const torch::Tensor ids = torch::tensor({{3, 4}});
  Transformer scaled = make_model(settings);
  settings.scale_embeddings = false;
  Transformer plain = make_model(settings);
  const torch::Tensor positions =
      torch::tensor(sinusoidal_positions(32, 16)).view({32, 16}).narrow(0, 5, 2);
  CHECK(difference_of((plain->embed_target(ids, 5) - positions) * 4,
                      scaled->embed_target(ids, 5) - positions) < 1e-5);
}

TEST_CASE("the paper's base model has 63 million parameters") {
  // 37,000 x 512 + 6 (4 (512^2 + 512) + 2 x 512 x 2048 + 2048 + 512 + 2 x 1024) + 6 (8 (512^2 +
  // 512) + ... + 3 x 1024)
  int64_t total = 0;
  for (const auto& [part, count] : count_parameters(ModelSettings{}, {37000, 37000}))
    total += count;
  CHECK(total ==
        37000 * 512 + 6 * (4 * 262656 + 2099712 + 2048) + 6 * (8 * 262656 + 2099712 + 3072));
  CHECK(total == 63082496);
}

TEST_CASE("fresh weights depend on the seed, and have the spread that they should") {
  ModelSettings settings;
  settings.encoder_layers = settings.decoder_layers = 1;
  Transformer a(settings, VocabularySizes{1000, 1000}), b(settings, VocabularySizes{1000, 1000});
  initialize_weights(*a, 1);
  initialize_weights(*b, 1);
  const auto p = a->named_parameters();
  for (const auto& item : b->named_parameters()) CHECK(torch::equal(item.value(), p[item.key()]));
  CHECK(p["shared_embedding"].std().item<double>() == Approx(1 / std::sqrt(512.0)).epsilon(0.01));
  const double bound = std::sqrt(6.0 / (512 + 2048));
  CHECK(p["encoder_layer_0.feed_forward.inner.weight"].abs().max().item<double>() ==
        Approx(bound).epsilon(0.001));
  CHECK(p["encoder_layer_0.self_attention.query_key_value.weight"].abs().max().item<double>() ==
        Approx(std::sqrt(6.0 / 2048)).epsilon(0.001));
  CHECK(p["decoder_layer_0.cross_attention.query.bias"].count_nonzero().item<int64_t>() == 0);
  initialize_weights(*b, 2);
  CHECK_FALSE(torch::equal(b->named_parameters()["shared_embedding"], p["shared_embedding"]));
}

}  // namespace dragoman
