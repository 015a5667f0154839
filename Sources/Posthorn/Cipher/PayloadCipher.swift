/// Seals what a call sends and opens what comes back.
///
/// Choose a cipher to change the bytes of a message; choose a ``ResponsePolicy`` to say what the
/// opened bytes mean; choose a ``StreamingCipher`` where bodies do not fit in memory. A cipher is a
/// value with its keys in it, shared by all calls of a client and used from many tasks at once.
public protocol PayloadCipher: Sendable {
    /// The cipher's name in errors and logs, such as `AES-256-GCM`. Never a key.
    var name: String { get }

    /// Seals the request: may add header fields, replace the body and its media type, or refuse.
    /// Runs once for each attempt, so that each has a fresh nonce.
    /// - Throws: an ``APIError/Cause``, or any error; it fails the call in the stage `sealing`.
    func seal(_ request: inout BuiltRequest) async throws

    /// Opens the answer to a request that this cipher sealed.
    ///
    /// Runs before status and media type are looked at, so that a sealed 4xx is readable.
    /// - Throws: an ``APIError/Cause``, or any error; it fails the call in the stage `opening`.
    func open(_ response: inout ReceivedResponse, to request: BuiltRequest) async throws
}
