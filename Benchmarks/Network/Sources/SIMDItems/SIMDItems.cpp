#include "SIMDItems.h"

#include <cstdint>
#include <cstring>
#include <simdjson.h>
#include <string>
#include <vector>

namespace {
struct Item {
    std::string id, sku, title, note;
    int64_t quantity = 0;
    double price = 0;
    bool in_stock = false;
    std::vector<std::string> tags;
};

std::string text(simdjson::ondemand::value value) {
    return std::string(std::string_view(value.get_string()));
}
}  // namespace

long simd_items(const char *data, size_t length, size_t capacity) {
    static thread_local simdjson::ondemand::parser parser;
    try {
        std::vector<Item> items;
        auto document = parser.iterate(data, length, capacity);
        for (auto element : document.get_array()) {
            Item item;
            for (auto field : element.get_object()) {
                std::string_view key = field.unescaped_key();
                simdjson::ondemand::value value = field.value();
                if (key == "id") item.id = text(value);
                else if (key == "sku") item.sku = text(value);
                else if (key == "title") item.title = text(value);
                else if (key == "quantity") item.quantity = value.get_int64();
                else if (key == "price") item.price = value.get_double();
                else if (key == "in_stock") item.in_stock = value.get_bool();
                else if (key == "note") {
                    if (!value.is_null()) item.note = text(value);
                }
                else if (key == "tags")
                    for (auto tag : value.get_array()) item.tags.push_back(text(tag.value()));
            }
            items.push_back(std::move(item));
        }
        return (long)items.size();
    } catch (const simdjson::simdjson_error &) {
        return -1;
    }
}

long simd_items_of_copy(const char *data, size_t length) {
    static thread_local char buffer[(64 << 10) + simdjson::SIMDJSON_PADDING];
    if (length > 64 << 10) return -1;
    memcpy(buffer, data, length);
    return simd_items(buffer, length, sizeof buffer);
}
