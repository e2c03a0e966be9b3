#pragma once

#include <vector>

#include "architecture/step_model.h"
#include "engine/attention_record.h"
#include "engine/context.h"

namespace dragoman {

/// What a language model goes on from.
struct Prompt {
  std::shared_ptr<const Context> beginning;  // all but the last token
  int64_t last_token = 0;                    // of an empty prompt, the start token
};

/// Encoded sentences without padding: of every source token, the keys and values that each decoder
/// layer looks at.
struct EncodedSentences : EncodedSource {
  ~EncodedSentences() override {
    if (space != nullptr) space->attention.give(std::move(memory));
  }
  size_t size() const { return prompts.empty() ? first_tokens.size() - 1 : prompts.size(); }

  std::vector<int64_t> first_tokens;             // of each sentence, and the end of the last one
  AttentionMemory memory;                        // [layers, tokens]
  WorkspacePool::Lease space;                    // of the batch, which its decoding uses too
  std::vector<std::vector<int32_t>> candidates;  // as in the SourceBatch
  std::vector<Prompt> prompts;                   // of a language model, and nothing else

  int64_t length(int64_t sentence) const {
    return first_tokens[sentence + 1] - first_tokens[sentence];
  }
  const void* keys(size_t layer, int64_t token) const {
    return memory[static_cast<int64_t>(layer) * first_tokens.back() + token];
  }
};

/// Runs the encoder over a batch, whose padding is left out. A language model reads its prompts.
/// `space` is where it computes; `record`: what becomes that of the encoder, or none.
std::unique_ptr<EncodedSentences> encode_sentences(const Plan& plan, const Kernels& kernels,
                                                   const SourceBatch& source,
                                                   WorkspacePool::Lease space,
                                                   AttentionRecord* record = nullptr);

}  // namespace dragoman
