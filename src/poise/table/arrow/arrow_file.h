// A Parquet or Arrow file that is open: its columns, and their rows batch by batch.
#pragma once

#include "poise/table/file_bytes.h"

#include <arrow/buffer.h>
#include <arrow/io/memory.h>
#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <vector>

namespace poise::internal {

// Never changes, so that passes in several threads may share it.
class ArrowFile {
public:
  virtual ~ArrowFile() = default;

  virtual const arrow::Schema &schema() const = 0;

  // How many rows there are, by what the file says; at most that of these columns is read.
  virtual arrow::Result<std::int64_t> count_rows(const std::vector<int> &places) const = 0;

  // Whether batches are copies, so that bytes of the file are done with once they were decoded.
  virtual bool copies() const = 0;

  // The columns at these places of the schema, in this order. Batches of a Parquet file have
  // at most so many rows; those of an Arrow file are as they were written. What comes out is
  // safe to read, whatever the file holds. The file must outlive the batches.
  virtual arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> batches(const std::vector<int> &places,
                                                                           std::int64_t most_rows) const = 0;
};

// Where decoded columns go. No file, however it lies about its sizes, gets more than this.
class ArrowMemory {
public:
  explicit ArrowMemory(std::size_t most)
      : counted_(arrow::system_memory_pool()),
        capped_(&counted_, most < whole / 2 ? static_cast<std::int64_t>(most) + to_decode_in : whole) {}

  arrow::MemoryPool *pool() const { return &capped_; }

private:
  static constexpr std::int64_t whole = INT64_MAX;
  static constexpr std::int64_t to_decode_in = std::int64_t{128} << 20; // pages, dictionaries, a batch

  // The system's own allocator: sanitizers and limits see it, and it is the fastest here to grow.
  mutable arrow::ProxyMemoryPool counted_;
  mutable arrow::CappedMemoryPool capped_;
};

// The bytes of a file as Arrow takes them; whoever holds a piece holds the file.
class ArrowBytes : public arrow::Buffer {
public:
  explicit ArrowBytes(std::shared_ptr<const FileBytes> file)
      : arrow::Buffer(reinterpret_cast<const std::uint8_t *>(file->view().data()),
                      static_cast<std::int64_t>(file->view().size())),
        file_(std::move(file)) {}

private:
  std::shared_ptr<const FileBytes> file_;
};

} // namespace poise::internal
