/// A value that is sent with a request.
public struct ParameterSpec: Sendable {
    /// Where in the request it goes.
    public enum Place: String, Sendable {
        /// Into the path.
        case path
        /// Into the query.
        case query
        /// Into a header field.
        case header
        /// Into the `Cookie` header field.
        case cookie
        /// Into a field of the body.
        case body
        /// It is the whole body.
        case wholeBody
        /// Into a field of an urlencoded body.
        case form
        /// Into a part of a multipart body.
        case part
        /// It is the whole body, as bytes; its wire name is their media type.
        case upload

        /// Whether it goes into the body.
        public var isInBody: Bool {
            switch self {
            case .path, .query, .header, .cookie: false
            case .body, .wholeBody, .form, .part, .upload: true
            }
        }
    }

    /// Where in the request it goes.
    public var place: Place
    /// Its names, type and text.
    public var field: FieldSpec
}

/// What is allowed for a value.
public struct LimitSpec: Hashable, Sendable {
    /// The kind of the limit.
    public enum Kind: Hashable, Sendable {
        /// How many characters, elements or bytes: from, to.
        case length(Int, Int?)
        /// Which numbers: from, to, as the spec writes them.
        case range(String?, String?)
        /// A regular expression that has a match in the text.
        case pattern(String)
    }

    /// The kind of the limit.
    public var kind: Kind
    /// Where it is written.
    public var mark: SourceMark
}

/// A default, or an example of a field, as a spec writes it.
public struct DefaultSpec: Hashable, Sendable {
    /// The value.
    public indirect enum Value: Hashable, Sendable {
        /// A text, a number, a Boolean or an enum's value, depending on the type.
        case text(String)
        /// An array of values.
        case list([Value])
        /// A map or an object, in its order.
        case map([Member])
    }

    /// A value with its key.
    public struct Member: Hashable, Sendable {
        /// The key on the wire.
        public var key: String
        /// The value.
        public var value: Value
    }

    /// The value.
    public var value: Value
    /// Where it is written.
    public var mark: SourceMark
}
