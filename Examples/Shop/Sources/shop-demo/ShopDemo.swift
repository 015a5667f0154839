import Foundation
import Posthorn
import PosthornCrypto

/// The program `shop-demo`, which calls a real server with the client generated from `Specs/Shop`.
///
/// For each call, it prints the Swift, the request and the response.
@main
struct ShopDemo {
    static func main() async {
        let printer = Printer()
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            if arguments.first == "--share" {
                return try await SharingProcess.run(Array(arguments.dropFirst()))
            }
            let options = try Options(arguments)
            let server = try ShopServer.found(by: options)
            let failures = try await run(against: server, printer)
            exit(failures == 0 ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("shop-demo: \(error)\n".utf8))
            exit(2)
        }
    }

    /// Plays all scenes and returns the number of failures.
    private static func run(against server: ShopServer, _ printer: Printer) async throws -> Int {
        defer { server.stop() }
        return try await CurlSession.withSession { session in
            let stage = try Stage(session: session, server: server, printer: printer)
            printer.title("The shop at \(server.baseURL)")
            await stage.playAll()
            printer.summary(played: stage.played, failed: stage.failed)
            return stage.failed
        }
    }
}
