// The verdict on every column, once all rows are counted.
#include "poise/table/csv_tally.h"

namespace poise {
namespace {

Error bad_input(std::string wrong, std::string remedy) {
  return Error{ErrorKind::bad_input, std::move(wrong), std::move(remedy)};
}

} // namespace

Result<std::vector<bool>> CsvTally::kept(const CsvHeader &header) const {
  if (rows_ == 0) return bad_input(header.source + " has a header line but no rows", "add at least one row");
  std::vector<bool> kept;
  bool any = false;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (header.wished && !header.words_are_missing && columns_[i].words > 0 && !columns_[i].numeric())
      return bad_input(header.source + ": column '" + header.names[i] + "' holds words, not numbers",
                       "leave it out of --columns");
    kept.push_back(header.wished || columns_[i].numeric());
    any = any || kept.back();
  }
  if (!any)
    return bad_input(
        header.source + " has no column of numbers",
        "check that cells are separated by commas (tabs in a .tsv) and decimals written with a point");
  return kept;
}

} // namespace poise
