internal import PosthornCore
internal import PosthornSpec

extension ParameterSpec.Place {
    /// Whether the body is bytes or a text, and no JSON.
    var isRaw: Bool { self == .upload || self == .bytes || self == .text }
}

/// The parameters of a call with their values.
struct BoundArguments: Sendable {
    /// The value of a parameter.
    enum Content: Sendable {
        case json(OrderedJSON)
        case body(HTTPBody)
        case parts([FormPart])

        var json: OrderedJSON? { if case .json(let value) = self { value } else { nil } }
    }

    /// The values of the endpoint's parameters by their indices; a parameter without one is not sent.
    var values: [Int: Content] = [:]
    /// The values of the common parameters by their indices.
    var common: [Int: Content] = [:]
    /// The entity tag of a tagged body.
    var eTag: String?
    /// The media type of the body, if the endpoint has several.
    var contentType: ContentTypeSpec?
    /// A file that is sent as the body in place of the parameters.
    var wholeFile: HTTPBody?
}
