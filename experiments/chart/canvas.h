// Cairo's objects, owned.
#pragma once

#include <cairo.h>
#include <memory>

namespace poise::internal::experiments {

struct CairoDeleter {
  void operator()(cairo_t *context) const { cairo_destroy(context); }
  void operator()(cairo_surface_t *surface) const { cairo_surface_destroy(surface); }
};

using Surface = std::unique_ptr<cairo_surface_t, CairoDeleter>;
using Context = std::unique_ptr<cairo_t, CairoDeleter>;

// Text on it is exactly as wide at every scale, so that what was measured is what is drawn.
Context context_on(const Surface &surface);

} // namespace poise::internal::experiments
