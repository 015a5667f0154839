import Posthorn

/// Certificates that are trusted to vouch for servers, as OpenSSL has them.
///
/// SAFETY: nothing changes after init. OpenSSL counts the owners of a certificate atomically, and keeps
/// what it finds out about one under a lock of its own.
final class TrustAnchors: @unchecked Sendable {
    private let certificates: [OpaquePointer]
    /// The same, as checks take them.
    private let stack: OpaquePointer?
    private let functions: OpenSSL

    /// Reads the certificates of a PEM text (RFC 7468); what stands between them is passed over.
    ///
    /// `nil` if there is none, or one can't be read.
    convenience init?(pem: some Sequence<UInt8>, _ functions: OpenSSL) {
        let found = functions.certificates(pem: Array(pem))
        guard let found, !found.isEmpty else { return nil }
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

extension OpenSSL {
    /// The certificates of a PEM text, each of which somebody has to let go of.
    ///
    /// `nil` if one can't be read.
    fileprivate func certificates(pem: [UInt8]) -> [OpaquePointer]? {
        pem.withUnsafeBytes { bytes in
            guard let count = Int32(exactly: bytes.count), count > 0 else { return nil }
            let input = newInput(bytes.baseAddress, count)
            defer {
                _ = releaseBuffer(input)
                // Another's question on this thread is not to be answered with what happened here.
                forgetErrors()
            }
            var found: [OpaquePointer] = []
            forgetErrors()
            while let certificate = readPEM(input, nil, nil, nil) { found.append(certificate) }
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
