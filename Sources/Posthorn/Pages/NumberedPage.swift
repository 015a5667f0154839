/// A page of a list whose pages have numbers, and what it says about where the list ends.
///
/// ``NextPage/number(after:limit:total:pages:first:in:of:)`` makes it; ``Pages`` counts with it.
public struct NumberedPage: Sendable, Hashable {
    /// The number that the request named.
    let number: Int
    /// How many items the page has.
    let count: Int
    let extent: ListExtent
    /// The number of the list's first page, if the spec says it.
    let first: Int?
}
