#pragma once

#include <string>
#include <vector>

namespace dragoman {

/// One setting of a score, with sacreBLEU's names: {"case", "c", "mixed"}.
struct SignatureItem {
  std::string name;
  std::string short_name;
  std::string value;
};

/// All settings that a score depends on, in sacreBLEU's order.
using Signature = std::vector<SignatureItem>;

/// The version of sacreBLEU whose scores are reproduced; the last item of a signature.
SignatureItem version_item();

/// Returns "yes" or "no".
std::string yes_or_no(bool value);

/// Returns the items of a significance test with `num_samples` samples: approximate randomisation
/// or bootstrap. `seed` is a number or "none".
Signature resampling_items(bool is_randomization, size_t num_samples, const std::string& seed);

/// Formats "nrefs:1|case:mixed|…|version:2.6.0"; with `short_names` "#:1|c:mixed|…|v:2.6.0".
std::string format_signature(const Signature& signature, bool short_names);

}  // namespace dragoman
