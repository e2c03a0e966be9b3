#pragma once

#include <cstddef>
#include <string_view>

namespace dragoman {

/// The plural rule in the header of a PO file: "nplurals=2; plural=(n != 1);" (manual of gettext,
/// section 11.2.6).
class PluralForms {
 public:
  /// If the header has no valid rule, there are two forms, and the first one is for 1.
  explicit PluralForms(std::string_view header);

  size_t num_forms() const { return num_forms_; }
  /// Index of the form for 1.
  size_t form_of_one() const { return form_of_one_; }
  /// True if no other number has the form of 1.
  bool one_is_alone() const { return one_is_alone_; }

 private:
  size_t num_forms_ = 2;
  size_t form_of_one_ = 0;
  bool one_is_alone_ = true;
};

}  // namespace dragoman
