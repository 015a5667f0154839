import Foundation
import TestSupport
import Testing

@testable import PosthornCore
@testable import PosthornCurl

/// The chains of x509-limbo, verified as in a session, beside `openssl verify` in its strict mode.
///
/// `POSTHORN_LIMBO` names a file with all cases; the file in the repository leaves out those that are large because
/// they should exhaust a verifier.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct LimboTests {
    private struct Case: Decodable {
        let id: String
        let trusted: [Data]
        let untrusted: [Data]?
        let own: Data
        let lists: [Data]?
        let isValid: Bool
        /// `nil` if names are not compared.
        let host: String?
        let time: Int?
        let depth: Int32?
    }

    private static func cases() throws -> [Case] {
        let given = ProcessInfo.processInfo.environment["POSTHORN_LIMBO"].map { URL(filePath: $0) }
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = given ?? folder.appending(path: "Vectors/x509-limbo.json")
        return try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
    }

    @Test func verifiesNoWorseThanOpenSSL() throws {
        let cases = try Self.cases()
        #expect(cases.count >= 191)
        var right = (session: 0, openSSL: 0)
        for vector in cases {
            let session = try accepts(vector)
            let openSSL = try Self.openSSLAccepts(vector)
            right.session += session == vector.isValid ? 1 : 0
            right.openSSL += openSSL == vector.isValid ? 1 : 0
            if session != openSSL || session != vector.isValid {
                print(
                    "x509-limbo: \(vector.id) valid \(vector.isValid) session \(session) openssl \(openSSL)"
                )
            }
            #expect(
                vector.isValid || !session || openSSL,
                "only the session accepts the invalid chain \(vector.id)")
        }
        print(
            "x509-limbo: \(cases.count) cases, \(right.session) right, `openssl verify` \(right.openSSL)"
        )
        #expect(right.session >= right.openSSL)
    }

    // MARK: The session

    private typealias Pointer = OpaquePointer
    private typealias Initialize =
        @convention(c) (Pointer?, Pointer?, Pointer?, Pointer?) -> Int32
    private typealias SetDefault = @convention(c) (Pointer?, UnsafePointer<CChar>?) -> Int32
    private typealias SetNumber = @convention(c) (Pointer?, Int32) -> Void
    private typealias SetTime = @convention(c) (Pointer?, Int) -> Void

    private func function<Function>(_ name: String) throws -> Function {
        try #require(systemFunction(name))
    }

    /// Verifies a chain in a context that is set as libssl and libcurl set that of a handshake.
    private func accepts(_ vector: Case) throws -> Bool {
        let functions = try #require(OpenSSL.functions)
        let revocation = try #require(RevocationFunctions.functions)
        defer { functions.forgetErrors() }
        guard let own = functions.certificate(Array(vector.own)),
            let anchors = TrustAnchors(text: Self.pem(vector.trusted, "CERTIFICATE"), functions)
        else { return false }
        defer { functions.release(own) }
        let others = (vector.untrusted ?? []).compactMap { functions.certificate(Array($0)) }
        guard others.count == vector.untrusted?.count ?? 0 else { return false }
        let sent = functions.newStack()
        for certificate in [own] + others { _ = functions.push(sent, certificate) }
        defer {
            functions.releaseStack(sent)
            for certificate in others { functions.release(certificate) }
        }
        let store = revocation.newStore()
        defer { revocation.releaseStore(store) }
        _ = revocation.setFlags(store, ChainVerification.partialChain | Self.trustedFirst)
        let make: OpenSSL.Make = try function("X509_STORE_CTX_new")
        let release: OpenSSL.Release = try function("X509_STORE_CTX_free")
        let initialize: Initialize = try function("X509_STORE_CTX_init")
        let setDefault: SetDefault = try function("X509_STORE_CTX_set_default")
        let context = make()
        defer { release(context) }
        try #require(initialize(context, store, own, sent) == 1)
        try #require(setDefault(context, "ssl_server") == 1)
        try setParameters(functions.parameters(context), vector)
        let lists = try (vector.lists ?? []).map {
            try #require(RevocationLists(file: Array($0)))
        }
        let verification = ChainVerification(
            host: vector.host ?? "", proxy: nil,
            policy: try PolicyRules(TrustPolicy(), functions, library: nil), anchors: anchors,
            lists: lists, functions: functions, comparesPins: true, comparesNames: true)
        let verdict = verification.verdict(context)
        return verdict.problems.subtracting(vector.host == nil ? .name : []).isEmpty
    }

    private func setParameters(_ parameters: OpaquePointer?, _ vector: Case) throws {
        let setLevel: SetNumber = try function("X509_VERIFY_PARAM_set_auth_level")
        setLevel(parameters, 2)
        if let depth = vector.depth {
            let setDepth: SetNumber = try function("X509_VERIFY_PARAM_set_depth")
            setDepth(parameters, depth)
        }
        if let time = vector.time {
            let setTime: SetTime = try function("X509_VERIFY_PARAM_set_time")
            setTime(parameters, time)
        }
    }

    private static let trustedFirst: UInt = 0x8000

    private static func pem(_ objects: [Data], _ label: String) -> String {
        objects.map {
            "-----BEGIN \(label)-----\n" + $0.base64EncodedString(options: .lineLength64Characters)
                + "\n-----END \(label)-----\n"
        }.joined()
    }

    // MARK: OpenSSL's command

    private static func openSSLAccepts(_ vector: Case) throws -> Bool {
        let folder = try TemporaryFolder(for: "limbo")
        func file(_ name: String, _ objects: [Data], _ label: String = "CERTIFICATE") throws
            -> String
        {
            let path = folder.path + "/" + name
            try pem(objects, label).write(toFile: path, atomically: false, encoding: .utf8)
            return path
        }
        var arguments = [
            "verify", "-x509_strict", "-auth_level", "2", "-purpose", "sslserver", "-trusted",
            try file("trusted", vector.trusted),
        ]
        if let untrusted = vector.untrusted {
            arguments += ["-untrusted", try file("untrusted", untrusted)]
        }
        if let lists = vector.lists {
            arguments += ["-crl_check", "-CRLfile", try file("lists", lists, "X509 CRL")]
        }
        if let host = vector.host {
            let isAddress = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
            arguments += [isAddress ? "-verify_ip" : "-verify_hostname", host]
        }
        if let time = vector.time { arguments += ["-attime", "\(time)"] }
        if let depth = vector.depth { arguments += ["-verify_depth", "\(depth)"] }
        let openSSL = Process()
        openSSL.executableURL = URL(filePath: "/usr/bin/openssl")
        openSSL.arguments = arguments + [try file("own", [vector.own])]
        openSSL.standardOutput = FileHandle.nullDevice
        openSSL.standardError = FileHandle.nullDevice
        try openSSL.run()
        openSSL.waitUntilExit()
        return openSSL.terminationStatus == 0
    }
}
