/// Media types as RFC 9110, section 8.3.1, and RFC 6839 for the `+json` suffix.
enum MediaType {
    /// Type and subtype in lower case, without parameters.
    ///
    /// `invalid` for what is no media type: the text of a server goes into errors and logs.
    static func essence(_ value: String) -> String {
        let essence = bare(value)
        let isPlain = essence.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "!#$&-^_.+*/".utf8.contains(byte)
            }
        }
        return isPlain && essence.utf8.count <= 100 ? essence : "invalid"
    }

    private static func bare(_ value: String) -> String {
        value.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    /// Whether a media type fits a pattern: itself, `*/*`, `text/*` or `*/*+json`.
    static func matches(_ essence: String, _ pattern: String) -> Bool {
        if pattern == "*/*" || pattern == essence { return true }
        if pattern.hasPrefix("*/*+") { return essence.hasSuffix(pattern.dropFirst(3)) }
        return pattern.hasSuffix("/*") && essence.hasPrefix(pattern.dropLast())
    }

    /// Refuses a body whose media type fits none of the patterns.
    ///
    /// A response without a body or without a media type passes: there is nothing to contradict.
    static func require(_ patterns: [String], in response: ReceivedResponse) throws {
        guard !patterns.isEmpty, !response.body.isEmpty, let found = response.mediaType,
            !patterns.contains(where: { matches(found, $0) })
        else { return }
        throw CallFault(
            .unacceptableMediaType,
            "the answer is \(found), and the policy \(response.policy.name) reads "
                + patterns.joined(separator: ", "),
            advice: "ask the server for it, or give the endpoint another `response`")
    }
}
