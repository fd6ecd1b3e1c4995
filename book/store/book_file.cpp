#include "book/store/book_file.hpp"

#include "book/store/book_layout.hpp"

namespace rata {

namespace {

constexpr std::uint64_t kEnds = sizeof(BookHead) + sizeof(BookTail);
constexpr std::size_t kMostDamages = 100; // one tells enough; a list of thousands tells no more

/// The bytes must be there.
template <typename T>
T value_at(std::span<const std::byte> bytes, std::uint64_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
}

/// Whether the file is as long as it must be.
bool has_right_size(std::span<const std::byte> bytes, std::uint64_t entries,
                    std::uint32_t version) {
    if (entries > std::uint64_t{1} << 48U) return false; // no file is so long
    const std::uint64_t end = bytes.size() - sizeof(BookTail);
    const std::uint64_t marks_at = sizeof(BookHead) + entries * sizeof(BookEntry) +
                                   book_blocks(entries) * sizeof(std::uint32_t);
    if (version == kBookWithoutMarks) return marks_at == end;
    constexpr std::size_t kUnit = sizeof(std::uint64_t);
    if (marks_at > end || end - marks_at < kUnit || (end - marks_at) % kUnit != 0) return false;
    return value_at<std::uint64_t>(bytes, marks_at) == (end - marks_at) / kUnit - 1;
}

Error no_book(const std::string& message, const std::string& source) {
    return Error{.code = ErrorCode::Corrupt, .message = message, .where = {.source = source}};
}

} // namespace

Result<BookView> BookView::open(std::span<const std::byte> bytes, const std::string& source) {
    if (bytes.size() < sizeof(BookHead)) return no_book("no book: it is too short", source);
    const auto head = value_at<BookHead>(bytes, 0);
    if (head.magic != BookHead{}.magic)
        return no_book("no book: it does not begin with RATABOOK", source);
    if (head.version != BookHead{}.version && head.version != kBookWithoutMarks)
        return Error{.code = ErrorCode::Unsupported,
                     .message = "a book of version " + std::to_string(head.version) +
                                ", expected version " + std::to_string(BookHead{}.version),
                     .where = {.source = source}};
    if (head.entry_size != sizeof(BookEntry))
        return no_book("damaged book: the head is wrong", source);
    if (bytes.size() < kEnds) return no_book("damaged book: it is cut short", source);
    const auto tail = value_at<BookTail>(bytes, bytes.size() - sizeof(BookTail));
    if (tail.magic != BookTail{}.magic)
        return no_book("damaged book: it is cut short, or something stands behind it", source);
    if (tail.tail_checksum != tail_checksum(tail))
        return no_book("damaged book: the checksum of its end is wrong", source);
    if (!has_right_size(bytes, tail.facts.entries, head.version))
        return no_book("damaged book: " + std::to_string(bytes.size()) + " bytes do not fit " +
                           std::to_string(tail.facts.entries) + " entries",
                       source);
    return BookView(bytes, tail.facts, source);
}

BookEntry BookView::entry(std::uint64_t number) const {
    RATA_ASSERT(number < size());
    return value_at<BookEntry>(bytes_, sizeof(BookHead) + number * sizeof(BookEntry));
}

Key BookView::key(std::uint64_t number) const {
    return value_at<Key>(bytes_, sizeof(BookHead) + number * sizeof(BookEntry));
}

/// The first entry whose key is not less. Keys are evenly spread, so that the place can be guessed:
/// two or three pages are touched instead of one for every doubling of the size.
std::uint64_t BookView::lower_bound(Key wanted) const {
    std::uint64_t low = 0;
    std::uint64_t high = size();
    const double share = static_cast<double>(wanted) * 0x1.0p-64;
    const auto guess = static_cast<std::uint64_t>(share * static_cast<double>(high));
    std::uint64_t reach = 16;
    if (guess < high && key(guess) < wanted) {
        low = guess + 1;
        while (low + reach < high && key(low + reach) < wanted) {
            low += reach + 1;
            reach *= 2;
        }
        high = std::min(high, low + reach);
    } else if (guess < high) {
        high = guess;
        while (high > reach && key(high - reach) >= wanted) {
            high -= reach;
            reach *= 2;
        }
        low = high > reach ? high - reach : 0;
    }
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (key(middle) < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

std::vector<BookEntry> BookView::find(Key wanted) const {
    // A position has no more legal moves; a damaged file may pretend to.
    constexpr std::size_t kMostMoves = 256;
    std::vector<BookEntry> found;
    for (std::uint64_t i = lower_bound(wanted);
         i < size() && key(i) == wanted && found.size() < kMostMoves; ++i)
        found.push_back(entry(i));
    return found;
}

std::span<const std::byte> BookView::lists() const {
    const std::uint64_t start = sizeof(BookHead) + size() * sizeof(BookEntry);
    return bytes_.subspan(start, bytes_.size() - sizeof(BookTail) - start);
}

std::vector<std::uint64_t> BookView::marks() const {
    // Those of no marks end behind the checksums; others have the number of marks there.
    const auto list = lists().subspan(book_blocks(size()) * sizeof(std::uint32_t));
    std::vector<std::uint64_t> marks;
    for (std::size_t at = sizeof(std::uint64_t); at < list.size(); at += sizeof(std::uint64_t))
        marks.push_back(value_at<std::uint64_t>(list, at));
    return marks;
}

Error BookView::damage(std::string message, std::uint64_t byte) const {
    return Error{.code = ErrorCode::Corrupt,
                 .message = "damaged at byte " + std::to_string(byte) + ": " + std::move(message),
                 .where = {.source = source_, .byte = byte}};
}

void BookView::verify_checksums(std::vector<Error>& found) const {
    const std::uint64_t blocks = book_blocks(size());
    const auto list = lists();
    const auto tail = value_at<BookTail>(bytes_, bytes_.size() - sizeof(BookTail));
    if (treelog::checksum(list) != tail.list_checksum)
        found.push_back(damage("the list of checksums or of marks is not what was written",
                               sizeof(BookHead) + size() * sizeof(BookEntry)));
    for (std::uint64_t block = 0; block < blocks && found.size() < kMostDamages; ++block) {
        const std::uint64_t first = block * kBookBlock;
        const std::uint64_t count = std::min<std::uint64_t>(kBookBlock, size() - first);
        const std::uint64_t at = sizeof(BookHead) + first * sizeof(BookEntry);
        const auto sum = treelog::checksum(bytes_.subspan(at, count * sizeof(BookEntry)));
        if (sum == value_at<std::uint32_t>(list, block * sizeof(std::uint32_t))) continue;
        found.push_back(damage("the checksum of entries " + std::to_string(first) + " to " +
                                   std::to_string(first + count - 1) + " is wrong",
                               at));
    }
}

void BookView::verify_order(std::vector<Error>& found) const {
    std::uint64_t positions = 0;
    BookEntry last;
    for (std::uint64_t i = 0; i < size() && found.size() < kMostDamages; ++i) {
        const BookEntry next = entry(i);
        positions += i == 0 || next.key != last.key;
        const std::uint64_t at = sizeof(BookHead) + i * sizeof(BookEntry);
        if (i > 0 && !last.comes_before(next))
            found.push_back(damage("entry " + std::to_string(i) + " is not in order", at));
        if ((next.move & 63U) == (next.move >> 6U & 63U))
            found.push_back(damage("entry " + std::to_string(i) + " has no move", at));
        last = next;
    }
    if (found.empty() && positions != facts_.positions)
        found.push_back(damage("it has " + std::to_string(positions) + " positions, but says " +
                                   std::to_string(facts_.positions),
                               bytes_.size() - sizeof(BookTail)));
}

std::vector<Error> BookView::verify() const {
    std::vector<Error> found;
    verify_checksums(found);
    if (found.empty()) verify_order(found);
    return found;
}

Result<BookFile> BookFile::open(const std::filesystem::path& path) {
    auto file = MappedFile::open(path, AccessPattern::Random);
    if (!file) return file.error();
    auto view = BookView::open(file->bytes(), path.string());
    if (!view) return view.error();
    return BookFile(*std::move(file), *std::move(view));
}

} // namespace rata
