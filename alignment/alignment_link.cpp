#include "alignment/alignment_link.h"

namespace dragoman {

std::string to_pharaoh(const std::vector<AlignmentLink>& links) {
  std::string text;
  for (const AlignmentLink& link : links) {
    if (!text.empty()) text += ' ';
    text += std::to_string(link.source) + '-' + std::to_string(link.target);
  }
  return text;
}

}  // namespace dragoman
