import Glibc

/// The certificate that a ``ScriptedServer`` presents in the TLS handshake.
public struct ServerCertificate: Sendable {
    /// The certificate chain in PEM, with the server's certificate first.
    public let chain: String
    /// The private key of the first certificate, in PEM.
    public let key: String

    /// Creates a value from an existing certificate chain and key.
    public init(chain: String, key: String) {
        self.chain = chain
        self.key = key
    }

    /// Creates a self-signed certificate with a P-256 key, valid for 24 hours.
    ///
    /// A client trusts the certificate if ``chain`` is among its certificate authorities.
    /// - Parameter hosts: The DNS names and IPv4 addresses of the server. The default is `localhost` and
    ///   `127.0.0.1`.
    /// - Throws: A ``ScriptError`` if OpenSSL 3 is missing, or rejects a host.
    public static func selfSigned(
        for hosts: [String] = ["localhost", "127.0.0.1"]
    ) throws -> ServerCertificate {
        let library = try TLSLibrary.loaded()
        let key = try makeKey(library)
        defer { library.freeKey(key) }
        let certificate = library.makeCertificate()
        defer { library.freeCertificate(certificate) }
        let name = library.subject(certificate)
        // The name is unique because a client with two authorities of the same name tries only the first.
        let ownName = "scripted server \(UInt64.random(in: .min ... .max))"
        let names = hosts.map { host in
            (host.allSatisfy { "0123456789.".contains($0) } ? "IP:" : "DNS:") + host
        }
        let alternativeName: Int32 = 85
        let field = library.makeExtension(nil, nil, alternativeName, names.joined(separator: ","))
        defer { library.freeExtension(field) }
        // 2 stands for version 3, and 0x1001 for text in ASCII.
        guard library.setVersion(certificate, 2) == 1,
            library.setNumber(library.serial(certificate), time(nil)) == 1,
            library.setTime(library.begin(certificate), -3600) != nil,
            library.setTime(library.end(certificate), 24 * 3600) != nil,
            library.setKey(certificate, key) == 1,
            library.addEntry(name, "CN", 0x1001, ownName, -1, -1, 0) == 1,
            library.setIssuer(certificate, name) == 1, field != nil,
            library.addExtension(certificate, field, -1) == 1,
            library.sign(certificate, key, library.sha256()) > 0
        else { throw ScriptError("no certificate can be for \(hosts.joined(separator: ", "))") }
        return ServerCertificate(
            chain: text(library) { library.writeCertificate($0, certificate) },
            key: text(library) { library.writeKey($0, key, nil, nil, 0, nil, nil) })
    }

    private static func makeKey(_ library: TLSLibrary) throws -> TLSLibrary.Pointer? {
        let ellipticCurve: Int32 = 408
        let context = library.makeKeyContext(ellipticCurve, nil)
        defer { library.freeKeyContext(context) }
        var key: TLSLibrary.Pointer?
        guard library.beginKey(context) == 1, library.setGroup(context, "P-256") == 1,
            library.makeKey(context, &key) == 1
        else { throw ScriptError("OpenSSL makes no key of P-256") }
        return key
    }

    private static func text(
        _ library: TLSLibrary, _ write: (TLSLibrary.Pointer?) -> Int32
    ) -> String {
        let memory = library.makeMemory(library.memoryMethod())
        defer { library.freeText(memory) }
        var bytes: TLSLibrary.Pointer?
        let getBytes: Int32 = 3
        guard write(memory) == 1 else { return "" }
        let count = withUnsafeMutablePointer(to: &bytes) {
            library.controlText(memory, getBytes, 0, UnsafeMutableRawPointer($0))
        }
        return String(
            decoding: UnsafeRawBufferPointer(start: bytes, count: max(0, count)), as: UTF8.self)
    }
}
