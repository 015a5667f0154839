import Foundation
import Posthorn
import PosthornCrypto
import Shop

/// The scenes' client with a tap on its wire, and the number of failures.
final class Stage {
    let server: ShopServer
    let tap: WireTap
    let shop: ShopAPI
    /// The cipher that matches the server's key, for scenes that set it for one call.
    let partner: any PayloadCipher
    let printer: Printer
    let session: CurlSession
    private(set) var played = 0
    private(set) var failed = 0

    init(session: CurlSession, server: ShopServer, printer: Printer) throws {
        self.server = server
        self.printer = printer
        self.session = session
        tap = WireTap(session)
        let key = try SecretKey(id: server.keyID, bytes: server.key)
        partner = TappedCipher(
            wrapped: try EnvelopeCipher(key: key, audience: "shop"), tap: tap)
        shop = ShopAPI(
            try ClientConfiguration(baseURL: server.baseURL, transport: tap),
            common: .init(deviceID: "demo-\(UInt32.random(in: 1000...9999))", channel: .web),
            ciphers: .init(partner: partner))
    }

    /// Plays one scene, then prints its Swift, the messages and the result.
    ///
    /// - Parameters:
    ///   - title: The title of the scene.
    ///   - swift: The call as Swift code.
    ///   - scene: Makes the call, checks the result, and returns a line that describes it.
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

/// The error of a call with an unexpected result.
struct Unmet: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = "expected \(description)" }
}

/// Throws unless the condition is true.
func expect(_ isMet: Bool, _ expectation: String) throws(Unmet) {
    if !isMet { throw Unmet(expectation) }
}
