#include "interchange/marian_weights.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <stdexcept>

#include "architecture/positions.h"
#include "architecture/weight_list.h"
#include "interchange/marian_names.h"
#include "interchange/rearranged_weight.h"

namespace dragoman {
namespace {

constexpr const char* kOutputBias = "final_logits_bias";
constexpr const char* kPositions[] = {"model.encoder.embed_positions.weight",
                                      "model.decoder.embed_positions.weight"};

/// Maps a residual axis in halves to an alternating one: index s D/2 + k (s: 0 sine, 1 cosine)
/// becomes index 2k + s.
std::vector<int64_t> order_of_halves(int64_t width) {
  std::vector<int64_t> order(width);
  for (int64_t i = 0; i < width; ++i) order[i % 2 * (width / 2) + i / 2] = i;
  return order;
}

/// The inverse of order_of_halves().
std::vector<int64_t> order_of_alternating(int64_t width) {
  std::vector<int64_t> order(width);
  for (int64_t i = 0; i < width; ++i) order[i] = i % 2 * (width / 2) + i / 2;
  return order;
}

/// Moves row `row` of the weight behind all others.
Weight with_last(const Weight& weight, int64_t row) {
  std::vector<int64_t> order(weight.rows());
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin() + row, order.begin() + row + 1, order.end());
  return gather_rows(weight, order);
}

/// True if a table of positions equals the formula's, with its columns in halves.
bool is_sinusoidal(const Weight& given) {
  const Weight expected =
      gather_columns(Weight(given.shape(), sinusoidal_positions(given.rows(), given.width())),
                     order_of_halves(given.width()));
  return std::equal(given.data(), given.data() + given.size(), expected.data(),
                    [](float a, float b) { return std::abs(a - b) <= 1e-3F; });
}

bool is_equal(const Weight& a, const Weight& b) {
  return std::equal(a.data(), a.data() + a.size(), b.data(), b.data() + b.size());
}

/// Takes their tensors one by one and checks them.
class Reader {
 public:
  Reader(const WeightsByName& theirs, std::string source)
      : theirs_(theirs), source_(std::move(source)) {}

  /// Takes the tensor that has any of the names. Tensors under several of the names must be equal.
  Weight take(const std::vector<std::string>& names, const std::vector<int64_t>& shape) {
    auto first = theirs_.end();
    for (const std::string& name : names) {
      const auto found = theirs_.find(name);
      if (found == theirs_.end()) continue;
      const Weight& weight = checked(name, found->second, shape);
      if (first == theirs_.end()) {
        first = found;
      } else if (!is_equal(weight, first->second)) {
        fail("'" + name + "' and '" + first->first +
             "' differ, but are one matrix by the model's settings");
      }
    }
    if (first == theirs_.end()) fail("it has no tensor '" + names.front() + "'");
    return first->second;
  }

  /// Checks position tensors if there are any: they must equal the formula's.
  void check_positions(const ModelSettings& settings) {
    for (const char* name : kPositions) {
      const auto found = theirs_.find(name);
      if (found == theirs_.end()) continue;
      const Weight given = checked(name, found->second, {settings.max_length, settings.width});
      if (!is_sinusoidal(given))
        fail("'" + std::string(name) +
             "' is no table of sines and cosines; learned positions of this kind cannot be "
             "imported");
    }
  }

  void check_nothing_left() const {
    for (const auto& [name, weight] : theirs_) {
      if (name != kOutputBias && taken_.count(name) == 0)
        fail("its tensor '" + name + "' is none of such a model");
    }
  }

 private:
  const Weight& checked(const std::string& name, const Weight& weight,
                        const std::vector<int64_t>& shape) {
    taken_.insert(name);
    if (weight.shape() != shape)
      fail("tensor '" + name + "' has shape " + shape_text(weight.shape()) +
           ", but its settings say " + shape_text(shape));
    // A bias of minus infinity forbids a token.
    const bool may_be_infinite = name == kOutputBias;
    if (!std::all_of(weight.data(), weight.data() + weight.size(), [&](float number) {
          return std::isfinite(number) || (may_be_infinite && std::isinf(number) && number < 0);
        }))
      fail("tensor '" + name + "' holds NaN or infinite numbers",
           "copy the file again, or train the model anew");
    return weight;
  }

