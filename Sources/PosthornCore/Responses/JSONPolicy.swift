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
    public var mediaTypes: [String] {
        get { changed?.mediaTypes ?? JSON.mediaTypes }
        set { change { $0.mediaTypes = newValue } }
    }
    /// Whether `null` members and elements are removed before decoding; the default is `false`.
    ///
    /// They are removed at every depth. Removing an element shifts the indices of the following ones. Lines
    /// and columns in errors refer to the JSON without them.
    public var removesNullValues: Bool {
        get { changed?.removesNullValues ?? false }
        set { change { $0.removesNullValues = newValue } }
    }
    /// Texts that a server puts before its JSON so that no page can include it as a script.
    ///
    /// The first one that matches is removed. The default is none. See ``scriptPrefixes``.
    public var prefixes: [String] {
        get { changed?.prefixes ?? [] }
        set { change { $0.prefixes = newValue } }
    }
    /// A closure that transforms the bytes before anything else; an error that it throws fails the call.
    ///
    /// `nil`, the default, leaves the bytes unchanged.
    public var preprocess: (@Sendable (Data) throws -> Data)? {
        get { changed?.preprocess }
        set { change { $0.preprocess = newValue } }
    }
    /// Whether Foundation's `JSONDecoder` decodes your own `Decodable` types; the default is `false`.
    ///
    /// Posthorn's decoder has the same strategies, values and errors, and is faster.
    /// ``configureDecoder(_:)`` applies to both.
    public var usesFoundationDecoder: Bool {
        get { changed?.usesFoundationDecoder ?? false }
        set { change { $0.usesFoundationDecoder = newValue } }
    }
    /// The decoder for `Decodable` types of the caller.
    var codableDecoder: CodableDecoder {
        guard let changed else { return .standard }
        let decoder = changed.decoder ?? JSON.standardDecoder
        // Posthorn's decoder does not have these options.
        if changed.usesFoundationDecoder || decoder.allowsJSON5 || decoder.assumesTopLevelDictionary
        {
            return .foundation(decoder)
        }
        return .own(changed.settings)
    }

    private struct Options: Sendable {
        var mediaTypes = JSON.mediaTypes
        var removesNullValues = false
        var prefixes: [String] = []
        var preprocess: (@Sendable (Data) throws -> Data)?
        var decoder: JSONDecoder?
        var settings = DecodingSettings.standard
        var usesFoundationDecoder = false
    }

    /// The changed options; `nil` for the default policy, so that it needs no allocation.
    private var content: Box<Options>?
    private var changed: Options? { content?.value }

    private mutating func change(_ change: (inout Options) -> Void) {
        var options = changed ?? Options()
        change(&options)
        content = Box(options)
    }

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
        if let earlier = changed?.decoder {
            decoder.dateDecodingStrategy = earlier.dateDecodingStrategy
            decoder.dataDecodingStrategy = earlier.dataDecodingStrategy
            decoder.keyDecodingStrategy = earlier.keyDecodingStrategy
            decoder.nonConformingFloatDecodingStrategy = earlier.nonConformingFloatDecodingStrategy
            decoder.userInfo = earlier.userInfo
            decoder.allowsJSON5 = earlier.allowsJSON5
            decoder.assumesTopLevelDictionary = earlier.assumesTopLevelDictionary
        }
        change(decoder)
        self.change {
            $0.decoder = decoder
            $0.settings = DecodingSettings(of: decoder)
        }
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

    /// Whether the bytes are read without any preprocessing.
    public var decodesPlainJSON: Bool {
        guard let changed else { return true }
        return changed.preprocess == nil && changed.prefixes.isEmpty && !changed.removesNullValues
    }

    /// Returns `nil`, because plain JSON has no code and message.
    public func envelopeError(in response: TransportResponse) -> APIError.EnvelopeError? { nil }

    /// Returns the bytes after preprocessing.
    func prepared(_ body: Data) throws -> Data {
        guard let options = changed else { return body }
        var body = try options.preprocess?(body) ?? body
        if let prefix = options.prefixes.first(where: { body.starts(with: $0.utf8) }) {
            body = body.dropFirst(prefix.utf8.count)
        }
        guard options.removesNullValues, !JSON.isEmpty(body) else { return body }
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
