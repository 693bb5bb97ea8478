// A book for people and for programs: what every dataset may spend, has spent, and on what.
#pragma once

#include "poise/ledger/account.h"

#include <span>
#include <string>

namespace poise::internal {

std::string to_json(std::span<const Account> accounts);
std::string to_text(std::span<const Account> accounts);

} // namespace poise::internal
