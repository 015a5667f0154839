public import FoundationEssentials

/// A policy for a body that is the value as JSON.
///
/// `.json` reads the body as the spec states. `.json { … }` changes the options:
///
/// ```swift
/// let lenient = shop.with { $0.responsePolicy = .json { $0.removesNullValues = true } }
/// ```
public struct JSONPolicy: ResponsePolicy {
    /// The media types that the policy reads.
    ///
    /// The default is `application/json`, `text/json` and all types with the suffix `+json`.
    public var mediaTypes = JSON.mediaTypes
    /// Whether `null` members and elements are removed before decoding; the default is `false`.
    ///
    /// They are removed at every depth. Removing an element shifts the indices of the following ones. Lines
    /// and columns in errors refer to the JSON without them.
    public var removesNullValues = false
    /// Texts that a server puts before its JSON so that no page can include it as a script.
    ///
    /// The first one that matches is removed. The default is none. See ``scriptPrefixes``.
    public var prefixes: [String] = []
    /// A closure that transforms the bytes before anything else; an error that it throws fails the call.
    ///
    /// `nil`, the default, leaves the bytes unchanged.
    public var preprocess: (@Sendable (Data) throws -> Data)?
    private var decoder: JSONDecoder?
    /// The settings of the decoder for `Decodable` types of the caller.
    private(set) var decodingSettings = DecodingSettings.standard

    /// The common prefixes: `)]}',` and `)]}'`, `for(;;);`, `while(1);`.
    public static let scriptPrefixes = [")]}',", ")]}'", "for(;;);", "while(1);"]

    /// Creates the policy.
    public init() {}

    /// Configures the decoder for your own `Decodable` types: dates, keys, data, numbers that are not finite.
    ///
    /// Settings of earlier changes stay unless this change replaces them. Types that are generated from a
    /// spec do not use the decoder; they use the formats that the spec states.
    public mutating func configureDecoder(_ change: (JSONDecoder) -> Void) {
        let decoder = JSON.decoder
        // A decoder is a reference type, and copies of a policy must not change each other's.
        if let earlier = self.decoder {
            decoder.dateDecodingStrategy = earlier.dateDecodingStrategy
            decoder.dataDecodingStrategy = earlier.dataDecodingStrategy
            decoder.keyDecodingStrategy = earlier.keyDecodingStrategy
            decoder.nonConformingFloatDecodingStrategy = earlier.nonConformingFloatDecodingStrategy
            decoder.userInfo = earlier.userInfo
        }
        change(decoder)
        self.decoder = decoder
        decodingSettings = DecodingSettings(of: decoder)
    }

    /// `json`.
    public var name: String { "json" }

    /// Decodes the whole body.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try prepared(response.body).withUnsafeBytes { bytes in
            try Self.read(bytes) { json in try value(type, of: &json) }
        }
    }

    /// Decodes the whole body.
    public func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse, code: EnvelopeCode?
    ) throws -> Value {
        try MediaType.require(self, in: response)
        return try decode(type, from: response)
    }

    /// Returns the policy itself.
    public func jsonPolicy(for mediaType: String?) -> JSONPolicy? { self }

    /// Returns `nil`, because plain JSON has no code and message.
    public func envelopeError(in response: TransportResponse) -> APIError.EnvelopeError? { nil }

    /// Returns the bytes after preprocessing.
    func prepared(_ body: Data) throws -> Data {
        var body = try preprocess?(body) ?? body
        if let prefix = prefixes.first(where: { body.starts(with: $0.utf8) }) {
            body = body.dropFirst(prefix.utf8.count)
        }
        guard removesNullValues, !JSON.isEmpty(body) else { return body }
        return try body.withUnsafeBytes { bytes in
            try Self.read(bytes) { json in
                var bytes: [UInt8] = []
                try json.copyWithoutNulls(to: &bytes)
                return Data(bytes)
            }
        }
    }
}

extension ResponsePolicy where Self == JSONPolicy {
    /// A policy for a body that is the value as JSON.
    public static var json: JSONPolicy { JSONPolicy() }

    /// Returns a policy for a body that is the value as JSON, with changed options.
    public static func json(_ change: (inout JSONPolicy) -> Void) -> JSONPolicy {
        var policy = JSONPolicy()
        change(&policy)
        return policy
    }
}
