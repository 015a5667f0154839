import Depot
import Foundation
import Hummingbird
import PosthornCore
import PosthornCrypto
import PosthornServer

/// The program `depot-server`: serves the depot on a free port of 127.0.0.1 until its standard input closes.
@main
struct DepotProgram {
    /// The server as its clients see it, which ciphers and signatures are bound to.
    static let origin = "https://depot.example"

    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        guard let bytes = environment["DEPOT_KEY"].flatMap({ Data(base64Encoded: $0) }) else {
            fatalError("DEPOT_KEY must hold 32 bytes as base64")
        }
        // The key of the cipher; that of the signer is derived from it.
        let key = try SecretKey(id: "partner", bytes: bytes)
        let depot = Warehouse().endpointServer(
            partnerCipher: try EnvelopeServer(key: key, audience: origin),
            deviceVerifier: SignerServer(
                HMACSigner(key: try key.derived(id: "device", info: Data("device".utf8)))))

        let responder = CallbackResponder<BasicRequestContext> { request, _ in
            var received = request
            let body = try await received.collectBody(upTo: depot.bodyLimit)
            let response = await depot.respond(
                to: TransportRequest(
                    request.head, body: Data(body.readableBytesView), origin: origin))
            return Response(
                status: response.status, headers: response.head.headerFields,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: response.body)))
        }
        let application = Application(
            responder: responder, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                print("http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
                fflush(nil)
            })
        Thread {
            while !FileHandle.standardInput.availableData.isEmpty {}
            exit(0)
        }.start()
        try await application.run()
    }
}
