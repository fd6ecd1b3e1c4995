// The search compiled with nobody watching: the one that plays.
#include "engine/search/lazy_smp.hpp"

namespace rata {

template class Worker<SilentObserver>;

std::unique_ptr<SearchRunner> make_silent_runner(TranspositionTable& table) {
    return std::make_unique<LazySmp<SilentObserver>>(table);
}

} // namespace rata
