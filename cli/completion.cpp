// One walk over the commands, three dialects.
#include "cli/completion.h"

#include "poise/base/closest.h"
#include "poise/estimate/mean/mean_methods.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace poise::internal::cli {
namespace {

struct Option {
  std::string name, about;
  bool takes_value;
};

// A command with everything that may follow its name.
struct Command {
  std::string path; // "ledger show"
  std::string about;
  std::vector<std::string> below; // "create", "show"; or the words its argument can be
  std::vector<Option> options;
};

// Quotes would end the words they stand in.
std::string plain(std::string text) {
  std::erase_if(text,
                [](char c) { return c == '\'' || c == '"' || c == '`' || c == '[' || c == ']' || c == ':'; });
  return text;
}

std::vector<std::string> argument_words(const std::string &path) {
  if (path == "completion") return {"bash", "zsh", "fish"};
  if (path == "forecast") return {"mean"};
  if (path == "generate") return {"gaussian", "binary", "zipf", "pareto", "people"};
  return {};
}

void collect(const CLI::App &app, const std::string &path, std::vector<Command> &commands) {
  Command command{path, plain(app.get_description()), argument_words(path), {}};
  for (const CLI::Option *option : app.get_options()) {
    const std::string name = option->get_name(); // the long one, where there are two
    if (name.starts_with("-"))
      command.options.push_back(
          {name, plain(option->get_description()), option->get_items_expected_max() > 0});
  }
  const auto below = app.get_subcommands([](const CLI::App *) { return true; });
  for (const CLI::App *next : below) command.below.push_back(next->get_name());
  commands.push_back(std::move(command));
  for (const CLI::App *next : below)
    collect(*next, path.empty() ? next->get_name() : path + " " + next->get_name(), commands);
}

std::string method_names() {
  std::string names;
  for (const MeanMethod &method : mean_methods())
    names += (names.empty() ? "" : " ") + std::string(method.name);
  return names;
}

std::string words_of(const Command &command) {
  std::string words;
  for (const std::string &word : command.below) words += (words.empty() ? "" : " ") + word;
  for (const Option &option : command.options) words += (words.empty() ? "" : " ") + option.name;
  return words;
}

std::string for_bash(const std::vector<Command> &commands) {
  std::string cases, pairs;
  for (const Command &command : commands) {
    cases += fmt::format("    '{}') words='{}' ;;\n", command.path, words_of(command));
    if (command.path.find(' ') != std::string::npos) pairs += "|'" + command.path + "'";
  }
  return fmt::format(R"(# Completes poise in bash: source <(poise completion bash)
_poise() {{
  local now=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command= words=
  COMPREPLY=()
  [ "$COMP_CWORD" -lt 2 ] || command=${{COMP_WORDS[1]}}
  if [ "$COMP_CWORD" -gt 2 ]; then
    case "$command ${{COMP_WORDS[2]}}" in
    {}) command="$command ${{COMP_WORDS[2]}}" ;;
    esac
  fi
  if [ "$before" = --method ]; then
    COMPREPLY=($(compgen -W '{}' -- "$now"))
    return
  fi
  case "$command" in
{}  esac
  COMPREPLY=($(compgen -W "$words" -- "$now"))
  case "$now" in
  -*) ;;
  *) [ -z "$command" ] || COMPREPLY+=($(compgen -f -- "$now")) ;;
  esac
}}
complete -o filenames -F _poise poise
)",
                     pairs.substr(1), method_names(), cases);
}

std::string for_zsh(const std::vector<Command> &commands) {
  std::string cases;
  for (const Command &command : commands) {
    if (command.path.empty()) continue;
    std::string specs;
    for (const Option &option : command.options) {
      const std::string value =
          option.name == "--method" ? ":method:(" + method_names() + ")" : ":value:_files";
      specs +=
          fmt::format(" \\\n      '{}[{}]{}'", option.name, option.about, option.takes_value ? value : "");
    }
    std::string first = "_files";
    if (!command.below.empty()) {
      first = "(";
      for (const std::string &word : command.below) first += (first.size() > 1 ? " " : "") + word;
      first += ")";
    }
    cases +=
        fmt::format("  '{}')\n    _arguments{} \\\n      '*:argument:{}' ;;\n", command.path, specs, first);
  }
  std::string names, pairs;
  for (const Command &command : commands) {
    if (command.path.find(' ') != std::string::npos)
      pairs += "|'" + command.path + "'";
    else if (!command.path.empty())
      names += fmt::format("    '{}:{}'\n", command.path, command.about);
  }
  return fmt::format(R"(#compdef poise
# Completes poise in zsh: put this file, named _poise, into a folder of $fpath.
_poise() {{
  local -a commands
  commands=(
{})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words; (( CURRENT-- ))
  if (( CURRENT > 2 )); then
    case "$command $words[2]" in
    {}) command="$command $words[2]"; shift words; (( CURRENT-- )) ;;
    esac
  fi
  case "$command" in
{}  esac
}}
if [ "$funcstack[1]" = _poise ]; then _poise "$@"; else compdef _poise poise; fi
)",
                     names, pairs.substr(1), cases);
}

std::string for_fish(const std::vector<Command> &commands) {
  std::string lines =
      "# Completes poise in fish: poise completion fish > ~/.config/fish/completions/poise.fish\n";
  for (const Command &command : commands) {
    if (command.path.empty()) continue;
    const std::size_t space = command.path.find(' ');
    const std::string condition = space == std::string::npos
                                      ? "__fish_seen_subcommand_from " + command.path
                                      : "__fish_seen_subcommand_from " + command.path.substr(0, space) +
                                            "; and __fish_seen_subcommand_from " +
                                            command.path.substr(space + 1);
    if (space == std::string::npos)
      lines += fmt::format("complete -c poise -n __fish_use_subcommand -f -a {} -d '{}'\n", command.path,
                           command.about);
    for (const std::string &word : command.below)
      lines += fmt::format("complete -c poise -n '{}' -a {}\n", condition, word);
    for (const Option &option : command.options) {
      const bool long_name = option.name.starts_with("--");
      lines += fmt::format("complete -c poise -n '{}' -{} {}{} -d '{}'\n", condition, long_name ? "l" : "s",
                           option.name.substr(long_name ? 2 : 1),
                           option.name == "--method" ? " -x -a '" + method_names() + "'"
                                                     : std::string(option.takes_value ? " -r" : ""),
                           option.about);
    }
  }
  return lines;
}

} // namespace

Result<std::string> completion_script(const std::string &shell, const CLI::App &app) {
  std::vector<Command> commands;
  collect(app, "", commands);
  if (shell == "bash") return for_bash(commands);
  if (shell == "zsh") return for_zsh(commands);
  if (shell == "fish") return for_fish(commands);
  const std::vector<std::string> known = {"bash", "zsh", "fish"};
  const auto meant = closest(shell, known);
  return bad_parameter("there is no completion for the shell '" + shell + "'",
                       (meant ? "did you mean " + *meant + "? " : "") +
                           std::string("there is one for bash, zsh and fish"));
}

} // namespace poise::internal::cli
