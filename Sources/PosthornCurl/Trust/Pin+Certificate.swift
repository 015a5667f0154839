extension Pin {
    /// Creates the pin of a certificate's public key.
    ///
    /// A renewed certificate with the same key has the same pin.
    /// - Parameter pem: The certificate in PEM; of several, the first.
    /// - Throws: a `TransportError` with the code `invalidRequest` if the text has no certificate, and with
    ///   `tlsFailed` if libcurl has another TLS library than OpenSSL.
    public init(certificate pem: String) throws(TransportError) {
        CurlLibrary.start()
        guard let functions = OpenSSL.functions else { throw .noOpenSSL(CurlLibrary.tlsLibrary) }
        let found = functions.certificates(text: pem) ?? []
        defer { for certificate in found { functions.release(certificate) } }
        guard let first = found.first, let pin = functions.pin(of: first) else {
            throw .invalidRequest(
                "the certificate of a pin can't be read", "give it the text of a PEM file")
        }
        self = pin
    }
}
