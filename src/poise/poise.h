// The public face of the library: questions about tables, private answers, forecasts, ledgers and reports.
// These names are stable. What else stands in poise::internal may change in any version.
#pragma once

#include "poise/answer/answer.h"
#include "poise/answer/forecast.h"
#include "poise/ledger/ledger.h"
#include "poise/report/forecast_report.h"
#include "poise/report/html/html.h"
#include "poise/report/json.h"
#include "poise/report/ledger_report.h"
#include "poise/report/text.h"
#include "poise/table/memory/memory_columns.h"
#include "poise/table/memory/memory_matrix.h"
#include "poise/table/memory/memory_sparse.h"
#include "poise/table/table.h"

namespace poise {

// A value or an error, and exact budgets.
using internal::Delta;
using internal::Epsilon;
using internal::Error;
using internal::ErrorKind;
using internal::Rational;
using internal::Result;
using internal::Rho;

// A question into an answer.
using internal::iqr;
using internal::mean;
using internal::ProgressListener;
using internal::quantile;
using internal::Question;
using internal::Summary;
using internal::variance;

// Where the table is: a file, or memory.
using internal::from_file;
using internal::from_table;
using internal::memory_columns;
using internal::memory_matrix;
using internal::memory_sparse;
using internal::MemoryColumn;
using internal::MemoryMatrix;
using internal::MemoryNumbers;
using internal::MemorySpan;
using internal::MemorySparse;
using internal::MemoryUnknown;
using internal::MemoryWords;
using internal::NumberCells;
using internal::NumberType;
using internal::ReadOptions;
using internal::Table;
using internal::TableSource;

// How good would it be.
using internal::forecast;
using internal::forecast_curves;
using internal::ForecastAnswer;
using internal::ForecastCurve;
using internal::ForecastQuestion;

// What every dataset may spend and has spent.
using internal::Account;
using internal::Allowance;
using internal::Ledger;

// Answers, forecasts and ledgers as text, JSON and HTML.
using internal::HtmlContext;
using internal::TextStyle;
using internal::to_html;
using internal::to_json;
using internal::to_text;

} // namespace poise
