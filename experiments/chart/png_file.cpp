// Drawn in memory first, so that a picture that cannot be drawn leaves no file.
#include "experiments/chart/png_file.h"

#include "experiments/chart/layout.h"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <system_error>

namespace poise::internal::experiments {
namespace {

cairo_status_t append(void *png, const unsigned char *bytes, unsigned length) {
  static_cast<std::string *>(png)->append(reinterpret_cast<const char *>(bytes), length);
  return CAIRO_STATUS_SUCCESS;
}

std::optional<Error> write_file(const std::string &path, const std::string &bytes) {
  errno = 0;
  std::FILE *const file = std::fopen(path.c_str(), "wb");
  bool written = file != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if (file != nullptr && std::fclose(file) != 0) written = false;
  if (written) return std::nullopt;
  return bad_parameter("cannot write " + path + ": " +
                           std::generic_category().message(errno != 0 ? errno : EIO),
                       "name a file in a directory that is there, that you may write to and that has room");
}

} // namespace

std::optional<Error> write_png(double width, double height, const std::function<void(cairo_t *)> &draw,
                               const std::string &path) {
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24,
                                                   static_cast<int>(std::ceil(width * pixels_per_unit)),
                                                   static_cast<int>(std::ceil(height * pixels_per_unit))));
  const Context context = context_on(surface);
  cairo_scale(context.get(), pixels_per_unit, pixels_per_unit);
  cairo_set_source_rgb(context.get(), 1, 1, 1);
  cairo_paint(context.get());
  draw(context.get());
  cairo_status_t status = cairo_status(context.get());
  std::string png;
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_write_to_png_stream(surface.get(), append, &png);
  if (status != CAIRO_STATUS_SUCCESS)
    return Error{ErrorKind::failure, "cannot draw " + path + ": " + cairo_status_to_string(status),
                 "draw less, and give names in UTF-8"};
  return write_file(path, png);
}

} // namespace poise::internal::experiments
