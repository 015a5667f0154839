import FoundationEssentials
import Posthorn

/// Certificates that are trusted to vouch for servers, as OpenSSL has them.
///
/// OpenSSL counts the owners of a certificate atomically, and locks what it finds out about one.
///
/// SAFETY: nothing changes after init.
final class TrustAnchors: @unchecked Sendable {
    private let certificates: [OpaquePointer]
    /// The same, as checks take them.
    private let stack: OpaquePointer?
    private let functions: OpenSSL

    /// Reads the certificates of a file of authorities, as OpenSSL reads it; `nil` if there is
    /// none, or one can't be read.
    convenience init?(file: [UInt8], _ functions: OpenSSL) {
        guard let found = functions.certificates(file: file), !found.isEmpty else { return nil }
        self.init(found, functions)
    }

    /// Reads the certificates of a PEM text (RFC 7468); what stands between them is passed over, and
    /// lines may begin and end as they like, as in YAML or in a variable of the environment.
    ///
    /// `nil` if there is none, or one can't be read.
    convenience init?(text: String, _ functions: OpenSSL) {
        guard let found = functions.certificates(text: text), !found.isEmpty else { return nil }
        self.init(found, functions)
    }

    /// Those of a list, and others.
    convenience init(_ first: TrustAnchors, and others: TrustAnchors) {
        let all = first.certificates + others.certificates
        for certificate in all { _ = first.functions.hold(certificate) }
        self.init(all, first.functions)
    }

    /// - Parameter certificates: Each is let go of with the list.
    private init(_ certificates: [OpaquePointer], _ functions: OpenSSL) {
        self.certificates = certificates
        self.functions = functions
        stack = functions.newStack()
        for certificate in certificates { _ = functions.push(stack, certificate) }
    }

    deinit {
        functions.releaseStack(stack)
        for certificate in certificates { functions.release(certificate) }
    }

    /// Has a check trust these, and no others.
    ///
    /// Others may be there though libcurl was given none: it can be built to fall back on the system's.
    func join(_ check: OpaquePointer?) { functions.trustOnly(check, stack) }
}

// Each certificate is for somebody to let go of; `nil` if one can't be read.
extension OpenSSL {
    fileprivate func certificates(text: String) -> [OpaquePointer]? {
        var found: [OpaquePointer] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "-----BEGIN CERTIFICATE-----") {
            rest = rest[start.upperBound...]
            guard let end = rest.firstRange(of: "-----END CERTIFICATE-----"),
                let bytes = Data(
                    base64Encoded: String(rest[..<end.lowerBound].filter { !$0.isWhitespace })),
                let certificate = certificate(Array(bytes))
            else {
                for certificate in found { release(certificate) }
                return nil
            }
            rest = rest[end.upperBound...]
            found.append(certificate)
        }
        return found
    }

    func certificate(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBufferPointer { buffer in
            var end = buffer.baseAddress
            guard let certificate = read(nil, &end, buffer.count) else { return nil }
            guard end == buffer.baseAddress.map({ $0 + buffer.count }) else {
                release(certificate)
                return nil
            }
            return certificate
        }
    }

    fileprivate func certificates(file: [UInt8]) -> [OpaquePointer]? {
        file.withUnsafeBytes { bytes in
            guard let count = Int32(exactly: bytes.count), count > 0 else { return nil }
            let input = newInput(bytes.baseAddress, count)
            defer {
                _ = releaseBuffer(input)
                // Another's question on this thread is not to be answered with what happened here.
                forgetErrors()
            }
            var found: [OpaquePointer] = []
            forgetErrors()
            // With a password, though none: OpenSSL would ask at the terminal for one.
            while let certificate = readPEM(input, nil, nil, "") { found.append(certificate) }
            // What ends a whole text: there is no other start.
            guard lastError() & 0xfff == Self.noStart else {
                for certificate in found { release(certificate) }
                return nil
            }
            return found
        }
    }

    /// OpenSSL's reason for finding no certificate in what is left of a text.
    private static let noStart: UInt = 108
}
