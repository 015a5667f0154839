import Foundation
import Posthorn
import Synchronization
import Testing

/// Generated endpoints that are sealed and signed.
@Suite("Generated signing")
struct GeneratedSigningTests {
    private struct Stamp: Signer {
        let name: String
        var signsStreams: Bool { true }
        var verifiesStreams: Bool { true }

        func sign(_ request: inout TransportRequest) async throws {
            let field = try #require(HTTPField.Name("X-Signed"))
            let body = request.body?.data.map { String(decoding: $0, as: UTF8.self) } ?? "-"
            request.headers.append(HTTPField(name: field, value: "\(name) \(body)"))
        }

        func verify(_ response: TransportResponse, to request: TransportRequest) {}
    }

    private struct Upper: PayloadCipher {
        let name = "upper"

        func seal(_ request: inout TransportRequest) {
            let text = request.body?.data.map { String(decoding: $0, as: UTF8.self) } ?? ""
            request.body = HTTPBody(Data(text.uppercased().utf8))
        }

        func open(_ response: inout TransportResponse, to request: TransportRequest) {}
    }

    private final class Recording: Transport {
        private let signatures = Mutex<[[String]]>([])

        var all: [[String]] { signatures.withLock { $0 } }

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            let values = request.headers.filter { $0.name.canonicalName == "x-signed" }
                .map(\.value)
            signatures.withLock { $0.append(values) }
            return TransportResponse(status: .noContent)
        }
    }

    @Test("A service requires ciphers and signers, and signs after sealing")
    func signsAfterSealing() async throws {
        let transport = Recording()
        var configuration = ClientConfiguration(transport: transport)
        configuration.defaults.signer = Stamp(name: "default")
        let api = SignersAPI(
            configuration, ciphers: .init(partner: Upper()),
            signers: .init(partner: Stamp(name: "partner"), device: Stamp(name: "device")))
        try await api.placeOrder(sku: "a")
        try await api.refund(sku: "a")
        try await api.upload(body: HTTPBody(Data("a".utf8)))
        try await api.listOrders()
        let body = #"{"sku":"a"}"#
        #expect(
            transport.all == [
                ["partner \(body.uppercased())"], ["partner \(body)", "device \(body)"],
                ["partner a"], [],
            ])
    }
}
