// A process of its own, with nothing in it but what a client needs: how much memory a large upload
// takes is seen from outside.

import FoundationEssentials
import Glibc
import Posthorn
import PosthornCurl

/// An endpoint that sends files as parts.
struct SendFiles: Endpoint {
    let paths: [String]

    func build(_ request: inout RequestBuilder) throws {
        request.method(.put, "/upload/files")
        request.part("caption", "many")
        request.part("files", paths.map { FormPart(file: URL(filePath: $0)) })
    }
}

struct Uploads: APIService {
    var configuration: ClientConfiguration
}

/// A body of one value.
struct Whole: Encodable, Sendable {
    let text: String
}

/// An endpoint whose body is what a closure makes of it.
struct Fill: Endpoint {
    let fill: @Sendable (inout RequestBuilder) throws -> Void

    func build(_ request: inout RequestBuilder) throws {
        request.method(.post, "/x")
        try fill(&request)
    }
}

/// Answers nothing: what is built is not sent.
struct Nowhere: Transport {
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        throw TransportError(.cannotConnect, "nothing is sent here")
    }
}

/// Prints for each kind of body how much memory it takes to write one, in hundredths of its size: 100 is
/// one copy of what the caller has.
func copies(_ size: Int) throws {
    let text = String(repeating: "a", count: size)
    let data = Data(repeating: 0x61, count: size)
    let kinds: [(String, @Sendable (inout RequestBuilder) throws -> Void)] = [
        ("json", { $0.body("a", text) }), ("form", { $0.form("a", text) }),
        (
            "json value with another field",
            {
                $0.body("a", 1); $0.body(Whole(text: text))
            }
        ),
        ("text part", { $0.part("a", text) }),
        ("part of bytes", { $0.part("a", FormPart(data, filename: "a")) }),
        ("bytes", { $0.upload(HTTPBody(data), as: "a/b") }),
    ]
    let service = Uploads(
        configuration: try ClientConfiguration(baseURL: "http://localhost", transport: Nowhere()))
    // What the first request of a process loads is not part of a body.
    _ = try service.request(for: Fill { $0.body("a", "a") })
    for (kind, fill) in kinds {
        try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        let before = peak()
        let request = try service.request(for: Fill(fill: fill))
        let grown = (peak() - before) * 1024
        print("\(kind): \(grown * 100 / (request.body?.count ?? 1))")
    }
}

/// The most memory that the process has had so far, in KiB.
///
/// Read with little of its own, as texts and their splitting take more than is looked for; `getrusage`
/// begins with what the process had that started this one.
func peak() -> Int {
    withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 1) { memory in
        let file = open("/proc/self/status", O_RDONLY)
        defer { close(file) }
        let count = max(0, read(file, memory.baseAddress, memory.count - 1))
        memory[count] = 0
        guard let text = memory.baseAddress?.assumingMemoryBound(to: CChar.self),
            let line = strstr(text, "VmHWM:")
        else { return 0 }
        return strtol(line + 6, nil, 10)
    }
}

// Sends files in one multipart body and prints its length, the status and how much memory the process
// had at most, in KiB: before the call and after it.
let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "copies" {
    try copies(32 << 20)
} else if let url = arguments.first {
    try await CurlSession.withSession { session in
        let service = Uploads(
            configuration: try ClientConfiguration(baseURL: url, transport: session))
        let endpoint = SendFiles(paths: Array(arguments.dropFirst()))
        let length = try service.request(for: endpoint).body?.count ?? 0
        let before = peak()
        let response = try await service.response(to: endpoint)
        print(length, response.status.code, before, peak())
    }
} else {
    print("usage: upload-check URL PATH… | upload-check copies")
}
