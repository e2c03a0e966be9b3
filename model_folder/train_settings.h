#pragma once

#include <array>
#include <utility>

#include "io/settings.h"

namespace dragoman {

enum class OptimizerType { kAdam, kAdamW };
constexpr auto enum_names(OptimizerType) {
  return std::array{std::pair{OptimizerType::kAdam, "adam"},
                    std::pair{OptimizerType::kAdamW, "adamw"}};
}

enum class ScheduleType { kInverseSqrt, kPaper, kConstant, kLinear, kCosine };
constexpr auto enum_names(ScheduleType) {
  return std::array{
      std::pair{ScheduleType::kInverseSqrt, "inverse-sqrt"},
      std::pair{ScheduleType::kPaper, "paper"}, std::pair{ScheduleType::kConstant, "constant"},
      std::pair{ScheduleType::kLinear, "linear"}, std::pair{ScheduleType::kCosine, "cosine"}};
}

enum class TrainPrecision { kFp32, kBf16 };
constexpr auto enum_names(TrainPrecision) {
  return std::array{std::pair{TrainPrecision::kFp32, "fp32"},
                    std::pair{TrainPrecision::kBf16, "bf16"}};
}

/// What multiplies matrices of fp32 on the CPU.
enum class TrainProducts { kAuto, kOwn, kLibtorch };
constexpr auto enum_names(TrainProducts) {
  return std::array{std::pair{TrainProducts::kAuto, "auto"}, std::pair{TrainProducts::kOwn, "own"},
                    std::pair{TrainProducts::kLibtorch, "libtorch"}};
}

/// How the encoder stores the sentences of a batch.
enum class TrainBatches { kPacked, kPadded };
constexpr auto enum_names(TrainBatches) {
  return std::array{std::pair{TrainBatches::kPacked, "packed"},
                    std::pair{TrainBatches::kPadded, "padded"}};
}

enum class Keep { kBest, kLast, kAverage, kAverageBest };
constexpr auto enum_names(Keep) {
  return std::array{std::pair{Keep::kBest, "best"}, std::pair{Keep::kLast, "last"},
                    std::pair{Keep::kAverage, "average"},
                    std::pair{Keep::kAverageBest, "average-best"}};
}

enum class ValidationMetric { kBleu, kChrf, kLoss };
constexpr auto enum_names(ValidationMetric) {
  return std::array{std::pair{ValidationMetric::kBleu, "bleu"},
                    std::pair{ValidationMetric::kChrf, "chrf"},
                    std::pair{ValidationMetric::kLoss, "loss"}};
}

#define DRAGOMAN_TRAIN_SETTINGS(FIELD)                                                             \
  FIELD(int64_t, updates, 100000, resumable(at_least(0)),                                          \
        "Updates after which training ends; 0: no such limit.")                                    \
  FIELD(int64_t, epochs, 0, resumable(at_least(0)),                                                \
        "Epochs after which training ends; 0: no such limit.")                                     \
  FIELD(int64_t, patience, 0, resumable(at_least(0)),                                              \
        "Validations in a row without a better score that end training; 0: never.")                \
  FIELD(int64_t, seed, 1, at_least(0), "Seed of initial weights, batch order and dropout.")        \
  FIELD(std::string, device, "cpu", any_value(), "Where training runs: cpu, cuda, or cuda:N.")     \
  FIELD(bool, deterministic, true, any_value(),                                                    \
        "On a GPU: use only algorithms that give the same result every time, so that a resumed "   \
        "run is exact; false is faster.")                                                          \
  FIELD(TrainPrecision, precision, TrainPrecision::kFp32, any_value(),                             \
        "Number format of the arithmetic: fp32, or bf16 where it is safe.")                        \
  FIELD(TrainProducts, products, TrainProducts::kAuto, any_value(),                                \
        "What multiplies matrices of fp32 on the CPU. own: Dragoman's kernels, which give the "    \
        "same bits on every x86-64 processor with AVX2. libtorch: LibTorch. auto: own wherever "   \
        "that promise holds.")                                                                     \
  FIELD(int64_t, update_tokens, 4096, at_least(1),                                                 \
        "Size of an update in tokens: rows times the longer of the two sides, padding counted. "   \
        "It gives the number of updates of an epoch, which get equal work.")                       \
  FIELD(TrainBatches, batches, TrainBatches::kPacked, any_value(),                                 \
        "How the encoder computes the sentences of a batch: packed, without padding; or padded "   \
        "to the longest one, with masks. The two have different masks of dropout.")                \
  FIELD(int64_t, parts, 4, between(1, 65536),                                                      \
        "Batches of equal work that an update is cut into; threads and processes compute them "    \
        "at the same time. The order in which gradients are summed depends on nothing else.")      \
  FIELD(double, fit_memory, 0.0, at_least(0),                                                      \
        "Memory of training in GB. Before the first update, training tries the worst shapes, and " \
        "takes the smallest number of parts, from train.parts on, that fits. 0: train.parts as "   \
        "it stands.")                                                                              \
  FIELD(TrainPrecision, exchange, TrainPrecision::kFp32, any_value(),                              \
        "Number format of the gradients and weights that processes send each other: fp32, or "     \
        "bf16, half as many bytes, for slow networks.")                                            \
  FIELD(double, exchange_timeout, 1800.0, resumable(between(1, 1e6)),                              \
        "Seconds that a process waits for another that trains with it and does not answer.")       \
  FIELD(OptimizerType, optimizer, OptimizerType::kAdam, any_value(),                               \
        "adam, or adamw (decoupled weight decay).")                                                \
  FIELD(double, learning_rate, 5e-4, between(0, 100),                                              \
        "Peak learning rate; with schedule paper: a factor of the paper's rate.")                  \
  FIELD(double, initial_rate, 1e-7, between(0, 1),                                                 \
        "Rate from which the warm-up rises (all schedules but paper).")                            \
  FIELD(double, final_rate, 0.0, between(0, 1), "Rate at train.updates (linear and cosine).")      \
  FIELD(ScheduleType, schedule, ScheduleType::kInverseSqrt, any_value(),                           \
        "How the rate falls after the warm-up.")                                                   \
  FIELD(int64_t, warmup, 4000, at_least(0), "Updates over which the rate rises linearly.")         \
  FIELD(double, beta1, 0.9, between(0, 1), "Adam's decay of the mean gradient.")                   \
  FIELD(double, beta2, 0.98, between(0, 1), "Adam's decay of the mean squared gradient.")          \
  FIELD(double, epsilon, 1e-9, between(0, 1), "Added to Adam's denominator.")                      \
  FIELD(double, weight_decay, 0.0, between(0, 1),                                                  \
        "Weight decay. At each update adamw takes this share, times the rate, off the weights; "   \
        "adam adds it, times the weights, to the gradient.")                                       \
  FIELD(double, clip_norm, 0.0, at_least(0),                                                       \
        "Norm to which larger gradients are scaled down; 0: not clipped.")                         \
  FIELD(double, label_smoothing, 0.1, between(0, 0.9),                                             \
        "Probability spread evenly over the vocabulary.")                                          \
  FIELD(double, alignment_weight, 0.05, between(0, 1000),                                          \
        "Weight of the loss that guides model.alignment_heads, per target token that has links "   \
        "(0.05 in Garg et al. 2019).")                                                             \
  FIELD(double, r_drop, 0.0, between(0, 1000),                                                     \
        "R-Drop's alpha, such as 5 (Liang et al. 2021): each batch passes twice with different "   \
        "dropout, and the loss adds alpha / 4 times the two KL divergences between the "           \
        "predictions; half as fast. 0: no R-Drop.")                                                \
  FIELD(int64_t, report_every, 50, resumable(at_least(1)),                                         \
        "Updates between two lines of the log.")                                                   \
  FIELD(int64_t, validate_every, 0, resumable(at_least(0)),                                        \
        "Updates between two validations; 0: each epoch.")                                         \
  FIELD(int64_t, validate_beam, 1, resumable(at_least(1)), "Beam of validation's translations.")   \
  FIELD(ValidationMetric, best, ValidationMetric::kBleu, any_value(),                              \
        "Validation score that decides which weights are best, also for train.patience.")          \
  FIELD(int64_t, samples, 3, resumable(between(0, 1000)),                                          \
        "Number of validation lines, from the first on, whose translations each validation logs.") \
  FIELD(int64_t, checkpoint_every, 0, resumable(at_least(0)),                                      \
        "Updates between two checkpoints; 0: each epoch.")                                         \
  FIELD(double, save_minutes, 30.0, resumable(at_least(0)),                                        \
        "Minutes after which the run is saved even if no checkpoint is due; 0: never.")            \
  FIELD(int64_t, skip_limit, 5, resumable(at_least(1)),                                            \
        "Number of updates in a row that are skipped, because loss or gradient is not finite, "    \
        "before training goes back to the last checkpoint.")                                       \
  FIELD(double, rollback_rate, 0.5, between(0.01, 1),                                              \
        "Factor that multiplies the learning rate each time training goes back.")                  \
  FIELD(int64_t, rollback_limit, 3, resumable(at_least(0)),                                        \
        "Number of times that training goes back before it stops.")                                \
  FIELD(int64_t, keep_checkpoints, 5, resumable(at_least(1)),                                      \
        "Checkpoints kept; older ones are deleted.")                                               \
  FIELD(int64_t, keep_best, 1, resumable(at_least(1)),                                             \
        "Number of best validations whose weights are kept.")                                      \
  FIELD(Keep, keep, Keep::kBest, resumable(any_value()),                                           \
        "The weights in model.safetensors: of the best validation, the last update, the average "  \
        "of the kept checkpoints, or that of the kept best (average-best).")                       \
  FIELD(double, moving_average, 0.0, between(0, 0.999999),                                         \
        "Decay of an exponential moving average of the weights, such as 0.9999; the average is "   \
        "then validated and kept. At most (1 + n) / (10 + n) in update n. 0: none.")               \
  FIELD(std::string, from, "", any_value(),                                                        \
        "Model folder whose model, weights and tokenizer training starts from.")                   \
  FIELD(std::vector<std::string>, freeze, {}, any_value(),                                         \
        "Weights that are not trained, as patterns of their names, such as encoder_layer_0.*.")    \
  FIELD(bool, tensorboard, true, resumable(any_value()),                                           \
        "Also write RUN/tensorboard, for TensorBoard.")

/// How the model is trained.
struct TrainSettings {
  DRAGOMAN_FIELDS(DRAGOMAN_TRAIN_SETTINGS)
  /// True if the learning rate falls until the last update.
  bool falls_to_end() const {
    return schedule == ScheduleType::kLinear || schedule == ScheduleType::kCosine;
  }
};

}  // namespace dragoman
