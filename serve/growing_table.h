#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace dragoman {

/// Reads a table with tab-separated columns, which another process may be writing: a header, then
/// rows. One column is the number of the update. Returns {"columns": [...], "rows": [[...]]} with
/// the rows after update `after`; of more than 5,000, that many drawn evenly, with the last one.
/// Numbers become numbers, or null if not finite. Other cells, and columns named sample_N, become
/// text. Empty cells become null. An incomplete last line is ignored. A missing file gives a table
/// without columns.
nlohmann::ordered_json growing_table(const std::string& path, int64_t after);

}  // namespace dragoman
