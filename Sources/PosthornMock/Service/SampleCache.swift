internal import PosthornCore
internal import PosthornSupport

/// The responses with samples, which are the same for the same request.
final class SampleCache: Sendable {
    private let responses = Locked<[String: TransportResponse]>([:])

    /// The number of responses, and of the bytes of a body, that are kept.
    private static let (most, longest) = (256, 1 << 18)

    /// The response to a request; `nil` if it is not known, or may be another one each time.
    subscript(call: MockContext.Call, options: MockOptions) -> TransportResponse? {
        get { Self.key(call, options).flatMap { key in responses.withLock { $0[key] } } }
        set {
            guard let newValue, newValue.body.count <= Self.longest,
                let key = Self.key(call, options)
            else { return }
            responses.withLock { responses in
                if responses.count >= Self.most { responses.removeAll() }
                responses[key] = newValue
            }
        }
    }

    private static func key(_ call: MockContext.Call, _ options: MockOptions) -> String? {
        let preference = call.preference
        guard !options.isStateful, options.errorRate == 0, call.request.body == nil,
            preference.status == nil, preference.code == nil
        else { return nil }
        return "\(call.endpoint.name) \(call.request.url)"
    }
}
