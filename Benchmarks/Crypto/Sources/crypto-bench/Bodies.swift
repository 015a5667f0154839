import FoundationEssentials
import Posthorn
import PosthornCrypto
import Usage

/// Sealing and opening of whole bodies, each beside the primitive in the same run.
enum Bodies {
    /// 1 KB, 64 KB and 100 MB, and how often each is done in a round.
    static let sizes = [("1 KB", 1_000, 2_000), ("64 KB", 65_536, 300), ("100 MB", 100_000_000, 1)]

    /// - Parameter start: What the names of the ciphers start with that are wanted; `nil` for all.
    static func measure(rounds: Int, of start: String?) async throws {
        for subject in try Subject.all() where subject.name.hasPrefix(start ?? "") {
            for (name, count, times) in sizes {
                let body = bytes(count)
                try await seal(subject, body, name, times, rounds)
                try await open(subject, body, name, times, rounds)
            }
        }
    }

    /// Bytes that differ.
    static func bytes(_ count: Int) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    }

    static func request(_ body: Data) -> TransportRequest {
        TransportRequest(
            endpoint: "bench", method: .post, origin: "https://api.example.com", route: "/orders",
            target: "/orders?limit=5", headers: [.contentType: "application/json"], body: body)
    }

    private static func seal(
        _ subject: Subject, _ body: Data, _ size: String, _ times: Int, _ rounds: Int
    ) async throws {
        let plain = request(body)
        try await compare(
            "\(subject.name) seals \(size)", subject.primitive, body.count, times, rounds,
            make: {
                var request = plain
                request.headers = own(plain.headers)
                return request
            },
            ours: { request in
                try await subject.cipher.seal(&request)
                guard request.body?.count ?? 0 > body.count else { fatalError("not sealed") }
            },
            bare: {
                guard try subject.seal(body).count > body.count else { fatalError("not sealed") }
            })
    }

    private static func open(
        _ subject: Subject, _ body: Data, _ size: String, _ times: Int, _ rounds: Int
    ) async throws {
        var sent = request(Data([1]))
        try await subject.cipher.seal(&sent)
        let answer = try subject.answer(body, sent)
        let sealed = try subject.seal(body)
        // `seal` of HPKE is its request's, and its response has another.
        let candidates = [sealed, try Subject.sealAES(body), try Subject.sealForHKDF(body)]
        guard let opened = candidates.first(where: { (try? subject.open($0)) != nil }) else {
            fatalError("\(subject.name) opens nothing")
        }
        try await compare(
            "\(subject.name) opens \(size)", subject.primitive, body.count, times, rounds,
            make: {
                var response = answer
                response.headers = own(answer.headers)
                return response
            },
            ours: { [sent] response in
                try await subject.cipher.open(&response, to: sent)
                guard response.body.count == body.count else { fatalError("not opened") }
            },
            bare: {
                guard try subject.open(opened).count == body.count else { fatalError("not opened") }
            })
    }

    /// Fields that share no memory with those: a message of a call is its cipher's alone, and is changed
    /// without a copy.
    private static func own(_ fields: HTTPFields) -> HTTPFields {
        var own = HTTPFields()
        for field in fields { own.append(field) }
        return own
    }

    /// Both in turn, round by round; the ratio is the median of those of the rounds.
    private static func compare<Message>(
        _ name: String, _ primitive: String, _ count: Int, _ times: Int, _ rounds: Int,
        make: () -> Message, ours: (inout Message) async throws -> Void,
        bare: () async throws -> Void
    ) async throws {
        func timeOurs() async throws -> Double {
            var messages = (0..<times).map { _ in make() }
            let start = Usage.cpuTime()
            while var message = messages.popLast() { try await ours(&message) }
            return (Usage.cpuTime() - start) / Double(times)
        }
        func timeBare() async throws -> Double {
            let start = Usage.cpuTime()
            for _ in 0..<times { try await bare() }
            return (Usage.cpuTime() - start) / Double(times)
        }
        _ = try await (timeOurs(), timeBare())
        var all: [(ours: Double, bare: Double)] = []
        for _ in 0..<rounds { all.append((try await timeOurs(), try await timeBare())) }
        let ratio = all.map { $0.bare / $0.ours }.sorted()[rounds / 2]
        let time = all.map(\.ours).sorted()[rounds / 2]
        let base = all.map(\.bare).sorted()[rounds / 2]
        print(
            "\(name): \(text(time * 1_000_000, 1)) µs, \(text(Double(count) / time / 1e6, 0)) MB/s; "
                + "\(primitive) \(text(base * 1_000_000, 1)) µs; ratio \(text(ratio))")
    }
}
