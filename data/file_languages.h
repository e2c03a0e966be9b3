#pragma once

#include <optional>
#include <string>
#include <utility>

namespace dragoman {

/// The code of the language that the name of a file ends with, as train.en, corpus.de-en.de,
/// news_de.txt, pt.txt.gz or train.pt-BR (pt) do: a language of ISO 639. None: no such name.
std::optional<std::string> language_of_file(const std::string& path);

/// The two codes in the name of a file of both languages, as train.en-de.tsv and en_de.tsv.gz have
/// them.
std::optional<std::pair<std::string, std::string>> languages_of_file(const std::string& path);

}  // namespace dragoman
