#include "engine/base/byte_source.hpp"

#include <algorithm>

namespace rata {

Result<FileSource> FileSource::open(const std::filesystem::path& path) {
    auto reader = BlockReader::open(path);
    if (!reader) return reader.error();
    return FileSource(*std::move(reader));
}

Result<std::size_t> TextSource::read(std::span<char> buffer) {
    const std::size_t size = std::min(buffer.size(), rest_.size());
    std::copy_n(rest_.data(), size, buffer.data());
    rest_.remove_prefix(size);
    return size;
}

} // namespace rata
