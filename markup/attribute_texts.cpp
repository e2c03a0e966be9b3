#include "markup/attribute_texts.h"

#include "markup/characters.h"
#include "markup/tag_reader.h"

namespace dragoman {
namespace {

bool is_read_by_people(const std::string& name) {
  return name == "alt" || name == "title" || name == "placeholder";
}

/// Puts a value in quotes: its own, or double ones if it had none.
std::string quoted(const std::string& markup, char quote) {
  const char around = quote == 0 ? '"' : quote;
  std::string value;
  for (const char c : markup) {
    if (c == around) {
      value += c == '"' ? "&quot;" : "&#39;";
    } else {
      value += c;
    }
  }
  return quote == 0 ? '"' + value + '"' : value;
}

}  // namespace

std::vector<AttributeText> attribute_texts(const Fragment& fragment,
                                           const std::vector<size_t>& tags, Spelling& spelling) {
  std::vector<AttributeText> texts;
  for (const size_t piece : tags) {
    const std::string_view tag = fragment.bytes(piece);
    if (fragment.pieces[piece].name.empty()) continue;
    for (const TagAttribute& attribute : attributes_of(tag, fragment.syntax)) {
      if (!is_read_by_people(attribute.name)) continue;
      const size_t begin = fragment.pieces[piece].begin;
      AttributeText text{piece, begin + attribute.value.begin, begin + attribute.value.end,
                         attribute.quote, ""};
      text.plain = spelling.decode(attribute.value.of(tag));
      if (has_letter(text.plain)) texts.push_back(std::move(text));
    }
  }
  return texts;
}

Fragment with_values(const Fragment& fragment, const std::vector<AttributeText>& texts,
                     const std::vector<std::string>& values) {
  Fragment changed{.text = "", .syntax = fragment.syntax, .pieces = fragment.pieces};
  size_t text = 0, done = 0;
  for (size_t i = 0; i < changed.pieces.size(); ++i) {
    Piece& piece = changed.pieces[i];
    piece.begin = changed.text.size();
    for (; text < texts.size() && texts[text].piece == i; ++text) {
      changed.text.append(fragment.text, done, texts[text].begin - done);
      changed.text += quoted(values[text], texts[text].quote);
      done = texts[text].end;
    }
    changed.text.append(fragment.text, done, fragment.pieces[i].end - done);
    done = fragment.pieces[i].end;
    piece.end = changed.text.size();
  }
  return changed;
}

}  // namespace dragoman
