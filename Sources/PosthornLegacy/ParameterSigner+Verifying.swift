import FoundationEssentials
package import PosthornCore
package import PosthornKeys

extension ParameterSigner {
    /// Verifies a request, as its server does.
    ///
    /// - Parameter window: The greatest difference between the clock and the signed time, if there is a ``timeName``.
    /// - Returns: What is new for each request: the nonce, or else the signature.
    package func verify(request: TransportRequest, window: Duration) async throws -> ReceivedMessage
    {
        var parameters = try readable(request)
        if case .header = place {
            for name in [keyIDName, timeName, nonceName].compactMap(\.self) {
                guard let value = HTTPField.Name(name).flatMap({ request.headers[$0] }) else {
                    throw APIError.Cause.notVerified
                }
                parameters.pairs.append((name, value))
            }
        }
        // A second parameter of such a name would be unsigned, or mistaken for the signer's.
        func value(_ name: String) throws -> String {
            let found = parameters.pairs.filter { $0.name == name }
            guard found.count == 1 else { throw APIError.Cause.notVerified }
            return found[0].value
        }
        let signature: String
        switch place {
        case .query(let name), .body(let name):
            signature = try value(name)
            parameters.pairs.removeAll { $0.name == name }
        case .header(let field):
            signature = try request.headers[field].orThrow(.notSigned(field.rawName))
        }
        let key: SecretKey
        if let keyIDName {
            let id = try value(keyIDName)
            key = try await keys.key(id: id).orThrow(.unknownSigner(id))
        } else {
            key = try await keys.current()
        }
        try checkPurpose(of: key)
        let own = written(digest(text(parameters.pairs), key.secret))
        guard AuthenticationCode.isSame(Data(signature.utf8), as: Data(own.utf8)) else {
            throw APIError.Cause.notVerified
        }
        if let timeName {
            guard let time = Int64(try value(timeName)),
                abs(Double(time) - clock.now.timeIntervalSince1970) <= window.seconds
            else { throw APIError.Cause.notVerified }
        }
        return ReceivedMessage(id: try nonceName.map(value) ?? signature, keyID: key.id)
    }

    private func readable(_ request: TransportRequest) throws -> RequestParameters {
        do { return try RequestParameters(request) } catch { throw APIError.Cause.notVerified }
    }
}
