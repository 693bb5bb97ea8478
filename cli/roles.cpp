// `poise analyze`, `poise client` and `poise shuffle`: the roles of a session, through a folder that they
// share.
#include "cli/column_names.h"
#include "cli/commands.h"
#include "cli/option_names.h"
#include "cli/output.h"
#include "cli/round_folder.h"
#include "cli/session_state.h"
#include "cli/terminal.h"
#include "poise/privacy/exact_text.h"
#include "poise/report/json.h"
#include "poise/report/spell_parameters.h"
#include "poise/report/text.h"

#include <filesystem>
#include <fmt/format.h>

namespace poise::internal::cli {
namespace {

// What a session costs whoever answers all of its rounds, and in which company.
std::string agreement(const Session &session) {
  if (const auto *const local = std::get_if<LocalBudget>(&session.budget))
    return fmt::format("rho = {} for all rounds together, trusting nobody", local->rho.text());
  const auto &shuffle = std::get<ShuffleBudget>(session.budget);
  return fmt::format("epsilon = {} with delta = {} for all rounds together, in a crowd of {} of whom a share "
                     "of {} may be dishonest",
                     shuffle.promise.epsilon.text(), shuffle.promise.delta.text(), session.participants,
                     exact_text(shuffle.dishonest));
}

// A file beside the folder, which is not for everyone who sees the folder.
std::string beside(const std::string &folder, const char *ending) {
  std::filesystem::path path = std::filesystem::path(folder).lexically_normal();
  if (!path.has_filename()) path = path.parent_path(); // a slash at the end
  if (path.filename() == "." || path.filename() == ".." || path.empty())
    path = std::filesystem::absolute(path).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  return path.string() + ending;
}

std::string key_path(const AnalyzeArguments &arguments) {
  return arguments.key.value_or(beside(arguments.folder, ".key"));
}

// A key that is there belongs to another session, which nobody could go on with without it.
std::optional<Error> keep_key(const KeyPair &secret, const std::string &path) {
  std::error_code none;
  if (std::filesystem::exists(path, none))
    return bad_parameter(path + " is there already: it may be the key of another session",
                         "name another file with --key, or move that one away");
  Bytes key(secret.public_key.bytes.begin(), secret.public_key.bytes.end());
  key.insert(key.end(), secret.secret.begin(), secret.secret.end());
  return write_bytes(path, key, Readers::owner_alone, Existing::kept);
}

std::string next_round(const Round &round) {
  return fmt::format("{{\"next_round\":{},\"step\":\"{}\"}}\n", round.number, name_of(round.step));
}

std::optional<Error> begin(const AnalyzeArguments &arguments) {
  if (!arguments.model || !arguments.participants || !arguments.columns)
    return bad_parameter("a session needs --model, --participants and --columns",
                         "such as --start --model local --participants 10000 --columns age,income --rho 1");
  const auto columns = read_names(arguments.columns);
  if (!columns) return columns.error();
  const auto opened = open_session({.model = *arguments.model,
                                    .participants = *arguments.participants,
                                    .columns = *columns,
                                    .rho = arguments.rho,
                                    .epsilon = arguments.epsilon,
                                    .delta = arguments.delta,
                                    .bound = arguments.bound,
                                    .dishonest = arguments.dishonest});
  if (!opened) return opened.error();
  const auto rounds = rounds_in(opened->session);
  if (!rounds) return rounds.error();
  // Before the key is written: a session that cannot begin leaves everything as it was.
  const RoundFolder folder(arguments.folder);
  if (auto error = folder.is_taken()) return error;
  if (opened->key) {
    const auto inside = std::filesystem::path(key_path(arguments))
                            .lexically_normal()
                            .lexically_relative(std::filesystem::path(arguments.folder).lexically_normal());
    if (!inside.empty() && *inside.begin() != "..")
      return bad_parameter("the key would lie in the folder that everyone shares",
                           "name a file elsewhere with --key");
    if (auto error = keep_key(*opened->key, key_path(arguments))) return error;
  }
  if (auto error = folder.begin(opened->session, opened->first)) {
    std::error_code none;
    if (opened->key) std::filesystem::remove(key_path(arguments), none); // of a session that never was
    return error;
  }
  if (arguments.json) return print(next_round(opened->first));
  return print(
      fmt::format("session of {} participants and {} rounds in {}: round 1, the {}, may be answered{}\n",
                  opened->session.participants, *rounds, arguments.folder, name_of(opened->first.step),
                  opened->key ? "\nthe key to its records is in " + key_path(arguments) +
                                    ": keep it from everybody, the shuffler above all"
                              : ""));
}

Result<KeyPair> read_key(const AnalyzeArguments &arguments) {
  const auto bytes = read_bytes(key_path(arguments), 64);
  if (!bytes) return bytes.error();
  if (bytes->size() != 64)
    return bad_input(key_path(arguments) + " is not the key of a session", "name another with --key");
  KeyPair key{};
  std::copy_n(bytes->begin(), 32, key.public_key.bytes.begin());
  std::copy_n(bytes->begin() + 32, 32, key.secret.begin());
  return key;
}

Result<Found> analyze(const RoundFolder &folder, const Session &session, const Round &round,
                      const AnalyzeArguments &arguments) {
  if (session.model() == TrustModel::local) {
    const auto messages = folder.answers(round);
    if (!messages) return messages.error();
    auto found = analyze_messages(session, round, messages->next);
    if (!found) return messages->with_name(found.error());
    return found;
  }
  const auto key = read_key(arguments);
  if (!key) return key.error();
  const auto shuffled = folder.shuffled(round);
  if (!shuffled) return shuffled.error();
  return analyze_shuffled(session, round, *shuffled, *key);
}

} // namespace

std::optional<Error> run(const AnalyzeArguments &arguments) {
  if (arguments.start) return begin(arguments);
  if (arguments.model || arguments.participants || arguments.columns || arguments.rho || arguments.epsilon ||
      arguments.delta || arguments.bound || arguments.dishonest)
    return bad_parameter("what a session is about is said when it starts",
                         "add --start for a new session, or leave the options out to go on with this one");
  const RoundFolder folder(arguments.folder);
  const auto session = folder.session();
  if (!session) return session.error();
  const auto round = folder.latest_round();
  if (!round) return round.error();
  const auto found = analyze(folder, *session, *round, arguments);
  if (!found) return found.error();
  if (const auto *const next = std::get_if<Round>(&*found)) {
    if (auto error = folder.publish(*next)) return error;
    if (arguments.json) return print(next_round(*next));
    return print(fmt::format("round {} is complete; round {}, the {}, may be answered\n", round->number,
                             next->number, name_of(next->step)));
  }
  const Summary summary = spell_parameters(std::get<Summary>(*found), as_option);
  return print(arguments.json ? to_json(summary) : to_text(summary, {.colour = output_takes_colour()}));
}

std::optional<Error> run(const ClientArguments &arguments) {
  const RoundFolder folder(arguments.folder, arguments.box);
  const auto session = folder.session();
  if (!session) return session.error();
  const auto round = folder.latest_round();
  if (!round) return round.error();
  if (arguments.file == "-" && !arguments.state)
    return bad_parameter("standard input has no place beside it to remember what was answered",
                         "say with --state where");
  // Where a link leads is where the rows are.
  std::error_code trouble;
  const auto rows = std::filesystem::canonical(arguments.file, trouble);
  const SessionState state(arguments.state.value_or((trouble ? arguments.file : rows.string()) + ".answered"),
                           *session);
  if (auto error = state.refuses(*round)) return error;
  const auto answers = answer_round(*session, *round, arguments.question, from_file(arguments.file));
  if (!answers) return answers.error();
  if (auto error = folder.refuses(*round, *answers)) return error;
  // Remembered first: whoever is interrupted here has answered, as far as privacy goes.
  if (auto error = state.remember(*round)) return error;
  const std::size_t count = answers->size();
  const auto *const shuffle = std::get_if<ShuffleBudget>(&session->budget);
  // Batches are for the shuffler; messages of the local model may be read by anybody.
  const Readers readers = shuffle == nullptr ? Readers::everyone : Readers::group;
  if (auto error = folder.put_answers(*round, *answers, readers)) return error;
  return print(fmt::format("round {}, the {}, of a session of {}: {} answered, {} bytes{}\nagreed to {}\n",
                           round->number, name_of(round->step), session->participants,
                           count == 1 ? "one participant" : fmt::format("{} participants", count),
                           answers->front().message.size(), count == 1 ? "" : " each", agreement(*session)));
}

std::optional<Error> run(const ShuffleArguments &arguments) {
  const RoundFolder folder(arguments.folder, arguments.box);
  const auto session = folder.session();
  if (!session) return session.error();
  const auto round = folder.latest_round();
  if (!round) return round.error();
  const SessionState state(arguments.state.value_or(beside(arguments.folder, ".shuffled")), *session,
                           SessionState::Deed::shuffled);
  if (auto error = state.refuses(*round)) return error;
  const auto batches = folder.answers(*round);
  if (!batches) return batches.error();
  const auto shuffled = shuffle_round(*session, *round, batches->next);
  if (!shuffled) return batches->with_name(shuffled.error());
  // Remembered first: what may have been seen must not be shuffled again.
  if (auto error = state.remember(*round)) return error;
  if (auto error = folder.put_shuffled(*round, *shuffled)) return error;
  return print(
      fmt::format("round {}: the records of {} participants are shuffled; keep their answers from the "
                  "analyzer, or delete them\n",
                  round->number, session->participants));
}

} // namespace poise::internal::cli
