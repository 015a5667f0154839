import Foundation
import Posthorn
import PosthornCrypto
import Shop

/// Where the scenes are played: a client with a tap on its wire, and the count of what went wrong.
final class Stage {
    let server: ShopServer
    let tap: WireTap
    let shop: ShopAPI
    /// The cipher that fits the server, for scenes that put it on a call by themselves.
    let partner: any PayloadCipher
    private let printer: Printer
    private(set) var played = 0
    private(set) var failed = 0

    init(session: any Transport, server: ShopServer, printer: Printer) throws {
        self.server = server
        self.printer = printer
        tap = WireTap(session)
        let key = try SealingKey(id: server.keyID, bytes: server.key)
        partner = TappedCipher(wrapped: try AESGCMCipher(key: key), tap: tap)
        shop = ShopAPI(
            ClientConfiguration(baseURL: server.baseURL, transport: tap),
            common: .init(deviceID: "demo-\(UInt32.random(in: 1000...9999))", channel: .web),
            ciphers: .init(partner: partner))
    }

    /// Plays one scene: runs it, then prints its Swift, what crossed the wire, and what came of it.
    /// - Parameters:
    ///   - title: What the scene shows.
    ///   - swift: The call as it stands in the scene.
    ///   - scene: Makes the call, checks it, and returns a line that describes the outcome.
    func play(_ title: String, _ swift: String, _ scene: () async throws -> String) async {
        played += 1
        printer.heading(played, title)
        printer.swift(swift)
        do {
            let outcome = try await scene()
            printer.wire(tap.take())
            printer.result(outcome, isGood: true)
        } catch {
            failed += 1
            printer.wire(tap.take())
            printer.result("\(error)", isGood: false)
        }
    }
}

/// A call that did not do what it should.
struct Unmet: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = "expected \(description)" }
}

/// Refuses an outcome that is not the expected one.
func expect(_ isMet: Bool, _ expectation: String) throws(Unmet) {
    if !isMet { throw Unmet(expectation) }
}
