#include <thread>

#include "raw_client.h"
#include "running_service.h"
#include "written_file.h"

using namespace dragoman;

TEST_CASE("an error has a status, a code and a message") {
  const RunningService running;
  const auto fails = [&](const std::string& body, int status, const std::string& code) {
    INFO(body);
    check_error(running.post_text("/v1/translate", body), status, code);
  };
  fails("", 400, "bad_json");
  fails("{\"text\": ", 400, "bad_json");
  fails("[]", 400, "bad_request");
  fails(R"({"text": 1})", 400, "bad_request");
  fails(R"({"text": "a", "options": {"beam": 1, "num_best": 2}})", 400, "bad_request");
  fails(R"({"text": "a", "options": {"suppress": ["no such piece"]}})", 400, "bad_request");
  fails(R"({"text": "a", "options": {"beam": 20}, "steps": true})", 400, "bad_request");
  fails(R"({"text": "a", "options": {"samples": 2}, "steps": true})", 400, "bad_request");
  fails(R"({"text": "a", "model": "none"})", 404, "unknown_model");
  fails(R"({"text": "a", "model": "tiny-lm"})", 400, "wrong_kind_of_model");
  check_error(running.post("/v1/complete", {{"prompt", "a"}}), 400, "wrong_kind_of_model");
  check_error(running.post_text("/v1/translate", R"({"text": "a"})", "text/plain"), 415,
              "unsupported_media_type");
}

TEST_CASE("errors about search settings call them options") {
  const RunningService running;
  const Json answer = json_of(running.post(
      "/v1/translate", Json::parse(R"({"text": "a", "options": {"beam": 1, "num_best": 2}})")));
  CHECK_THAT(answer["error"]["message"].get<std::string>(),
             ContainsSubstring("options.num_best is 2, but may be at most options.beam, 1"));
}

TEST_CASE("options without effect are refused") {
  const RunningService running;
  const auto answer = [&](const Json& options) {
    return running.post("/v1/translate", {{"text", "ab"}, {"options", options}});
  };
  const httplib::Response refused = answer({{"document", "xliff"}, {"markup_attributes", true}});
  check_error(refused, 400, "bad_request");
  CHECK_THAT(refused.body,
             ContainsSubstring("options.markup_attributes has no effect with options.document "
                               "xliff: leave it out, or change that"));
  for (const Json& options :
       {Json{{"document", "srt"}, {"document_review", true}}, Json{{"stand_ins", {"ab"}}},
        Json{{"document", "html"}, {"document_entries", "all"}}, Json{{"markup_sentences", true}}})
    check_error(answer(options), 400, "bad_request");
  const httplib::Response split = running.post(
      "/v1/translate", {{"text", "ab"}, {"split", "none"}, {"options", {{"document", "html"}}}});
  check_error(split, 400, "bad_request");
  CHECK_THAT(split.body, ContainsSubstring("split: none has no effect with options.document"));
  CHECK(answer({{"markup", "html"}, {"markup_attributes", true}}).status == 200);
  CHECK(running
            .post("/v1/translate", {{"text", "ab cd"},
                                    {"protected_spans", {{0, 2}}},
                                    {"options", {{"stand_ins", {"ab"}}}}})
            .status == 200);
}

TEST_CASE("a document has no prefix, and the error names what the API has") {
  const RunningService running;
  for (const Json& more : {Json{{"prefix", "a"}}, Json{{"phrases", {"a"}}}}) {
    Json body = {{"text", "<p>ab</p>"}, {"options", {{"document", "html"}}}};
    body.update(more);
    const httplib::Response refused = running.post("/v1/translate", body);
    check_error(refused, 400, "bad_request");
    CHECK_THAT(refused.body,
               ContainsSubstring("leave out options.document, or the prefixes, phrases, "
                                 "protected spans, and stream, steps or on_text"));
  }
}

TEST_CASE("sampling beside the model's own terms is refused, and the error says how to sample") {
  const TemporaryFolder folder;
  ServiceSettings settings = quick_settings();
  settings.terminology = {written_file(folder / "terms", "cd\thh\n")};
  const RunningService running(settings);
  Json body = {{"text", "ab cd"}, {"options", {{"samples", 2}}}};
  const httplib::Response refused = running.post("/v1/translate", body);
  check_error(refused, 400, "bad_request");
  CHECK_THAT(refused.body, ContainsSubstring("the model has terms of its own"));
  body["glossary"] = Json::object();
  CHECK(running.post("/v1/translate", body).status == 200);
}

