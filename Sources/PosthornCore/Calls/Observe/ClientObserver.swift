public import FoundationEssentials

/// Observes the calls of a client without changing them, for logs, metrics and traces.
///
/// Use an observer to see calls. Use a ``PayloadCipher``, ``ResponsePolicy`` or ``Transport`` to change them.
/// Register observers in ``ClientConfiguration/observers``.
///
/// An observer is called synchronously on the task that makes the call, with two exceptions.
/// ``CallEvent/Kind/bodySent(count:beginning:)`` is reported on the task that produces the body.
/// ``CallEvent/Kind/streamEnded(count:beginning:error:)`` is reported on the task that reads or drops the
/// stream. The task waits until the observer returns. Many tasks may call an observer at the same time.
public protocol ClientObserver: Sendable {
    /// The number of bytes of a streamed body that the observer receives.
    ///
    /// ``CallEvent/Kind/bodySent(count:beginning:)`` and
    /// ``CallEvent/Kind/streamEnded(count:beginning:error:)`` contain them. With 0, the default,
    /// ``CallEvent/Kind/bodySent(count:beginning:)`` is not reported.
    var bodyPreviewLimit: Int { get }

    /// Receives an event of a call.
    func observe(_ event: CallEvent)
}

extension ClientObserver {
    /// The default, 0: no bytes.
    public var bodyPreviewLimit: Int { 0 }
}

/// An event in a call.
public struct CallEvent: Sendable {
    /// The number of the call in this process, starting at 1; it identifies the call in a log.
    public let call: Int
    /// The endpoint's name.
    public let endpoint: String
    /// How the call delivers the body of its response.
    public let delivery: Delivery
    /// The time since the start of the call.
    public let elapsed: Duration
    /// The kind of the event.
    public let kind: Kind
    /// The names of the members and parameters whose values the spec hides.
    package var hidden: Set<String> = []

    /// How a call delivers the body of its response.
    public enum Delivery: Sendable {
        /// Collected in memory, before ``Kind/responseReceived(_:)``.
        case whole
        /// Read by the caller while it arrives, after ``Kind/succeeded(_:)``.
        case stream
        /// Written to a file, after ``Kind/succeeded(_:)``.
        case file
    }

    /// The kinds of events, in the order of a call; later versions may add more.
    public enum Kind: Sendable {
        /// The request was built and has its credential; its body is not sealed.
        indirect case built(TransportRequest)
        /// The request is sealed and about to be sent.
        ///
        /// Reported again for each retry, for each redirect of a sealed call, and after a refused credential
        /// was refreshed.
        indirect case sending(TransportRequest)
        /// The last byte of a streamed request body was passed to the transport.
        ///
        /// Reported only for a body of files or a stream, and only if ``ClientObserver/bodyPreviewLimit`` is
        /// greater than 0. Reported each time the body is sent completely. The response may arrive earlier.
        /// - Parameters:
        ///   - count: The number of bytes sent.
        ///   - beginning: The first bytes, sealed if the body is sealed.
        case bodySent(count: Int, beginning: Data)
        /// The response was received and opened; for a stream or a download, only its head.
        indirect case responseReceived(TransportResponse)
        /// An attempt failed, and the call is retried after a delay.
        ///
        /// ``built(_:)`` follows. For a download, it may come after ``succeeded(_:)``.
        indirect case retrying(FailedAttempt, after: Duration)
        /// The response is late, and the call sends a second request.
        ///
        /// ``built(_:)`` and ``sending(_:)`` follow. The events of the two requests come from two tasks. The
        /// slower request is cancelled; if it failed before, its ``responseReceived(_:)`` was reported, too.
        case hedging(after: Duration)
        /// A value of the response is not as the spec says, and the call goes on.
        ///
        /// Reported for each element that a list with `lossy: true` leaves out, and, if the spec has `limits: report`, for
        /// each value that breaks a limit, which is kept. For a batch, reported for each part of the response that belongs to
        /// no call. The error names the path, and no value. In a stream, it comes after ``succeeded(_:)``.
        indirect case deviation(JSONError)
        /// The server announces that it will end the endpoint, by `Deprecation` or `Sunset`.
        ///
        /// Reported once for each endpoint and origin in a process, after ``responseReceived(_:)``.
        indirect case deprecated(DeprecationNotice)
        /// The call returned its output.
        ///
        /// For a stream or a download, the head was accepted and the body follows.
        indirect case succeeded(TransportResponse)
        /// The response is a failure that the spec documents.
        indirect case documentedFailure(TransportResponse)
        /// The call failed, in any stage.
        ///
        /// ``succeeded(_:)`` follows if a fallback supplies a response. After ``succeeded(_:)``, the body of
        /// a stream or a download failed.
        case failed(APIError)
        /// A streamed response body was read to its end, failed, or was dropped by its reader.
        ///
        /// - Parameters:
        ///   - count: The number of bytes read.
        ///   - beginning: The first bytes, up to ``ClientObserver/bodyPreviewLimit``.
        ///   - error: The error that ended the stream; `nil` if it was complete or its reader stopped.
        indirect case streamEnded(count: Int, beginning: Data, error: TransportError?)
    }
}

extension CallEvent: RedactedStringConvertible {
    /// The call's number, endpoint and kind, without values.
    public var description: String { "call \(call) \(endpoint): \(kind)" }
}

extension CallEvent.Kind: RedactedStringConvertible {
    /// The kind of the event, without values.
    public var description: String {
        switch self {
        case .built(let request): "built \(request)"
        case .sending(let request): "sending \(request)"
        case .bodySent(let count, _): "sent a body of \(count) bytes"
        case .responseReceived(let response): "received \(response)"
        case .retrying(let attempt, let delay): "retrying after \(attempt) in \(delay)"
        case .hedging(let delay): "sending a second request after \(delay)"
        case .deprecated(let notice): "learned that it is \(notice)"
        case .deviation(let error): "found that \(error.message)"
        case .succeeded(let response): "succeeded \(response)"
        case .documentedFailure(let response): "failed as documented \(response)"
        case .failed(let error): "failed \(error)"
        case .streamEnded(let count, _, let error):
            "stream ended after \(count) bytes" + (error.map { ": \($0.code.rawValue)" } ?? "")
        }
    }
}
