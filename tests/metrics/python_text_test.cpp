#include "metrics/python_text.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"

namespace dragoman {
namespace {

std::string utf8(UChar32 character) {
  char bytes[U8_MAX_LENGTH];
  int length = 0;
  U8_APPEND_UNSAFE(bytes, length, character);
  return {bytes, static_cast<size_t>(length)};
}

bool is_in_unicode_14(UChar32 character) {
  UVersionInfo age;
  u_charAge(character, age);
  return u_isdefined(character) && !U_IS_SURROGATE(character) && age[0] <= 14;
}

uint64_t fnv1a(uint64_t hash, const std::string& text) {
  for (const char byte : text) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  }
  return hash;
}

TEST_CASE("white space is what Python's str.isspace() takes for it") {
  // python3 -c 'print([hex(c) for c in range(0x110000) if chr(c).isspace()])'
  const std::vector<char32_t> expected = {
      0x9,    0xa,    0xb,    0xc,    0xd,    0x1c,   0x1d,   0x1e,   0x1f,   0x20,
      0x85,   0xa0,   0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006,
      0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000};
  std::vector<char32_t> found;
  for (char32_t character = 0; character <= 0x10FFFF; ++character) {
    if (is_python_space(character)) {
      found.push_back(character);
    }
  }
  CHECK(found == expected);
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  python_split(text, parts);
  return parts;
}

TEST_CASE("splitting drops white space of every kind and keeps everything else") {
  using Parts = std::vector<std::string_view>;
  CHECK(split("").empty());
  CHECK(split(" \t\u00a0\u3000").empty());
  CHECK(split("one") == Parts{"one"});
  CHECK(split("\u2028 a\u0085\u00a0b\x1f") == Parts{"a", "b"});
  CHECK(split("a\u200bb\ufeff c") == Parts{"a\u200bb\ufeff", "c"});
}

TEST_CASE("stripping takes white space from the end only") {
  CHECK(python_rstrip("") == "");
  CHECK(python_rstrip(" \u2003 ") == "");
  CHECK(python_rstrip(" a b \u00a0\x1c\n") == " a b");
  CHECK(python_rstrip("a\u200b") == "a\u200b");
}

TEST_CASE("a capital sigma becomes final at the end of a word only") {
  CHECK(python_lower("ΟΔΟΣ ΣΑΣ Σ") == "οδος σας σ");
  CHECK(python_lower("ΑΣ. ΑΣ'Α") == "ας. ασ'α");
}

TEST_CASE("lower-casing may lengthen and follows no language") {
  CHECK(python_lower("İI") == "i\u0307i");
  CHECK(python_lower("ẞßǅ") == "ßßǆ");
}

TEST_CASE("lower-casing agrees with Python on every character of Unicode 14") {
  // Python 3.11, each character with a capital sigma after it, so that the hash sees also what
  // counts as a letter:
  //   h = 0xcbf29ce484222325
  //   for c in map(chr, range(0x110000)):
  //     if unicodedata.category(c) not in ('Cn', 'Cs'):
  //       for b in (c + '\u03a3').lower().encode(): h = (h ^ b) * 0x100000001b3 % 2**64
  uint64_t hash = 0xcbf29ce484222325;
  for (UChar32 character = 0; character <= 0x10FFFF; ++character) {
    if (is_in_unicode_14(character)) {
      hash = fnv1a(hash, python_lower(utf8(character) + "Σ"));
    }
  }
  CHECK(hash == 0x083e281db2876057);
}

TEST_CASE("numbers are written as Python writes them") {
  CHECK(python_repr(0) == "0.0");
  CHECK(python_repr(50) == "50.0");
  CHECK(python_repr(79.52733688368262) == "79.52733688368262");
  CHECK(python_repr(0.000999000999000999) == "0.000999000999000999");
  CHECK(python_repr(0.0001) == "0.0001");
  CHECK(python_repr(0.00001) == "1e-05");
  CHECK(python_repr(1.5e16) == "1.5e+16");
  CHECK(python_repr(123456789012345680.0) == "1.2345678901234568e+17");
  CHECK(python_fixed(2.675, 2) == "2.67");
  CHECK(python_fixed(0.5, 0) == "0");
  CHECK(python_fixed(-1.7e308, 2).size() == 313);
  CHECK(python_fixed(1e20, 1) == "100000000000000000000.0");
}

}  // namespace
}  // namespace dragoman
