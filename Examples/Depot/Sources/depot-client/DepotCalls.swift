import Depot
import Foundation
import Posthorn
import PosthornCrypto

/// The program `depot-client URL`: calls the server with sealed and signed requests.
@main
struct DepotCalls {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        guard CommandLine.arguments.count == 2,
            let bytes = environment["DEPOT_KEY"].flatMap({ Data(base64Encoded: $0) })
        else { fatalError("usage: DEPOT_KEY=… depot-client URL") }
        let depot = try api(of: CommandLine.arguments[1], bytes)
        try await call(depot)
    }

    /// Returns a client whose ciphers and signers have their keys.
    static func api(of url: String, _ bytes: Data) throws -> DepotAPI {
        let key = try SecretKey(id: "partner", bytes: bytes)
        let deviceKey = try key.derived(id: "device", info: Data("device".utf8))
        let cipher = try EnvelopeCipher(key: key, audience: "https://depot.example")
        let session = try CurlSession()
        let configuration = ClientConfiguration(
            baseURL: try BaseURL("https://depot.example/v1"),
            transport: Forwarding(to: url, session: session))
        return DepotAPI(
            configuration, ciphers: .init(partner: cipher),
            signers: .init(device: HMACSigner(key: deviceKey)))
    }

    /// Calls each endpoint, also so that it fails.
    static func call(_ depot: DepotAPI) async throws {
        let tea = try await depot.addItem(name: "tea", count: 3)
        print("added \(tea.id) \(tea.name) \(tea.count)")
        do {
            _ = try await depot.addItem(name: "tea")
        } catch DepotAPI.AddItem.Failure.nameTaken(let problem) {
            print("refused: \(problem.message)")
        }
        let item = try await depot.getItem(id: tea.id)
        print("got \(item.name)")
        try await depot.removeItem(id: tea.id)
        do {
            _ = try await depot.getItem(id: tea.id)
        } catch DepotAPI.GetItem.Failure.notFound(let problem) {
            print("refused: \(problem.message)")
        }
    }
}

/// Sends requests to a server behind a proxy, as a proxy that terminates TLS does.
struct Forwarding: Transport {
    let origin: String
    let session: CurlSession

    init(to origin: String, session: CurlSession) {
        self.origin = origin
        self.session = session
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        var request = request
        request.url = origin + request.target
        return try await session.send(request)
    }
}
