#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace dragoman {

/// What the header of a PO file says of plurals: "nplurals=2; plural=(n != 1);" (manual of gettext,
/// section 11.2.6).
class PluralForms {
 public:
  /// Of text that says nothing of the kind, or nothing that can be understood: two forms, the first
  /// of which is for 1.
  explicit PluralForms(std::string_view header);

  size_t num_forms() const { return num_forms_; }
  /// The form for 1.
  size_t form_of_one() const { return form_of_one_; }
  /// True if 1 is the only number that has the form of 1.
  bool one_is_alone() const { return one_is_alone_; }

 private:
  size_t num_forms_ = 2;
  size_t form_of_one_ = 0;
  bool one_is_alone_ = true;
};

}  // namespace dragoman
