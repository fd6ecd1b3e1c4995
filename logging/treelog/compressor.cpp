#include "logging/treelog/compressor.hpp"

#ifdef TREELOG_HAS_ZSTD
#include <memory>
#include <zstd.h>
#endif

namespace treelog {

#ifdef TREELOG_HAS_ZSTD

namespace {

/// The fastest level proper; higher ones win a few percent for several times the work.
constexpr int kFastLevel = 1;
constexpr int kThoroughLevel = 19;

struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

} // namespace

bool has_compressor() { return true; }

bool compress(std::span<const std::byte> bytes, Bytes& target, Effort effort) {
    // Contexts are large: each thread keeps its own.
    static thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
    const std::size_t before = target.size();
    target.resize(before + ZSTD_compressBound(bytes.size()));
    const std::size_t size = ZSTD_compressCCtx(
        context.get(), target.data() + before, target.size() - before, bytes.data(), bytes.size(),
        effort == Effort::Fast ? kFastLevel : kThoroughLevel);
    const bool useful = ZSTD_isError(size) == 0 && size < bytes.size();
    target.resize(before + (useful ? size : 0));
    return useful;
}

Result<void> decompress(std::span<const std::byte> packed, std::span<std::byte> target) {
    static thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
    const std::size_t size = ZSTD_decompressDCtx(context.get(), target.data(), target.size(),
                                                 packed.data(), packed.size());
    if (ZSTD_isError(size) == 0 && size == target.size()) return {};
    return Error{.code = ErrorCode::Corrupt,
                 .message = "compressed bytes do not give the " + std::to_string(target.size()) +
                            " bytes that were promised",
                 .where = {}};
}

#else

bool has_compressor() { return false; }

bool compress(std::span<const std::byte>, Bytes&, Effort) { return false; }

Result<void> decompress(std::span<const std::byte>, std::span<std::byte>) {
    return Error{.code = ErrorCode::Unsupported,
                 .message = "compressed with zstd, which this program was built without",
                 .where = {}};
}

#endif

} // namespace treelog
