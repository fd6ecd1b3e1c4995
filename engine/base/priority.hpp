// How much of the processor a process claims when others want it too.
#pragma once

namespace rata {

/// From now on all else on the machine goes first. Threads that are started later take part; there
/// is no way back.
void yield_to_all_others();

} // namespace rata
