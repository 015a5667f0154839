/// A value that is sent with a request.
public struct ParameterSpec: Sendable {
    /// A place in the request.
    public enum Place: String, Sendable {
        /// A parameter of the path.
        case path
        /// An item of the query.
        case query
        /// A header field.
        case header
        /// A cookie in the `Cookie` header field.
        case cookie
        /// A field of a JSON body.
        case body
        /// The whole body.
        case wholeBody
        /// A field of an urlencoded body.
        case form
        /// A part of a multipart body.
        case part
        /// The whole body as bytes, with the media type as the field's wire name.
        case upload

        /// Whether the place is in the body.
        public var isInBody: Bool {
            switch self {
            case .path, .query, .header, .cookie: false
            case .body, .wholeBody, .form, .part, .upload: true
            }
        }
    }

    /// The place in the request.
    public var place: Place
    /// The names, the type and the documentation.
    public var field: FieldSpec
}

/// A limit on a value.
public struct LimitSpec: Hashable, Sendable {
    /// A kind of limit.
    public enum Kind: Hashable, Sendable {
        /// The least and the greatest number of characters, elements or bytes.
        ///
        /// A greatest number of `nil` sets no upper limit.
        case length(Int, Int?)
        /// The least and the greatest number, as the spec writes them.
        ///
        /// `nil` sets no limit on that side.
        case range(String?, String?)
        /// A regular expression that must match a part of the text.
        case pattern(String)
    }

    /// The kind of limit.
    public var kind: Kind
    /// The place of the limit.
    public var mark: SourceMark
}

/// A default or an example, as a spec writes it.
public struct DefaultSpec: Hashable, Sendable {
    /// A value in a spec.
    public indirect enum Value: Hashable, Sendable {
        /// A text, a number, a Boolean or an enum's value, depending on the type.
        case text(String)
        /// The elements of an array.
        case list([Value])
        /// The members of a map or an object, in order.
        case map([Member])
    }

    /// A key with its value.
    public struct Member: Hashable, Sendable {
        /// The key in the message.
        public var key: String
        /// The value.
        public var value: Value
    }

    /// The value.
    public var value: Value
    /// The place of the value.
    public var mark: SourceMark
}
