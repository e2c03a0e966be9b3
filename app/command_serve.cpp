#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/setting_flags.h"
#include "app/tools_plugin.h"
#include "app/translator_options.h"
#include "io/log.h"
#include "io/settings_set.h"
#include "io/settings_write.h"

namespace dragoman {
namespace {

constexpr const char* kServiceGroup = "Service";

struct ServeArguments {
  TranslatorArguments models;
  ServiceSettings settings;
};

int serve(ServeArguments& arguments) {
  tools_plugin().serve(arguments.settings, arguments.models.runs, arguments.models.computing(),
                       make_stderr_logger());
  return 0;
}

/// A flag for each setting of the service.
void add_service_options(CLI::App& command, ServiceSettings& settings) {
  ServiceSettings::visit_fields(settings, [&](const std::string& name, auto& field,
                                              const Range& range, const std::string& help) {
    const auto change = [&field, range, name](const std::string& value) {
      set_value(field, {}, value, range, {.file = "", .path = flag_of_setting(name)});
    };
    const std::string value = write_value(field).dump();
    const bool has_default = value != "\"\"" && value != "false";
    add_setting_flag(command, field, name, help + (has_default ? " (default: " + value + ")" : ""),
                     change)
        ->group(kServiceGroup);
  });
}

}  // namespace

void add_serve_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<ServeArguments>();
  command
      .add_option("RUN", arguments->models.runs,
                  "model folders, each served under its name or as NAME=RUN says; the first is the "
                  "default")
      ->required();
  add_service_options(command, arguments->settings);
  arguments->models.add_computing_options(command);
  command.callback([arguments, &run] { run = [arguments] { return serve(*arguments); }; });
}

}  // namespace dragoman
