#pragma once

#include <string>

#include "program.h"

namespace dragoman {

inline const std::string kSystem =
    "The cat sat on the mat.\nA dog barked loudly at the postman, twice!\n";
inline const std::string kOther = "The cat sits on a mat.\nThe dog barked loud at the postman.\n";
inline const std::string kReference =
    "The cat sat on the mat.\nThe dog barked at the postman twice!\n";
inline const std::string kMore =
    "On the mat sat a cat.\nA dog barked loudly, twice, at the postman.\n";

/// A folder with the texts above, where commands run.
class Texts {
 public:
  Texts() {
    write("system", kSystem);
    write("other", kOther);
    write("reference", kReference);
    write("more", kMore);
  }

  void write(const std::string& name, const std::string& text) const {
    write_text(folder_ / name, text);
  }
  Outcome run(const std::string& command) const {
    return run_bash("cd '" + folder_.path() + "'\n" + command);
  }
  Outcome evaluate(const std::string& arguments) const {
    return run("\"$dragoman\" evaluate " + arguments);
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace dragoman
