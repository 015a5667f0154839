package import PosthornCore

/// A difference between a response and the spec of its endpoint.
///
/// It names members and header fields, and contains no values.
public struct Drift: Hashable, Sendable {
    /// The kinds of differences; later versions may add more.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A status that the spec does not document.
        case undocumentedStatus
        /// A code of the envelope that the spec does not document.
        case undocumentedCode
        /// A media type that the response policy does not read.
        case mediaType
        /// A required header field is missing.
        case missingHeader
        /// The text of a header field is not of its type.
        case headerValue
        /// The body is empty, or no JSON.
        case unreadableBody
        /// A member that the spec does not name.
        case unknownMember
        /// A required member is missing.
        case missingMember
        /// A value of another type, or in another form.
        case wrongType
        /// A value that an enum, a constant or the discriminator of a union does not list.
        case unknownValue
        /// `null` where the type has no `?`.
        case null
        /// A value that breaks a limit.
        case limit
        /// A member that the spec permits, and that no response has.
        case neverSeen
    }

    /// The kind of the difference.
    public var kind: Kind
    /// The status of the response.
    public var status: Int
    /// The place: `status`, `code`, `header` with a name, or `body` with the path of a member.
    ///
    /// A path such as `body.orders[].id` has `[]` for each element of an array, and `{}` for each entry of a map.
    public var place: String
    /// What the spec says; empty for what it does not name.
    public var expected: String
    /// What was found, without the value.
    public var found: String
    /// Whether a generated client reads the response all the same.
    public var isHarmless: Bool
    /// The value that was found; `nil` if there is none, or if values are not kept.
    package var value: JSONValue?

    package init(
        _ kind: Kind, _ status: Int, _ place: String, expected: String, found: String,
        isHarmless: Bool = false, value: JSONValue? = nil
    ) {
        (self.kind, self.status, self.place) = (kind, status, place)
        (self.expected, self.found, self.isHarmless) = (expected, found, isHarmless)
        self.value = value
    }
}

extension Drift: CustomStringConvertible {
    /// The difference in one sentence.
    public var description: String {
        switch kind {
        case .undocumentedStatus, .undocumentedCode:
            "the \(found) is not in the spec, which lists \(expected)"
        case .mediaType: "the media type is \(found), and should be \(expected)"
        case .missingHeader: "the \(place) of \(status) is missing"
        case .unreadableBody: "the body of \(status) is \(found), and should be \(expected)"
        case .unknownMember: "\(place) of \(status) is not in the spec"
        case .missingMember: "\(place) of \(status) is missing"
        case .null: "\(place) of \(status) is null, and should be \(expected)"
        case .headerValue, .wrongType, .unknownValue, .limit:
            "\(place) of \(status) is \(found), and should be \(expected)"
        case .neverSeen: "\(place) never comes"
        }
    }
}
