/// A value that is sent with a request.
package struct ParameterSpec: Sendable {
    /// A place in the request.
    package enum Place: String, Sendable {
        case path
        /// The whole URL, which the server supplied.
        case url
        case query
        case header
        /// A cookie in the `Cookie` header field.
        case cookie
        /// A field of a JSON body.
        case body
        case wholeBody
        /// A field of an urlencoded body.
        case form
        /// A part of a multipart body.
        case part
        /// The whole body as bytes, with the media type as the field's wire name.
        case upload
        /// The whole body as a text, with the media type as the field's wire name.
        case text
        /// The whole body as `Data`, with the media type as the field's wire name.
        case bytes
        /// The whole body as a line of JSON for each element, with the media type as the field's wire name.
        case lines
        /// The media type of the body, which the caller chooses.
        case contentType
        /// The value whose changes the body has.
        case original

        package var isInBody: Bool {
            switch self {
            case .path, .url, .query, .header, .cookie, .contentType: false
            case .body, .wholeBody, .form, .part, .upload, .text, .bytes, .lines, .original: true
            }
        }
    }

    package var place: Place
    /// The names, the type and the documentation.
    package var field: FieldSpec
}

/// A limit on a value.
package struct LimitSpec: Hashable, Sendable {
    /// A kind of limit.
    package enum Kind: Hashable, Sendable {
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

    package var kind: Kind
    package var mark: SourceMark
}

/// A default or an example, as a spec writes it.
package struct DefaultSpec: Hashable, Sendable {
    /// A value in a spec.
    package indirect enum Value: Hashable, Sendable {
        /// A text, a number, a Boolean or an enum's value, depending on the type.
        case text(String)
        /// The elements of an array.
        case list([Value])
        /// The members of a map or an object, in order.
        case map([Member])
    }

    /// A key with its value.
    package struct Member: Hashable, Sendable {
        package var key: String
        package var value: Value
    }

    package var value: Value
    package var mark: SourceMark
}
