#pragma once

#include <string>

#include "metrics/bleu_tokenizer.h"

namespace dragoman {

/// Returns BLEU's tokenizer called `name`, or the SentencePiece model in the file `name`, which
/// must end in ".model". The signature has the file's name without ".model".
BleuTokenizer open_bleu_tokenizer(const std::string& name);

}  // namespace dragoman
