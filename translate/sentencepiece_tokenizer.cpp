#include "translate/sentencepiece_tokenizer.h"

#include <filesystem>
#include <memory>
#include <stdexcept>

#include "metrics/python_text.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {

BleuTokenizer open_bleu_tokenizer(const std::string& name) {
  const std::filesystem::path path = name;
  if (path.extension() != ".model") return bleu_tokenizer(name);
  const std::string stem = path.stem();
  if (stem.find_first_of(":|") != std::string::npos) {
    throw std::invalid_argument("tokenize " + name +
                                ": signatures use : and | as separators, rename the file");
  }
  const auto tokenizer = std::make_shared<const Tokenizer>(name, false);
  return {stem, [tokenizer](std::string_view line, Tokens& tokens) {
            tokens.text.clear();
            for (const std::string& piece : tokenizer->encode_as_pieces(line)) {
              tokens.text.append(piece).append(" ");
            }
            tokens.views.clear();
            python_split(tokens.text, tokens.views);
          }};
}

}  // namespace dragoman
