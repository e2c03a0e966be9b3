#include "document/document.h"

#include <stdexcept>

namespace dragoman {

size_t Document::add_segment(DocumentSegment segment) {
  segments_.push_back(std::move(segment));
  return segments_.size() - 1;
}

std::string Document::translated(const std::vector<std::string>& translations,
                                 std::vector<DocumentNote>& notes) const {
  if (translations.size() != segments_.size()) {
    throw std::invalid_argument("a document of " + std::to_string(segments_.size()) +
                                " segments got " + std::to_string(translations.size()) +
                                " translations");
  }
  return write(translations, notes);
}

}  // namespace dragoman
