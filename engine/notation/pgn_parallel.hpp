// Reads PGN with several threads. The text is cut where games seem to begin, the pieces are parsed
// at the same time, each by a visitor of its own, and the visitors are handed back in the order of
// the text. A cut that was wrong (inside a comment, say) is found out and mended: together the
// visitors always hear exactly what read_pgn would have told one, except that each counts its games
// from 1. Memory is bounded by the number of threads.
#pragma once

#include "engine/base/byte_source.hpp"
#include "engine/notation/pgn.hpp"

#include <functional>
#include <memory>

namespace rata {

struct PgnParallelOptions {
    unsigned threads = 2; ///< parsing ones, besides the caller, who reads and collects
    std::size_t block_bytes = std::size_t{1} << 19; ///< small ones are for tests
};

/// A reader for one or more sources. Visitors are made and taken on the caller's thread, but run on
/// others; one visitor is never used by two threads at a time. A visitor that was made may be
/// dropped without being taken, when its piece had to be read again.
class PgnParallelReader {
public:
    using Make = std::function<std::unique_ptr<PgnVisitor>()>;
    using Take = std::function<void(std::unique_ptr<PgnVisitor>)>;

    PgnParallelReader(const PgnParallelOptions& options, Make make, Take take);
    /// Stops the threads; what has not been taken by then is dropped.
    ~PgnParallelReader();
    PgnParallelReader(const PgnParallelReader&) = delete;
    PgnParallelReader& operator=(const PgnParallelReader&) = delete;

    /// Reads the source to its end; on return all its visitors have been taken.
    [[nodiscard]] Result<void> read(ByteSource& source);

private:
    class Pool;
    std::unique_ptr<Pool> pool_;
};

} // namespace rata
