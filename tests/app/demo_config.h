#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "catch.h"
#include "model_folder/config.h"

namespace dragoman {

using Assignments = std::vector<std::string>;

constexpr const char* kDemoConfig = DRAGOMAN_SOURCE_DIR "/configs/demo.json";

/// The demo's configuration with a schedule that needs no train.updates, changed as `overrides`
/// say.
inline Config load_demo(const Assignments& overrides) {
  Assignments all{"train.schedule=inverse-sqrt"};
  all.insert(all.end(), overrides.begin(), overrides.end());
  return load_config(kDemoConfig, all);
}

/// Checks that load_demo() refuses the overrides, and why.
inline void check_refused(const Assignments& overrides, const std::string& message) {
  CHECK_THROWS_AS(load_demo(overrides), std::invalid_argument);
  CHECK_THROWS_WITH(load_demo(overrides), ContainsSubstring(message));
}

}  // namespace dragoman
