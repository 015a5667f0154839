private let symbols = Symbols()

/// The functions of OpenSSL that compare a certificate with a private key.
private struct KeyFunctions {
    typealias Pointer = OpaquePointer

    @Symbol(symbols, "PEM_read_bio_PrivateKey") var read:
        @convention(c) (Pointer?, Pointer?, Pointer?, UnsafePointer<CChar>?) -> Pointer?
    @Symbol(symbols, "X509_check_private_key") var belongs:
        @convention(c) (Pointer?, Pointer?) -> Int32
    @Symbol(symbols, "EVP_PKEY_free") var release: @convention(c) (Pointer?) -> Void

    static let functions = symbols.complete(KeyFunctions())
}

extension OpenSSL {
    /// Whether a PEM text holds certificates only, the last one complete.
    func holdsCertificates(_ pem: [UInt8]) -> Bool {
        guard let found = certificates(file: pem) else { return false }
        for certificate in found { release(certificate) }
        return !found.isEmpty
    }

    /// Whether the first certificate of a PEM text belongs to a private key.
    func isPair(_ certificate: [UInt8], _ key: [UInt8], password: String?) -> Bool {
        guard let keys = KeyFunctions.functions else { return false }
        defer { forgetErrors() }
        guard let found = certificates(file: certificate) else { return false }
        defer { for certificate in found { release(certificate) } }
        return key.withUnsafeBytes { bytes in
            guard let count = Int32(exactly: bytes.count) else { return false }
            let input = newInput(bytes.baseAddress, count)
            defer { _ = releaseBuffer(input) }
            // An empty password keeps OpenSSL from prompting at the terminal.
            guard let key = keys.read(input, nil, nil, password ?? "") else { return false }
            defer { keys.release(key) }
            return keys.belongs(found.first, key) == 1
        }
    }
}
