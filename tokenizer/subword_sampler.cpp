#include "tokenizer/subword_sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "io/random.h"
#include "io/utf8.h"
#include "tokenizer/space_symbol.h"

namespace dragoman {
namespace {

/// Score of a character that no piece covers: lower than any piece's.
constexpr double kUnknownScore = -100;
constexpr double kImpossible = -std::numeric_limits<double>::infinity();

double log_add(double a, double b) {
  if (a < b) std::swap(a, b);
  return b == kImpossible ? a : a + std::log1p(std::exp(b - a));
}

}  // namespace

SubwordSampler::SubwordSampler(const Tokenizer& tokenizer, const SubwordSampling& sampling)
    : tokenizer_(tokenizer), sampling_(sampling), model_(tokenizer.segmentation_model()) {
  const bool has_rate = (model_ == SegmentationModel::kBpe && sampling.bpe_dropout > 0) ||
                        (model_ == SegmentationModel::kUnigram && sampling.unigram_alpha > 0);
  if (!has_rate) {
    throw std::invalid_argument(
        "cannot draw segmentations: bpe_dropout goes with a BPE tokenizer, unigram_alpha with a "
        "unigram one; tokenizers of characters or words have only one segmentation");
  }
  for (const VocabularyPiece& piece : tokenizer.vocabulary()) {
    if (!piece.is_ordinary) {
      other_ids_.emplace(piece.text, piece.id);
      continue;
    }
    pieces_.emplace(piece.text, Piece{piece.id, piece.score});
    longest_piece_ = std::max(longest_piece_, piece.text.size());
    if (piece.text.rfind(kSpaceSymbol) > 0 && piece.text.rfind(kSpaceSymbol) != std::string::npos)
      words_are_apart_ = false;
  }
}

const SubwordSampler::Piece* SubwordSampler::find(std::string_view text) const {
  if (text.size() > longest_piece_) return nullptr;
  const auto found = pieces_.find(text);
  return found == pieces_.end() ? nullptr : &found->second;
}

bool SubwordSampler::opens_word(std::string_view piece) const {
  return words_are_apart_ && piece.starts_with(kSpaceSymbol);
}

// Takes the normalised text from the pieces of the best segmentation. Words are runs of ordinary
// pieces. Other pieces (unknown characters, user symbols, bytes) are kept.
TokenIds SubwordSampler::encode(std::string_view text, uint64_t key) const {
  TokenIds ids;
  std::string word;
  uint64_t num_words = 0;
  const auto end_word = [&] {
    if (word.empty()) return;
    const TokenIds drawn = draw(word, derive_key(key, num_words++));
    ids.insert(ids.end(), drawn.begin(), drawn.end());
    word.clear();
  };
  for (const std::string& piece : tokenizer_.encode_as_pieces(text)) {
    const bool is_ordinary = find(piece) != nullptr;
    if (!is_ordinary || opens_word(piece)) end_word();
    if (is_ordinary) {
      word += piece;
    } else {
      const auto other = other_ids_.find(piece);
      ids.push_back(other == other_ids_.end() ? tokenizer_.unknown_id() : other->second);
    }
  }
  end_word();
  return ids;
}

TokenIds SubwordSampler::draw(const std::string& word, uint64_t key) const {
  return model_ == SegmentationModel::kBpe ? draw_merges(word, key) : draw_unigram(word, key);
}

TokenIds SubwordSampler::draw_merges(const std::string& word, uint64_t key) const {
  RandomSequence random(key);
  std::vector<size_t> bounds = character_bounds(word);
  const auto piece = [&](size_t from, size_t to) {
    return find(std::string_view(word).substr(bounds[from], bounds[to] - bounds[from]));
  };
  std::vector<const Piece*> merged;  // of each two neighbours; nullptr: no piece
  for (size_t i = 0; i + 2 < bounds.size(); ++i) merged.push_back(piece(i, i + 2));
  while (true) {
    const Piece* best = nullptr;
    size_t best_at = 0;
    for (size_t i = 0; i < merged.size(); ++i) {
      if (!merged[i] || random.uniform() < sampling_.bpe_dropout) continue;
      if (!best || merged[i]->score > best->score) {
        best = merged[i];
        best_at = i;
      }
    }
    if (!best) break;
    const auto offset = static_cast<std::ptrdiff_t>(best_at);
    bounds.erase(bounds.begin() + offset + 1);
    merged.erase(merged.begin() + offset);
    if (best_at > 0) merged[best_at - 1] = piece(best_at - 1, best_at + 1);
    if (best_at < merged.size()) merged[best_at] = piece(best_at, best_at + 2);
  }
  TokenIds ids;
  for (size_t i = 0; i + 1 < bounds.size(); ++i) {
    const Piece* found = piece(i, i + 1);
    ids.push_back(found ? found->id : tokenizer_.unknown_id());
  }
  return ids;
}

// Sums over all segmentations in a forward pass. A backward pass then draws one piece at a time,
// among the pieces that end there, with its share of their sum.
TokenIds SubwordSampler::draw_unigram(const std::string& word, uint64_t key) const {
  struct Ending {
    size_t begin;
    const Piece* piece;
    double weight;  // logarithm of the sum over segmentations that end with this piece
  };
  const std::vector<size_t> bounds = character_bounds(word);
  std::vector<std::vector<Ending>> endings(bounds.size());
  std::vector<double> sums(bounds.size(), kImpossible);
  sums[0] = 0;
  for (size_t end = 1; end < bounds.size(); ++end) {
    for (size_t begin = end; begin-- > 0;) {
      if (bounds[end] - bounds[begin] > longest_piece_) break;
      const Piece* piece =
          find(std::string_view(word).substr(bounds[begin], bounds[end] - bounds[begin]));
      const bool is_character = begin + 1 == end;
      if (!piece && !is_character) continue;
      const double score = piece ? piece->score : kUnknownScore;
      const double weight = sums[begin] + sampling_.unigram_alpha * score;
      endings[end].push_back({begin, piece, weight});
      sums[end] = log_add(sums[end], weight);
    }
  }
  RandomSequence random(key);
  TokenIds ids;
  for (size_t end = bounds.size() - 1; end > 0;) {
    double left = random.uniform();
    const Ending* chosen = &endings[end].back();
    for (const Ending& ending : endings[end]) {
      left -= std::exp(ending.weight - sums[end]);
      if (left >= 0) continue;
      chosen = &ending;
      break;
    }
    ids.push_back(chosen->piece ? chosen->piece->id : tokenizer_.unknown_id());
    end = chosen->begin;
  }
  std::reverse(ids.begin(), ids.end());
  return ids;
}

}  // namespace dragoman
