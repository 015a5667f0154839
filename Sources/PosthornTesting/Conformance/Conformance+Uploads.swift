import FoundationEssentials
import PosthornCore

extension TransportConformance {
    static let uploads: [Behaviour] = [
        .onSocket("returns a response that arrives during an upload") { stage in
            let peer = try stage.serve { connection in
                _ = try connection.readHead()
                try connection.write("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno")
                connection.halfClose()
                _ = connection.readToEnd()
            }
            let response = try await peer.send(
                .post, HTTPBody(Data(repeating: 0x61, count: 8 << 20)))
            try expect(response.status.code, is: 413, "status")
            try expect(response.text, is: "no", "body")
        },
        .onSocket("fails when the connection is reset while it uploads") { stage in
            let peer = try stage.serve { connection in
                _ = try connection.readHead()
                connection.reset()
            }
            let body = HTTPBody(Data(repeating: 0x61, count: 8 << 20))
            try await expectError(.connectionLost, .notRepeated) {
                _ = try await peer.send(.post, body)
            }
        },
        .onSocket("stops uploading when it is cancelled") { stage in
            let (arrived, ending) = (Gate(), Ending())
            let peer = try stage.serve { connection in
                _ = try connection.readHead()
                arrived.open()
                ending.watch(connection)
            }
            try await cancel(when: arrived, "its request arrived") {
                _ = try await peer.send(.post, HTTPBody(Data(repeating: 0x61, count: 64 << 20)))
            }
            try await ending.check()
        },
        .onSocket("sends no request for a file that has become shorter") { stage in
            let file = URL(filePath: "/tmp/posthorn-conformance-\(UUID().uuidString)")
            try Data(repeating: 0x61, count: 3_000_000).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let peer = try stage.serve(.on(.put, "/", response: .text("taken")))
            let body = HTTPBody.file(file)
            try Data(repeating: 0x61, count: 1000).write(to: file)
            try await expectError(.bodyFailed) { _ = try await peer.send(.put, body) }
            try expect(try peer.server.requests, is: [], "whole requests")
        },
    ]
}
