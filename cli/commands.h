// The commands: each does its job and prints, or says why it could not.
#pragma once

#include "cli/arguments.h"

namespace poise::internal::cli {

[[nodiscard]] std::optional<Error> run(const MeanArguments &arguments);
[[nodiscard]] std::optional<Error> run(const VarianceArguments &arguments);
[[nodiscard]] std::optional<Error> run(const IqrArguments &arguments);
[[nodiscard]] std::optional<Error> run(const QuantileArguments &arguments);
[[nodiscard]] std::optional<Error> run(const ForecastArguments &arguments);
[[nodiscard]] std::optional<Error> run(const LedgerCreateArguments &arguments);
[[nodiscard]] std::optional<Error> run(const LedgerShowArguments &arguments);
[[nodiscard]] std::optional<Error> run(const GenerateArguments &arguments);
[[nodiscard]] std::optional<Error> run(const ReproduceArguments &arguments);
[[nodiscard]] std::optional<Error> run(const MethodsArguments &arguments);
[[nodiscard]] std::optional<Error> run(const AnalyzeArguments &arguments);
[[nodiscard]] std::optional<Error> run(const ClientArguments &arguments);
[[nodiscard]] std::optional<Error> run(const ShuffleArguments &arguments);
[[nodiscard]] std::optional<Error> run(const Notice &notice);

} // namespace poise::internal::cli
