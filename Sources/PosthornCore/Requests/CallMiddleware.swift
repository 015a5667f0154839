/// Code that runs around each attempt of a call, before the request gets its credential and is sealed.
///
/// It can change the request, respond itself, or send the request more than once. It sees the plain body of
/// the request and of the opened response. To see the bytes on the wire, wrap the client's transport in a
/// ``TransportWrapper``.
///
/// ```swift
/// struct Tenant: CallMiddleware {
///     let id: String
///
///     func intercept(
///         _ request: TransportRequest,
///         next: (TransportRequest) async throws -> TransportResponse
///     ) async throws -> TransportResponse {
///         var request = request
///         request.headers.append(HTTPField(name: .init("X-Tenant")!, value: id))
///         return try await next(request)
///     }
/// }
///
/// configuration.defaults.middleware += [Tenant(id: "acme")]
/// ```
///
/// Set it in ``CallOptions/middleware``. It is used from many tasks concurrently.
public protocol CallMiddleware: Sendable {
    /// Handles an attempt of a call.
    ///
    /// `request` names the endpoint in ``TransportRequest/endpoint`` and ``TransportRequest/route``, and the
    /// attempt in ``TransportRequest/attempt``. Pass `next` a changed copy of it.
    ///
    /// The response is not validated yet: a status of 404 is a response here, not an error. The response
    /// policy of the call validates and decodes the response that this method returns. For a stream or a
    /// download, the body of the response is empty, and its content follows; a response with a body replaces
    /// that content.
    /// - Parameters:
    ///   - request: The request without credential, not sealed.
    ///   - next: Runs the inner middleware, loads the credential, seals the request, sends it and opens the
    ///     response. It throws a ``TransportError`` if there is no response, an ``APIError/Cause`` if a step
    ///     of the call failed, and `CancellationError`. If it is called again, the previous response of a
    ///     stream or a download is dropped. Do not call it concurrently.
    /// - Throws: An ``APIError/Cause`` or an error of `next`, which fail the attempt as they are. Any other
    ///   error fails it with `APIError.Code.middlewareFailed`. A retry policy may retry the attempt.
    func intercept(
        _ request: TransportRequest,
        next: (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse
}
