#include "engine/app/program.hpp"

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv, argv + argc);
    // The first is the name of the program, unless whoever started it was very thrifty.
    const std::vector<std::string> arguments(words.begin() + (words.empty() ? 0 : 1), words.end());
    return static_cast<int>(rata::run_program(arguments));
}
