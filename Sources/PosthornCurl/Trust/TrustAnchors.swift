import FoundationEssentials

/// Trusted certificates in OpenSSL's form.
///
/// OpenSSL counts a certificate's references atomically and locks its cached values.
///
/// SAFETY: nothing changes after init.
final class TrustAnchors: @unchecked Sendable {
    private let certificates: [OpaquePointer]
    /// The certificates as an OpenSSL stack, for verification.
    private let stack: OpaquePointer?
    private let functions: OpenSSL
    /// Whether each certificate names itself as its issuer, as those of root authorities do.
    let areRoots: Bool

    /// Parses the certificates of a file as OpenSSL does.
    ///
    /// Returns `nil` if there is none, or if one can't be read.
    convenience init?(file: [UInt8], _ functions: OpenSSL) {
        guard let found = functions.certificates(file: file) else { return nil }
        self.init(found, functions)
    }

    /// Parses the certificates of a PEM text (RFC 7468).
    ///
    /// Text between the certificates is ignored, and whitespace within them is allowed, as in YAML or in
    /// environment variables. Returns `nil` if there is none, or if one can't be read.
    convenience init?(text: String, _ functions: OpenSSL) {
        guard let found = functions.certificates(text: text), !found.isEmpty else { return nil }
        self.init(found, functions)
    }

    convenience init(_ first: TrustAnchors, and others: TrustAnchors) {
        let all = first.certificates + others.certificates
        for certificate in all { _ = first.functions.hold(certificate) }
        self.init(all, first.functions)
    }

    /// - Parameter certificates: The certificates; the list releases them when it is deinitialized.
    private init(_ certificates: [OpaquePointer], _ functions: OpenSSL) {
        self.certificates = certificates
        self.functions = functions
        areRoots = certificates.allSatisfy { functions.isSelfIssued($0) }
        stack = functions.newStack()
        for certificate in certificates { _ = functions.push(stack, certificate) }
    }

    deinit {
        functions.releaseStack(stack)
        for certificate in certificates { functions.release(certificate) }
    }

    /// Makes a verification trust these certificates only.
    ///
    /// libcurl can be built to fall back on the system's certificates, so that others may be there already.
    func join(_ check: OpaquePointer?) { functions.trustOnly(check, stack) }
}

// The caller releases each returned certificate; `nil` means that one can't be read.
extension OpenSSL {
    func certificates(text: String) -> [OpaquePointer]? {
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

    func certificates(file: [UInt8]) -> [OpaquePointer]? {
        readPEM(file, readPEM, release: release)
    }

    /// Returns the objects of one kind in a PEM text; `nil` if there is none, or if one can't be read.
    func readPEM(
        _ file: [UInt8], _ readPEM: ReadPEM, release: Release
    ) -> [OpaquePointer]? {
        file.withUnsafeBytes { bytes in
            guard let count = Int32(exactly: bytes.count), count > 0 else { return nil }
            let input = newInput(bytes.baseAddress, count)
            defer {
                _ = releaseBuffer(input)
                // A leftover error on this thread would be taken for that of another call.
                forgetErrors()
            }
            var found: [OpaquePointer] = []
            forgetErrors()
            // An empty password keeps OpenSSL from prompting at the terminal.
            while let object = readPEM(input, nil, nil, "") { found.append(object) }
            // The expected end of the text: no further object starts.
            guard lastError() & 0xfff == Self.noStart, !found.isEmpty else {
                for object in found { release(object) }
                return nil
            }
            return found
        }
    }

    /// Whether a certificate names itself as its issuer.
    func isSelfIssued(_ certificate: OpaquePointer?) -> Bool {
        extensionFlags(certificate) & 0x20 != 0
    }

    /// OpenSSL's reason code for finding no further object.
    private static let noStart: UInt = 108
}
