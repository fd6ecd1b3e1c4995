// Scratch memory from a pool, given back at the end of the scope. One thread.
#pragma once

#include <memory>
#include <vector>

namespace gtql {

template <typename T>
class Lent {
public:
    explicit Lent(std::vector<std::unique_ptr<T>>& pool) : pool_(pool) {
        if (pool_.empty()) {
            memory_ = std::make_unique<T>();
            return;
        }
        memory_ = std::move(pool_.back());
        pool_.pop_back();
    }
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;
    ~Lent() { pool_.push_back(std::move(memory_)); }

    T& operator*() { return *memory_; }
    T* operator->() { return memory_.get(); }

private:
    std::vector<std::unique_ptr<T>>& pool_;
    std::unique_ptr<T> memory_{};
};

} // namespace gtql
