// A file as a source of rows.
#include "poise/answer/answer.h"
#include "poise/table/read_table.h"

namespace poise {

TableSource file(std::string path) {
  return [path = std::move(path)](const ReadOptions &options) { return read_table(path, options); };
}

} // namespace poise
