import Foundation
public import Posthorn

/// An authority made for a test, with one below it that signs what servers show.
public final class TestAuthority: Sendable {
    /// What a server shows, and the key that goes with it.
    public struct Certificate: Sendable {
        /// Its certificates in PEM, its own first.
        public let chain: String
        /// Its private key in PEM.
        public let key: String

        /// Puts a certificate together.
        public init(chain: String, key: String) {
            self.chain = chain
            self.key = key
        }
    }

    /// The authority's own certificate in PEM.
    public let root: String
    /// That of the authority below it.
    public let intermediate: String
    /// Kept here and not in a folder: one made once for a whole suite never ends.
    private let intermediateKey: String

    /// Makes the authority.
    /// - Parameter isSloppy: Whether its certificates break rules of RFC 5280 that many clients ignore.
    public init(isSloppy: Bool = false) throws {
        let folder = try TemporaryFolder(for: "authority")
        try Self.run(
            folder,
            #"""
            openssl req -x509 $NEW -keyout root.key -out root.pem -days 2 -subj "/CN=root" \
                \#(isSloppy ? "" : "-addext keyUsage=critical,keyCertSign,cRLSign")
            openssl req $NEW -keyout mid.key -out mid.csr -subj "/CN=intermediate"
            printf 'basicConstraints=critical,CA:true,pathlen:0\n' > mid.ext
            printf '\#(isSloppy ? "" : Self.identifiers + #"keyUsage=critical,keyCertSign,cRLSign\n"#)' >> mid.ext
            openssl x509 -req -in mid.csr -CA root.pem -CAkey root.key -set_serial 0x$(openssl rand -hex 8) \
                -days 2 -extfile mid.ext -out mid.pem
            """#)
        root = try String(contentsOfFile: folder.path + "/root.pem", encoding: .utf8)
        intermediate = try String(contentsOfFile: folder.path + "/mid.pem", encoding: .utf8)
        intermediateKey = try String(contentsOfFile: folder.path + "/mid.key", encoding: .utf8)
    }

    /// Makes a server's certificate.
    /// - Parameters:
    ///   - names: The alternative names in OpenSSL's words, such as `DNS:localhost`; `nil` for none.
    ///   - commonName: What the subject is called.
    ///   - days: How long it is valid; one that is negative has expired.
    public func certificate(
        _ names: String?, commonName: String = "server", days: Int = 2
    ) throws -> Certificate {
        let folder = try TemporaryFolder(for: "certificate")
        try intermediate.write(
            toFile: folder.path + "/mid.pem", atomically: true, encoding: .utf8)
        try intermediateKey.write(
            toFile: folder.path + "/mid.key", atomically: true, encoding: .utf8)
        let extensions = names.map { "subjectAltName=\($0)" } ?? "keyUsage=digitalSignature"
        try Self.run(
            folder,
            #"""
            openssl req -utf8 $NEW -keyout key -out csr -subj "/CN=\#(commonName)"
            printf '\#(Self.identifiers)\#(extensions)\n' > ext
            openssl x509 -req -in csr -CA mid.pem -CAkey mid.key -set_serial 0x$(openssl rand -hex 8) \
                -days \#(days) -extfile ext -out pem
            """#)
        let own = try String(contentsOfFile: folder.path + "/pem", encoding: .utf8)
        return Certificate(
            chain: own + intermediate,
            key: try String(contentsOfFile: folder.path + "/key", encoding: .utf8))
    }

    private static let identifiers =
        #"subjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n"#

    /// The pin of a certificate's key, by OpenSSL's own reckoning.
    public static func pin(of pem: String) throws -> Pin {
        let folder = try TemporaryFolder(for: "pin")
        try pem.write(toFile: folder.path + "/cert.pem", atomically: true, encoding: .utf8)
        try run(
            folder,
            """
            openssl x509 -in cert.pem -pubkey -noout | openssl pkey -pubin -outform der \
                | openssl dgst -sha256 -binary | openssl base64 -A > pin
            """)
        return try Pin(sha256: String(contentsOfFile: folder.path + "/pin", encoding: .utf8))
    }

    private static func run(_ folder: TemporaryFolder, _ script: String) throws {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        let new = "NEW='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'\n"
        shell.arguments = ["-ec", new + script]
        shell.currentDirectoryURL = folder.url
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        shell.waitUntilExit()
        guard shell.terminationStatus == 0 else { throw PeerError("openssl made no certificate") }
    }
}
