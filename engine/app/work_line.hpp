// A line about long work while it goes on: a result for people; on standard error where standard
// output is one JSON object at the end.
#pragma once

#include "engine/app/console.hpp"

namespace rata {

inline void tell_or_print(const std::string& line, bool json, Console& console) {
    if (json) {
        console.tell(line);
    } else {
        console.write(line + '\n');
        console.flush();
    }
}

} // namespace rata
