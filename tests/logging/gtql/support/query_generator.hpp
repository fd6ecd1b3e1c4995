// Random queries over the toy schema: every operator, axis, scope and part of the language, all of
// them valid. With the published language only, they are what the paper's tool could have run.
#pragma once

#include "engine/base/rng.hpp"
#include "logging/gtql/parser.hpp"

#include <string>

namespace gtql::test {

class QueryGenerator {
public:
    QueryGenerator(rata::Rng& rng, Dialect dialect) : rng_(rng), dialect_(dialect) {}

    /// A query for nodes.
    [[nodiscard]] std::string nodes();
    /// A lone function, perhaps with groups or as a histogram.
    [[nodiscard]] std::string function();

private:
    struct Context {
        bool in_child = false;
        bool has_implied = true; ///< a function may do without a scope
        bool may_ask_query = true;
        int calls = 0;
    };
    enum class Numbers { Any, WholeOnly };

    [[nodiscard]] std::string truth(int depth, const Context& context);
    [[nodiscard]] std::string number(int depth, const Context& context, Numbers wanted);
    [[nodiscard]] std::string arithmetic(int depth, const Context& context, Numbers wanted);
    [[nodiscard]] std::string call(int depth, const Context& context, const char* const* names,
                                   std::size_t count);
    [[nodiscard]] std::string arguments(const std::string& name, int depth, const Context& inside);
    [[nodiscard]] std::string bit_test(const Context& context);
    [[nodiscard]] std::string membership(int depth, const Context& context);
    [[nodiscard]] std::string attribute(const Context& context);
    [[nodiscard]] std::string axis(const Context& context);
    [[nodiscard]] std::string literal();

    [[nodiscard]] bool chance(unsigned percent) { return rng_.below(100) < percent; }
    [[nodiscard]] bool is_extended() const { return dialect_ == Dialect::Extended; }
    template <std::size_t N>
    [[nodiscard]] std::string one_of(const char* const (&choices)[N]) {
        return choices[rng_.below(N)];
    }

    rata::Rng& rng_;
    Dialect dialect_;
    std::string part_{};
    int calls_in_node_part_ = 0;
};

} // namespace gtql::test
