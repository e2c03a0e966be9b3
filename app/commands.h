#pragma once

#include <exception>
#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace dragoman {

/// Exit statuses. A run that a signal stopped ends with kExitSignal + the signal's number.
constexpr int kExitFailure = 1;
constexpr int kExitUsage = 2;
constexpr int kExitSignal = 128;
constexpr int kExitClosedPipe = 141;

// Each command is one file. Its function adds the options to `command`. Parsing a command line that
// names the command sets `run` to a function that executes it and returns the exit status.
void add_align_command(CLI::App& command, std::function<int()>& run);
void add_average_command(CLI::App& command, std::function<int()>& run);
void add_complete_command(CLI::App& command, std::function<int()>& run);
void add_completion_command(CLI::App& command, std::function<int()>& run);
void add_config_command(CLI::App& command, std::function<int()>& run);
void add_corpus_command(CLI::App& command, std::function<int()>& run);
void add_evaluate_command(CLI::App& command, std::function<int()>& run);
void add_export_command(CLI::App& command, std::function<int()>& run);
void add_filter_command(CLI::App& command, std::function<int()>& run);
void add_import_command(CLI::App& command, std::function<int()>& run);
void add_info_command(CLI::App& command, std::function<int()>& run);
void add_manual_command(CLI::App& command, std::function<int()>& run);
void add_markup_command(CLI::App& command, std::function<int()>& run);
void add_pack_command(CLI::App& command, std::function<int()>& run);
void add_plot_command(CLI::App& command, std::function<int()>& run);
void add_score_command(CLI::App& command, std::function<int()>& run);
void add_serve_command(CLI::App& command, std::function<int()>& run);
void add_shortlist_command(CLI::App& command, std::function<int()>& run);
void add_tokenizer_command(CLI::App& command, std::function<int()>& run);
void add_train_command(CLI::App& command, std::function<int()>& run);
void add_translate_command(CLI::App& command, std::function<int()>& run);

/// Returns the first line of the exception's message. If memory ran out in the command or a folder
/// cannot be entered, says what to do.
std::string one_line(const std::exception& error, const std::string& command);

}  // namespace dragoman
