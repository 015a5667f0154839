import Foundation
import PosthornCrypto
import PosthornServer

/// The settings from the command line and the environment.
struct Settings {
    let port: UInt16
    /// The server's half of the partner's cipher.
    let sealed: EnvelopeServer

    /// Reads `--port` from the arguments and the key from the environment, where other users of the
    /// machine can't see it in the list of processes.
    init(arguments: [String], environment: [String: String]) throws(Refusal) {
        switch (arguments.first, arguments.count) {
        case (nil, _): port = 0
        case ("--port", 2):
            guard let port = UInt16(arguments[1]) else {
                throw Refusal("--port takes a number from 0 to 65535, 0 for a free port")
            }
            self.port = port
        default: throw Refusal("usage: shop-server [--port NUMBER]")
        }
        guard let text = environment["SHOP_PARTNER_KEY"], let bytes = Data(base64Encoded: text),
            let key = try? SecretKey(
                id: environment["SHOP_PARTNER_KEY_ID"] ?? "partner-2026", bytes: bytes),
            let sealed = try? EnvelopeServer(key: key, audience: "shop")
        else {
            throw Refusal("SHOP_PARTNER_KEY must hold 32 bytes as base64 (openssl rand -base64 32)")
        }
        self.sealed = sealed
    }

    /// The reason why the program does not start.
    struct Refusal: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }
}
