#include <atomic>
#include <set>
#include <thread>

#include "running_service.h"
#include "serve/page_files.h"
#include "written_file.h"

using namespace dragoman;

namespace {

Json api_description() {
  for (const PageFile& file : page_files()) {
    if (file.name == "openapi.json") return Json::parse(file.content);
  }
  FAIL("openapi.json is not part of the program");
  return {};
}

std::set<std::string> keys_of(const Json& object) {
  std::set<std::string> keys;
  for (const auto& [key, _] : object.items()) keys.insert(key);
  return keys;
}

}  // namespace

TEST_CASE("models are opened again without a failed request") {
  RunningService running;
  std::atomic<bool> ends = false;
  std::atomic<int> failed = 0, answered = 0;
  std::vector<std::thread> clients;
  for (int i = 0; i < 3; ++i) {
    clients.emplace_back([&] {
      httplib::Client client = running.client();
      client.set_keep_alive(true);
      while (!ends) {
        const auto result = client.Post("/v1/translate", R"({"text": "abcd"})", "application/json");
        ++(result && result->status == 200 ? answered : failed);
      }
    });
  }
  for (int i = 0; i < 3; ++i) CHECK(running.service().reload());
  CHECK(eventually([&] { return answered > 20; }));
  ends = true;
  for (std::thread& client : clients) client.join();
  CHECK(failed == 0);
}

TEST_CASE("health, readiness and metrics have routes") {
  const RunningService running;
  CHECK(json_of(running.get("/healthz")) == Json::parse(R"({"status": "ok"})"));
  CHECK(json_of(running.get("/readyz")) == Json::parse(R"({"status": "ready"})"));
  running.post("/v1/translate", {{"text", "a"}});
  running.get("/some/path/that/nobody/knows");
  httplib::Response metrics;
  const auto has = [&](const std::string& sample) {
    return metrics.body.find("\ndragoman_requests_total{" + sample + "} 1\n") != std::string::npos;
  };
  // A request is counted after it was answered.
  CHECK(eventually([&] {
    metrics = running.get("/metrics");
    return has(R"(route="/v1/translate",status="200")") && has(R"(route="other",status="404")");
  }));
  CHECK(metrics.get_header_value("Content-Type") == "text/plain; version=0.0.4; charset=utf-8");
  CHECK(metrics.body.find("nobody") == std::string::npos);
}

TEST_CASE("a request keeps its id, or gets one") {
  const RunningService running;
  const auto id_for = [&](const std::string& id) {
    return running.get("/healthz", {{"X-Request-Id", id}}).get_header_value("X-Request-Id");
  };
  CHECK(id_for("a-B_c.9") == "a-B_c.9");
  CHECK(id_for("with space").size() == 16);
  CHECK(id_for(std::string(65, 'a')).size() == 16);
  CHECK(running.get("/nothing").has_header("X-Request-Id"));
}

TEST_CASE("each request is a line of JSON in the log, without its texts unless they are wanted") {
  ServiceSettings settings = quick_settings();
  settings.log_texts = GENERATE(false, true);
  const RunningService running(settings);
  Json body = {{"text", "secret. Words."}};
  const httplib::Response response =
      running.post("/v1/translate", body, {{"X-Request-Id", "this-one"}});
  CHECK(eventually([&] { return running.log_text().find("this-one") != std::string::npos; }));
  const Json line = Json::parse(running.log_text());
  CHECK(line["id"] == "this-one");
  CHECK(line["method"] == "POST");
  CHECK(line["path"] == "/v1/translate");
  CHECK(line["status"] == 200);
  CHECK(line["bytes"] == response.body.size());
  CHECK(line["sentences"] == 2);
  CHECK(line["milliseconds"].is_number());
  CHECK(line["time"].get<std::string>().back() == 'Z');
  CHECK((running.log_text().find("secret") != std::string::npos) == settings.log_texts);
}

TEST_CASE("a refused request keeps its id, and the log has it") {
  const RunningService running;
  const httplib::Response refused =
      running.post_text("/v1/translate", "{}", "application/json",
                        {{"Content-Encoding", "gzip"}, {"X-Request-Id", "this-one"}});
  check_error(refused, 415, "unsupported_media_type");
  CHECK(refused.get_header_value("X-Request-Id") == "this-one");
  const Json line = Json::parse(running.log_text());
  CHECK(line["id"] == "this-one");
  CHECK(line["client"] == "127.0.0.1");
  CHECK(line["method"] == "POST");
  CHECK(line["path"] == "/v1/translate");
  CHECK(line["status"] == 415);
  CHECK(line["error"] == "the body must not be compressed");
}

