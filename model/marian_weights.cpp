#include "model/marian_weights.h"

#include <torch/utils.h>

#include <set>
#include <stdexcept>

#include "architecture/positions.h"
#include "model/marian_names.h"

namespace dragoman {
namespace {

constexpr const char* kOutputBias = "final_logits_bias";
constexpr const char* kPositions[] = {"model.encoder.embed_positions.weight",
                                      "model.decoder.embed_positions.weight"};

/// Index 2k + s of the axis (s: 0 a sine, 1 a cosine) becomes index s D/2 + k.
torch::Tensor to_halves(const torch::Tensor& x, int64_t axis) {
  return x.unflatten(axis, {-1, 2}).transpose(axis, axis + 1).flatten(axis, axis + 1).contiguous();
}

/// The way back.
torch::Tensor to_alternating(const torch::Tensor& x, int64_t axis) {
  return x.unflatten(axis, {2, -1}).transpose(axis, axis + 1).flatten(axis, axis + 1).contiguous();
}

/// `x` with row `row` after all others.
torch::Tensor with_last(const torch::Tensor& x, int64_t row) {
  const int64_t after = x.size(0) - row - 1;
  return torch::cat({x.narrow(0, 0, row), x.narrow(0, row + 1, after), x.narrow(0, row, 1)});
}

/// Their tensors, taken one by one and checked.
class Reader {
 public:
  Reader(const TensorsByName& tensors, std::string source)
      : tensors_(tensors), source_(std::move(source)) {}

  torch::Tensor take(const std::string& name, const std::vector<int64_t>& shape) {
    const auto found = find_any({name});
    if (found == tensors_.end()) fail("it has no tensor '" + name + "'");
    return checked(found->first, found->second, shape);
  }

  /// The tensor under any of the names; those under several must be the same.
  torch::Tensor take_copies(const Correspondence& one, const std::vector<int64_t>& shape) {
    std::vector<std::string> names = one.copies;
    names.insert(names.begin(), one.theirs.front());
    const auto first = find_any(names);
    if (first == tensors_.end()) fail("it has no tensor '" + names.front() + "'");
    const torch::Tensor tensor = checked(first->first, first->second, shape);
    for (const std::string& name : names) {
      const auto other = tensors_.find(name);
      if (other == tensors_.end()) continue;
      if (!torch::equal(checked(name, other->second, shape), tensor))
        fail("'" + name + "' and '" + first->first +
             "' differ, but are one matrix by the model's settings");
    }
    return tensor;
  }

  /// Positions may be there; they must be the formula's.
  void check_positions(const ModelSettings& settings) {
    for (const char* name : kPositions) {
      const auto found = find_any({name});
      if (found == tensors_.end()) continue;
      const torch::Tensor expected =
          to_halves(torch::tensor(sinusoidal_positions(settings.max_length, settings.width))
                        .view({settings.max_length, settings.width}),
                    1);
      const torch::Tensor given = checked(name, found->second, expected.sizes().vec());
      if (!torch::allclose(given, expected, 0, 1e-3))
        fail("'" + std::string(name) +
             "' is no table of sines and cosines; learned positions of this kind cannot be "
             "imported");
    }
  }

  void check_nothing_left() const {
    for (const auto& [name, tensor] : tensors_) {
      if (name != kOutputBias && taken_.count(name) == 0)
        fail("its tensor '" + name + "' is none of such a model");
    }
  }

 private:
  TensorsByName::const_iterator find_any(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      const auto found = tensors_.find(name);
      if (found != tensors_.end()) return found;
    }
    return tensors_.end();
  }

  torch::Tensor checked(const std::string& name, const torch::Tensor& tensor,
                        const std::vector<int64_t>& shape) {
    taken_.insert(name);
    if (tensor.sizes() != c10::IntArrayRef(shape)) {
      fail("tensor '" + name + "' has shape " + c10::str(tensor.sizes()) +
           ", but its settings say " + c10::str(c10::IntArrayRef(shape)));
    }
    if (!tensor.is_floating_point())
      fail("tensor '" + name + "' is of whole numbers; quantised models cannot be imported");
    return tensor.to(torch::kFloat32);
  }

  [[noreturn]] void fail(const std::string& reason) const {
    throw std::runtime_error("cannot take the weights of '" + source_ + "': " + reason +
                             "; name a folder whose weights and settings are of one model");
  }

  const TensorsByName& tensors_;
  std::string source_;
  std::set<std::string> taken_;
};

torch::Tensor read_ours(Reader& reader, const Correspondence& one, const torch::Tensor& ours) {
  std::vector<int64_t> shape = ours.sizes().vec();
  shape[0] /= static_cast<int64_t>(one.theirs.size());
  torch::Tensor tensor;
  if (one.theirs.size() == 1) {
    tensor = reader.take_copies(one, shape);
  } else {
    std::vector<torch::Tensor> parts;
    for (const std::string& name : one.theirs) parts.push_back(reader.take(name, shape));
    tensor = torch::cat(parts);
  }
  if (one.residual_rows) tensor = to_alternating(tensor, 0);
  return one.residual_columns ? to_alternating(tensor, 1) : tensor;
}

}  // namespace

NamedTensors to_marian_weights(const TransformerImpl& model) {
  torch::NoGradGuard no_grad;
  const auto parameters = model.named_parameters();
  NamedTensors theirs;
  for (const Correspondence& one : correspondences(model.settings())) {
    torch::Tensor tensor = parameters[one.ours].to(torch::kCPU, torch::kFloat32);
    if (one.residual_rows) tensor = to_halves(tensor, 0);
    if (one.residual_columns) tensor = to_halves(tensor, 1);
    const auto parts = tensor.chunk(static_cast<int64_t>(one.theirs.size()));
    for (size_t i = 0; i < parts.size(); ++i) theirs.emplace_back(one.theirs[i], parts[i]);
  }
  torch::Tensor bias = torch::zeros({1, model.sizes().target});
  if (model.output_bias().defined())
    bias.narrow(1, 0, bias.size(1) - 1).copy_(model.output_bias().unsqueeze(0));
  theirs.emplace_back(kOutputBias, bias);
  return theirs;
}

void set_marian_weights(const TensorsByName& tensors, const PaddingIds& padding,
                        const std::string& source, TransformerImpl& model) {
  torch::NoGradGuard no_grad;
  const auto parameters = model.named_parameters();
  Reader reader(tensors, source);
  reader.check_positions(model.settings());
  for (const Correspondence& one : correspondences(model.settings())) {
    torch::Tensor ours = parameters[one.ours];
    torch::Tensor read = read_ours(reader, one, ours);
    const bool is_embedding = one.ours.ends_with("_embedding");
    const bool is_target = one.ours == "target_embedding" || one.ours == "output_embedding";
    if (is_embedding) read = with_last(read, is_target ? padding.target : padding.source);
    ours.copy_(read);
  }
  if (model.output_bias().defined()) {
    const int64_t size = model.sizes().target;
    const torch::Tensor bias = reader.take(kOutputBias, {1, size}).view({size});
    parameters["output_bias"].copy_(with_last(bias, padding.target).narrow(0, 0, size - 1));
  }
  reader.check_nothing_left();
}

bool has_output_bias(const TensorsByName& tensors, int64_t padding) {
  const auto found = tensors.find(kOutputBias);
  if (found == tensors.end()) return false;
  const torch::Tensor bias = found->second.flatten();
  if (padding >= bias.numel()) return true;  // its shape is wrong, as reading it will tell
  return with_last(bias, padding).narrow(0, 0, bias.numel() - 1).count_nonzero().item<int64_t>() >
         0;
}

}  // namespace dragoman
