#include "plot/run_table.h"

#include <cmath>

#include "catch.h"
#include "temporary_folder.h"
#include "written_file.h"

using namespace dragoman;

namespace {

using Numbers = std::vector<double>;

}  // namespace

TEST_CASE("a table's columns are found by name, among others and in any order") {
  const TemporaryFolder folder;
  const RunTable table(written_file(folder / "valid.tsv",
                                    "loss\tupdate\tsample_1\n4.5\t50\tEin Hund .\n1e-3\t100\t\n"));
  CHECK(table.num_rows() == 2);
  CHECK(table.numbers("update") == Numbers{50, 100});
  CHECK(table.numbers("loss") == Numbers{4.5, 0.001});
  CHECK(table.has_column("sample_1"));
  CHECK_FALSE(table.has_column("bleu"));
  CHECK_THROWS_WITH(table.numbers("bleu"), ContainsSubstring("has no column named bleu"));
}

TEST_CASE("numbers of a table may be nan and infinite") {
  const TemporaryFolder folder;
  const RunTable table(written_file(folder / "t", "update\tloss\n1\tnan\n2\tinf\n3\t-nan\n"));
  const Numbers losses = table.numbers("loss");
  REQUIRE(losses.size() == 3);
  CHECK(std::isnan(losses[0]));
  CHECK(std::isinf(losses[1]));
  CHECK(std::isnan(losses[2]));
}

TEST_CASE("rows of a version that did not have a column have no value there") {
  const TemporaryFolder folder;
  const RunTable table(written_file(folder / "t", "update\tbleu\tchrf\n1\t9\t\n2\t9\t30\n"));
  const Numbers scores = table.numbers("chrf");
  CHECK(std::isnan(scores[0]));
  CHECK(scores[1] == 30);
}

TEST_CASE("a cell that is no number is an error with file and line, when it is asked for") {
  const TemporaryFolder folder;
  const std::string path =
      written_file(folder / "t", "update\tloss\tbleu\n1\t2.5\t\n2\t2.5x\t9\n3\t1\n");
  const RunTable table(path);
  CHECK(table.numbers("update") == Numbers{1, 2, 3});
  CHECK_THROWS_WITH(table.numbers("loss"),
                    ContainsSubstring(path + ":3: loss is \"2.5x\", but must be a number"));
  CHECK_THROWS_WITH(table.numbers("bleu"), ContainsSubstring(path + ":4: bleu is \"\""));
  const RunTable short_row(written_file(folder / "s", "update\tloss\n1\t2\n2\n"));
  CHECK_THROWS_WITH(short_row.numbers("loss"), ContainsSubstring("s:3: loss is \"\""));
}

TEST_CASE("a last row that was cut off is left out, a whole one needs no line end") {
  const TemporaryFolder folder;
  const RunTable cut(written_file(folder / "cut", "update\tloss\n1\t2\n2"));
  CHECK(cut.numbers("loss") == Numbers{2});
  const RunTable whole(written_file(folder / "whole", "update\tloss\n1\t2\n2\t1.5"));
  CHECK(whole.numbers("loss") == Numbers{2, 1.5});
  CHECK(RunTable(written_file(folder / "header", "update\tloss")).num_rows() == 0);
}

TEST_CASE("what is no table of training is refused with its name") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(RunTable(folder / "none"), ContainsSubstring("none'"));
  CHECK_THROWS_WITH(RunTable(written_file(folder / "empty", "")),
                    ContainsSubstring("empty' has no column named update"));
  CHECK_THROWS_WITH(RunTable(written_file(folder / "text", "a sentence\n")),
                    ContainsSubstring("text' has no column named update"));
}
