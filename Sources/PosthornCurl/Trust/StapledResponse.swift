/// The OCSP response that a server staples to its certificate (RFC 6066, section 8), as OpenSSL judges it.
struct StapledResponse {
    private let openSSL: OpenSSL
    private let functions: RevocationFunctions
    /// The verified chain, the server's own certificate first.
    private let chain: [OpaquePointer]

    init(_ openSSL: OpenSSL, _ functions: RevocationFunctions, _ chain: [OpaquePointer]) {
        (self.openSSL, self.functions, self.chain) = (openSSL, functions, chain)
    }

    /// - Parameter bytes: The response in DER; `nil` if the server sent none.
    func check(_ bytes: [UInt8]?) -> TransportMetrics.RevocationCheck {
        guard let bytes else { return unknown("the server stapled no response") }
        defer { openSSL.forgetErrors() }
        guard let basic = basicResponse(bytes) else {
            return unknown("the stapled response can't be read")
        }
        defer { functions.releaseBasic(basic) }
        guard isSigned(basic) else {
            return unknown("the stapled response is not signed by the certificate's authority")
        }
        return status(in: basic)
    }

    private func unknown(_ reason: String) -> TransportMetrics.RevocationCheck {
        TransportMetrics.RevocationCheck(.unknown, isStapled: true, reason: reason)
    }

    private func basicResponse(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBufferPointer { bytes in
            var end = bytes.baseAddress
            let response = functions.readResponse(nil, &end, bytes.count)
            guard let response else { return nil }
            defer { functions.releaseResponse(response) }
            return functions.status(response) == 0 ? functions.basic(response) : nil
        }
    }

    /// Whether the authority that issued the certificate signed the response, or authorized who did.
    private func isSigned(_ basic: OpaquePointer) -> Bool {
        guard chain.count > 1, let store = functions.newStore() else { return false }
        defer { functions.releaseStore(store) }
        let stack = openSSL.newStack()
        defer { openSSL.releaseStack(stack) }
        for certificate in chain.dropFirst() {
            _ = functions.add(store, certificate)
            _ = openSSL.push(stack, certificate)
        }
        _ = functions.setFlags(store, ChainVerification.partialChain)
        return functions.verify(basic, stack, store, Self.noExplicitTrust) == 1
    }

    private func status(in basic: OpaquePointer) -> TransportMetrics.RevocationCheck {
        for place in 0..<max(0, functions.count(basic)) {
            guard let single = functions.item(basic, place), isAboutServer(single) else { continue }
            var from: OpaquePointer?
            var until: OpaquePointer?
            let status = functions.singleStatus(single, nil, nil, &from, &until)
            guard functions.isCurrent(from, until, Self.clockSkew, -1) == 1 else {
                return unknown("the stapled response has expired")
            }
            switch status {
            case Self.good: return TransportMetrics.RevocationCheck(.good, isStapled: true)
            case Self.revoked: return TransportMetrics.RevocationCheck(.revoked, isStapled: true)
            default: return unknown("the authority does not know the certificate")
            }
        }
        return unknown("the stapled response is for another certificate")
    }

    /// Whether a part of the response is about the server's certificate, by the digest that it uses itself.
    private func isAboutServer(_ single: OpaquePointer) -> Bool {
        let found = functions.id(single)
        var algorithm: OpaquePointer?
        guard functions.idParts(nil, &algorithm, nil, nil, found) == 1,
            let digest = functions.digest(functions.shortName(functions.number(algorithm))),
            let own = functions.makeID(digest, chain[0], chain[1])
        else { return false }
        defer { functions.releaseID(own) }
        return functions.differ(own, found) == 0
    }

    /// Whether a certificate requires a stapled response (RFC 7633).
    static func isRequired(
        by certificate: OpaquePointer, _ openSSL: OpenSSL, _ functions: RevocationFunctions
    ) -> Bool {
        let features = openSSL.part(certificate, tlsFeature, nil, nil)
        defer { functions.releaseItems(features, functions.releaseInteger) }
        return openSSL.items(features).contains { functions.integer($0) == statusRequest }
    }

    /// OpenSSL's number of the TLS feature extension.
    private static let tlsFeature: Int32 = 1020
    /// The TLS extension `status_request` (RFC 6066).
    private static let statusRequest = 5
    /// OpenSSL's flag that ignores explicit trust settings of a certificate.
    private static let noExplicitTrust: UInt = 0x20
    private static let good: Int32 = 0
    private static let revoked: Int32 = 1
    /// The accepted difference of the clocks in seconds.
    private static let clockSkew = 300
}
