/// A media type of a request body, with the name by which callers choose it.
package struct ContentTypeSpec: Hashable, Sendable {
    /// The format that a media type stands for.
    package enum Format: String, Sendable {
        case json
        case form
        case xml
        case lines
        case text
        case bytes
    }

    package var mediaType: String
    /// The name of the generated case, without backticks.
    package var name: String
    package var mark: SourceMark

    package var format: Format { Format(of: mediaType) }
}

extension ContentTypeSpec.Format {
    /// Creates the format of a media type; one that is not known is that of bytes.
    package init(of mediaType: String) {
        let essence = trimmed(mediaType.prefix { $0 != ";" }).lowercased()
        let subtype = essence.drop { $0 != "/" }.dropFirst()
        switch essence {
        case "application/json", "text/json": self = .json
        case "application/x-www-form-urlencoded": self = .form
        case "application/xml", "text/xml": self = .xml
        case "application/x-ndjson", "application/ndjson", "application/jsonl",
            "application/x-jsonlines":
            self = .lines
        default:
            if subtype.hasSuffix("+json") || subtype.hasPrefix("x-amz-json-") {
                self = .json
            } else if subtype.hasSuffix("+xml") {
                self = .xml
            } else {
                self = essence.hasPrefix("text/") ? .text : .bytes
            }
        }
    }

    /// The policy that reads responses of the format.
    package var policy: BuiltInPolicy {
        let word: String =
            switch self {
            case .json, .lines, .form: "json"
            case .xml: "xml"
            case .text: "text"
            case .bytes: "raw"
            }
        return BuiltInPolicy.all.first { $0.word == word } ?? .json
    }
}

extension BuiltInPolicy {
    /// Whether the policy reads bodies of a format.
    func reads(_ format: ContentTypeSpec.Format) -> Bool {
        word == format.policy.word || self == .envelope && format == .json
    }
}

extension EndpointSpec {
    /// The place of the body, or `nil` if the endpoint has none.
    package var bodyPlace: ParameterSpec.Place? {
        if let place = parameters.lazy.map(\.place).first(where: \.isInBody) { return place }
        return included.isEmpty ? nil : .body
    }

    /// Returns the media types of the body, of which the caller chooses if there are several.
    ///
    /// The result is empty for the default of the body's kind.
    package func contentTypes(in service: ServiceSpec) -> [ContentTypeSpec] {
        if !sends.isEmpty { return sends }
        switch bodyPlace {
        case .body, .wholeBody: return service.sends
        default: return []
        }
    }

    /// Returns the media types that a policy of the endpoint accepts, in order of preference.
    ///
    /// The result is empty for those of the policy itself.
    package func accepted(by policy: ResponseSpec, in service: ServiceSpec) -> [String] {
        if !accepts.isEmpty { return accepts }
        guard let first = service.accepts.first, !output.isStreamed, let policy = policy.builtIn,
            policy.reads(ContentTypeSpec.Format(of: first))
        else { return [] }
        return service.accepts
    }
}
