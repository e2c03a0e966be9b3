#include "capi/call.h"
#include "capi/guard.h"
#include "capi/texts.h"
#include "translate/in_text.h"
#include "translate/markup_projection.h"

namespace dragoman {
namespace {

std::vector<AlignmentLink> alignment_of(const dragoman_links& links) {
  std::vector<AlignmentLink> alignment;
  for (const dragoman_link& link : list_of(links.items, links.count, "links"))
    alignment.push_back({link.source, link.target});
  return alignment;
}

/// Calls work(i) for each of `count` texts and returns the results. If there are several, an error
/// names the text.
template <class Work>
dragoman_texts* of_each(size_t count, const Work& work) {
  std::vector<std::string> texts;
  texts.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    Cancellation::check();
    texts.push_back(in_text(i, count, [&] { return work(i); }));
  }
  return new dragoman_texts(std::move(texts));
}

}  // namespace
}  // namespace dragoman

dragoman_error* dragoman_strip_markup(const dragoman_text* fragments, size_t count,
                                      const dragoman_call* call, dragoman_texts** out) {
  return dragoman::guarded([&] {
    const dragoman::Call made(call);
    const auto options = made.settings<dragoman::MarkupProjectionOptions>();
    const auto given = dragoman::list_of(fragments, count, "fragments");
    *out = dragoman::of_each(count, [&](size_t i) {
      return dragoman::strip_markup(dragoman::string_of(given[i]), options);
    });
  });
}

dragoman_error* dragoman_project_markup(const dragoman_text* fragments,
                                        const dragoman_text* translations,
                                        const dragoman_links* alignments, size_t count,
                                        const dragoman_call* call, dragoman_texts** out) {
  return dragoman::guarded([&] {
    const dragoman::Call made(call);
    const auto options = made.settings<dragoman::MarkupProjectionOptions>();
    const auto given = dragoman::list_of(fragments, count, "fragments");
    const auto texts = dragoman::list_of(translations, count, "translations");
    const auto links = dragoman::list_of(alignments, count, "alignments");
    *out = dragoman::of_each(count, [&](size_t i) {
      return dragoman::project_markup(dragoman::string_of(given[i]), dragoman::string_of(texts[i]),
                                      dragoman::alignment_of(links[i]), options);
    });
  });
}
