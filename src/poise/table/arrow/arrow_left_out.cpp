// What takes the place of the readers of Arrow and Parquet files in a build without Arrow.
#include "poise/table/arrow/read_arrow.h"
#include "poise/table/arrow/read_parquet.h"

namespace poise::internal {
namespace {

Error left_out(const std::string &source, const std::string &format) {
  return bad_input("cannot read " + source + ": this build of poise reads no " + format,
                   "build poise where pyarrow can be installed, or convert the file to .csv or .npy");
}

} // namespace

Result<Table> read_parquet(std::shared_ptr<const FileBytes> /*file*/, const std::string &source,
                           const ReadOptions & /*options*/) {
  return left_out(source, ".parquet files");
}

Result<Table> read_arrow(std::shared_ptr<const FileBytes> /*file*/, const std::string &source,
                         const ReadOptions & /*options*/) {
  return left_out(source, ".arrow and .feather files");
}

} // namespace poise::internal