TEST_CASE("a completion has no options of translating, nor any without effect") {
  const RunningService running;
  const httplib::Response refused = running.post(
      "/v1/complete", {{"prompt", "ab"}, {"model", "tiny-lm"}, {"options", {{"protect", "("}}}});
  check_error(refused, 400, "bad_request");
  CHECK_THAT(refused.body, ContainsSubstring("options.protect is for translating"));
  const Json both = {{"beam", 2}, {"samples", 2}};
  check_error(
      running.post("/v1/complete", {{"prompt", "ab"}, {"model", "tiny-lm"}, {"options", both}}),
      400, "bad_request");
}

TEST_CASE("errors show control characters of the client's text escaped, and what follows them") {
  const RunningService running;
  const auto message_of = [&](const std::string& path, const std::string& body) {
    return json_of(running.post_text(path, body))["error"]["message"].get<std::string>();
  };
  CHECK_THAT(message_of("/v1/complete", R"({"model": "tiny-lm", "prompt": "X\u0000"})"),
             ContainsSubstring("`X\\u0000`, which is not in the model's vocabulary"));
  CHECK_THAT(message_of("/v1/translate", R"({"text": "a", "model": "b\u0000\n"})"),
             ContainsSubstring("`b\\u0000\\u000a` (GET"));
  CHECK_THAT(message_of("/v1/translate", R"({"text": "a", "b\u007f": 1})"),
             ContainsSubstring("`b\\u007f`"));
}

