import FoundationEssentials
package import PosthornCore
package import PosthornKeys

extension AWSSigner {
    /// Verifies a request with a signature in `Authorization`, as its server does.
    ///
    /// - Parameters:
    ///   - window: The greatest difference between the clock and the signed time.
    ///   - credentials: Returns the credentials with an access key id, or `nil` if there are none.
    /// - Returns: The signature, which a request has once within the window.
    package func verify(
        request: TransportRequest, window: Duration,
        credentials: (String) async throws -> AWSCredentials?
    ) async throws -> ReceivedMessage {
        let authorization = try request.headers[.authorization].orThrow(.notSigned("Authorization"))
        guard authorization.hasPrefix(name + " ") else { throw APIError.Cause.notVerified }
        var members: [Substring: Substring] = [:]
        for member in authorization.dropFirst(name.count + 1).split(separator: ",") {
            let parts = member.split(separator: "=", maxSplits: 1)
            guard parts.count == 2,
                members.updateValue(parts[1], forKey: parts[0].drop { $0 == " " }) == nil
            else { throw APIError.Cause.notVerified }
        }
        guard let credential = members["Credential"], let signature = members["Signature"],
            let names = members["SignedHeaders"], let slash = credential.firstIndex(of: "/"),
            let text = request.headers[.amzDate], let time = Self.date(text),
            abs(time.timeIntervalSince(clock.now)) <= window.seconds
        else { throw APIError.Cause.notVerified }
        let scope = try AWSScope(time, region: region, service: service)
        guard credential[credential.index(after: slash)...] == scope.description else {
            throw APIError.Cause.notVerified
        }
        let id = String(credential[..<slash])
        let known = try await credentials(id).orThrow(.unknownSigner(id))
        let signed = Set(names.split(separator: ";"))
        let fields = AWSCanonicalFields(request) { signed.contains($0[...]) }
        // AWS refuses unsigned fields of its own, and a list that is not canonical.
        let isComplete = request.headers.allSatisfy {
            !$0.name.canonicalName.hasPrefix("x-amz-")
                || signed.contains($0.name.canonicalName[...])
                || $0.name == .amzSecurityToken && !signsSessionToken
        }
        guard fields.names == names, isComplete,
            request.headers[.amzSecurityToken] == known.sessionToken
        else { throw APIError.Cause.notVerified }
        let hash = try await request.body.hexDigest(for: name)
        if let sent = request.headers[.amzContentSHA256], sent != hash {
            guard sent == "UNSIGNED-PAYLOAD", payload == .unsigned else {
                throw APIError.Cause.notVerified
            }
        }
        let own = sign(
            request, fields, scope, request.headers[.amzContentSHA256] ?? hash, known.secret
        ).text
        guard AuthenticationCode.isSame(Data(signature.utf8), as: Data(own.utf8)) else {
            throw APIError.Cause.notVerified
        }
        return ReceivedMessage(id: String(signature), keyID: id)
    }

    /// Reads a time such as `20150830T123600Z`.
    private static func date(_ text: String) -> Date? {
        guard text.utf8.count == 16, text.hasSuffix("Z"), text.dropFirst(8).first == "T" else {
            return nil
        }
        let digits = Array(text)
        func part(_ start: Int, _ count: Int = 2) -> String {
            String(digits[start..<start + count])
        }
        return Date(
            headerText: "\(part(0, 4))-\(part(4))-\(part(6))T\(part(9)):\(part(11)):\(part(13))Z")
    }
}
