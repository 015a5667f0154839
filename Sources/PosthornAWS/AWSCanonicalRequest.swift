import PosthornCore
import PosthornKeys

/// The canonical request, which AWS hashes and signs.
enum AWSCanonicalRequest {
    static func text(
        _ request: TransportRequest, _ fields: AWSCanonicalFields, _ rule: AWSSigner.PathRule,
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

    /// Returns the path and the query in the percent-encoding that AWS signs, to be sent in this form.
    ///
    /// Some servers sign the target as received, others decode and encode it first. In this form both agree.
    static func target(of request: TransportRequest, _ rule: AWSSigner.PathRule) -> String {
        var target = request.path
        if rule == .s3 {
            // Encoding each segment separately preserves encoded slashes.
            target = target.split(separator: "/", omittingEmptySubsequences: false)
                .map { encoded($0) }.joined(separator: "/")
        }
        guard request.query != nil else { return target }
        let pairs = request.queryPairs.map { pair in
            encoded(pair.name, inQuery: true)
                + (pair.value.map { "=" + encoded($0, inQuery: true) } ?? "")
        }
        return target + "?" + pairs.joined(separator: "&")
    }

    private static func encoded(_ text: Substring, inQuery: Bool = false) -> String {
        PercentEncoding.encode(
            PercentDecoding.bytes(text, plusIsSpace: inQuery, isLenient: true) ?? [],
            keeping: \.isUnreserved)
    }

    private static func path(_ path: String, _ rule: AWSSigner.PathRule) -> String {
        let isKept = { (byte: UInt8) in byte.isUnreserved || byte == UInt8(ascii: "/") }
        return switch rule {
        case .standard: PercentEncoding.encode(normalized(path), keeping: isKept)
        case .unnormalized: PercentEncoding.encode(path, keeping: isKept)
        case .s3: path
        }
    }

    /// Returns the path without `.`, `..` and empty segments; keeps a trailing slash.
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

    private static func query(_ request: TransportRequest) -> String {
        request.queryPairs.map { (name: $0.name, value: $0.value ?? "") }
            .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
            .map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }
}
