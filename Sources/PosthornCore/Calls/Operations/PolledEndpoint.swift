/// A call that starts an operation, which the server carries out after it has responded.
///
/// ``APIService/startOperation(_:)`` returns a ``PolledOperation``, which asks the server for the state until the
/// operation has ended. The output of the call is the state that the first response holds; `nil` if it holds none.
public protocol PolledEndpoint: Endpoint where Output == PolledState? {
    /// What the server reports about the operation: the response to each poll.
    associatedtype PolledState: Sendable
    /// What the operation results in.
    associatedtype PolledValue: Sendable = PolledState

    /// Returns the place of the operation's state, to which the polls go.
    ///
    /// - Parameter state: The state of the first response; `nil` if it held none.
    static func place(of state: PolledState?) -> OperationPlace

    /// Returns whether a state is that of an ended operation, and with which result.
    static func outcome(of state: PolledState) -> OperationOutcome<PolledValue>

    /// Returns the state in the response to a poll, or `nil` if the operation runs and has none.
    ///
    /// By default, the response to a poll is read as the first one.
    static func state(from response: CallResponse) throws -> PolledState?

    /// Returns the result in the response from the place of ``OperationOutcome/endedAt(_:)``.
    static func value(from response: CallResponse) throws -> PolledValue

    /// Returns the progress that a state reports, as the server counts it; `nil` by default.
    static func progress(of state: PolledState) -> Double?

    /// Sets the rules of the call for its polls, such as the credential and the response policy.
    ///
    /// By default, polls have the rules of the service.
    static func preparePoll(_ request: inout RequestBuilder)

    /// The header field of the first response with the URL of the result; `nil`, the default, for none.
    static var valueHeader: String? { get }

    /// The time between two polls, unless a response has `Retry-After`; one second by default.
    static var pollInterval: Duration { get }

    /// The time after which ``PolledOperation/value`` stops polling; one hour by default.
    static var pollTimeout: Duration { get }
}

extension PolledEndpoint {
    /// Reads the response as the first one.
    public static func state(from response: CallResponse) throws -> PolledState? {
        try output(from: response)
    }

    /// Throws, because no outcome names a place.
    public static func value(from response: CallResponse) throws -> PolledValue {
        throw APIError.Cause(
            .operationFailed, "the result of the operation has no place of its own")
    }

    /// Always `nil`; states report no progress.
    public static func progress(of state: PolledState) -> Double? { nil }

    /// Sets nothing.
    public static func preparePoll(_ request: inout RequestBuilder) {}

    /// Always `nil`.
    public static var valueHeader: String? { nil }

    /// One second.
    public static var pollInterval: Duration { .seconds(1) }

    /// One hour.
    public static var pollTimeout: Duration { .seconds(3600) }
}

extension PolledEndpoint where PolledValue == PolledState {
    /// Ends the operation with the state, for servers that send a state only at the end.
    public static func outcome(of state: PolledState) -> OperationOutcome<PolledState> {
        .ended(state)
    }
}

/// A call whose operation the server can cancel.
public protocol CancellableEndpoint: PolledEndpoint {
    /// The method of the request that cancels the operation.
    static var cancelMethod: HTTPRequest.Method { get }

    /// Returns the place of that request, or `nil` for the place of the state.
    ///
    /// - Parameter state: The latest state; `nil` if there is none.
    static func cancelPlace(of state: PolledState?) -> OperationPlace?
}

extension CancellableEndpoint {
    /// Always `nil`: the request goes to the place of the state.
    public static func cancelPlace(of state: PolledState?) -> OperationPlace? { nil }
}

/// Where the state or the result of an operation is.
public enum OperationPlace: Sendable {
    /// A URL of the state, absolute or relative; `nil` if the state lacks it.
    case url(String?)
    /// A path template of the service with the values of its parameters.
    case path(String, [String: (any ParameterValue)?])
    /// The URL in a header field of the response, such as `Operation-Location`.
    case header(String)
}

/// What a state tells about its operation.
public enum OperationOutcome<Value: Sendable>: Sendable {
    /// The operation has not ended.
    case running
    /// The operation has ended with a result; `nil` if the state lacks it.
    case ended(Value?)
    /// The operation has ended, and its result is at a place of its own.
    case endedAt(OperationPlace)
    /// The operation has failed, or was cancelled.
    case failed
}

extension OperationPlace: RedactedStringConvertible {
    /// The kind of the place, without its URL and values.
    public var description: String {
        switch self {
        case .url: "a URL of the state"
        case .path(let template, _): template
        case .header(let name): "the header field \(name)"
        }
    }
}

extension OperationOutcome: RedactedStringConvertible {
    /// The outcome without its value.
    public var description: String {
        switch self {
        case .running: "running"
        case .ended, .endedAt: "ended"
        case .failed: "failed"
        }
    }
}

extension CallResponse {
    /// Returns the value, or `nil` if the status is 202 and the value is not there yet.
    @_spi(Generated) public func valueUnlessAccepted<Value: Decodable>() throws -> Value? {
        raw.status == .accepted ? nil : try value()
    }

    /// Returns nothing, or `nil` if the status is 202 and the operation has not ended.
    @_spi(Generated) public func emptyUnlessAccepted() throws -> Void? {
        raw.status == .accepted ? nil : .some(try validateEmpty())
    }

    /// Returns the value, or `nil` if a header field says where the value is.
    @_spi(Generated) public func value<Value: Decodable>(unless header: String) throws -> Value? {
        try self.header(header, as: String?.self) == nil ? try value() : nil
    }
}

extension APIError.Code {
    /// The server reports that an operation has failed, or its state lacks the result or the place of the next.
    public static let operationFailed = Self(rawValue: "operationFailed")
}