TEST_CASE("errors quote long texts of the client in brief, and soon") {
  const RunningService running;
  const std::string longest(900'000, 'x');
  const auto begin = std::chrono::steady_clock::now();
  const auto check_brief = [&](const std::string& path, const Json& body) {
    const httplib::Response answer = running.post(path, body);
    INFO(answer.body.substr(0, 1000));
    CHECK(answer.status >= 400);
    CHECK(answer.body.size() < 2000);
  };
  check_brief("/v1/translate", {{"text", "a"}, {longest, 1}});
  check_brief("/v1/translate", {{"text", "a"}, {"model", longest}});
  check_brief("/v1/translate", {{"text", "a"}, {"options", {{longest, 1}}}});
  check_brief("/v1/translate", {{"text", "a"}, {"options", {{"suppress", {longest}}}}});
  check_brief("/v1/translate", {{"text", "a"}, {"options", {{"protect", "(" + longest}}}});
  check_brief("/v1/translate", {{"text", "a"}, {"prefix", longest.substr(0, 19'000)}});
  check_brief("/translate", {{"q", "a"}, {"source", longest}, {"target", "de"}});
  check_brief("/translate", {{"q", "a"}, {"source", "en"}, {"target", longest}});
  check_brief("/translate", {{"q", "a"}, {"source", "en"}, {"target", "de"}, {"format", longest}});
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
}

TEST_CASE("unknown paths and unknown methods have different errors") {
  const RunningService running;
  check_error(running.get("/v1/nothing"), 404, "not_found");
  check_error(running.post("/nothing", {{"a", 1}}), 404, "not_found");
  check_error(running.get("/page/nothing.js"), 404, "not_found");
  check_error(running.get("/page/../../etc/passwd"), 404, "not_found");
  const httplib::Response get = running.get("/v1/translate");
  check_error(get, 405, "method_not_allowed");
  CHECK(get.get_header_value("Allow") == "POST");
  const httplib::Result put = running.client().Put("/v1/models", "{}", "application/json");
  REQUIRE(put);
  check_error(*put, 405, "method_not_allowed");
  CHECK(put->get_header_value("Allow") == "GET, HEAD");
  const httplib::Result options = running.client().Options("/v1/models");
  REQUIRE(options);
  CHECK(options->status == 405);
  RawClient client(running.service().port(), "BREW /v1/translate HTTP/1.1\r\nHost: a\r\n\r\n");
  const std::string refused = client.read();
  CHECK(status_of(refused) == 405);
  CHECK_THAT(refused, ContainsSubstring("Allow: POST\r\n"));
}

TEST_CASE("texts and bodies beyond the limits are refused") {
  ServiceSettings settings = quick_settings();
  settings.max_text = 10;
  settings.max_body = 200;
  settings.max_queue = 2;
  const RunningService running(settings);
  check_error(running.post("/v1/translate", {{"text", "abcdefghabc"}}), 413, "text_too_long");
  const httplib::Response lines = running.post("/v1/translate", {{"text", "a\nb\nc"}});
  check_error(lines, 413, "text_too_long");
  CHECK_THAT(lines.body, ContainsSubstring("at most 2 are taken at a time: send fewer at a time"));
  const httplib::Response file = running.post(
      "/v1/translate", {{"text", "<p>abcdefgh</p>"}, {"options", {{"document", "html"}}}});
  check_error(file, 413, "text_too_long");
  CHECK_THAT(file.body, ContainsSubstring("start the service with a larger --max-text"));
  const Json spans = {{0, 5}};  // which would make one sentence of three
  check_error(running.post("/v1/translate", {{"text", "a\nb\nc"}, {"protected_spans", spans}}), 413,
              "text_too_long");
  check_error(running.post("/v1/translate", {{"text", std::string(300, 'a')}}), 413,
              "body_too_large");
}

TEST_CASE("sentences whose alignment would be too large are refused by their characters") {
  const RunningService running;
  const auto post = [&](const std::string& text) {
    return running.post("/v1/translate", {{"text", text}, {"options", {{"alignment", true}}}});
  };
  check_error(post(std::string(4500, 'a')), 413, "text_too_long");
  std::string thai;
  for (int i = 0; i < 1500; ++i) thai += "ก";
  CHECK(post(thai).status == 200);
}

TEST_CASE("a request that takes too long is ended, and so is its work") {
  ServiceSettings settings = quick_settings();
  settings.timeout = 0.3;
  const RunningService running(settings);
  check_error(running.post("/v1/complete", endless_completion()), 504, "timeout");
  CHECK(eventually([&] { return running.is_idle(); }));
  CHECK(running.post("/v1/translate", {{"text", "a"}}).status == 200);
}

TEST_CASE("a full queue refuses, and says when to try again") {
  ServiceSettings settings = quick_settings();
  settings.max_queue = 2;
  const RunningService running(settings);
  Json hog = endless_completion();
  httplib::Client hogs = running.client();
  httplib::Client waits = running.client();
  std::thread busy([&] { hogs.Post("/v1/complete", hog.dump(), "application/json"); });
  const auto metrics = [&] { return running.get("/metrics").body; };
  CHECK(eventually(
      [&] { return metrics().find("\ndragoman_busy_workers 1\n") != std::string::npos; }));
  std::thread waiting(
      [&] { waits.Post("/v1/translate", R"({"text": "a\nb"})", "application/json"); });
  CHECK(eventually(
      [&] { return metrics().find("\ndragoman_queue_sentences 2\n") != std::string::npos; }));
  const httplib::Response refused = running.post("/v1/translate", {{"text", "a"}});
  check_error(refused, 429, "queue_full");
  CHECK(refused.get_header_value("Retry-After") == "1");
  hogs.stop();
  waits.stop();
  busy.join();
  waiting.join();
}

TEST_CASE("with keys, only those who have one are served") {
  const TemporaryFolder folder;
  ServiceSettings settings = quick_settings();
  settings.api_keys = written_file(folder / "keys", "first key\n\n  second  \n");
  const RunningService running(settings);
  const auto ask = [&](const std::string& authorization) {
    return running.post("/v1/translate", {{"text", "a"}}, {{"Authorization", authorization}});
  };
  CHECK(ask("Bearer first key").status == 200);
  CHECK(ask("Bearer second").status == 200);
  for (const char* scheme : {"bearer second", "BEARER second", "Bearer  second"})
    CHECK(ask(scheme).status == 200);
  for (const char* wrong : {"Bearer third", "Bearer ", "Bearer secon", "Bearer second2", "second"})
    check_error(ask(wrong), 401, "unauthorized");
  check_error(running.get("/v1/models"), 401, "unauthorized");
  CHECK(running.get("/metrics").status == 401);
  for (const char* open : {"/healthz", "/readyz", "/openapi.json", "/languages", "/"})
    CHECK(running.get(open).status == 200);
  Json body = {{"q", "a"}, {"source", "en"}, {"target", "de"}};
  CHECK(running.post("/translate", body).status == 401);
  body["api_key"] = "second";
  CHECK(running.post("/translate", body).status == 200);
}

TEST_CASE("a file with a key that is not printable ASCII is an error at the start") {
  const TemporaryFolder folder;
  ServiceSettings settings = quick_settings();
  for (const char* key : {"schl\u00fcssel", "\u201ckey\u201d", "a\tkey", "a\x7fkey"}) {
    settings.api_keys = written_file(folder / "keys", "~ good key!\n\n" + std::string(key) + "\n");
    CHECK_THROWS_WITH(RunningService(settings),
                      ContainsSubstring("keys:3: a key may have printable ASCII characters only"));
  }
}

TEST_CASE("a file without keys, and a port that is taken, are errors at the start") {
  const TemporaryFolder folder;
  ServiceSettings settings = quick_settings();
  settings.api_keys = written_file(folder / "keys", "\n \n");
  CHECK_THROWS_WITH(RunningService(settings), ContainsSubstring("holds no API key"));
  RunningService first;
  settings = quick_settings();
  settings.port = first.service().port();
  CHECK_THROWS_WITH(RunningService(settings), ContainsSubstring("cannot listen on 127.0.0.1:"));
}
