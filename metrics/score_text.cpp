#include "metrics/score_text.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "io/utf8.h"
#include "metrics/python_text.h"
#include "metrics/terminal_color.h"

namespace dragoman {
namespace {

std::string confidence_text(const ConfidenceInterval& confidence, int width) {
  std::string text = "μ = ";
  text.append(python_fixed(confidence.mean, width)).append(" ± ");
  return text.append(python_fixed(confidence.half_width, width));
}

/// False also if the mean is 0: sacreBLEU then prints no confidence.
bool has_confidence(const ScoreReport& report) {
  return report.confidence && report.confidence->mean > 0;
}

/// Quotes text as JSON. Invalid UTF-8, as in the name of a tokenizer's file, is U+FFFD.
std::string quoted(const std::string& text) {
  return nlohmann::json(replace_invalid_utf8(text)).dump();
}

std::string rounded(double number, int width) {
  const std::string text = python_fixed(number, width);
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return python_repr(value);
}

std::string format_json(const ScoreReport& report, const ScoreFormat& format) {
  const Signature& signature = report.signature;
  std::string json = "{\n \"name\": ";
  json += quoted(report.name);
  const auto add = [&json](const std::string& key, const std::string& value) {
    json.append(",\n ").append(quoted(key)).append(": ").append(value);
  };
  add("score", rounded(report.score, format.width));
  add("signature", quoted(format_signature(signature, false)));
  if (has_confidence(report)) {
    add("confidence_mean", rounded(report.confidence->mean, format.width));
    add("confidence_var", rounded(report.confidence->half_width, format.width));
    add("confidence", quoted(confidence_text(*report.confidence, format.width)));
  }
  if (!report.details.empty()) add("verbose_score", quoted(report.details));
  for (const SignatureItem& item : signature) add(item.name, quoted(item.value));
  return json + "\n}";
}

/// Returns the position of the space before the "=" in a score's line; npos if there is none.
size_t equals_sign(const std::string& line) {
  const size_t at = line.find('=');
  return at == std::string::npos ? at : at - 1;
}

}  // namespace

std::string format_score(const ScoreReport& report, const ScoreFormat& format) {
  std::string score = python_fixed(report.score, format.width);
  if (has_confidence(report)) {
    std::string text = "(";
    text.append(confidence_text(*report.confidence, format.width)).append(")");
    score.append(" ").append(colored(text, TerminalColor::kCyan, format.colors));
  }
  if (format.score_only) return score;
  const std::string signature = format_signature(report.signature, format.short_names);
  return report.name + "|" + signature + " = " + score +
         (report.details.empty() ? "" : " " + report.details);
}

std::string format_scores(const std::vector<ScoreReport>& reports, const ScoreFormat& format) {
  std::vector<std::string> lines;
  for (const ScoreReport& report : reports) lines.push_back(format_score(report, format));
  size_t widest = 0;
  for (const std::string& line : lines) {
    const size_t at = equals_sign(line);
    if (at != std::string::npos) widest = std::max(widest, visible_length(line.substr(0, at)));
  }
  std::string text;
  for (const std::string& line : lines) {
    const size_t at = equals_sign(line);
    if (lines.size() > 1 && at != std::string::npos) {
      text.append(widest - visible_length(line.substr(0, at)), ' ');
    }
    text.append(line).append(&line == &lines.back() ? "" : "\n");
  }
  return text;
}

std::string format_scores_json(const std::vector<ScoreReport>& reports, const ScoreFormat& format) {
  std::string list;
  for (const ScoreReport& report : reports) {
    list.append(list.empty() ? "" : ",\n");
    list.append(format.score_only ? format_score(report, format) : format_json(report, format));
  }
  if (reports.size() == 1) return list;
  return std::string("[\n").append(list).append("\n]");
}

}  // namespace dragoman
