#include "app/document_translation.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "io/byte_reader.h"
#include "io/descriptor.h"
#include "io/stopwatch.h"
#include "io/text_file.h"

namespace dragoman {
namespace {

std::string read_bytes_of(const std::string& path) {
  ByteReader reader(path);
  std::string bytes;
  while (reader.read_some(bytes)) continue;
  return bytes;
}

void log_counts(const TranslationCounts& counts, double seconds, const std::string& name,
                const Logger& log) {
  for (const TranslationNote& note : counts.notes)
    log->warn("{}:{}: {}", name, note.line, note.what);
  if (!counts.split_lines.empty())
    log->warn("{}: some sentences are longer than the model takes: translated in parts", name);
  log->info("translated {}, {} source tokens, {} target tokens in {:.2f} s: {:.0f} target tokens/s",
            name, counts.source_tokens, counts.target_tokens, seconds,
            static_cast<double>(counts.target_tokens) / std::max(seconds, 1e-9));
}

}  // namespace

void translate_document(const Translator& translator, const SearchSettings& settings,
                        const RequestSources& sources, const std::string& output,
                        const Logger& log) {
  check_sources(sources);
  const std::string name = plain_name(sources.input);
  TranslationRequest request;
  if (!sources.terminology.empty())
    request.terminology = std::make_shared<Terminology>(sources.terminology);
  TextWriter writer(output);
  request.text = read_bytes_of(sources.input);
  const Stopwatch watch;
  TranslationCounts counts;
  try {
    writer.write(translator.translate_n_best({request}, settings, &counts)[0][0].text);
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(name + ": " + error.what());
  }
  writer.close();
  log_counts(counts, watch.seconds(), name, log);
}

}  // namespace dragoman
