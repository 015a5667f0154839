import FoundationEssentials
import Posthorn
import PosthornCrypto
import Usage

/// What a sealed call of 1 KB both ways costs over a plain one: processor time of the process, without
/// a network.
enum Calls {
    struct Service: APIService {
        var configuration: ClientConfiguration
    }

    struct Note: Codable, Sendable {
        var text: String
    }

    struct Post: Endpoint {
        typealias Output = Note
        static let name = "post"
        let text: String

        func build(_ request: inout RequestBuilder) throws {
            request.method(.post, "/notes")
            request.body("text", text)
        }
    }

    /// Does the server's work for each call, sealed or not, so that it is in both figures; what it
    /// sends is what differs.
    struct Server: Transport {
        let subject: Subject
        let isSealed: Bool
        /// A request as the cipher seals it.
        let sample: TransportRequest
        let body: Data

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            var asked = sample
            if isSealed { asked.headers = request.headers }
            guard let answer = try? subject.answer(body, asked) else {
                throw TransportError(.malformedResponse, "not sealed")
            }
            if isSealed { return answer }
            return TransportResponse(
                status: .ok, headers: [.contentType: "application/json"], body: body)
        }
    }

    static func measure(rounds: Int) async throws {
        let note = String(repeating: "ring twice ", count: 90)
        let body = Data(#"{"text":"\#(note)"}"#.utf8)
        // Some are there twice, beside two primitives.
        var names: Set<String> = []
        for subject in try Subject.all() where names.insert(subject.name).inserted {
            var sample = TransportRequest(
                endpoint: "post", method: .post, origin: "https://api.example.com",
                route: "/notes", target: "/notes", body: body)
            try await subject.cipher.seal(&sample)
            func service(isSealed: Bool) -> Service {
                let server = Server(
                    subject: subject, isSealed: isSealed, sample: sample, body: body)
                return Service(
                    configuration: ClientConfiguration(
                        baseURL: try? BaseURL("https://api.example.com"), transport: server)
                ).with { $0.cipher = isSealed ? subject.cipher : .plaintext }
            }
            let (plain, sealed) = (service(isSealed: false), service(isSealed: true))
            func time(_ service: Service) async throws -> Double {
                let start = Usage.cpuTime()
                for _ in 0..<2_000 {
                    guard try await service.send(Post(text: note)).text == note else {
                        fatalError("another response")
                    }
                }
                return (Usage.cpuTime() - start) / 2_000 * 1_000_000
            }
            _ = try await (time(plain), time(sealed))
            var all: [(Double, Double)] = []
            for _ in 0..<rounds { all.append((try await time(plain), try await time(sealed))) }
            func median(_ values: [Double]) -> Double { values.sorted()[rounds / 2] }
            print(
                "a call of \(body.count) bytes both ways, \(subject.name): plain "
                    + "\(text(median(all.map(\.0)), 1)) µs, sealed "
                    + "\(text(median(all.map(\.1)), 1)), more "
                    + "\(text(median(all.map { $0.1 - $0.0 }), 1))")
        }
    }
}
