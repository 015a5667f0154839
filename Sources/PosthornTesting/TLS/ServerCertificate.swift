import Glibc

/// What a ``ScriptedServer`` shows in the handshake of TLS.
public struct ServerCertificate: Sendable {
    /// The certificates in PEM, the server's own first.
    public let chain: String
    /// The private key of the first one, in PEM.
    public let key: String

    /// Takes a certificate that was made elsewhere.
    public init(chain: String, key: String) {
        self.chain = chain
        self.key = key
    }

    /// Makes a certificate that vouches for itself, for one day.
    ///
    /// A client believes it if ``chain`` is among the authorities that it trusts.
    /// - Parameter hosts: The names and IPv4 addresses that it is for; the default is those of this
    ///   machine.
    /// - Throws: a ``ScriptError`` if there is no OpenSSL 3, or it takes a name for none.
    public static func selfSigned(
        for hosts: [String] = ["localhost", "127.0.0.1"]
    ) throws -> ServerCertificate {
        let library = try TLSLibrary.loaded()
        let key = try makeKey(library)
        defer { library.freeKey(key) }
        let certificate = library.makeCertificate()
        defer { library.freeCertificate(certificate) }
        let name = library.subject(certificate)
        // Of its own: a client with two authorities of one name looks at the first alone.
        let ownName = "scripted server \(UInt64.random(in: .min ... .max))"
        let names = hosts.map { host in
            (host.allSatisfy { "0123456789.".contains($0) } ? "IP:" : "DNS:") + host
        }
        let alternativeName: Int32 = 85
        let field = library.makeExtension(nil, nil, alternativeName, names.joined(separator: ","))
        defer { library.freeExtension(field) }
        // Version 3 is written as 2, and 4,097 says that the text is ASCII.
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

    /// A key of P-256.
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
