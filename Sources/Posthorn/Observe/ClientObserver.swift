public import FoundationEssentials

/// Watches the calls of a client, and changes nothing: for logs, counters and traces.
///
/// Choose an observer to see what calls do; choose a ``PayloadCipher``, ``ResponsePolicy`` or
/// ``Transport`` to change it. Give it to ``ClientConfiguration/observers``. An observer is called on
/// the task that makes the call; of ``CallEvent/Kind/bodySent(count:beginning:)`` on the task that makes
/// the body, of ``CallEvent/Kind/streamEnded(count:beginning:error:)`` on the one that reads or drops
/// the stream. It holds that task up while it runs, and is used from many tasks at once.
public protocol ClientObserver: Sendable {
    /// How many bytes of a streamed body are kept to be shown with
    /// ``CallEvent/Kind/bodySent(count:beginning:)`` and
    /// ``CallEvent/Kind/streamEnded(count:beginning:error:)``.
    ///
    /// The default is 0.
    var bodyPreviewLimit: Int { get }

    /// Something happened in a call.
    func observe(_ event: CallEvent)
}

extension ClientObserver {
    /// None.
    public var bodyPreviewLimit: Int { 0 }
}

/// Something that happened in a call.
public struct CallEvent: Sendable {
    /// Which call of this process it is, from 1: what lines of a log have in common.
    public let call: Int
    /// The endpoint's name.
    public let endpoint: String
    /// How long the call has taken until now.
    public let elapsed: Duration
    /// What happened.
    public let kind: Kind

    /// What can happen, in this order; there may be more one day.
    public enum Kind: Sendable {
        /// The request is built and carries its credential; its body is not sealed yet.
        case built(TransportRequest)
        /// The request is sealed and about to be sent; once more for each redirect of a sealed call.
        case sending(TransportRequest)
        /// The last byte of a body that is not in memory, of files or a stream, has been handed to the
        /// transport; only told if ``ClientObserver/bodyPreviewLimit`` asks for some of it.
        ///
        /// Once more for each time that it is sent, and not for one that breaks off. A response may come
        /// before it.
        /// - Parameters:
        ///   - count: How many bytes were sent.
        ///   - beginning: The first of them, sealed if the body is.
        case bodySent(count: Int, beginning: Data)
        /// The response is there and has been opened; of a stream the head alone, without a body.
        case responseReceived(TransportResponse)
        /// The call returned its output; of a stream the output is the stream.
        case succeeded(TransportResponse)
        /// The response is a failure that the spec documents.
        case documentedFailure(TransportResponse)
        /// The call failed, at whatever stage.
        case failed(APIError)
        /// A streamed body has been read to its end, has failed, or was dropped by its reader.
        ///
        /// - Parameters:
        ///   - count: How many bytes were read.
        ///   - beginning: The first of them, as many as ``ClientObserver/bodyPreviewLimit`` asks for.
        ///   - error: What ended it early; `nil` for the end or a reader that stopped.
        case streamEnded(count: Int, beginning: Data, error: TransportError?)
    }
}

extension CallEvent: RedactedStringConvertible {
    /// Number, endpoint and kind, without values.
    public var description: String { "call \(call) \(endpoint): \(kind)" }
}

extension CallEvent.Kind: RedactedStringConvertible {
    /// What happened, without values.
    public var description: String {
        switch self {
        case .built(let request): "built \(request)"
        case .sending(let request): "sending \(request)"
        case .bodySent(let count, _): "sent a body of \(count) bytes"
        case .responseReceived(let response): "received \(response)"
        case .succeeded(let response): "succeeded \(response)"
        case .documentedFailure(let response): "failed as documented \(response)"
        case .failed(let error): "failed \(error)"
        case .streamEnded(let count, _, let error):
            "stream ended after \(count) bytes" + (error.map { ": \($0.code.rawValue)" } ?? "")
        }
    }
}
