// Run while configuring: exit code 0 says that this machine has PEXT and that it is fast.
// AMD before Zen 3 (family 0x19) has the instruction, but in microcode: slower than magics.
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

namespace {

constexpr unsigned kBmi2Bit = 1U << 8;            // leaf 7, EBX
constexpr unsigned kAmdVendorEbx = 0x68747541U;   // "Auth"enticAMD
constexpr unsigned kHygonVendorEbx = 0x6f677948U; // "Hygo"nGenuine: Zen 1 by licence
constexpr unsigned kZen3Family = 0x19;

bool has_fast_pext() {
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) == 0) return false;
    if ((ebx & kBmi2Bit) == 0) return false;

    __get_cpuid(0, &eax, &ebx, &ecx, &edx);
    if (ebx == kHygonVendorEbx) return false;
    if (ebx != kAmdVendorEbx) return true;

    __get_cpuid(1, &eax, &ebx, &ecx, &edx);
    unsigned family = (eax >> 8) & 0xF;
    if (family == 0xF) family += (eax >> 20) & 0xFF;
    return family >= kZen3Family;
}

} // namespace

int main() { return has_fast_pext() ? 0 : 1; }
#else
int main() { return 1; }
#endif
