#include "engine/app/watched_source.hpp"

#include <filesystem>

namespace rata {

Result<std::size_t> WatchedSource::read(std::span<char> buffer) {
    // Somebody may type the games, or nobody: the question must not wait for the next byte.
    constexpr milliseconds kLook{50};
    do {
        if (is_unwanted_()) return std::size_t{0};
    } while (!source_.wait(kLook));
    auto count = source_.read(buffer);
    if (count) progress_.advance(*count);
    return count;
}

std::uint64_t total_size(const std::vector<std::string>& files) {
    std::uint64_t total = 0;
    for (const std::string& file : files) {
        std::error_code failure;
        const std::uintmax_t size = std::filesystem::file_size(file, failure);
        if (failure) return 0;
        total += size;
    }
    return total;
}

} // namespace rata
