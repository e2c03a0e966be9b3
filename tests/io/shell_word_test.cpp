#include "io/shell_word.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("a word for a shell has quotes only if it needs them") {
  CHECK(shell_word("runs/en-de_1.2") == "runs/en-de_1.2");
  CHECK(shell_word("m 2") == "'m 2'");
  CHECK(shell_word("it's $HOME") == "'it'\\''s $HOME'");
  CHECK(shell_word("größe") == "'größe'");
  CHECK(shell_word("") == "''");
}

}  // namespace dragoman
