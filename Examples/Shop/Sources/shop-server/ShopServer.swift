import FlyingFox
import FlyingSocks
import Foundation
import ShopService

/// The program `shop-server`: serves the shop on 127.0.0.1 until its standard input closes.
@main
struct ShopServer {
    static func main() async {
        do {
            let settings = try Settings(
                arguments: Array(CommandLine.arguments.dropFirst()),
                environment: ProcessInfo.processInfo.environment)
            let lifetime = Lifetime()
            try await serve(settings)
            lifetime.keep()
        } catch {
            FileHandle.standardError.write(Data("shop-server: \(error)\n".utf8))
            exit(2)
        }
    }

    private static func serve(_ settings: Settings) async throws {
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: settings.port), pool: PromptPool(),
            logger: .disabled, handler: ShopHandler(shop: Shop(), server: settings.sealed))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            try await server.waitUntilListening()
            guard case .ip4(_, let port) = await server.listeningAddress else {
                throw Settings.Refusal("the server has no address")
            }
            print("listening on http://127.0.0.1:\(port)/v1")
            fflush(nil)
            try await group.next()
        }
    }
}
