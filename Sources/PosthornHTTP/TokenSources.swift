internal import PosthornSupport

/// What a token is for.
package struct TokenPurpose: Hashable, Sendable {
    /// The URL of the server that issues it; empty if the credential has only one.
    package var realm = ""
    /// The service that accepts it; `nil` if the server of the tokens does not need to know.
    package var service: String?
    /// The scopes, separated by spaces; empty for those that the server decides.
    package var scopes = ""
    /// The origin that asked for the token and gets it; empty for that of any call.
    package var origin = ""

    package init(
        realm: String = "", service: String? = nil, scopes: String = "", origin: String = ""
    ) {
        (self.realm, self.service) = (realm, service)
        (self.scopes, self.origin) = (scopes, origin)
    }
}

/// The transport of the last call, which requests for tokens use.
package struct LastTransport: Transport {
    private let transport = Locked<(any Transport)?>(nil)

    package init() {}

    fileprivate func set(_ new: any Transport) { transport.withLock { $0 = new } }

    package func send(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        guard let transport = transport.withLock({ $0 }) else {
            throw TransportError(.cancelled, "no call has begun")
        }
        return try await transport.send(request)
    }
}

/// The tokens of a credential by what they are for, each of which is loaded like that of a refreshing credential.
package final class TokenSources: Sendable {
    /// The number of tokens that are kept, because a server can ask for any scope.
    private static let limit = 200

    private let make: @Sendable (_ purpose: TokenPurpose) -> CredentialSource
    /// The most recently used one is the last.
    private let sources = Locked<[(purpose: TokenPurpose, source: CredentialSource)]>([])
    private let transport: LastTransport

    /// Creates the sources.
    ///
    /// - Parameter transport: What the sources send their requests with.
    package init(
        over transport: LastTransport,
        make: @escaping @Sendable (_ purpose: TokenPurpose) -> CredentialSource
    ) {
        (self.transport, self.make) = (transport, make)
    }

    /// Creates the sources from a closure that loads a token.
    package convenience init(
        load:
            @escaping @Sendable (
                _ purpose: TokenPurpose, _ old: Credential.Token?, _ transport: any Transport
            ) async throws -> Credential.Token
    ) {
        let transport = LastTransport()
        self.init(over: transport) { purpose in
            CredentialSource(nil, timeLimit: .seconds(90)) { old in
                try await load(purpose, old, transport)
            }
        }
    }

    /// Returns the source of a token, whose requests go over a transport.
    package func source(
        for purpose: TokenPurpose, over transport: any Transport
    ) -> CredentialSource {
        self.transport.set(transport)
        return sources.withLock { sources in
            if let index = sources.lastIndex(where: { $0.purpose == purpose }) {
                let found = sources[index]
                if index + 1 < sources.count { sources.append(sources.remove(at: index)) }
                return found.source
            }
            if sources.count == Self.limit { sources.removeFirst() }
            let source = make(purpose)
            sources.append((purpose, source))
            return source
        }
    }

    /// Returns the last used purpose of an origin that meets a condition, or else the last used one.
    package func likely(
        at origin: String, where isFit: (TokenPurpose) -> Bool
    ) -> TokenPurpose? {
        let purposes = sources.withLock { $0.map(\.purpose).filter { $0.origin == origin } }
        return purposes.last(where: isFit) ?? purposes.last
    }
}
