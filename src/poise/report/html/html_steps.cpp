// A step is named "age: sum" when it was spent on one of several columns, and "quantile 1/2" or "ball 2" when
// there are several of a kind.
#include "poise/report/html/html_steps.h"

#include <unordered_map>
#include <unordered_set>

namespace poise::internal::html {
namespace {

struct Named {
  std::string column, kind;
};

// The longest heading that is a column; names may hold ": " themselves.
Named read_name(const std::string &name, const std::unordered_set<std::string> &columns) {
  for (std::size_t at = name.rfind(": "); at != std::string::npos; at = name.rfind(": ", at - 1)) {
    if (columns.contains(name.substr(0, at))) return {name.substr(0, at), name.substr(at + 2)};
    if (at == 0) break;
  }
  return {"", name};
}

// Without the number at its end.
std::string kind_of(const std::string &name) {
  const std::size_t end = name.find_last_not_of("0123456789/.e-");
  return end != std::string::npos && end + 1 < name.size() && name[end] == ' ' ? name.substr(0, end) : name;
}

constexpr std::size_t colours = 8; // of the style

bool is_published(std::string_view kind) { return kind == "sum" || kind.starts_with("quantile"); }

} // namespace

SortedSteps sorted_steps(const Summary &summary) {
  const std::unordered_set<std::string> columns(summary.columns.begin(), summary.columns.end());
  std::unordered_map<std::string, std::size_t> kinds, blocks;
  SortedSteps result;
  std::size_t others = 0;
  for (std::size_t place = 0; place < summary.privacy.spent.size(); ++place) {
    const PrivacySummary::Step &step = summary.privacy.spent[place];
    const Named named = columns.size() > 1 ? read_name(step.name, columns) : Named{"", step.name};
    const std::string kind = kind_of(named.kind);
    const auto [k, new_kind] = kinds.try_emplace(kind, result.kinds.size());
    if (new_kind) result.kinds.push_back({kind, is_published(kind) ? 0 : 1 + others++ % (colours - 1)});
    StepKind &counted = result.kinds[k->second];
    ++counted.steps;
    counted.amount += step.amount;

    const auto [b, new_block] = blocks.try_emplace(named.column, result.blocks.size());
    if (new_block) result.blocks.push_back({named.column, {}});
    StepBlock &block = result.blocks[b->second];
    block.parts.push_back({k->second, place, named.kind, step.amount});
    block.amount += step.amount;
  }
  return result;
}

std::string_view in_plain_words(std::string_view kind) {
  static const std::unordered_map<std::string_view, std::string_view> words = {
      {"scale", "how widely the data spread, to a power of two"},
      {"scale upwards", "how widely the data spread, looking for larger scales"},
      {"scale downwards", "how widely the data spread, looking for smaller scales"},
      {"magnitude", "how large the data are, to a power of two"},
      {"centre", "where the middle of the data lies"},
      {"radius", "how far from the middle the data reach, so that outliers can be drawn in"},
      {"reach", "roughly how far the data reach, so that the next search is short"},
      {"range", "between which ends nearly all data lie"},
      {"range of a sample", "between which ends the data lie, seen in a secret sample"},
      {"sum", "the sum that the published numbers come from"},
      {"variance", "how much each column varies"},
      {"variances", "how much each column varies"},
      {"covariance", "how the columns vary together"},
      {"ball", "a smaller ball that holds the mean, step by step"},
      {"quantile", "the quantiles themselves"},
      {"quantiles", "the quantiles themselves"},
      {"nothing looked at", "set aside; nothing was looked at for it"},
  };
  const auto found = words.find(kind);
  return found == words.end() ? std::string_view() : found->second;
}

} // namespace poise::internal::html
