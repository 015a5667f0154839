import FoundationEssentials

extension Credential {
    /// `nil` for another kind.
    package var digest: (user: String, password: String)? {
        if case .digest(let user, let password) = content { (user, password) } else { nil }
    }

    /// Returns the value of an `Authorization` field: `Basic` for a user name and password, else `Bearer`.
    ///
    /// - Parameter refused: The field's value that the server refused, or `nil` if none was sent. If it is
    ///   the current text of a refreshing credential, a new one is loaded.
    /// - Throws: A ``TransportError`` with the code `invalidRequest` if the credential can't be obtained or
    ///   sent, or `cancelled` if the task is cancelled.
    package func authorization(refused: String? = nil) async throws(TransportError) -> String {
        let value: String
        switch content {
        case .text(let token): value = "Bearer " + token
        case .basic(let user, let password):
            guard !user.contains(":") else {
                throw .invalidRequest(
                    "the user name contains a colon",
                    "use a user name without a colon (RFC 7617, section 2)")
            }
            value = "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
        case .none, .certificate, .issued, .scoped, .challenged, .endpoint:
            throw .invalidRequest(
                "there is no credential to send",
                "respond with another credential, or `reject` the challenge")
        case .digest:
            throw .invalidRequest(
                "a Digest credential needs a challenge", "give it as the response to a challenge")
        case .provider(let provider):
            value = "Bearer " + (try await Self.load { try await provider() })
        case .refreshing(let source) where source.proof?.scheme != nil:
            throw .invalidRequest(
                "a token that is bound to a key needs a proof for each request",
                "give the credential to the client of the API, whose calls add the proof")
        case .refreshing(let source):
            if let refused, refused.hasPrefix("Bearer ") {
                source.refuse(String(refused.dropFirst(7)))
            }
            value = "Bearer " + (try await Self.load { try await source.text() })
        }
        guard value.isWithoutControls else {
            throw .invalidRequest(
                "the credential contains a control character", "look for a line break at its end")
        }
        return value
    }

    private static func load(
        _ text: () async throws -> String
    ) async throws(TransportError) -> String {
        do {
            return try await text()
        } catch  where Cancellation.isBehind(error) {
            throw TransportError(.cancelled, "the call was cancelled")
        } catch {
            throw TransportError(
                .invalidRequest,
                "the credential could not be loaded: an error of type \(type(of: error)) was thrown",
                advice: "see the underlying error", underlying: error)
        }
    }
}
