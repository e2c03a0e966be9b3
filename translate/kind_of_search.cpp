#include "translate/kind_of_search.h"

namespace dragoman {

void reset_other_search(SearchSettings& settings,
                        const std::function<bool(const char* setting)>& gives) {
  const auto reset = [&](const char* name, auto SearchSettings::*field) {
    if (!gives(name)) settings.*field = SearchSettings().*field;
  };
  if (settings.samples > 0) {
    reset("stopping", &SearchSettings::stopping);
    reset("patience", &SearchSettings::patience);
  } else {
    reset("temperature", &SearchSettings::temperature);
    reset("top_k", &SearchSettings::top_k);
    reset("top_p", &SearchSettings::top_p);
    reset("epsilon", &SearchSettings::epsilon);
  }
}

}  // namespace dragoman
