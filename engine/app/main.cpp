#include "engine/base/version.hpp"

#include <iostream>
#include <string_view>

int main(int argc, char** argv) {
    if (argc == 2 && std::string_view(argv[1]) == "--version") {
        std::cout << rata::version_line() << '\n';
        return 0;
    }
    std::cerr << "usage: ratatosk --version\n";
    return 2;
}
