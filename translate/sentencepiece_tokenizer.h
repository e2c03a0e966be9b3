#pragma once

#include <string>

#include "metrics/bleu_tokenizer.h"

namespace dragoman {

/// BLEU's tokeniser of that name, or that of the SentencePiece model in the file `name`, which must
/// end in ".model"; its signature has the file's name without that.
BleuTokenizer open_bleu_tokenizer(const std::string& name);

}  // namespace dragoman
