#include "data/text_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/pair_columns.h"
#include "io/ascii.h"
#include "io/content_hash.h"
#include "io/random.h"
#include "io/shell_word.h"

namespace dragoman {
namespace {

constexpr size_t kMostHashes = 65536;
// Fewer pairs than this say nothing of a text.
constexpr int64_t kFewestPairs = 10;

// Of two files, line n of one must stay the translation of line n of the other.
constexpr const char* kUnquotingOfLines =
    R"sh(sed -E '/^"([^"]|"")*"$/{s/^"(.*)"$/\1/;s/""/"/g;}' FILE >NEW)sh";

bool ends_in_token(std::string_view line) { return line.ends_with(" ."); }

/// True if `text` begins with an entity, as &amp;, &frac12;, &#39; or &#x27;.
bool begins_with_entity(std::string_view text) {
  const size_t begin = text.starts_with("&#") ? 2 : 1;
  size_t end = begin;
  while (end < text.size() && is_ascii_alphanumeric(text[end])) ++end;
  return end > begin && end < text.size() && text[end] == ';';
}

bool has_entity(std::string_view line) {
  for (size_t at = line.find('&'); at != std::string_view::npos; at = line.find('&', at + 1))
    if (begins_with_entity(line.substr(at))) return true;
  return false;
}

/// True if the line has U+00C3 or U+00C2 before a character from U+0080 to U+00BF: as bytes of
/// Latin-1, the two are the UTF-8 of a letter such as ä.
bool is_encoded_twice(std::string_view line) {
  return line.find("\xc3\x83\xc2") != std::string_view::npos ||
         line.find("\xc3\x82\xc2") != std::string_view::npos;
}

bool is_quoted_cell(std::string_view line) {
  return line.size() > 2 && line.starts_with('"') && line.ends_with('"') &&
         line.substr(1, line.size() - 2).find("\"\"") != std::string_view::npos;
}

uint64_t repetition_key(const SentencePair& pair) {
  ContentHash hash;
  hash.add(pair.source);
  hash.add(pair.target);
  return mix64(hash.value());
}

/// Returns the command that leaves pairs of the corpus out. Of standard input, which cannot be read
/// again, returns what to add to the command.
std::string filter_command(const CorpusSettings& corpus, const char* option) {
  const std::vector<std::string> named = corpus.files();
  if (std::ranges::find(named, "-") != named.end()) return std::string("add ") + option;
  const std::string files = corpus.tsv.empty() ? "--source " + shell_word(corpus.source) +
                                                     " --target " + shell_word(corpus.target)
                                               : "--tsv " + shell_word(corpus.tsv);
  return "dragoman filter " + files + " " + option + " >NEW.tsv";
}

}  // namespace

void RepetitionCounter::add(uint64_t hash) {
  ++all_;
  if ((hash & mask_) != 0) return;
  hashes_.insert(hash);
  if (hashes_.size() <= kMostHashes) return;
  mask_ = mask_ << 1U | 1U;
  std::erase_if(hashes_, [&](uint64_t kept) { return (kept & mask_) != 0; });
}

double RepetitionCounter::share() const {
  if (all_ == 0) return 0;
  const double different = static_cast<double>(hashes_.size()) * static_cast<double>(mask_ + 1);
  return std::max(0.0, 1 - different / static_cast<double>(all_));
}

void TextFaults::add(const SentencePair& pair) {
  const auto has = [&](bool (*is_faulty)(std::string_view)) -> int64_t {
    return is_faulty(pair.source) || is_faulty(pair.target) ? 1 : 0;
  };
  ++pairs_;
  tokenized_ += has(ends_in_token);
  identical_ += pair.source == pair.target ? 1 : 0;
  entities_ += has(has_entity);
  twice_ += has(is_encoded_twice);
  quoted_ += has(is_quoted_cell);
  repetitions_.add(repetition_key(pair));
}

void TextFaults::warn(const CorpusSettings& corpus, const Logger& log) const {
  // Warns if at least one pair in `share` has the fault.
  const auto warn = [&](int64_t count, int64_t share, const std::string& what) {
    if (count < kFewestPairs || count * share < pairs_) return;
    log->warn("{}: {} of {} pairs {}", corpus.name(), count, pairs_, what);
  };
  warn(tokenized_, 4,
       "have a side that ends in \" .\": the text looks tokenised, and Dragoman tokenises by "
       "itself; give it as it was written, or undo it, as by sacremoses detokenize");
  warn(identical_, 10,
       "have the same text on both sides, from which a model learns to copy; leave them out: " +
           filter_command(corpus, "--identical"));
  warn(std::llround(repetitions_.share() * static_cast<double>(pairs_)), 4,
       "repeat others; leave repetitions out: " + filter_command(corpus, "--duplicates"));
  warn(entities_, 20,
       "have entities of HTML, as &amp;, instead of characters; replace them: python3 -c 'import "
       "html, sys; [print(*html.unescape(line).splitlines()) for line in sys.stdin]' <FILE >NEW");
  warn(twice_, 20,
       "look encoded twice, as Ã¤ for ä; repair them: ftfy -o NEW FILE (pip install ftfy)");
  warn(quoted_, 200,
       "have quotes around a side and doubled ones within, as a spreadsheet writes cells; remove "
       "them: " +
           (corpus.tsv.empty() ? kUnquotingOfLines : unquoting_command("\\t")));
}

}  // namespace dragoman
