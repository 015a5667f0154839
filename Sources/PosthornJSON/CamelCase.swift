import FoundationEssentials

/// The conversion of names from `user_name` to `userName`, as by Foundation's decoder.
///
/// Underscores at both ends stay, and a name of one word stays as it is.
enum CamelCase {
    static func name(of name: String) -> String {
        let words = name.split(separator: "_")
        guard words.count > 1 else { return name }
        let head = name.prefix { $0 == "_" }
        let tail = name.reversed().prefix { $0 == "_" }
        return head + words[0].lowercased() + words[1...].map(\.capitalized).joined() + tail
    }
}
