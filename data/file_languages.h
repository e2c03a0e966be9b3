#pragma once

#include <optional>
#include <string>
#include <utility>

namespace dragoman {

/// Returns the language code, of ISO 639, at the end of a file's name, as in train.en,
/// corpus.de-en.de, news_de.txt, pt.txt.gz, train.pt-BR and train.pt_br (pt). Returns nullopt if
/// there is none.
std::optional<std::string> language_of_file(const std::string& path);

/// Returns both codes in the name of a file of two languages, such as train.en-de.tsv. Returns
/// nullopt unless there are two different ones.
std::optional<std::pair<std::string, std::string>> languages_of_file(const std::string& path);

}  // namespace dragoman
