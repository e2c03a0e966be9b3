#include "serve/page_routes.h"

#include "io/content_hash.h"
#include "serve/page_files.h"

namespace dragoman {
namespace {

constexpr const char* kContentPolicy =
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
    "frame-ancestors 'self'; base-uri 'none'; form-action 'self'";

std::string path_of(const PageFile& file) {
  if (file.name == "index.html") return "/";
  if (file.name == "openapi.json") return "/openapi.json";
  return "/page/" + std::string(file.name);
}

/// The ETag, by which a browser checks its cached copy.
std::string tag_of(const PageFile& file) {
  ContentHash hash;
  hash.add(file.content);
  return '"' + hash_text(hash.value()) + '"';
}

Route route_of(const PageFile& file) {
  Route route{.method = "GET", .path = path_of(file), .answer = {}};
  route.needs_key = false;
  route.is_always_open = true;
  route.answer = [file, tag = tag_of(file)](const HttpRequest& request, HttpResponse& response) {
    response.set_header("ETag", tag);
    response.set_header("Cache-Control", "no-cache");
    response.set_header("Content-Security-Policy", kContentPolicy);
    const std::string known = request.headers.get("If-None-Match");
    if (known == "*" || known.find(tag) != std::string::npos) {
      response.status = 304;
    } else {
      response.set_content(std::string(file.content), std::string(file.media_type));
    }
  };
  return route;
}

}  // namespace

std::vector<Route> page_routes() {
  std::vector<Route> routes;
  for (const PageFile& file : page_files()) routes.push_back(route_of(file));
  return routes;
}

}  // namespace dragoman
