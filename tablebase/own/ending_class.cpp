#include "tablebase/own/ending_class.hpp"

#include "engine/base/parse.hpp"

#include <algorithm>
#include <iterator>

namespace rata {

namespace {

/// Strongest first, as in the names of endings.
constexpr std::array kTypesByStrength{PieceType::Queen, PieceType::Rook, PieceType::Bishop,
                                      PieceType::Knight, PieceType::Pawn};

bool is_stronger(std::string_view left, std::string_view right) {
    if (left.size() != right.size()) return left.size() > right.size();
    constexpr std::string_view kOrder = "QRBNP";
    for (std::size_t i = 0; i < left.size(); ++i)
        if (left[i] != right[i]) return kOrder.find(left[i]) < kOrder.find(right[i]);
    return false;
}

std::string letters_of(std::span<const Man> men, Color side) {
    std::string letters;
    for (const PieceType type : kTypesByStrength)
        for (const Man& man : men)
            if (man == Man{side, type}) letters += to_upper_char(type);
    return letters;
}

Error no_class(std::string_view name) {
    return Error{.code = ErrorCode::Syntax,
                 .message = "expected an ending of three to five men such as KQKR, found " +
                            in_quotes(name),
                 .where = {}};
}

std::optional<PieceType> table_type_of(char letter) {
    for (const PieceType type : kTypesByStrength)
        if (to_lower(to_upper_char(type)) == to_lower(letter)) return type;
    return std::nullopt;
}

} // namespace

Result<EndingClass> EndingClass::parse(std::string_view name) {
    std::vector<Man> men{{Color::White, PieceType::King}, {Color::Black, PieceType::King}};
    std::size_t kings = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char letter = to_lower(name[i]);
        const bool parts = letter == 'v' && kings == 1 && i + 1 < name.size();
        if (parts && to_lower(name[i + 1]) == 'k') continue;
        if (letter == 'k' && kings < 2) {
            ++kings;
            continue;
        }
        const auto type = table_type_of(letter);
        if (!type || kings == 0 || men.size() == kMostTableMen) return no_class(name);
        men.push_back({kings == 1 ? Color::White : Color::Black, *type});
    }
    if (kings != 2 || men.size() == 2) return no_class(name);
    return Arrangement::of(men).ending;
}

std::vector<EndingClass> EndingClass::all_of(std::size_t men) {
    std::vector<EndingClass> classes{EndingClass{}};
    for (std::size_t count = 3; count <= men; ++count) {
        std::vector<EndingClass> larger;
        for (const EndingClass& smaller : classes)
            for (const Color side : kColors)
                for (const PieceType type : kTypesByStrength) {
                    std::vector<Man> with(smaller.men().begin(), smaller.men().end());
                    with.push_back({side, type});
                    const EndingClass next = Arrangement::of(with).ending;
                    if (std::find(larger.begin(), larger.end(), next) == larger.end())
                        larger.push_back(next);
                }
        classes = std::move(larger);
    }
    // Promotions lead to fewer pawns.
    std::vector<EndingClass> ordered;
    for (std::ptrdiff_t pawns = 0; pawns <= static_cast<std::ptrdiff_t>(men); ++pawns)
        std::copy_if(classes.begin(), classes.end(), std::back_inserter(ordered),
                     [pawns](const EndingClass& ending) { return ending.pawns() == pawns; });
    return ordered;
}

std::ptrdiff_t EndingClass::pawns() const {
    return std::count_if(men().begin(), men().end(),
                         [](const Man& man) { return man.type == PieceType::Pawn; });
}

bool EndingClass::is_symmetric() const {
    return letters_of(men(), Color::White) == letters_of(men(), Color::Black);
}

Material EndingClass::material() const {
    Material material;
    for (const Man& man : men()) material.add(make_piece(man.side, man.type));
    return material;
}

std::string EndingClass::name() const {
    return 'K' + letters_of(men(), Color::White) + 'K' + letters_of(men(), Color::Black);
}

Arrangement Arrangement::of(std::span<const Man> men) {
    RATA_ASSERT(men.size() >= 2 && men.size() <= kMostTableMen);
    Arrangement result;
    result.exchanged = is_stronger(letters_of(men, Color::Black), letters_of(men, Color::White));
    std::size_t count = 0;
    const auto take = [&](Color side, PieceType type) {
        const Color given = result.exchanged ? ~side : side;
        for (std::size_t i = 0; i < men.size(); ++i)
            if (men[i] == Man{given, type}) {
                result.order[count] = static_cast<std::uint8_t>(i);
                result.ending.men_[count++] = {side, type};
            }
    };
    for (const Color side : kColors) take(side, PieceType::King);
    for (const Color side : kColors)
        for (const PieceType type : kTypesByStrength) take(side, type);
    result.ending.count_ = count;
    return result;
}

} // namespace rata
