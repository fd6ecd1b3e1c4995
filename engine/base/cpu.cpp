#include "engine/base/cpu.hpp"

#include <sched.h>
#include <thread>
#include <utility>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace rata {

#if defined(__x86_64__)
namespace {

struct CpuidLeaf {
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
};

CpuidLeaf cpuid(unsigned leaf, unsigned subleaf = 0) {
    CpuidLeaf out;
    __get_cpuid_count(leaf, subleaf, &out.eax, &out.ebx, &out.ecx, &out.edx);
    return out;
}

// Zen 1 and 2, and the Hygon chips made from Zen 1, run PEXT in microcode.
bool is_amd_before_zen3() {
    constexpr unsigned kAmd = 0x68747541U;   // "Auth"enticAMD
    constexpr unsigned kHygon = 0x6F677948U; // "Hygo"nGenuine
    constexpr unsigned kZen3Family = 0x19;
    const unsigned vendor = cpuid(0).ebx;
    if (vendor == kHygon) return true;
    if (vendor != kAmd) return false;
    const unsigned signature = cpuid(1).eax;
    unsigned family = (signature >> 8) & 0xF;
    if (family == 0xF) family += (signature >> 20) & 0xFF;
    return family < kZen3Family;
}

} // namespace

CpuFeatures cpu_features() {
    __builtin_cpu_init();
    CpuFeatures features;
    features.popcnt = __builtin_cpu_supports("popcnt") != 0;
    features.bmi2 = __builtin_cpu_supports("bmi2") != 0;
    features.fast_pext = features.bmi2 && !is_amd_before_zen3();
    features.avx2 = __builtin_cpu_supports("avx2") != 0;
    features.avx512 =
        __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
        __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
    features.avx512_vnni = features.avx512 && __builtin_cpu_supports("avx512vnni") != 0;
    // Compilers of 2022 have no name for AVX-VNNI: leaf 7.1, EAX bit 4.
    features.avx_vnni = features.avx2 && cpuid(7).eax >= 1 && ((cpuid(7, 1).eax >> 4) & 1) != 0;
    return features;
}
#else
CpuFeatures cpu_features() { return {}; }
#endif

std::string to_string(const CpuFeatures& features) {
    const std::pair<bool, const char*> names[] = {
        {features.popcnt, "popcnt"},           {features.bmi2, "bmi2"},
        {features.fast_pext, "pext"},          {features.avx2, "avx2"},
        {features.avx_vnni, "avx-vnni"},       {features.avx512, "avx512"},
        {features.avx512_vnni, "avx512-vnni"},
    };
    std::string out;
    for (const auto& [present, name] : names) {
        if (!present) continue;
        if (!out.empty()) out += ' ';
        out += name;
    }
    return out.empty() ? "none" : out;
}

unsigned usable_cores() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        const int count = CPU_COUNT(&allowed);
        if (count > 0) return static_cast<unsigned>(count);
    }
    const unsigned count = std::thread::hardware_concurrency();
    return count == 0 ? 1 : count;
}

} // namespace rata
