import FoundationEssentials
import Posthorn

/// Authorities of a PEM text, as OpenSSL has them.
///
/// Touched by the loop's thread alone once it is made.
///
/// SAFETY: nothing changes after init, and OpenSSL's certificates count their owners atomically.
final class TrustAnchors: @unchecked Sendable {
    private let certificates: [OpaquePointer]
    /// The same, where nothing else is trusted.
    private let stack: OpaquePointer?

    /// Reads the certificates of a text (RFC 7468); what stands between them is passed over.
    /// - Parameter isExclusive: Whether nothing else is trusted.
    /// - Throws: a ``TransportError`` with the code `untrustedCertificate` if there is none, or one
    ///   can't be read.
    init(pem: String, isExclusive: Bool, _ functions: OpenSSL) throws(TransportError) {
        var certificates: [OpaquePointer] = []
        var rest = pem[...]
        while let start = rest.firstRange(of: Self.head) {
            rest = rest[start.upperBound...]
            guard let end = rest.firstRange(of: Self.tail),
                let bytes = Data(
                    base64Encoded: String(rest[..<end.lowerBound].filter { !$0.isWhitespace })),
                let certificate = Self.certificate(Array(bytes), functions)
            else {
                for certificate in certificates { functions.release(certificate) }
                throw Self.unreadable
            }
            rest = rest[end.upperBound...]
            certificates.append(certificate)
        }
        guard !certificates.isEmpty else { throw Self.unreadable }
        self.certificates = certificates
        stack = isExclusive ? functions.newStack() : nil
        for certificate in certificates where isExclusive { _ = functions.push(stack, certificate) }
    }

    deinit {
        if let stack { OpenSSL.functions?.releaseStack(stack) }
        for certificate in certificates { OpenSSL.functions?.release(certificate) }
    }

    /// Adds them to those that a check of certificates trusts, or has it trust no others.
    ///
    /// Others may be there though libcurl was given none: it can be built to fall back on the system's.
    /// Its own option for such a text would be read anew for each connection, and compared for each
    /// request.
    func join(_ check: OpaquePointer?, _ functions: OpenSSL) {
        if let stack { return functions.trustOnly(check, stack) }
        let store = functions.store(check)
        // Twice is as good as once.
        for certificate in certificates { _ = functions.add(store, certificate) }
    }

    private static func certificate(_ bytes: [UInt8], _ functions: OpenSSL) -> OpaquePointer? {
        bytes.withUnsafeBufferPointer { buffer in
            var end = buffer.baseAddress
            guard let certificate = functions.read(nil, &end, buffer.count) else { return nil }
            guard end == buffer.baseAddress.map({ $0 + buffer.count }) else {
                functions.release(certificate)
                return nil
            }
            return certificate
        }
    }

    private static let head = "-----BEGIN CERTIFICATE-----"
    private static let tail = "-----END CERTIFICATE-----"
    private static let unreadable = TransportError(
        .untrustedCertificate, "the text with certificate authorities can't be read",
        advice: "give the session certificates in PEM", nothingSent: true)
}
