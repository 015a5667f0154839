/// The endpoint of a typed call and how its response is read, for a transport that is a stub.
///
/// It travels as metadata of the request.
package struct CapturedCall: Sendable {
    /// The endpoint that was called.
    package let endpoint: any EndpointRequest
    /// The policy that decodes the response.
    package let policy: any ResponsePolicy
    /// The name of the cipher that seals the call; `nil` if the call is not sealed.
    package let cipher: String?

    fileprivate enum Key: RequestMetadata.Key { typealias Value = CapturedCall }
}

extension TransportRequest {
    /// The call behind the request; `nil` unless the transport of the call is a stub.
    package var capturedCall: CapturedCall? {
        get { details?.metadata[CapturedCall.Key.self] }
        set { metadata[CapturedCall.Key.self] = newValue }
    }
}
