import Foundation
import PosthornCurl
import TestSupport

@testable import PosthornCore

/// Runs one test of the published suite for HTTP caches through a cache over real sockets.
struct CacheVectorRun {
    enum Verdict: Hashable {
        case passed
        /// The tested behaviour is wrong.
        case failed(String)
        /// A precondition is not met.
        case notReached(String)
    }

    private struct Finding: Error {
        var isSetup: Bool
        var text: String
    }

    let vector: CacheVector
    let transport: any Transport
    let server: CacheVectorServer
    let clock: TestClock

    func verdict() async -> Verdict {
        do {
            var responses: [TransportResponse] = []
            for (index, step) in vector.steps.enumerated() {
                let response = try await send(step, number: index + 1, after: responses.last)
                responses.append(response)
                try check(response, step, number: index + 1)
                if step["pause_after"] == true { clock.advance(by: 3) }
            }
            try checkRequests(responses)
            return .passed
        } catch let finding as Finding {
            return finding.isSetup ? .notReached(finding.text) : .failed(finding.text)
        } catch {
            return .notReached("\(error)")
        }
    }

    private func expect(_ isSo: Bool, setup: Bool = true, _ text: String) throws {
        if !isSo { throw Finding(isSetup: setup, text: text) }
    }

    private func send(
        _ step: CacheVector.Step, number: Int, after last: TransportResponse?
    ) async throws -> TransportResponse {
        var path = "/test/\(vector.id)"
        if let name: String = step["filename"] { path += "/\(name)" }
        if let query: String = step["query_arg"] { path += "?\(query)" }
        var request = TransportRequest(
            method: HTTPRequest.Method(step.method) ?? .get, url: server.url(path),
            redirects: .never)
        for field in step["request_headers", [[Any]].self] ?? [] {
            var (name, value) = VectorFields.value(field, step, place: path, now: clock.now)
            if name.lowercased() == "if-modified-since", step["magic_ims"] != true {
                value = field[1] as? String ?? value
            }
            name = name.trimmingCharacters(in: .whitespaces)
            guard let name = HTTPField.Name(name) else { continue }
            request.headers.append(HTTPField(name: name, value: value))
        }
        request.headers[.requestNumber] = String(number)
        // What a browser sends in this mode.
        if step["cache"] == "no-cache" { request.headers[.cacheControl] = "max-age=0" }
        if let body: String = step["request_body"] { request.body = HTTPBody(Data(body.utf8)) }
        do {
            return try await transport.send(request)
        } catch {
            guard step["disconnect"] == true else { throw error }
            // The suite also covers proxies, which respond in the server's place.
            return TransportResponse(status: .badGateway)
        }
    }

    private func check(
        _ response: TransportResponse, _ step: CacheVector.Step, number: Int
    ) throws {
        func field(_ name: String) -> String? {
            HTTPField.Name(name).flatMap { response.headers[$0] }
        }
        let origin = field("Server-Request-Count").flatMap { Int($0) }
        if step.type == "cached", response.status != .notModified || origin != nil {
            try expect(
                origin.map { $0 < number } ?? false, setup: step.isSetup("expected_type"),
                "\(number) is not from the cache")
        }
        if step.type == "not_cached" {
            try expect(
                origin == number, setup: step.isSetup("expected_type"),
                "\(number) is from the cache")
        }
        let status = response.status.code
        if let expected = step.values["expected_status"] {
            if let expected = expected as? Int {
                try expect(
                    status == expected, setup: step.isSetup("expected_status"),
                    "\(number) has status \(status)")
            }
        } else if let expected = step["response_status", [Any].self]?[0] as? Int {
            try expect(status == expected, "\(number) has status \(status)")
        } else {
            try expect(
                status != 999, setup: step.isSetup("expected_type"), "\(number) has no condition")
            try expect(status == 200, "\(number) has status \(status)")
        }
        let isSetup = step.isSetup("expected_response_headers")
        for expected in step["expected_response_headers", [Any].self] ?? [] {
            if let name = expected as? String {
                try expect(field(name) != nil, setup: isSetup, "\(number) has no \(name)")
            } else if let parts = expected as? [Any], let name = parts[0] as? String {
                let value = field(name)
                let isSo: Bool
                if parts.count > 2, parts[1] as? String == "=" {
                    isSo = value != nil && value == field(parts[2] as? String ?? "")
                } else if parts.count > 2 {
                    isSo = (value.flatMap { Int($0) } ?? -1) > (parts[2] as? Int ?? 0)
                } else {
                    let place = field("Server-Base-Url") ?? ""
                    let now = field("Server-Now").flatMap { Double($0) }
                    isSo =
                        value
                        == VectorFields.value(
                            parts, step, place: place,
                            now: now.map { Date(timeIntervalSince1970: $0) } ?? clock.now
                        ).value
                }
                try expect(isSo, setup: isSetup, "\(number) has \(name): \(value ?? "nothing")")
            }
        }
        for missing in step["expected_response_headers_missing", [Any].self] ?? [] {
            let isSetup = step.isSetup("expected_response_headers_missing")
            if let name = missing as? String {
                try expect(field(name) == nil, setup: isSetup, "\(number) has \(name)")
            } else if let pair = missing as? [String] {
                let isThere = field(pair[0])?.contains(pair[1]) == true
                try expect(!isThere, setup: isSetup, "\(number) has \(pair[0]) of old")
            }
        }
        guard step["check_body"] != false else { return }
        let body = String(decoding: response.body, as: UTF8.self)
        if let expected = step.values["expected_response_text"] {
            guard let expected = expected as? String else { return }
            try expect(
                body == expected, setup: step.isSetup("expected_response_text"),
                "\(number) has another body")
        } else if let expected: String = step["response_body"] {
            try expect(body == expected, "\(number) has another body")
        } else if status != 204, status != 304, step.method != "HEAD" {
            try expect(
                body == CacheVectorServer.body(of: vector.id), "\(number) has another body")
        }
    }

    private func checkRequests(_ responses: [TransportResponse]) throws {
        let seen = server.requests(of: vector.id)
        var index = 0
        for (step, (position, response)) in zip(vector.steps, responses.enumerated()) {
            let (number, isSetup) = (position + 1, step.isSetup("expected_type"))
            if step.type == "cached" { continue }
            let request = seen.indices.contains(index) ? seen[index] : nil
            if step.type == "not_cached" {
                try expect(
                    request?.number == number, setup: isSetup, "\(number) never reached the server")
            }
            index += 1
            for (type, name) in [
                ("etag_validated", "if-none-match"), ("lm_validated", "if-modified-since"),
            ] where step.type == type {
                try expect(
                    request?.fields[name] != nil, setup: isSetup, "\(number) has no \(name)")
            }
            for expected in step["expected_request_headers", [Any].self] ?? [] {
                let pair = (expected as? [String]) ?? (expected as? String).map { [$0] } ?? []
                let value = request?.fields[pair[0].lowercased()]
                try expect(
                    pair.count > 1 ? value == pair[1] : value != nil,
                    setup: step.isSetup("expected_request_headers"),
                    "request \(number) has \(pair[0]): \(value ?? "nothing")")
            }
            for (name, value) in request?.answered ?? [:] where !name.hasPrefix("*") {
                guard name != "date", let field = HTTPField.Name(name) else { continue }
                let received = response.headers[field]
                try expect(
                    received == value, "\(number) has \(name): \(received ?? "nothing")")
            }
            if let method: String = step["expected_method"] {
                try expect(
                    request?.method == method, setup: step.isSetup("expected_method"),
                    "\(number) was a \(request?.method ?? "nothing")")
            }
        }
    }
}
