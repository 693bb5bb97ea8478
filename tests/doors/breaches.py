"""The breaches of the past, as they were: what to write in place of what, and which tests must then fail.

test_breaches.py sees that each still fits the source, and puts those of Python back in every run. `put_back` puts
back all of them, one by one; it compiles anew each time, and so is run by hand.
"""

import dataclasses
from typing import Tuple


@dataclasses.dataclass
class Breach:
    name: str
    found_by: str  # words in the names of the tests that fail; as pytest's -k takes them
    edits: Tuple[Tuple[str, str, str], ...]  # file, what stands there once, what stood there then

    @property
    def in_python(self):
        return all(file.startswith("python/poise/") for file, _, _ in self.edits)


BREACHES = [
    Breach(
        "people play a protocol in the order of the file",
        "order_that_is_drawn or place_in_the_file",
        ((
            "src/poise/protocol/participants.cpp",
            "  if (!rows.in_public_order()) all.shuffle(bits);\n",
            "  (void)bits;\n",
        ),),
    ),
    Breach(
        "one type for all cells of a list",
        "own_row and list",
        ((
            "python/poise/_tables.py",
            '    """A list of cells or of rows: most of them tell which."""\n',
            "    return _array(np.asarray(data), unit)\n",
        ),),
    ),
    Breach(
        "whole numbers of 64 bits do not pass through a double",
        "own_row and pandas and choice",
        ((
            "src/poise/grid/place_rows.h",
            "  const auto number = static_cast<double>(cell);\n",
            "  if constexpr (std::is_integral_v<T>)\n"
            "    if (grid.exponent() == 0) return static_cast<Cell>(cell);\n"
            "  const auto number = static_cast<double>(cell);\n",
        ),),
    ),
    Breach(
        "missing cells do not vote on what a column holds",
        "own_row and csv or words_columns and csv",
        ((
            "src/poise/table/csv/csv_header.cpp",
            "  if (header.wished) return kept;\n",
            '  for (std::size_t i = 0; i < kept.size(); ++i)\n'
            '    if (header.wished && votes.any_word(i)) return bad_input(header.source + ": column \'" + header.names[i] +\n'
            '                                                             "\' holds words, not numbers", "leave it out");\n'
            "  if (header.wished) return kept;\n",
        ), (
            "src/poise/table/columns/column_votes.h",
            "  bool holds_words(std::size_t column) const { return 2 * words_[column] > voters_; }\n",
            "  bool any_word(std::size_t column) const { return words_[column] > 0; }\n"
            "  bool holds_words(std::size_t column) const { return words_[column] > 0; }\n",
        ), (
            "src/poise/table/csv/read_csv.cpp",
            "    if (!header->wished) rows.vote(",
            "    rows.vote(",
        )),
    ),
    Breach(
        "one word drops a column of pandas",
        "own_row and pandas",
        ((
            "python/poise/_tables.py",
            "    if dtype.kind == \"c\" or not (named if categories else anything):\n",
            "    if True:\n",
        ),),
    ),
    Breach(
        "an Arrow stream's own words are passed on",
        "handed_over",
        ((
            "src/poise/table/arrow/read_arrow_stream.cpp",
            "    if (stream->get_next(stream, &next) != 0) return producer_error(source);\n",
            "    if (stream->get_next(stream, &next) != 0)\n"
            "      return Error{ErrorKind::bad_input, source + \" cannot be read: \" + stream->get_last_error(stream),\n"
            "                   \"ask the library that hands it over what that means\"};\n",
        ),),
    ),
    Breach(
        "what other libraries raise is passed on",
        "handed_over",
        ((
            "python/poise/_tables.py",
            "    return lambda columns, unit: _in_our_words(make, columns, unit)\n",
            "    return make\n",
        ),),
    ),
    Breach(
        "a masked array of text tells a cell",
        "masked",
        ((
            "python/poise/_tables.py",
            "    masked = isinstance(data, np.ma.MaskedArray)\n",
            "    if isinstance(data, np.ma.MaskedArray):\n"
            "        try:\n"
            "            data = np.ma.filled(np.ma.asarray(data, dtype=np.float64), np.nan)\n"
            "        except (TypeError, ValueError) as error:\n"
            "            raise BadInput(str(error), \"convert it\") from None\n"
            "    masked = False\n",
        ),),
    ),
    Breach(
        "the first row of a file without a header becomes the names",
        "first_row",
        ((
            "src/poise/table/csv/csv_header.cpp",
            "  if (!options.no_header && is_no_header(names) && (options.columns.empty() || !chosen))\n",
            "  if (false && is_no_header(names))\n",
        ),),
    ),
    Breach(
        "all rows without an id are one person",
        "somebody_else",
        ((
            "src/poise/table/people_numbers.cpp",
            "  if (!id) {\n",
            "  if (!id && !without_id_.empty()) return without_id_.front();\n  if (!id) {\n",
        ),),
    ),
]
