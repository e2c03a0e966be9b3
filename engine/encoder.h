#pragma once

#include <vector>

#include "architecture/step_model.h"
#include "engine/attention_record.h"
#include "engine/context.h"

namespace dragoman {

/// The text that a language model continues.
struct Prompt {
  std::shared_ptr<const Context> beginning;  // all tokens except the last
  int64_t last_token = 0;                    // the start token if the prompt is empty
};

/// Encoded sentences without padding: for each source token, the keys and values of every decoder
/// layer's attention over the source.
struct EncodedSentences : EncodedSource {
  size_t size() const { return prompts.empty() ? first_tokens.size() - 1 : prompts.size(); }

  /// Index of each sentence's first token; then the number of all tokens.
  std::vector<int64_t> first_tokens;
  WorkspacePool::Lease space;                    // of the batch; its decoding uses it too
  AttentionMemory memory;                        // [layers, tokens]; of `space`
  std::vector<std::vector<int32_t>> candidates;  // as in the SourceBatch
  std::vector<Prompt> prompts;  // one for each sentence of a language model; else empty

  int64_t length(int64_t sentence) const {
    return first_tokens[sentence + 1] - first_tokens[sentence];
  }
  const void* keys(size_t layer, int64_t token) const {
    return memory[static_cast<int64_t>(layer) * first_tokens.back() + token];
  }
};

/// Runs the encoder over a batch without its padding. For a language model, reads the prompts.
/// Computes in `space`. If `record` is not null, fills in its encoder attention.
std::unique_ptr<EncodedSentences> encode_sentences(const Plan& plan, const Kernels& kernels,
                                                   const SourceBatch& source,
                                                   WorkspacePool::Lease space,
                                                   AttentionRecord* record = nullptr);

}  // namespace dragoman
