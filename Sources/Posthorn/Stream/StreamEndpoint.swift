/// A call whose answer is read piece by piece while it arrives.
///
/// ``APIService/send(_:)`` returns as soon as the answer's head has come.
public protocol StreamEndpoint: EndpointRequest {
    /// What the pieces become.
    associatedtype Output: StreamedOutput
}

/// What the pieces of a streamed answer become: ``ByteStream``, ``EventStream`` or ``LineStream``.
public protocol StreamedOutput: Sendable {
    /// The media types that it reads, sent as `Accept`.
    ///
    /// Empty accepts all.
    static var mediaTypes: [String] { get }

    /// Takes over an answer whose status is good.
    init(_ answer: StreamedAnswer)
}

extension ByteStream: StreamedOutput {
    /// All media types.
    public static var mediaTypes: [String] { [] }

    /// The body as it arrives.
    public init(_ answer: StreamedAnswer) { self = answer.body }
}

extension APIService {
    /// Calls an endpoint and returns its answer as a stream, as soon as the head has come.
    ///
    /// The whole call has no time limit unless the spec or the caller sets one.
    /// - Throws: the endpoint's failure: what its spec documents, or ``APIError``.
    public func send<E: StreamEndpoint>(_ endpoint: E) async throws(E.Failure) -> E.Output {
        E.Output(try await Call(endpoint, of: self).open(accepting: E.Output.mediaTypes))
    }
}