TEST_CASE("the log says why a request failed, without its text") {
  const TemporaryFolder folder;
  ServiceSettings settings = quick_settings();
  settings.timeout = 0.3;
  settings.api_keys = written_file(folder / "keys", "key");
  const RunningService running(settings);
  const auto error_of = [&](const std::string& id) {
    std::string line;
    eventually([&] {
      const std::string text = running.log_text();
      const size_t begin = text.rfind("{", text.find(id));
      if (text.find(id) != text.npos) line = text.substr(begin, text.find("\n", begin) - begin);
      return !line.empty();
    });
    return Json::parse(line)["error"];
  };
  const auto post = [&](const std::string& id, const std::string& path, const Json& body) {
    running.post(path, body, {{"X-Request-Id", id}, {"Authorization", "Bearer key"}});
    return error_of(id);
  };
  running.get("/v1/models", {{"X-Request-Id", "no-key"}});
  CHECK_THAT(error_of("no-key"), ContainsSubstring("this service asks for a key"));
  CHECK(post("no-json", "/v1/translate", Json("secret")) == "bad_request");
  const Json unknown = Json::parse(R"({"text": "ab", "phrases": ["secret"]})");
  CHECK(post("no-letters", "/v1/translate", unknown) == "bad_request");
  CHECK_THAT(post("no-path", "/nothing", {}), ContainsSubstring("nothing under this path"));
  CHECK_THAT(post("no-method", "/healthz", {}), ContainsSubstring("not for POST"));
  const std::string late = "the request's time was over before its work was done";
  Json endless = endless_completion();
  CHECK(post("too-late", "/v1/complete", endless) == late);
  endless["stream"] = true;
  CHECK(post("late-stream", "/v1/complete", endless) == late);
  CHECK(running.log_text().find("secret") == std::string::npos);
}

TEST_CASE("pages of other origins may call only a service that says so") {
  ServiceSettings settings = quick_settings();
  const RunningService closed(settings);
  CHECK_FALSE(closed.get("/v1/models").has_header("Access-Control-Allow-Origin"));
  settings.cors = "https://example.org";
  const RunningService open(settings);
  CHECK(open.get("/v1/models").get_header_value("Access-Control-Allow-Origin") ==
        "https://example.org");
  const httplib::Result preflight = open.client().Options("/v1/translate");
  REQUIRE(preflight);
  CHECK(preflight->status == 204);
  CHECK(preflight->get_header_value("Access-Control-Allow-Methods") == "POST");
  CHECK(preflight->get_header_value("Access-Control-Allow-Headers").find("Authorization") !=
        std::string::npos);
}

TEST_CASE("a call by a page of another origin is refused, a link to the page is not") {
  ServiceSettings settings = quick_settings();
  settings.cors = GENERATE("", "https://example.org", "*");
  const RunningService running(settings);
  const auto status_for = [&](const std::string& site, const std::string& origin) {
    httplib::Headers headers = {{"Origin", origin}};
    if (!site.empty()) headers.emplace("Sec-Fetch-Site", site);
    return running.post_text("/v1/translate", R"({"text": "a"})", "text/plain", headers).status;
  };
  const int served = 415;  // as of another type than JSON, after the check
  CHECK(status_for("same-origin", "https://own.org") == served);
  CHECK(status_for("none", "https://own.org") == served);
  CHECK(status_for("", "https://old-browser.org") == served);
  for (const char* site : {"cross-site", "same-site"}) {
    CHECK(status_for(site, "https://example.org") == (settings.cors.empty() ? 403 : served));
    CHECK(status_for(site, "https://evil.org") == (settings.cors == "*" ? served : 403));
    CHECK(status_for(site, "null") == (settings.cors == "*" ? served : 403));
    CHECK(running.get("/", {{"Sec-Fetch-Site", site}}).status == 200);
  }
}

