#include "tools/gtq/gtq_program.hpp"

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
    return static_cast<int>(gtq::run_gtq(words));
}
