// The public face of the library: questions about tables, private answers, forecasts, ledgers and reports.
#pragma once

// A question into an answer: mean(), variance(), iqr(), quantile(); file() and rows() say where the table is.
#include "poise/answer/answer.h"

// How good would it be: forecast().
#include "poise/answer/forecast.h"

// What every dataset may spend and has spent: Ledger, Allowance, Account.
#include "poise/ledger/ledger.h"

// Answers, forecasts and ledgers as text, JSON and HTML: to_text(), to_json(), to_html().
#include "poise/report/forecast_report.h"
#include "poise/report/html/html.h"
#include "poise/report/json.h"
#include "poise/report/ledger_report.h"
#include "poise/report/text.h"

// Tables that lie in memory already: Table::dense(), memory_matrix(), memory_columns(), memory_sparse().
#include "poise/table/memory/memory_columns.h"
#include "poise/table/memory/memory_matrix.h"
#include "poise/table/memory/memory_sparse.h"
#include "poise/table/table.h"
