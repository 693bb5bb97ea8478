// Files as the description of the `.npy` format has them.
#pragma once

#include <string>
#include <vector>

namespace poise::internal {

inline std::string header_text(const std::string &type, bool fortran, const std::string &shape) {
  return "{'descr': " + type + ", 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape +
         ", }";
}

// Padded or not.
inline std::string file_of(std::string header, const std::string &data, char version = 1,
                           std::size_t padding = 0) {
  header += std::string(padding, ' ') + "\n";
  std::string file = "\x93NUMPY";
  file += version;
  file += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) file += static_cast<char>(header.size() >> (8 * i));
  return file + header + data;
}

template <class T> std::string bytes_of(const std::vector<T> &cells) {
  return {reinterpret_cast<const char *>(cells.data()), cells.size() * sizeof(T)};
}

} // namespace poise::internal
