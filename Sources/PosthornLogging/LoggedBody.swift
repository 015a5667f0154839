internal import FoundationEssentials

/// The part of a body that a log may have.
enum LoggedBody {
    /// The first bytes as text and the length of all; the length alone if none are to be shown or
    /// they are no text.
    static func text(_ body: Data, _ limit: Int) -> String {
        let size = "\(body.count) bytes"
        guard limit > 0, !body.isEmpty else { return size }
        let end = body.prefix(limit)
        // The limit may fall into a character, which has four bytes at most.
        for dropped in 0..<4 {
            guard let text = String(validating: end.dropLast(dropped), as: UTF8.self) else {
                continue
            }
            return body.count <= limit ? text : "\(text)… (\(size))"
        }
        return size
    }
}
