// One basket after the other.
#include "baskets/fill_baskets.h"

#include <algorithm>
#include <random>

namespace poise::internal::bench {

std::shared_ptr<Baskets> fill_baskets(const BasketShape &shape, std::size_t people) {
  const auto baskets = std::make_shared<Baskets>();
  std::mt19937_64 dice(1);
  std::vector<double> up_to(shape.items);
  double total = 0;
  for (std::size_t item = 0; item < shape.items; ++item)
    up_to[item] = total += 1 / static_cast<double>(item + 1);
  std::uniform_real_distribution<double> any(0, total);
  std::vector<std::uint32_t> basket;
  for (std::size_t person = 0; person < people; ++person) {
    const std::size_t size = (person + 1) * shape.ones / shape.people - person * shape.ones / shape.people;
    basket.clear();
    while (basket.size() < size) {
      const auto item =
          static_cast<std::uint32_t>(std::ranges::lower_bound(up_to, any(dice)) - up_to.begin());
      if (std::ranges::find(basket, item) == basket.end()) basket.push_back(item);
    }
    std::ranges::sort(basket);
    baskets->places.insert(baskets->places.end(), basket.begin(), basket.end());
    baskets->starts.push_back(baskets->places.size());
  }
  return baskets;
}

Table table_of(const BasketShape &shape, const std::shared_ptr<Baskets> &baskets) {
  const SparseRows rows{baskets->starts, baskets->places, {}, shape.items, true};
  return Table::of(std::vector<std::string>(shape.items, "item"), rows, baskets).value();
}

} // namespace poise::internal::bench
