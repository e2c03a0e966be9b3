#pragma once

#include <vector>

#include "capi/dragoman.h"
#include "data/alignment_link.h"

namespace dragoman {

static_assert(sizeof(AlignmentLink) == sizeof(dragoman_link));

/// Returns a view of links for the caller to read.
inline const dragoman_link* links_of(const std::vector<AlignmentLink>& links) {
  return reinterpret_cast<const dragoman_link*>(links.data());  // two int32_t each
}

}  // namespace dragoman
