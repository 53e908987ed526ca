//! Sorted lists, and maps of few keys as sorted lists.
//!
//! The standard library's trees and sorts are compiled again for each type that they hold, with 4 kilobytes of
//! WebAssembly for each sort by keys. Lowering keeps items with sets of squares in them, which have another type for
//! each width of a board: trees and sorts were a quarter of its code. Here sorting is compiled once, for all lists
//! that are sorted by a key and not often. A list with a binary search takes little code.

use std::cmp::Ordering;

/// A map as a list sorted by keys. A new key moves those after it, so the keys should be few.
pub type ListMap<K, V> = Vec<(K, V)>;

/// Returns the value of a key; a new key gets a fresh value.
pub fn at_key<K: Ord, V>(map: &mut ListMap<K, V>, key: K, fresh: impl FnOnce() -> V) -> &mut V {
    let i = match map.binary_search_by(|(known, _)| known.cmp(&key)) {
        Ok(i) => i,
        Err(i) => {
            map.insert(i, (key, fresh()));
            i
        }
    };
    &mut map[i].1
}

/// Sorts items, as [`slice::sort`] does.
pub fn sort<T: Ord>(items: &mut [T]) {
    let order = order(items.len(), &|a, b| items[a].cmp(&items[b]));
    put(items, order);
}

/// Sorts items by a key, as [`slice::sort_by_key`] does: equal ones keep their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    let order = order(items.len(), &|a, b| key(&items[a]).cmp(&key(&items[b])));
    put(items, order);
}

/// Returns the distinct items of an iterator in ascending order, as a [`BTreeSet`](std::collections::BTreeSet) has
/// them.
pub fn distinct<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    sort(&mut items);
    items.dedup();
    items
}

/// Puts items into an order, which has for each place the index of its item.
fn put<T>(items: &mut [T], mut from: Vec<usize>) {
    // Goes through the permutation cycle by cycle, so that each item is moved once.
    for first in 0..items.len() {
        let mut to = first;
        while from[to] != first {
            let next = std::mem::replace(&mut from[to], to);
            items.swap(to, next);
            to = next;
        }
        from[to] = to;
    }
}

/// Returns the indices of a list in the order of its items. It is not generic, and so compiled once.
fn order(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use quickcheck::quickcheck;
    use std::collections::BTreeMap;

    quickcheck! {
        fn sorted_items_are_those_of_the_standard_library(items: Vec<String>) -> bool {
            let (mut sorted, mut expected) = (items.clone(), items);
            expected.sort();
            sort(&mut sorted);
            sorted == expected
        }

        fn items_are_sorted_as_the_standard_library_sorts_them(keys: Vec<u8>) -> bool {
            let mut items: Vec<(u8, usize)> = keys.into_iter().zip(0..).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0 % 16);
            sort_by_key(&mut items, |item| item.0 % 16);
            items == expected
        }

        fn a_list_holds_what_a_map_holds(entries: Vec<(u8, u8)>) -> bool {
            let (mut list, mut map) = (ListMap::new(), BTreeMap::new());
            for (key, value) in entries {
                at_key(&mut list, key % 16, Vec::new).push(value);
                map.entry(key % 16).or_insert_with(Vec::new).push(value);
            }
            list.into_iter().eq(map)
        }
    }
}