  [[noreturn]] void fail(const std::string& reason,
                         const std::string& advice =
                             "name a folder whose weights and settings are of one model") const {
    throw std::runtime_error("cannot take the weights of '" + source_ + "': " + reason + "; " +
                             advice);
  }

  const WeightsByName& theirs_;
  std::string source_;
  std::set<std::string> taken_;
};

Weight read_ours(Reader& reader, const Correspondence& one, std::vector<int64_t> shape) {
  shape[0] /= static_cast<int64_t>(one.theirs.size());
  Weight weight;
  if (one.theirs.size() == 1) {
    std::vector<std::string> names = one.copies;
    names.insert(names.begin(), one.theirs.front());
    weight = reader.take(names, shape);
  } else {
    std::vector<Weight> parts;
    for (const std::string& name : one.theirs) parts.push_back(reader.take({name}, shape));
    weight = join_rows(parts);
  }
  if (one.residual_rows) weight = gather_rows(weight, order_of_alternating(weight.rows()));
  if (one.residual_columns) weight = gather_columns(weight, order_of_alternating(weight.width()));
  return weight;
}

/// Moves padding's row to the end.
Weight with_padding_last(const std::string& name, const Weight& weight, const PaddingIds& padding) {
  const bool is_target = name == "target_embedding" || name == "output_embedding";
  return with_last(weight, is_target ? padding.target : padding.source);
}

}  // namespace

NamedWeights to_marian_weights(const ModelSettings& settings, const VocabularySizes& sizes,
                               const WeightSource& ours) {
  std::map<std::string, std::vector<int64_t>> shapes;
  for (const WeightShape& one : list_weights(settings, sizes)) shapes[one.name] = one.shape;
  NamedWeights theirs;
  for (const Correspondence& one : correspondences(settings)) {
    Weight weight = ours(one.ours, shapes.at(one.ours));
    if (one.residual_rows) weight = gather_rows(weight, order_of_halves(weight.rows()));
    if (one.residual_columns) weight = gather_columns(weight, order_of_halves(weight.width()));
    const int64_t rows = weight.rows() / static_cast<int64_t>(one.theirs.size());
    for (size_t i = 0; i < one.theirs.size(); ++i)
      theirs.emplace_back(one.theirs[i], weight.part(static_cast<int64_t>(i) * rows, rows));
  }
  std::vector<float> bias(sizes.target);
  if (settings.output_bias) {
    const Weight given = ours("output_bias", {sizes.target - 1});
    std::copy_n(given.data(), given.size(), bias.begin());
  }
  theirs.emplace_back(kOutputBias, Weight({1, sizes.target}, std::move(bias)));
  return theirs;
}

NamedWeights from_marian_weights(const WeightsByName& theirs, const ModelSettings& settings,
                                 const VocabularySizes& sizes, const PaddingIds& padding,
                                 const std::string& source) {
  std::map<std::string, Correspondence> by_name;
  for (Correspondence& one : correspondences(settings)) by_name[one.ours] = std::move(one);
  Reader reader(theirs, source);
  reader.check_positions(settings);
  NamedWeights ours;
  for (const auto& [name, shape] : list_weights(settings, sizes)) {
    if (name == "output_bias") {
      const Weight bias = reader.take({kOutputBias}, {1, sizes.target}).reshaped({sizes.target});
      ours.emplace_back(name, with_last(bias, padding.target).part(0, sizes.target - 1));
      continue;
    }
    Weight weight = read_ours(reader, by_name.at(name), shape);
    if (name.ends_with("_embedding")) weight = with_padding_last(name, weight, padding);
    ours.emplace_back(name, std::move(weight));
  }
  reader.check_nothing_left();
  return ours;
}

bool has_output_bias(const WeightsByName& theirs, int64_t padding) {
  const auto found = theirs.find(kOutputBias);
  if (found == theirs.end()) return false;
  const Weight& bias = found->second;
  if (padding >= bias.size()) return true;  // wrong shape: reading it will report it
  for (int64_t id = 0; id < bias.size(); ++id) {
    if (id != padding && bias.data()[id] != 0) return true;
  }
  return false;
}

}  // namespace dragoman
