import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Multipart bodies as stored by a real server.
@Suite(.timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct MultipartUploadTests {
    private struct Send: Endpoint {
        static let name = "send"
        let path: String
        let fill: @Sendable (inout RequestBuilder) throws -> Void

        func build(_ request: inout RequestBuilder) throws {
            request.method(.put, path)
            try fill(&request)
        }
    }

    private struct Uploads: APIService { var configuration: ClientConfiguration }

    /// Creates a folder with files of these sizes, and passes their paths and contents.
    private func withFiles(
        _ sizes: [Int], _ body: ([String], [Data]) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(component: "posthorn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let contents = sizes.enumerated().map { index, size in
            Data(repeating: UInt8(ascii: "a") + UInt8(index), count: size)
        }
        let paths = try contents.enumerated().map { index, content in
            let url = folder.appending(component: "grüße \"\(index)\".bin")
            try content.write(to: url)
            return url.path
        }
        try await body(paths, contents)
    }

    /// The expected body, with the boundary of the stored one.
    private func expected(_ stored: Data, _ parts: [(head: String, body: Data)]) throws -> Data {
        let line = try #require(stored.range(of: Data("\r\n".utf8)))
        let boundary = String(decoding: stored[..<line.lowerBound], as: UTF8.self)
        #expect(boundary.hasPrefix("--posthorn-"))
        var whole = Data()
        for part in parts {
            whole += Data(
                "\(boundary)\r\nContent-Disposition: form-data; \(part.head)\r\n\r\n".utf8)
            whole += part.body + Data("\r\n".utf8)
        }
        return whole + Data("\(boundary)--\r\n".utf8)
    }

    @Test(arguments: [false, true])
    func serverStoresTheMultipartBody(_ isSecure: Bool) async throws {
        let server = try Nginx()
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .file(URL(filePath: server.authority))
        let base = isSecure ? server.secureURL("") : server.plainURL("")
        try await withFiles([3_000_000, 0, 17]) { paths, contents in
            try await CurlSession.withSession(configuration) { session in
                let service = Uploads(
                    configuration: try ClientConfiguration(baseURL: base, transport: session))
                // With a length, and in chunks because the stream does not know its length.
                for length in [5, nil] {
                    let path = "/upload/\(length ?? 0)"
                    let stream = BodyStream(
                        length: length,
                        replay: {
                            AsyncStream {
                                $0.yield(Data("12345".utf8)); $0.finish()
                            }
                        })
                    let response = try await service.response(
                        to: Send(path: path) { request in
                            request.part("n", 1)
                            request.part("f", paths.map { FormPart(file: URL(filePath: $0)) })
                            request.part("s", FormPart(stream, filename: "s.csv"))
                        })
                    #expect(response.status == .created)
                    let stored = try Data(
                        contentsOf: URL(filePath: server.uploaded(path)))
                    let type = "\r\nContent-Type: application/octet-stream"
                    let files = contents.enumerated().map { index, content in
                        ("name=\"f\"; filename=\"grüße %22\(index)%22.bin\"\(type)", content)
                    }
                    let parts =
                        [("name=\"n\"", Data("1".utf8))] + files
                        + [
                            (
                                "name=\"s\"; filename=\"s.csv\"\r\nContent-Type: text/csv",
                                Data("12345".utf8)
                            )
                        ]
                    #expect(
                        stored == (try expected(stored, parts.map { (head: $0.0, body: $0.1) })))
                }
            }
        }
    }

    /// The program as `make bench-upload` links it, without shared Swift libraries.
    private static let released = ProcessInfo.processInfo.environment["POSTHORN_UPLOAD_CHECK"]
        .map { URL(fileURLWithPath: $0) }

    private func run(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL =
            Self.released
            ?? URL(fileURLWithPath: CommandLine.arguments[0])
            .deletingLastPathComponent().appendingPathComponent("upload-check")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    #if !SANITIZED
        @Test func encodingABodyMakesAtMostOneCopy() throws {
            let lines = try run(["copies"]).split(separator: "\n")
            print("memory per body, 100 is its size:", lines.joined(separator: ", "))
            #expect(lines.count == 6)
            for line in lines {
                let share = try #require(line.split(separator: " ").last.flatMap { Int($0) })
                #expect(share < 150, "\(line)")
            }
        }
    #endif

    @Test func hundredMegabyteFileUploadStaysOutOfMemory() async throws {
        let server = try Nginx()
        try await withFiles([25_000_000, 25_000_000, 25_000_000, 25_000_000]) { paths, contents in
            let line = try run([server.plainURL("")] + paths)
            let numbers = line.split(whereSeparator: { " \n".contains($0) }).compactMap { Int($0) }
            try #require(numbers.count == 4)
            print("100 MB multipart upload: \(numbers[2]) KiB before it, \(numbers[3]) KiB at most")
            #expect(numbers[1] == 201)
            #if !SANITIZED
                // The memory used before is mostly libraries.
                #expect((numbers[3] - (Self.released == nil ? numbers[2] : 0)) * 1024 < 20_000_000)
            #endif
            let stored = try Data(
                contentsOf: URL(filePath: server.uploaded("/upload/files")),
                options: .mappedIfSafe)
            #expect(stored.count == numbers[0])
            var position = 0
            for content in contents {
                let start = try #require(
                    stored.range(of: content.prefix(1000), in: position..<stored.count)?.lowerBound)
                #expect(stored[start..<start + content.count] == content)
                position = start + content.count
            }
        }
    }
}
