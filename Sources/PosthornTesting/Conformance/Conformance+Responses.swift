import Foundation
import PosthornCore

extension TransportConformance {
    static let responses: [Behaviour] = [
        Behaviour("gives status, header fields and body") { stage in
            let response = try await stage.get(
                .text("hello", status: .created).header(.eTag, "\"1\""))
            try expect(response.status.code, is: 201, "status")
            try expect(response.headers[.eTag], is: "\"1\"", "ETag")
            try expect(response.text, is: "hello", "body")
        },
        Behaviour("gives an empty body") { stage in
            try expect(try await stage.get(.text("")).body, is: Data(), "body")
        },
        Behaviour("gives every byte unchanged") { stage in
            let bytes = Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 256) })
            try expect(try await stage.get(.bytes(bytes)).body, is: bytes, "body")
        },
        Behaviour("gives 4 MiB unchanged") { stage in
            let bytes = Data((0..<4 << 20).map { UInt8(truncatingIfNeeded: $0 / 251) })
            try expect(try await stage.get(.bytes(bytes)).body == bytes, "the body has changed")
        },
        Behaviour("gives a chunked body unchanged") { stage in
            try expect(
                try await stage.get(.stream(["he", "l", "lo"], type: "text/plain")).text,
                is: "hello", "body")
        },
        Behaviour("gives an empty chunked body") { stage in
            try expect(
                try await stage.get(.stream([], type: "text/plain")).body, is: Data(), "body")
        },
        Behaviour("returns error statuses as responses") { stage in
            let peer = try stage.serve(
                .on(.get, "/{code}") { request in
                    let code = Int(request.path.dropFirst()) ?? 0
                    return .text("why", status: HTTPResponse.Status(code: code))
                })
            for code in [400, 401, 404, 429, 500, 503, 599] {
                let response = try await peer.send(.get, "/\(code)")
                try expect(response.status.code, is: code, "status")
                try expect(response.text, is: "why", "body")
            }
        },
        Behaviour("gives no body with a 204") { stage in
            try expect(try await stage.get(.status(.noContent)).body, is: Data(), "body")
        },
        Behaviour("gives no body with a 304 that has a length") { stage in
            let response = try await stage.get(.text("hello", status: .notModified))
            try expect(response.status.code, is: 304, "status")
            try expect(response.body, is: Data(), "body")
        },
        Behaviour("gives no body to a HEAD, and the length") { stage in
            let response = try await stage.get(.text("hello"), by: .head)
            try expect(response.body, is: Data(), "body")
            try expect(response.headers[.contentLength], is: "5", "Content-Length")
        },
        Behaviour("keeps repeated header fields apart and in order") { stage in
            let stub = StubResponse.text("").header(.setCookie, "a=1, x")
                .header(.eTag, "\"1\"").header(.setCookie, "b=2")
            let values = try await stage.get(stub).headers[values: .setCookie]
            try expect(values, is: ["a=1, x", "b=2"], "Set-Cookie")
        },
        Behaviour("finds header fields in any case") { stage in
            let name = try field("x-LOUD")
            let response = try await stage.get(.text("").header(name, "1"))
            try expect(response.headers[try field("X-Loud")], is: "1", "X-Loud")
        },
        Behaviour("gives a header field of 60 KB") { stage in
            let value = String(repeating: "v", count: 60_000)
            try expect(
                try await stage.get(.text("").header(.eTag, value)).headers[.eTag] == value,
                "the value has changed")
        },
        Behaviour("gives 200 header fields") { stage in
            var stub = StubResponse.text("")
            for index in 0..<200 { stub = stub.header(try field("X-\(index)"), "\(index)") }
            let headers = try await stage.get(stub).headers
            for index in 0..<200 {
                try expect(headers[try field("X-\(index)")], is: "\(index)", "X-\(index)")
            }
        },
        Behaviour("gives the trailers of a chunked body") { stage in
            var stub = StubResponse.stream(["hello"], type: "text/plain")
            stub.trailers = [.eTag: "\"1\""]
            let response = try await stage.get(stub)
            try expect(response.text, is: "hello", "body")
            try expect(response.trailers[.eTag], is: "\"1\"", "ETag of the trailers")
            try expect(response.headers[.eTag], is: nil, "ETag of the head")
        },
        Behaviour("reports a body that its length verifies") { stage in
            try expect(
                try await stage.get(.text("hello")).bodyIntegrity, is: .length, "bodyIntegrity")
        },
        Behaviour("reports a body that its last chunk verifies") { stage in
            try expect(
                try await stage.get(.stream(["a"], type: "text/plain")).bodyIntegrity, is: .chunked,
                "bodyIntegrity")
        },
        Behaviour("fails when there is no response") { stage in
            try await expectError(.connectionLost) { _ = try await stage.get(.failure(.broken)) }
        },
        Behaviour("fails when the body breaks off") { stage in
            let stub = StubResponse.stream(["hel"], type: "text/plain").failing(with: .broken)
            try await expectError(.connectionLost, .truncated) { _ = try await stage.get(stub) }
        },
    ]

    static func field(_ name: String) throws -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { throw ConformanceFailure("no name: \(name)") }
        return field
    }
}

extension TransportError {
    static let broken = TransportError(.connectionLost, "the connection broke")
}
