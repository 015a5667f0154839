public import FoundationEssentials

/// The body is the value, as JSON.
///
/// `.json` reads as the spec says; `.json { … }` changes how:
///
/// ```swift
/// let lenient = shop.with { $0.responsePolicy = .json { $0.removesNullValues = true } }
/// ```
public struct JSONPolicy: ResponsePolicy {
    /// The media types that it reads; the default is `application/json`, `text/json` and all with
    /// the suffix `+json`.
    public var mediaTypes: [String] {
        get { changed?.mediaTypes ?? JSON.mediaTypes }
        set { change { $0.mediaTypes = newValue } }
    }
    /// Whether members and elements that are `null` are dropped at every depth before anything is
    /// decoded; the default is `false`.
    ///
    /// Dropping elements moves the others up, and errors count lines and columns without them.
    public var removesNullValues: Bool {
        get { changed?.removesNullValues ?? false }
        set { change { $0.removesNullValues = newValue } }
    }
    /// Texts that a server puts before its JSON so that no page can include it as a script.
    ///
    /// The first one that fits is dropped. The default is none.
    public var prefixes: [String] {
        get { changed?.prefixes ?? [] }
        set { change { $0.prefixes = newValue } }
    }
    /// What is done with the bytes before all else; what it throws fails the call.
    ///
    /// `nil`, the default, takes them as they are.
    public var preprocess: (@Sendable (Data) throws -> Data)? {
        get { changed?.preprocess }
        set { change { $0.preprocess = newValue } }
    }
    /// The decoder of types of one's own; `nil` is the standard one.
    var decoder: JSONDecoder? { changed?.decoder }

    private struct Options: Sendable {
        var mediaTypes = JSON.mediaTypes
        var removesNullValues = false
        var prefixes: [String] = []
        var preprocess: (@Sendable (Data) throws -> Data)?
        var decoder: JSONDecoder?
    }

    private final class Content: Sendable {
        let options: Options
        init(_ options: Options) { self.options = options }
    }

    /// What is not as by default, behind a reference: a policy that changes nothing costs nothing.
    private var content: Content?
    private var changed: Options? { content?.options }

    private mutating func change(_ change: (inout Options) -> Void) {
        var options = changed ?? Options()
        change(&options)
        content = Content(options)
    }

    /// The prefixes that are in use: `)]}',` and `)]}'`, `for(;;);`, `while(1);`.
    public static let scriptPrefixes = [")]}',", ")]}'", "for(;;);", "while(1);"]

    /// Creates the policy.
    public init() {}

    /// Changes the decoder of types of one's own: dates, keys, data, numbers that are not finite.
    ///
    /// What an earlier change has set stays, unless this one sets it too.
    ///
    /// Types of a spec read themselves in the form that the spec gives them.
    public mutating func configureDecoder(_ change: (JSONDecoder) -> Void) {
        let decoder = JSON.decoder
        // A decoder is an object, and copies of a policy must not change each other's.
        if let earlier = self.decoder {
            decoder.dateDecodingStrategy = earlier.dateDecodingStrategy
            decoder.dataDecodingStrategy = earlier.dataDecodingStrategy
            decoder.keyDecodingStrategy = earlier.keyDecodingStrategy
            decoder.nonConformingFloatDecodingStrategy = earlier.nonConformingFloatDecodingStrategy
            decoder.userInfo = earlier.userInfo
            decoder.allowsJSON5 = earlier.allowsJSON5
            decoder.assumesTopLevelDictionary = earlier.assumesTopLevelDictionary
        }
        change(decoder)
        self.change { $0.decoder = decoder }
    }

    /// `json`.
    public var name: String { "json" }

    /// Decodes the whole body.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try JSON.decode(type, from: response.body, by: self)
    }

    /// Decodes the whole body.
    public func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try MediaType.require(mediaTypes, in: response)
        return try JSON.decode(type, from: response.body, by: self)
    }

    /// The policy itself.
    public func jsonPolicy(for mediaType: String?) -> JSONPolicy? { self }

    /// Whether nothing is done with the bytes before they are read.
    public var decodesPlainJSON: Bool {
        guard let changed else { return true }
        return changed.preprocess == nil && changed.prefixes.isEmpty && !changed.removesNullValues
    }

    /// `nil`: plain JSON has no code and message of its own.
    public func envelopeError(in response: TransportResponse) -> APIError.EnvelopeError? { nil }

    /// The bytes without what is to be dropped.
    func prepared(_ body: Data) throws -> Data {
        guard let options = changed else { return body }
        var body = try options.preprocess?(body) ?? body
        if let prefix = options.prefixes.first(where: { body.starts(with: $0.utf8) }) {
            body = body.dropFirst(prefix.utf8.count)
        }
        guard options.removesNullValues, !JSON.isEmpty(body) else { return body }
        return try body.withUnsafeBytes { bytes in
            try JSON.read(bytes.assumingMemoryBound(to: UInt8.self)) { json in
                var bytes: [UInt8] = []
                try json.copyWithoutNulls(to: &bytes)
                return Data(bytes)
            }
        }
    }
}

extension ResponsePolicy where Self == JSONPolicy {
    /// The body is the value, as JSON.
    public static var json: JSONPolicy { JSONPolicy() }

    /// The body is the value, as JSON that is read in another way.
    public static func json(_ change: (inout JSONPolicy) -> Void) -> JSONPolicy {
        var policy = JSONPolicy()
        change(&policy)
        return policy
    }
}
