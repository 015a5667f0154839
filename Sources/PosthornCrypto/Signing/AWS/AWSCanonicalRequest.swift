import FoundationEssentials
import Posthorn

/// The text of a request that AWS hashes and signs.
enum AWSCanonicalRequest {
    static func text(
        _ request: BuiltRequest, _ fields: AWSCanonicalFields, _ rule: AWSSigner.PathRule,
        payloadHash: String
    ) -> String {
        """
        \(request.method.rawValue)
        \(path(request.path, rule))
        \(query(request))
        \(fields.lines)
        \(fields.names)
        \(payloadHash)
        """
    }

    private static func path(_ path: String, _ rule: AWSSigner.PathRule) -> String {
        let isSlash = { (byte: UInt8) in byte == UInt8(ascii: "/") }
        return switch rule {
        case .standard: PercentText.encode(normalized(path).utf8, keeping: isSlash)
        case .unnormalized: PercentText.encode(path.utf8, keeping: isSlash)
        case .s3:
            // Segment by segment, so that an encoded slash stays what it is.
            path.split(separator: "/", omittingEmptySubsequences: false)
                .map { PercentText.encode(PercentText.decode($0)) }.joined(separator: "/")
        }
    }

    /// The path without `.`, `..` and empty segments; a slash at the end stays.
    private static func normalized(_ path: String) -> String {
        var segments: [Substring] = []
        for segment in path.split(separator: "/") where segment != "." {
            if segment != ".." {
                segments.append(segment)
            } else if !segments.isEmpty {
                segments.removeLast()
            }
        }
        guard !segments.isEmpty else { return "/" }
        return "/" + segments.joined(separator: "/") + (path.hasSuffix("/") ? "/" : "")
    }

    /// The pairs sorted by their bytes, percent-encoded in the one way.
    private static func query(_ request: BuiltRequest) -> String {
        let pairs = request.queryPairs.map { pair in
            (
                name: PercentText.encode(PercentText.decode(pair.name)),
                value: PercentText.encode(PercentText.decode(pair.value ?? ""))
            )
        }
        return pairs.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
            .map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }
}
