/// URLs that came more than once: to take one apart costs libcurl a sixth of a small request.
///
/// Touched by one thread alone. A small table without chains: a URL that meets another one at its
/// place takes that place. What comes once leaves nothing but a number, so that URLs that never come
/// back cost nothing here.
final class URLTable {
    @exclusivity(unchecked) private var seen = [UInt64](repeating: 0, count: size)
    @exclusivity(unchecked) private var entries = [ParsedURL?](repeating: nil, count: size)
    private static let size = 256

    /// The URL, parsed; `nil` if it has not come before, or libcurl has something against it.
    func parsed(_ url: String) -> ParsedURL? {
        var text = url
        let hash = text.withUTF8 { ByteHash.of(UnsafeRawBufferPointer($0)) }
        let place = Int(hash % UInt64(Self.size))
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
