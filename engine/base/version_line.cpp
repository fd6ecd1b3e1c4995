#include "engine/base/version.hpp"

namespace rata {

std::string version_line() {
    std::string line = "Ratatosk " + std::string(version());
    if (!commit().empty()) line += " (" + std::string(commit()) + ")";
    return line;
}

} // namespace rata
