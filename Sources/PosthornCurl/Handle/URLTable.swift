/// A cache of parsed URLs; parsing costs libcurl a sixth of a small request.
///
/// Used by one thread only. It is a small table without chaining: a URL replaces another one in the same
/// slot. A URL is parsed when it occurs the second time; the first time only its hash is stored.
final class URLTable {
    private var seen = [Int](repeating: 0, count: size)
    private var entries = [ParsedURL?](repeating: nil, count: size)
    /// A power of two.
    private static let size = 256

    /// Returns the parsed URL; `nil` at its first occurrence, and if libcurl rejects it.
    func parsed(_ url: String) -> ParsedURL? {
        let hash = url.hashValue
        let place = hash & (Self.size - 1)
        if let entry = entries[place], entry.text == url { return entry }
        guard seen[place] == hash else {
            seen[place] = hash
            return nil
        }
        let entry = ParsedURL(url)
        entries[place] = entry
        return entry
    }
}
