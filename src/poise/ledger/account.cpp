// The states of an entry in words.
#include "poise/ledger/account.h"

namespace poise::internal {

std::string name_of(EntryState state) {
  switch (state) {
  case EntryState::charged:
    return "charged";
  case EntryState::released:
    return "released";
  case EntryState::struck_out:
    return "struck-out";
  }
  return "charged"; // what is not known to have come to nothing counts
}

} // namespace poise::internal
