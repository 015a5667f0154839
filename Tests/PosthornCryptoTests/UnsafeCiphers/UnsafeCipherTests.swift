import Foundation
import Posthorn
import PosthornTesting
import Testing

@Suite("The conformance check refuses unsafe ciphers")
struct UnsafeCipherTests {
    @Test func baseline() async throws {
        for flaw in UnsafeCipher.Flaw.allCases {
            try await run(
                flaw.rawValue, { UnsafeCipher(Peer.secret, flaw) },
                UnsafeServer(Peer.secret, flaw))
        }
        for flaw in UnsafeStreamCipher.Flaw.allCases {
            try await run(
                flaw.rawValue, { UnsafeStreamCipher(Peer.secret, flaw) },
                UnsafeStreamServer(Peer.secret, flaw))
        }
    }

    func run(
        _ name: String, _ cipher: @escaping @Sendable () throws -> any PayloadCipher,
        _ server: any CipherPeer
    ) async throws {
        var failed: [String] = []
        for behaviour in CipherConformance.behaviours {
            do {
                try await behaviour.check(
                    secrets: [Peer.secret], cipher: cipher,
                    response: { body, request in
                        var response = TransportResponse(status: .ok, body: body)
                        try await server.seal(&response, to: request)
                        return response
                    })
            } catch {
                failed.append("\(behaviour.name): \(error)")
            }
        }
        print("BASELINE \(name): \(failed.first ?? "PASSES")")
    }
}
