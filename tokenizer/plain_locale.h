#pragma once

#include <locale.h>

namespace dragoman {

/// Gives the calling thread the locale "C" as long as it lives. In a Turkish one, SentencePiece
/// does not know the types of its models.
class PlainLocale {
 public:
  PlainLocale() : plain_(::newlocale(LC_ALL_MASK, "C", nullptr)), before_(::uselocale(plain_)) {}
  ~PlainLocale() {
    ::uselocale(before_);
    ::freelocale(plain_);
  }
  PlainLocale(const PlainLocale&) = delete;
  PlainLocale& operator=(const PlainLocale&) = delete;

 private:
  locale_t plain_;
  locale_t before_;
};

}  // namespace dragoman
