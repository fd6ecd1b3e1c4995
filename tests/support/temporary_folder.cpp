#include "tests/support/temporary_folder.hpp"

#include <random>
#include <stdexcept>

namespace rata::test {

TemporaryFolder::TemporaryFolder() {
    constexpr int kTries = 20;
    std::random_device entropy;
    for (int attempt = 0; attempt < kTries; ++attempt) {
        path_ = std::filesystem::temp_directory_path() /
                ("ratatosk-test-" + std::to_string(entropy()) + std::to_string(entropy()));
        if (std::filesystem::create_directory(path_)) return;
    }
    throw std::runtime_error("cannot create a temporary folder");
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

} // namespace rata::test
