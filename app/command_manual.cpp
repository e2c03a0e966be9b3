#include <CLI/CLI.hpp>
#include <memory>
#include <stdexcept>

#include "app/commands.h"
#include "app/manual_page.h"
#include "io/folder.h"
#include "io/text_file.h"

namespace dragoman {
namespace {

struct ManualArguments {
  std::vector<std::string> words;
  std::string out;
};

void write_page(const std::string& path, const std::string& page) {
  TextWriter output(path);
  output.write(page);
  output.close();
}

int write_pages(const std::string& folder) {
  const std::vector<CommandDescription> all = describe_program();
  make_folder(folder);
  for (const CommandDescription& command : all)
    write_page(folder + "/" + manual_page_name(command) + ".1", manual_page(command, all));
  return 0;
}

int print_page(const std::vector<std::string>& words) {
  const std::vector<CommandDescription> all = describe_program();
  for (const CommandDescription& command : all) {
    if (command.words != words) continue;
    write_page("-", manual_page(command, all));
    return 0;
  }
  throw std::invalid_argument("there is no command `" + joined_words(words) +
                              "`: see dragoman --help");
}

}  // namespace

void add_manual_command(CLI::App& command, std::function<int()>& run) {
  const auto arguments = std::make_shared<ManualArguments>();
  CLI::Option* const words = command.add_option("COMMAND", arguments->words,
                                                "the command, as train; none: dragoman itself");
  command.add_option("--out", arguments->out, "folder to write the pages of all commands to")
      ->excludes(words);
  command.footer("To read it: dragoman manual train | man -l -");
  command.callback([arguments, &run] {
    run = [arguments] {
      return arguments->out.empty() ? print_page(arguments->words) : write_pages(arguments->out);
    };
  });
}

}  // namespace dragoman
