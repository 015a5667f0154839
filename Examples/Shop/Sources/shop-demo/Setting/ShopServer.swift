import Foundation
import Glibc

/// The server of the demo, a child process or an independent one.
struct ShopServer: Sendable {
    let baseURL: String
    let keyID: String
    let key: Data
    private let child: ChildProcess?

    /// Returns the server that the options select, ready for calls.
    static func found(by options: Options) throws -> ShopServer {
        let environment = ProcessInfo.processInfo.environment
        let keyID = environment["SHOP_PARTNER_KEY_ID"] ?? "partner-2026"
        switch options.server {
        case .running(let baseURL):
            guard let text = environment["SHOP_PARTNER_KEY"], let key = Data(base64Encoded: text)
            else { throw Refusal("SHOP_PARTNER_KEY must hold the server's key as base64") }
            return ShopServer(baseURL: baseURL, keyID: keyID, key: key, child: nil)
        case .program(let path):
            let key = Data((0..<32).map { _ in UInt8.random(in: .min ... .max) })
            let child = try ChildProcess(
                path, arguments: ["--port", "0"],
                environment: [
                    "SHOP_PARTNER_KEY": key.base64EncodedString(), "SHOP_PARTNER_KEY_ID": keyID,
                ])
            let line = try child.firstLine(within: .seconds(20))
            guard let start = line.firstRange(of: "http://") else {
                child.stop()
                throw Refusal("\(path) said “\(line)” instead of its address")
            }
            let baseURL = String(line[start.lowerBound...])
            return ShopServer(baseURL: baseURL, keyID: keyID, key: key, child: child)
        }
    }

    func stop() { child?.stop() }
}