TEST_CASE("only an origin, or all, can be named for pages of others") {
  ServiceSettings settings = quick_settings();
  for (const char* wrong : {"https://x.org/", "https://x.org ", " https://x.org", "https://x.org\n",
                            "x.org", "https://", "https://x.org:", "https://x.org/a", "**"}) {
    INFO(wrong);
    settings.cors = wrong;
    CHECK_THROWS_WITH(RunningService(settings), ContainsSubstring("--cors must be * or an origin"));
  }
  for (const char* right : {"*", "http://localhost:3000", "https://[::1]:8", "https://a-b.x.org"}) {
    settings.cors = right;
    const RunningService open(settings);
    CHECK(open.get("/v1/models").get_header_value("Access-Control-Allow-Origin") == right);
  }
  const auto allowed_by = [&](const char* cors) {
    settings.cors = cors;
    const RunningService open(settings);
    return open.get("/v1/models").get_header_value("Access-Control-Allow-Origin");
  };
  CHECK(allowed_by("HTTPS://Example.org:443") == "https://example.org");
  CHECK(allowed_by("http://Example.org:80") == "http://example.org");
  CHECK(allowed_by("https://example.org:80") == "https://example.org:80");
  CHECK(allowed_by("http://example.org:8080") == "http://example.org:8080");
}

TEST_CASE("the page and its files are part of the program") {
  const RunningService running;
  const httplib::Response page = running.get("/");
  CHECK(page.status == 200);
  CHECK(page.get_header_value("Content-Type") == "text/html; charset=utf-8");
  CHECK(page.get_header_value("X-Content-Type-Options") == "nosniff");
  CHECK(page.get_header_value("Cache-Control") == "no-cache");
  CHECK_THAT(
      page.get_header_value("Content-Security-Policy"),
      ContainsSubstring("default-src 'self'") && ContainsSubstring("frame-ancestors 'self'"));
  CHECK_THAT(page.body, ContainsSubstring("<!doctype html>"));
  const std::string tag = page.get_header_value("ETag");
  const httplib::Response again = running.get("/", {{"If-None-Match", tag}});
  CHECK(again.status == 304);
  CHECK(running.get("/", {{"If-None-Match", "*"}}).status == 304);
  CHECK(again.body.empty());
  const httplib::Result head = running.client().Head("/");
  REQUIRE(head);
  CHECK(head->status == 200);
  CHECK(head->body.empty());
  CHECK(head->get_header_value("Content-Length") == std::to_string(page.body.size()));
  for (const PageFile& file : page_files()) {
    if (file.name == "index.html" || file.name == "openapi.json") continue;
    const httplib::Response response = running.get("/page/" + std::string(file.name));
    CHECK(response.status == 200);
    CHECK(response.body == file.content);
  }
}

TEST_CASE("one text may stand for a list of texts, and the description of the API says so") {
  const Json schemas = api_description()["components"]["schemas"];
  const Json& options = schemas["SearchOptions"]["properties"];
  const Json& request = schemas["TranslateRequest"]["properties"];
  const std::vector<Json> lists = {options["suppress"], options["protect"], options["stand_ins"],
                                   request["phrases"],
                                   schemas["CompleteRequest"]["properties"]["stop"]};
  for (const Json& list : lists) {
    INFO(list["description"]);
    CHECK(list.contains("oneOf"));
  }
  const RunningService running;
  for (const char* key : {"suppress", "protect", "stand_ins"}) {
    INFO(key);
    Json body = {{"text", "ab"}, {"options", {{key, "a"}}}};
    if (std::string(key) == "stand_ins") body["options"]["protect"] = "default";
    CHECK(running.post("/v1/translate", body).status == 200);
  }
  CHECK(running.post("/v1/translate", {{"text", "ab"}, {"phrases", "a"}}).status == 200);
}

TEST_CASE("the description of the API names the paths, and the options, that there are") {
  const RunningService running;
  const Json description = api_description();
  CHECK(description["openapi"] == "3.1.0");
  for (const auto& [path, operations] : description["paths"].items()) {
    INFO(path);
    if (path == "/page/{file}") continue;
    const httplib::Response response =
        operations.contains("post") ? running.post_text(path, "") : running.get(path);
    CHECK(operations.contains("get") != operations.contains("post"));
    CHECK(operations.begin().value()["responses"].contains(std::to_string(response.status)));
  }
  const std::set<std::string> expected = {
      "/",          "/page/{file}",  "/openapi.json", "/healthz",     "/readyz",
      "/metrics",   "/v1/models",    "/v1/training",  "/languages",   "/detect",
      "/translate", "/v1/translate", "/v1/complete",  "/v1/attention"};
  CHECK(keys_of(description["paths"]) == expected);
  std::set<std::string> options;
  for (const std::string& name : field_names(SearchSettings())) options.insert(name);
  options.erase("batch_tokens");
  CHECK(keys_of(description["components"]["schemas"]["SearchOptions"]["properties"]) == options);
}
