#include <algorithm>
#include <stdexcept>

#include "alignment/alignment_model_impl.h"
#include "alignment/list_tensor.h"

namespace dragoman {
namespace {

constexpr const char* kModelFormat = "1";

/// Entries of a WordTable, one list for each field.
struct EntryLists {
  explicit EntryLists(const WordTranslations& rows) : starts(rows.starts) {
    for (const WordTranslation& entry : rows.entries) {
      targets.push_back(entry.target);
      forward.push_back(entry.forward);
      backward.push_back(entry.backward);
    }
  }

  std::vector<uint64_t> starts;
  std::vector<int32_t> targets;
  std::vector<float> forward, backward;
};

std::string joined_forms(const WordList& words) {
  std::string text;
  for (const std::string& form : words.forms()) text.append(form).append("\n");
  return text;
}

/// Reads lists from a model's file. Throws std::runtime_error if anything is wrong.
class ModelFile {
 public:
  explicit ModelFile(const std::string& path) : path_(path), file_(path) {
    const auto format = file_.metadata().find("alignment");
    if (format == file_.metadata().end() || format->second != kModelFormat)
      fail("is no alignment model of this version of dragoman");
  }

  template <class Number>
  std::vector<Number> numbers(const char* name, const char* dtype) const {
    auto values = read_list<Number>(file_, name, dtype);
    if (!values) fail(std::string("has no list `") + name + "`");
    return *std::move(values);
  }

  WordList words(const char* name) const {
    std::vector<std::string> forms;
    const std::vector<char> text = numbers<char>(name, "U8");
    for (auto begin = text.begin(); begin != text.end();) {
      const auto end = std::find(begin, text.end(), '\n');
      if (end == text.end()) fail(std::string("ends within a word of `") + name + "`");
      forms.emplace_back(begin, end);
      begin = end + 1;
    }
    return WordList(std::move(forms));
  }

  WordTranslations translations(size_t num_sources, size_t num_targets) const {
    WordTranslations rows;
    rows.starts = numbers<uint64_t>("starts", "I64");
    const auto targets = numbers<int32_t>("targets", "I32");
    const auto forward = numbers<float>("forward", "F32");
    const auto backward = numbers<float>("backward", "F32");
    const bool is_sound = rows.starts.size() == num_sources + 1 && rows.starts.front() == 0 &&
                          rows.starts.back() == targets.size() &&
                          std::is_sorted(rows.starts.begin(), rows.starts.end()) &&
                          forward.size() == targets.size() && backward.size() == targets.size();
    if (!is_sound) fail("has lists that do not fit each other");
    for (size_t i = 0; i < targets.size(); ++i) {
      if (targets[i] < 0 || static_cast<size_t>(targets[i]) >= num_targets)
        fail("names words that it does not have");
      rows.entries.push_back({targets[i], forward[i], backward[i]});
    }
    return rows;
  }

  DirectionParameters direction(const std::string& name, size_t num_words) const {
    DirectionParameters direction;
    direction.nulls = numbers<float>((name + "_nulls").c_str(), "F32");
    std::vector<float> jumps = numbers<float>((name + "_jumps").c_str(), "F32");
    const auto null_probability = numbers<float>((name + "_null_probability").c_str(), "F32");
    const bool is_sound = direction.nulls.size() == num_words && null_probability.size() == 1 &&
                          jumps.size() == size_t{2} * JumpTable::kLongest + 1;
    if (!is_sound) fail("has lists that do not fit each other");
    direction.jumps = JumpTable(std::move(jumps));
    direction.null_probability = null_probability.front();
    return direction;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(path_ + " " + what + "; make it anew with `dragoman align`");
  }

 private:
  std::string path_;
  SafetensorsFile file_;
};

}  // namespace

AlignmentModel AlignmentModel::load(const std::string& path) {
  const ModelFile file(path);
  WordList source = file.words("source_words"), target = file.words("target_words");
  AlignmentParameters parameters;
  parameters.table = WordTable(file.translations(source.size(), target.size()));
  parameters.forward = file.direction("forward", target.size());
  parameters.backward = file.direction("backward", source.size());
  return {std::move(source), std::move(target), std::move(parameters)};
}

void AlignmentModel::save(const std::string& path) const {
  const std::string source = joined_forms(impl_->source_words),
                    target = joined_forms(impl_->target_words);
  const EntryLists lists(parameters().table.rows(0));
  const DirectionParameters &forward = parameters().forward, &backward = parameters().backward;
  const std::vector<float> forward_null{forward.null_probability};
  const std::vector<float> backward_null{backward.null_probability};
  write_safetensors(
      path,
      {list_view("source_words", "U8", source), list_view("target_words", "U8", target),
       list_view("starts", "I64", lists.starts), list_view("targets", "I32", lists.targets),
       list_view("forward", "F32", lists.forward), list_view("backward", "F32", lists.backward),
       list_view("forward_nulls", "F32", forward.nulls),
       list_view("backward_nulls", "F32", backward.nulls),
       list_view("forward_jumps", "F32", forward.jumps.all_weights()),
       list_view("backward_jumps", "F32", backward.jumps.all_weights()),
       list_view("forward_null_probability", "F32", forward_null),
       list_view("backward_null_probability", "F32", backward_null)},
      {{"alignment", kModelFormat}});
}

}  // namespace dragoman
