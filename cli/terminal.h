// Who is watching: colours and moving lines are for terminals alone.
#pragma once

namespace poise::internal::cli {

// Standard output is a terminal that shows colours, and nobody asked for none (NO_COLOR, TERM=dumb).
bool output_takes_colour();

} // namespace poise::internal::cli
