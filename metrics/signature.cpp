#include "metrics/signature.h"

namespace dragoman {

SignatureItem version_item() { return {"version", "v", "2.6.0"}; }

std::string yes_or_no(bool value) { return value ? "yes" : "no"; }

Signature resampling_items(bool is_randomization, size_t num_samples, const std::string& seed) {
  const std::string name = is_randomization ? "ar" : "bs";
  return {{name, name, std::to_string(num_samples)}, {"seed", "rs", seed}};
}

std::string format_signature(const Signature& signature, bool short_names) {
  std::string text;
  for (const SignatureItem& item : signature) {
    text.append(text.empty() ? "" : "|").append(short_names ? item.short_name : item.name);
    text.append(":").append(item.value);
  }
  return text;
}

}  // namespace dragoman
