#include "alignment/word_list.h"

namespace dragoman {

WordList::WordList(std::vector<std::string> forms) : forms_(std::move(forms)) {
  ids_.reserve(forms_.size());
  for (size_t i = 0; i < forms_.size(); ++i) ids_.emplace(forms_[i], static_cast<int32_t>(i));
}

int32_t WordList::add(const std::string& form) {
  const auto [entry, is_new] = ids_.try_emplace(form, static_cast<int32_t>(forms_.size()));
  if (is_new) forms_.push_back(form);
  return entry->second;
}

int32_t WordList::find(const std::string& form) const {
  const auto entry = ids_.find(form);
  return entry == ids_.end() ? kUnknown : entry->second;
}

}  // namespace dragoman
