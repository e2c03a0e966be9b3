#include "running_service.h"
#include "serve/kept_steps.h"

using namespace dragoman;

TEST_CASE("a large answer is the same that its parts are") {
  const RunningService running;
  const std::string line = "abcd efgh hgfe dcba abcd efgh";
  const Json options = {{"beam", 8}, {"num_best", 8}, {"alignment", true}, {"min_length", 20}};
  const auto sentences_of = [&](const std::string& text) {
    const httplib::Response response =
        running.post("/v1/translate", {{"text", text}, {"split", "none"}, {"options", options}});
    REQUIRE(response.status == 200);
    return json_of(response)["translations"][0]["sentences"];
  };
  const Json one = sentences_of(line);
  std::string lines;
  for (int i = 0; i < 40; ++i) lines += line + "\n";
  const Json many = sentences_of(lines);
  REQUIRE(many.size() == 40);
  for (const Json& sentence : many) CHECK(sentence["translations"].size() == 8);
  for (const Json& sentence : many)
    CHECK(sentence["translations"][0]["text"] == one[0]["translations"][0]["text"]);
}

TEST_CASE("steps of more nodes than a request may have are refused") {
  const auto num_nodes = std::make_shared<std::atomic<size_t>>(0);
  KeptSteps first(num_nodes), second(num_nodes);
  const BeamStep half{std::vector<BeamNode>(KeptSteps::kMostNodes / 2)};
  first.add(half);
  first.clear();  // its search begins again
  first.add(half);
  second.add(half);
  CHECK(first.take().size() == 1);
  CHECK(second.take().size() == 1);
  second.add({std::vector<BeamNode>(1)});
  CHECK_THROWS_AS(first.take(), ApiError);
  CHECK_THROWS_AS(second.take(), ApiError);
}
