#pragma once

#include <string>

#include "app/request_reader.h"
#include "io/log.h"
#include "search/search_settings.h"
#include "translate/translator.h"

namespace dragoman {

/// Translates the file sources.input as a whole document of format settings.document, and writes it
/// to `output`. "-" is stdin or stdout; .gz is read and written. Of the other sources, only the
/// terminology is used. Logs remarks about the document as warnings. Throws std::runtime_error,
/// naming the file, if the input is not of the format.
void translate_document(const Translator& translator, const SearchSettings& settings,
                        const RequestSources& sources, const std::string& output,
                        const Logger& log);

}  // namespace dragoman
