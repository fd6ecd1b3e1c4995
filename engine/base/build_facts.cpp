#include "engine/base/build_facts.hpp"

#include "engine/base/cpu.hpp"
#include "engine/base/version.hpp"

namespace rata {

namespace {

std::string compiler_name() {
#if defined(__clang__)
    return "clang " __clang_version__;
#elif defined(__GNUC__)
    return "g++ " __VERSION__;
#else
    return "unknown";
#endif
}

std::string compiled_for() {
    std::string text = std::to_string(8 * sizeof(void*)) + " bit";
#ifdef __POPCNT__
    text += " popcnt";
#endif
#ifdef __BMI2__
    text += " bmi2";
#endif
#ifdef __AVX2__
    text += " avx2";
#endif
#ifdef __AVX512F__
    text += " avx512";
#endif
    return text;
}

std::string checks() {
    std::string text;
#ifdef RATA_CHECKED
    text += " invariants";
#endif
#if defined(__SANITIZE_ADDRESS__)
    text += " addresses";
#endif
#if defined(__SANITIZE_THREAD__)
    text += " threads";
#endif
    return text.empty() ? " none" : text;
}

} // namespace

std::string build_facts() {
    return "Version: " + version_line() + "\nCompiler: " + compiler_name() +
           "\nCompiled for: " + compiled_for() + "\nThis processor: " + to_string(cpu_features()) +
           "\nRun-time checks:" + checks();
}

} // namespace rata
