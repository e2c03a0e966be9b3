#include <CLI/CLI.hpp>
#include <optional>
#include <stdexcept>

#include "app/commands.h"
#include "app/setting_flags.h"
#include "app/tools_plugin.h"
#include "app/translator_options.h"
#include "io/log.h"
#include "io/text_file.h"

namespace dragoman {
namespace {

struct ServeArguments {
  TranslatorArguments models;
  ServiceSettings settings;
  std::optional<double> probe;  // seconds to wait for a running service
};

void check_options_of_probe(const ServeArguments& arguments) {
  const std::string why = "on --probe, which asks a running service: leave it out";
  check_unused(arguments.settings, {"host", "port", "listen", "certificate", "key"}, why);
  check_unused(arguments.models.options, {}, why);
}

int probe(const ServiceSettings& settings, double seconds) {
  tools_plugin().probe(settings, seconds);
  TextWriter output("-");
  output.write("ready\n");
  output.close();
  return 0;
}

int serve(ServeArguments& arguments) {
  if (arguments.probe) {
    check_options_of_probe(arguments);
    return probe(arguments.settings, *arguments.probe);
  }
  if (arguments.models.runs.empty())
    throw std::invalid_argument("RUN is required: name a model folder to serve, or use --probe");
  tools_plugin().serve(arguments.settings, arguments.models.runs, arguments.models.options,
                       make_service_logger());
  return 0;
}

}  // namespace

void add_serve_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<ServeArguments>();
  CLI::Option* const runs = command.add_option(
      "RUN", arguments->models.runs,
      "model folders, each served under its name or as NAME=RUN says; the first is the default");
  add_field_flags(command, arguments->settings, {.group = "Service"});
  for (const char* const of_tcp : {"--host", "--port"})
    command.get_option("--listen")->excludes(command.get_option(of_tcp));
  add_field_flag(command, arguments->probe, between(0, 86400), "probe",
                 "instead of serving, ask the service at --host and --port, or --listen, whether "
                 "it takes requests. SECONDS: longest wait until it does (default: 0)")
      ->type_name("SECONDS")
      ->expected(0, 1)
      ->default_str("0")
      ->excludes(runs);
  arguments->models.add_computing_options(command);
  arguments->models.add_shortlist_option(command);
  command.get_option("--workers")->description("Batches translated at the same time (default: 1).");
  command.callback([arguments, &run] { run = [arguments] { return serve(*arguments); }; });
}

}  // namespace dragoman
