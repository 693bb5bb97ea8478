// Text without hinting: hints move letters to whole pixels, differently at every scale.
#include "experiments/chart/canvas.h"

namespace poise::internal::experiments {

Context context_on(const Surface &surface) {
  Context context(cairo_create(surface.get()));
  cairo_font_options_t *const options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(context.get(), options);
  cairo_font_options_destroy(options);
  return context;
}

} // namespace poise::internal::experiments
